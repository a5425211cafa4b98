import { readWebAddress } from '#web/ui/web-address.ts';

/** A message as it was typed, its web addresses as links. */
export function MessageText({ text }: { text: string }) {
  return (
    <p dir="auto" className="mt-1 wrap-anywhere whitespace-pre-wrap">
      {text.split(webAddress).map((part, place) => {
        const address = place % 2 === 1 ? readWebAddress(part) : null;
        if (!address) return part;
        return (
          <a
            // biome-ignore lint/suspicious/noArrayIndexKey: a text does not change
            key={place}
            href={address.href}
            target="_blank"
            rel="noopener noreferrer nofollow"
            className="font-medium text-spark-ink underline underline-offset-2"
          >
            {part}
          </a>
        );
      })}
    </p>
  );
}

// A sentence's own mark at the end belongs to no address. In brackets, so that a split keeps the addresses.
const webAddress = /(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)\]'])/;
