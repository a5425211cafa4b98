import type { Rewrite } from '#shared/contracts/build-prompts.ts';
import { preview } from '#shared/rules/preview.ts';
import { Button } from '#web/ui/Button.tsx';
import { Time } from '#web/ui/Time.tsx';
import { isIncomplete } from './use-rewriting.ts';
import type { Version } from './versions.ts';

type OtherRewritesProps = {
  versions: Version[];
  /** Edits that the next rewrite takes the place of. */
  leaving: Rewrite[];
  onReturn: (rewrite: Rewrite) => void;
};

/** The rewrites that are not shown, newest first; going back to one keeps the edits of the one that is. */
export function OtherRewrites({ versions, leaving, onReturn }: OtherRewritesProps) {
  if (versions.length === 0) return null;
  return (
    <section className="min-w-0 border-t border-line pt-4">
      <h3 className="text-[0.9375rem] leading-5">Other rewrites</h3>
      <p className="mt-1 text-meta text-faint">
        Ten texts are kept. Your edits to the prompt above stay in this list when you change to another;
        rewrites that you have not edited make room first.
      </p>
      {leaving.length > 0 ? (
        <p className="mt-1 text-warn">
          The list is full of texts of yours. The next rewrite takes the place of{' '}
          {leaving.length === 1 ? 'the oldest' : 'the two oldest'}: copy what you need first.
        </p>
      ) : null}
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
              <p className="text-meta wrap-anywhere text-faint" dir="auto">
                {preview(rewrite.original.replace(/\s+/g, ' '), 80)}
              </p>
            </div>
            <Time at={rewrite.receipt.at} className="text-meta text-faint" />
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
