import Users from 'lucide-react/icons/users';
import { CardOnDemand } from '#web/features/outreach/CardOnDemand.tsx';
import { Card, CardHeader } from '#web/ui/Card.tsx';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { Loading, Skeleton } from '#web/ui/states/Skeleton.tsx';

/** The first 1,000 users (specification 9, Launch target). */
export function ReachCard({ userId, hasPlan }: { userId: string; hasPlan: boolean }) {
  return (
    <Card id="first-thousand" aria-label="The first 1,000" className="scroll-mt-4">
      <CardHeader title="The first 1,000" text="People who came through the links in your replies." />
      <CardOnDemand
        userId={userId}
        hasPlan={hasPlan}
        code={code}
        empty={<NothingCounted />}
        skeleton={<ReachSkeleton />}
        loadingLabel="Loading what came of your replies"
        className="mt-4"
      >
        {({ FirstThousand }) => (
          <FirstThousand userId={userId} empty={<NothingCounted />} skeleton={<ReachSkeleton />} />
        )}
      </CardOnDemand>
    </Card>
  );
}

const code = { name: 'first-thousand', load: () => import('./FirstThousand.tsx') };

function NothingCounted() {
  return (
    <EmptyState icon={Users} title="Nobody has come yet">
      Visits, sign-ups and survey answers are counted here as people follow the links in your replies: each
      person once a day, without cookies and without keeping their address.
    </EmptyState>
  );
}

/** In the shape of the meters. */
function ReachSkeleton() {
  return (
    <Loading label="Loading what came of your replies" className="mt-4">
      <div className="grid gap-3.5">
        {['visits', 'sign-ups', 'answers', 'qualified'].map((name) => (
          <Skeleton key={name} className="h-7 w-full" />
        ))}
      </div>
    </Loading>
  );
}
