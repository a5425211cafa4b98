import ChevronRight from 'lucide-react/icons/chevron-right';
import { Link } from 'react-router';
import { decidedReasons, type SubmissionCounts } from '#shared/contracts/surveys/submissions.ts';
import { answersPath } from '#shared/rules/surveys/survey-path.ts';
import { storedCount } from './answer-columns.ts';
import { useAnswerCounts } from './use-answers.ts';

/** The row of the results that leads to every answer; the owner's only. */
export function AllAnswersRow({ surveyId }: { surveyId: string }) {
  const { data } = useAnswerCounts(surveyId);
  return (
    <div>
      <Link
        to={answersPath(surveyId)}
        className="flex min-h-11 items-center gap-x-2 gap-y-0.5 rounded-s py-2 max-sm:flex-wrap"
      >
        <ChevronRight size={14} aria-hidden="true" className="shrink-0 text-faint" />
        <span className="font-medium sm:w-44 sm:shrink-0">All answers</span>
        <span className="min-w-0 grow truncate text-soft max-sm:order-1 max-sm:basis-full max-sm:pl-5.5">
          {data ? lineOf(data) : null}
        </span>
        {data ? (
          <span className="text-meta text-faint tabular-nums max-sm:ml-auto">
            {storedCount(data).toLocaleString()}
          </span>
        ) : null}
      </Link>
    </div>
  );
}

function lineOf({ contacts, groups }: Pick<SubmissionCounts, 'contacts' | 'groups'>): string {
  const waiting = groups
    .filter(({ reason }) => !decidedReasons.includes(reason))
    .reduce((sum, { count }) => sum + count, 0);
  const lines = [
    waiting > 0
      ? `${waiting.toLocaleString()} set apart, ${waiting === 1 ? 'waits' : 'wait'} for your OK`
      : '',
    contacts > 0 ? `${contacts.toLocaleString()} left an e-mail` : '',
  ].filter((line) => line !== '');
  return lines.join(' · ') || 'Search, filter and download';
}
