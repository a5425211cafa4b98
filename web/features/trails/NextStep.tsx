import { clsx } from 'clsx';
import { useId } from 'react';
import type { Trail } from '#shared/contracts/trails.ts';
import { planNames } from '#shared/rules/billing/plans.ts';
import { resultsPath, surveyPath } from '#shared/rules/surveys/survey-path.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { buttonClass } from '#web/ui/controls/button-class.ts';
import { NewMark } from '#web/ui/NewMark.tsx';
import { countingSurvey, type NextStep as Next } from './trail.ts';
import { type TrailActions, takeNextStep } from './trail-actions.ts';
import { countAnswers, nextLabels } from './trail-labels.ts';

type NextStepProps = { trail: Trail; next: Next; actions: TrailActions };

/** How far the idea is, in one number where there is one, and the one thing to do now. */
export function NextStep({ trail, next, actions }: NextStepProps) {
  const note = useId();
  const { action, beside, upgrade } = next;
  const labels = nextLabels(next.reason, trail);
  const progress = progressOf(trail, next);
  const isSurveyBeside = beside?.open === 'validation';
  const described = upgrade ? note : undefined;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
      {progress ? (
        <Reached
          trail={trail}
          progress={progress}
          reason={labels.reason}
          isWaiting={action.open === 'answers'}
        />
      ) : (
        <p className="min-w-0 flex-[1_1_16rem] text-base">{labels.reason}</p>
      )}
      <div className="flex flex-wrap items-center gap-2 max-sm:w-full">
        {action.open === 'share' ? (
          <a
            href={surveyPath(action.surveyId)}
            target="_blank"
            rel="noopener"
            className={buttonClass({ variant: 'quiet', size: 'l' }, 'max-sm:grow')}
          >
            Open survey<span className="sr-only"> (opens in a new tab)</span>
          </a>
        ) : null}
        {beside ? (
          <Button
            variant="quiet"
            size="l"
            aria-describedby={isSurveyBeside ? described : undefined}
            className="max-sm:grow"
            onClick={() => takeNextStep(beside, trail, actions)}
          >
            {isSurveyBeside ? 'Write the survey' : 'Ask a person for help'}
          </Button>
        ) : null}
        <Button
          variant="primary"
          size="l"
          aria-describedby={isSurveyBeside ? undefined : described}
          className="h-auto! min-h-11.5 shrink! whitespace-normal! max-sm:grow-2"
          onClick={() => takeNextStep(action, trail, actions)}
        >
          {labels.button}
        </Button>
        {upgrade ? (
          <p id={note} className="w-full text-meta text-faint sm:text-right">
            <span>{isSurveyBeside ? 'The survey comes' : 'Comes'}</span> with the{' '}
            {planNames[upgrade === 'upgrade_to_developer' ? 'developer' : 'pro']}.
          </p>
        ) : null}
      </div>
    </div>
  );
}

/** Answers so far of the number below which nothing is decided, or the verdict of so many answers. */
type Progress =
  | { kind: 'answers'; answers: number; needed: number | null }
  | { kind: 'verdict'; decision: string; answers: number };

/** How far an idea's survey is; null while nothing is counted or asked for. */
function progressOf(trail: Trail, { action }: Pick<Next, 'action'>): Progress | null {
  const survey = countingSurvey(trail);
  if (!survey) return null;
  const { goNoGoDecision: decision, submissionCount = 0 } = survey.verdict ?? {};
  if (decision === 'Go' || decision === 'No-Go')
    return { kind: 'verdict', decision, answers: submissionCount };
  const { submissions, minimumAnswers, missingAnswers } = survey;
  const isAsking = action.open === 'share' || action.open === 'results' || action.open === 'answers';
  const needed = isAsking && missingAnswers > 0 ? minimumAnswers : null;
  const answers = needed === null ? submissions : needed - missingAnswers;
  return needed === null && answers === 0 ? null : { kind: 'answers', answers, needed };
}

type ReachedProps = {
  trail: Trail;
  progress: Progress;
  reason: string;
  /** Answers that are set apart come first. */
  isWaiting: boolean;
};

function Reached({ trail, progress, reason, isWaiting }: ReachedProps) {
  const needed = progress.kind === 'answers' ? progress.needed : null;
  const { answers } = progress;
  return (
    <div className="flex min-w-0 flex-[1_1_18rem] items-center gap-4">
      <p className="shrink-0 animate-fade text-[3.5rem] leading-none font-semibold tracking-[-0.04em] tabular-nums sm:text-[4.25rem]">
        {progress.kind === 'verdict' ? progress.decision : answers.toLocaleString()}
      </p>
      <div className="min-w-0 max-w-sm grow">
        <p className="text-soft">
          <span className="text-base font-medium text-ink">{progressLabel(progress)}</span>{' '}
          <span>
            {needed === null || isWaiting
              ? reason
              : `${(needed - answers).toLocaleString()} more before a verdict.`}
          </span>
          <span> </span>
          <NewAnswers trail={trail} />
        </p>
        {needed === null ? null : <Segments done={answers} of={needed} />}
      </div>
    </div>
  );
}

/** Answers to any of the idea's surveys, as a link to the newest survey that has some. */
function NewAnswers({ trail }: { trail: Trail }) {
  const fresh = trail.surveys.filter(({ newAnswers }) => newAnswers > 0);
  const count = fresh.reduce((sum, { newAnswers }) => sum + newAnswers, 0);
  return <NewMark count={count} of="answer" to={resultsPath(fresh[0]?.surveyId ?? '')} />;
}

function progressLabel(progress: Progress): string {
  if (progress.kind === 'verdict') return `from ${countAnswers(progress.answers)}.`;
  if (progress.needed !== null) return `of ${progress.needed.toLocaleString()} answers.`;
  return progress.answers === 1 ? 'answer.' : 'answers.';
}

/** More segments than this would be too thin to count. */
const mostSegments = 40;

function Segments({ done, of }: { done: number; of: number }) {
  const shown = Math.min(of, mostSegments);
  const filled = Math.floor((done / of) * shown);
  return (
    <div aria-hidden="true" className="mt-2 flex gap-1">
      {Array.from({ length: shown }, (_, place) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: a segment is its place
          key={place}
          className={clsx('h-1.5 grow rounded-full', place < filled ? 'bg-spark' : 'bg-muted')}
        />
      ))}
    </div>
  );
}
