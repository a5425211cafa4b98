import { useRef } from 'react';
import type { Reach } from '#shared/contracts/reach.ts';
import { Fold } from '#web/features/outreach/Fold.tsx';
import { LocalLinkNote } from '#web/features/outreach/history/LocalLinkNote.tsx';
import { CopyButton } from '#web/ui/CopyButton.tsx';
import { signUpSnippet } from './sign-up-snippet.ts';

/** How a product's own page reports that somebody signed up there. */
export function SignUpImages({ images }: { images: Reach['signUpImages'] }) {
  if (images.length === 0) return null;
  return (
    <Fold title="Count sign-ups on your own site" className="mt-4">
      <p className="text-meta text-soft">
        Put this image on the page that people see after they sign up. It sets no cookie, and it sees only
        those who sign up on the day on which they followed one of your links, with the same browser and
        network: some are missed.
      </p>
      <ul className="grid grid-cols-1 gap-3">
        {images.map((image) => (
          <SignUpImage key={image.campaignId} image={image} />
        ))}
      </ul>
    </Fold>
  );
}

function SignUpImage({ image }: { image: Reach['signUpImages'][number] }) {
  const source = useRef<HTMLElement>(null);
  const snippet = signUpSnippet(image.url);
  return (
    <li className="grid min-w-0 grid-cols-1 justify-items-start gap-1.5">
      <span className="text-meta font-medium wrap-anywhere">{image.productName}</span>
      <code
        ref={source}
        tabIndex={-1}
        className="w-full rounded-s bg-muted px-2.5 py-2 text-meta outline-none wrap-anywhere"
      >
        {snippet}
      </code>
      <CopyButton text={snippet} source={source}>
        Copy image
      </CopyButton>
      <LocalLinkNote address={image.url} what="this image" />
    </li>
  );
}
