import SearchX from 'lucide-react/icons/search-x';
import type { FoundOpportunities } from '#shared/contracts/opportunities.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { hasAnswered } from './opportunity-words.ts';

type NoOpportunitiesProps = {
  found: FoundOpportunities;
  onChange: () => void;
  onSearchAgain: () => void;
};

/** Nothing was found, and what to try. */
export function NoOpportunities({ found, onChange, onSearchAgain }: NoOpportunitiesProps) {
  return (
    <EmptyState
      className="mt-4"
      icon={SearchX}
      title="No opportunities found."
      action={
        <div className="flex flex-wrap justify-center gap-2">
          {hasAnswer(found) ? null : <Button onClick={onSearchAgain}>Search again</Button>}
          <Button onClick={onChange}>Change the description</Button>
        </div>
      }
    >
      {adviceFor(found)}
    </EmptyState>
  );
}

function hasAnswer({ sources }: FoundOpportunities): boolean {
  return sources.some(hasAnswered);
}

function adviceFor(found: FoundOpportunities): string {
  const { considered, leftOut } = found;
  if (!hasAnswer(found))
    return 'No place answered. Wait some minutes and search again; what you typed is kept.';
  if (considered === 0)
    return 'Nobody wrote about it in the last 14 days in these words. Name the problem as people who have it would, in shorter words.';
  const known = leftOut.find(({ reason }) => reason === 'known')?.count ?? 0;
  if (known === considered) return 'All that was found is in your campaigns already. They keep listening.';
  return 'What was found did not fit. Say more exactly which problem it solves and for whom, or add a forum where they meet.';
}
