import { buildPromptLimit, type Rewrite } from '#shared/contracts/build-prompts.ts';
import { shortenedMark } from '#shared/rules/reply-cut.ts';
import { isIncomplete } from './use-rewriting.ts';

/** How the text that is shown falls short of what was asked for. */
export function ResultNotes({ rewrite, result }: { rewrite: Rewrite; result: string }) {
  return (
    <>
      {isIncomplete(rewrite) ? (
        <p className="mt-2 text-warn">
          This rewrite is not complete: it was stopped or cut off before its end. Enhance your idea again for
          a whole one.
        </p>
      ) : null}
      {result.split('\n').includes(shortenedMark) ? (
        <p className="mt-2 text-warn">
          More arrived than the {buildPromptLimit.toLocaleString()} characters that your account keeps of a
          prompt. The line “{shortenedMark}” shows where it was cut.
        </p>
      ) : null}
    </>
  );
}
