import { NothingCounted } from '#web/features/outreach/reach/NothingCounted.tsx';
import { ReachSkeleton } from '#web/features/outreach/reach/ReachSkeleton.tsx';
import { Card, CardHeader } from '#web/ui/Card.tsx';
import { CardFailed } from './CardFailed.tsx';
import { EmptySkeleton } from './EmptySkeleton.tsx';
import { useCardCode } from './use-card-code.ts';

/** The first 1,000, whose code and numbers are fetched for those who have campaigns. */
export function FirstThousandOnDemand({ userId, hasPlan }: { userId: string; hasPlan: boolean }) {
  const { campaigns, hasNone, code, hasFailed, retry } = useCardCode(userId, hasPlan, firstThousand);
  if (code && !hasNone) return <code.FirstThousand userId={userId} />;
  const isLoading = !hasNone && !hasFailed;
  const hasNumbers = hasPlan || campaigns.length > 0;
  return (
    <Card id="first-thousand" aria-label="The first 1,000" className="scroll-mt-4">
      <CardHeader title="The first 1,000" text="People who came through the links in your replies." />
      {hasNone ? <NothingCounted /> : null}
      {hasFailed ? <CardFailed onRetry={retry} /> : null}
      {isLoading && hasNumbers ? <ReachSkeleton /> : null}
      {isLoading && !hasNumbers ? <EmptySkeleton label="Loading what came of your replies" /> : null}
    </Card>
  );
}

const firstThousand = {
  name: 'first-thousand',
  load: () => import('#web/features/outreach/reach/FirstThousand.tsx'),
};
