import { ShieldCheck } from 'lucide-react';
import { useDeferredValue } from 'react';
import { maskSecrets } from '#shared/rules/secrets/mask-secrets.ts';
import { MaskedLines } from './MaskedLines.tsx';
import { addUp, countSecrets } from './masked-labels.ts';

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
