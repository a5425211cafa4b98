import { ShieldCheck } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { type FoundSecrets, maskSecrets } from '#shared/rules/secrets/mask-secrets.ts';
import { markPattern } from '#shared/rules/secrets/secret-mark.ts';
import { Button } from '#web/ui/controls/Button.tsx';

/** Masked secrets of these texts before they are sent; empty when there are none. */
export function MaskedPreview({ texts }: { texts: { label: string; text: string }[] }) {
  // Typing goes before: this may come a moment later.
  const parts = useDeferredValue(texts)
    .map(({ label, text }) => ({ label, ...maskSecrets(text) }))
    .filter(({ found }) => found.length > 0);
  const summary = countSecrets(addUp(parts.map(({ found }) => found)));
  return (
    // Empty it takes no room, not even a gap, and is there to be read out when it is filled.
    <div role="status" className="empty:absolute">
      {parts.length > 0 ? (
        <section aria-label="Masked before sending" className="rounded-s bg-good-wash px-3.5 py-3 text-soft">
          <p className="flex items-start gap-2 font-medium text-ink">
            <ShieldCheck size={16} aria-hidden="true" className="mt-0.5 shrink-0 text-good" />
            <span>Masked before it is sent: {summary}</span>
          </p>
          <dl className="mt-2 grid grid-cols-1 gap-2">
            {parts.map(({ label, text }) => (
              <div key={label}>
                <dt className="text-meta text-faint">{label}</dt>
                <dd>
                  <MaskedLines text={text} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ) : null}
    </div>
  );
}

const atFirst = 5;
/** A log may have thousands. */
const more = 50;

const marks = new RegExp(`(${markPattern.source})`);

/** Masked lines of a text, as it will be sent. */
export function MaskedLines({ text }: { text: string }) {
  const [shown, setShown] = useState(atFirst);
  const lines = maskedLines(text);
  const rest = lines.length - shown;
  return (
    <>
      <ul className="grid gap-1">
        {lines.slice(0, shown).map((line, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have nothing else that tells them apart
          <li key={place} dir="auto" className="wrap-anywhere text-meta">
            {line.split(marks).map((piece, part) =>
              part % 2 === 1 ? (
                // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a line keep their places
                <mark key={part} className="rounded-[4px] bg-card px-1 font-medium text-ink">
                  {piece.slice(1, -1)}
                </mark>
              ) : (
                piece
              ),
            )}
          </li>
        ))}
      </ul>
      {rest > 0 ? (
        <Button className="mt-1" onClick={() => setShown(shown + more)}>
          {rest === 1 ? 'Show 1 more line' : `Show ${Math.min(rest, more)} of ${rest} more lines`}
        </Button>
      ) : null}
    </>
  );
}

/** `2 Stripe keys and 1 password`. */
export function countSecrets(found: FoundSecrets[]): string {
  const counts = found.map(({ kind, count }) => `${count} ${count === 1 ? kind : pluralOf(kind)}`);
  const last = counts.pop() ?? '';
  return counts.length > 0 ? `${counts.join(', ')} and ${last}` : last;
}

function pluralOf(kind: string): string {
  return /(?:sh|s|x)$/.test(kind) ? `${kind}es` : `${kind}s`;
}

/** The counts of several texts as one list. */
function addUp(lists: FoundSecrets[][]): FoundSecrets[] {
  const counts = new Map<string, number>();
  for (const { kind, count } of lists.flat()) counts.set(kind, (counts.get(kind) ?? 0) + count);
  return Array.from(counts, ([kind, count]) => ({ kind, count }));
}

/** Marks less than 60 characters apart are in one piece, so none is cut. */
const around = new RegExp(`(?:.{0,60}${markPattern.source})+.{0,60}`, 'g');

/** The pieces of a masked text in which something was masked, cut to what is beside each mark. */
function maskedLines(text: string): string[] {
  const lines = text.split(/\r?\n/).filter((line) => line.search(markPattern) >= 0);
  return lines.flatMap((line) =>
    Array.from(line.matchAll(around), ({ 0: piece, index }) => {
      const isCut = index + piece.length < line.length;
      return `${index > 0 ? '…' : ''}${piece.trim()}${isCut ? '…' : ''}`;
    }),
  );
}
