import { ApiError } from '#web/api/api-error.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import type { CurrentPlan } from './use-plan.ts';
import type { SurveySaving } from './use-survey-saving.ts';

type SavingNoteProps = {
  current: CurrentPlan;
  saving: SurveySaving;
  /** Another tab has the plan open too. */
  otherTab: boolean;
  onSeePlans: () => void;
};

/** Save status of the plan, and problems of the survey. */
export function SavingNote({ current, saving, otherTab, onSeePlans }: SavingNoteProps) {
  const { plan, kept } = current;
  if (!plan) return null;
  const { text, isProblem } = describe(current, saving);
  const code = saving.error instanceof ApiError ? saving.error.code : null;
  return (
    <div className="flex min-w-0 flex-[1_1_14rem] flex-wrap items-center justify-end gap-x-3 gap-y-2 sm:mr-2">
      <p role="status" className={isProblem ? 'text-meta text-bad' : 'text-meta text-faint'}>
        {text}
        {kept ? null : ' This browser keeps nothing: copy what you need before you leave.'}
        {otherTab ? ' Also open in another tab.' : null}
        {plan.stored === 'yes' && kept ? (
          <span className="block text-faint">
            Kept in this browser: name, pitch, problem, audience and post.
          </span>
        ) : null}
      </p>
      {code === 'survey_has_answers' ? (
        <span className="flex flex-wrap gap-2">
          <Button onClick={saving.restoreQuestions}>Put the answered questions back</Button>
          <Button onClick={() => current.move(plan.surveyId)}>Use a new survey link</Button>
        </span>
      ) : null}
      {code === 'upgrade_to_pro' ? <Button onClick={onSeePlans}>See the plans</Button> : null}
      {saving.error && !codesWithOwnWay.has(code) ? <Button onClick={saving.retry}>Save again</Button> : null}
    </div>
  );
}

const codesWithOwnWay = new Set<string | null>(['survey_has_answers', 'survey_taken', 'upgrade_to_pro']);

function describe({ plan, kept }: CurrentPlan, saving: SurveySaving): { text: string; isProblem: boolean } {
  const where = kept ? ' Your edits are kept in this browser.' : '';
  if (plan?.stored === 'yes') return { text: 'Saved. The survey can be shared.', isProblem: !kept };
  if (saving.isReadOnly) {
    const lag =
      plan?.stored === 'older' ? 'Your last edits are not in the survey' : 'The survey is not saved';
    return { text: `${lag}: that needs the Pro or Developer plan.${where}`, isProblem: !kept };
  }
  if (!saving.complete)
    return { text: `Not saved yet: complete the survey's questions.${where}`, isProblem: true };
  const failed = saving.restoreError ?? saving.error;
  if (failed && !(failed instanceof ApiError && failed.code === 'survey_taken'))
    return { text: `${reason(failed)}${where}`, isProblem: true };
  return { text: 'Saving the survey…', isProblem: !kept };
}

function reason(error: Error): string {
  return error instanceof ApiError ? error.message : 'The survey could not be saved.';
}
