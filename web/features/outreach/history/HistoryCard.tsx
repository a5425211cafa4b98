import { useEffect, useEffectEvent, useRef } from 'react';
import { Link } from 'react-router';
import type { Campaign } from '#shared/contracts/outreach/campaigns.ts';
import { CardOnDemand } from '#web/features/outreach/CardOnDemand.tsx';
import { useCampaigns } from '#web/features/outreach/campaigns/use-campaigns.ts';
import { Card } from '#web/ui/Card.tsx';
import { scrollBehavior } from '#web/ui/motion.ts';
import { ReadOnlyNote } from '#web/ui/states/ReadOnlyNote.tsx';
import { inset, NoConversations, RowSkeleton } from './HistoryStates.tsx';

type HistoryCardProps = {
  userId: string;
  /** Shows what the plan lacks, when it has no campaigns: then everything can be read and nothing approved. */
  onUpgrade: (() => void) | null;
  /** Opens the search for conversations. */
  onFind: () => void;
  /** True on the page of its own: all conversations with a filter, in place of the newest few. */
  isWhole?: boolean;
  /** Brings the card into sight with the focus on it, and calls `onReached` then. */
  isSought?: boolean;
  onReached?: () => void;
};

const newest = 3;
const historyPath = '/startup-spark-suite/history';

/** Engagement History (specification 2, Dashboard). Takes the focus once a campaign was started. */
export function HistoryCard(props: HistoryCardProps) {
  const { userId, onUpgrade, onFind, isWhole = false, isSought = false, onReached } = props;
  const { campaigns = [] } = useCampaigns(userId);
  const total = sumOf(campaigns, 'total');
  const Title = isWhole ? 'h1' : 'h2';
  const card = useRef<HTMLElement>(null);
  const reach = useEffectEvent(() => {
    card.current?.scrollIntoView({ behavior: scrollBehavior(), block: 'start' });
    card.current?.focus({ preventScroll: true });
    onReached?.();
  });
  useEffect(() => {
    if (isSought) reach();
  }, [isSought]);
  return (
    <Card
      ref={card}
      id="engagement-history"
      aria-labelledby="history-title"
      tabIndex={-1}
      className="scroll-mt-4 p-0! outline-none sm:p-0!"
    >
      <div className="px-4 pt-4 pb-3.5 sm:px-5 sm:pt-5">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <Title id="history-title" className={isWhole ? 'text-title' : 'text-base'}>
            Engagement History
          </Title>
          {isWhole || total === 0 ? null : (
            <Link
              to={historyPath}
              className="text-meta text-soft underline underline-offset-2 hover:text-ink"
            >
              See all ({total.toLocaleString()})
            </Link>
          )}
        </div>
        <p className="text-meta text-faint tabular-nums empty:hidden">{countLabel(campaigns)}</p>
        {onUpgrade && campaigns.length > 0 ? (
          <div className="-mb-5 pt-3">
            <ReadOnlyNote title="Your plan no longer includes campaigns." onUpgrade={onUpgrade}>
              Nothing is taken away: all of it can still be read.
            </ReadOnlyNote>
          </div>
        ) : null}
      </div>
      {isWhole ? <h2 className="sr-only">Conversations</h2> : null}
      <CardOnDemand
        userId={userId}
        hasPlan={onUpgrade === null}
        code={code}
        empty={<NoConversations onFind={onFind} />}
        skeleton={<RowSkeleton />}
        loadingLabel="Loading your conversations"
        className={inset}
      >
        {({ EngagementHistory }) => (
          <EngagementHistory
            userId={userId}
            isReadOnly={onUpgrade !== null}
            onFind={onFind}
            limit={isWhole ? undefined : newest}
          />
        )}
      </CardOnDemand>
    </Card>
  );
}

const code = { name: 'engagement-history', load: () => import('./EngagementHistory.tsx') };

function sumOf(campaigns: Campaign[], name: keyof Campaign['conversations']): number {
  return campaigns.reduce((all, { conversations }) => all + conversations[name], 0);
}

/** Counts of the conversations that wait or are posted. */
function countLabel(campaigns: Campaign[]): string | null {
  if (sumOf(campaigns, 'total') === 0) return null;
  const awaiting = sumOf(campaigns, 'awaitingReview');
  return `${awaiting.toLocaleString()} to review · ${sumOf(campaigns, 'posted').toLocaleString()} posted`;
}
