import type { Rewrite } from '#shared/contracts/build-prompts.ts';
import { preview } from '#shared/rules/preview.ts';
import { Button } from '#web/ui/Button.tsx';
import { isIncomplete } from './use-rewriting.ts';
import type { Version } from './versions.ts';

type OtherRewritesProps = { versions: Version[]; onReturn: (rewrite: Rewrite) => void };

/** The rewrites that are not shown, newest first; going back to one keeps the edits of the one that is. */
export function OtherRewrites({ versions, onReturn }: OtherRewritesProps) {
  if (versions.length === 0) return null;
  return (
    <section className="min-w-0 border-t border-line pt-4">
      <h3 className="text-[0.9375rem] leading-5">Other rewrites</h3>
      <p className="mt-1 text-meta text-faint">
        The newest ten are kept. Your edits to the prompt above stay in this list when you change to another.
      </p>
      <ul className="mt-2 divide-y divide-line border-y border-line">
        {versions.toReversed().map(({ rewrite, number, isEdit }) => (
          <li
            key={`${rewrite.receipt.at} ${isEdit} ${rewrite.text}`}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2.5"
          >
            <div className="min-w-0 flex-[1_1_14rem]">
              <p className="font-medium">
                {nameOf(number, isEdit)}
                {isIncomplete(rewrite) ? ', not complete' : null}
              </p>
              <p className="text-meta wrap-break-word text-faint" dir="auto">
                {preview(rewrite.original.replace(/\s+/g, ' '), 80)}
              </p>
            </div>
            <time dateTime={rewrite.receipt.at} className="text-meta text-faint tabular-nums">
              {new Date(rewrite.receipt.at).toLocaleString(undefined, {
                dateStyle: 'medium',
                timeStyle: 'short',
              })}
            </time>
            <Button aria-label={`Use this one: ${nameOf(number, isEdit)}`} onClick={() => onReturn(rewrite)}>
              Use this one
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function nameOf(number: number, isEdit: boolean): string {
  return isEdit ? `Rewrite ${number}, with your edits` : `Rewrite ${number}`;
}
