import { useState } from 'react';
import { markPattern } from '#shared/rules/secrets/secret-mark.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { maskedLines } from './masked-labels.ts';

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
