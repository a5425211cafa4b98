import type { Guidance } from '#shared/contracts/conversations.ts';
import { PlaceRuleList } from '#web/features/outreach/PlaceRules.tsx';
import { Sentences } from '#web/features/outreach/Sentences.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { Loading } from '#web/ui/Skeleton.tsx';
import type { useGuidance } from './use-guidance.ts';

/** The place's rules, and how much promotion is left there. */
export function GuidancePanel({ guidance }: { guidance: ReturnType<typeof useGuidance> }) {
  const { data, isPending, isError, refetch } = guidance;
  return (
    <div className="grid min-w-0 grid-cols-1 content-start gap-4">
      {isPending ? <Loading label="Loading the rules of this place" /> : null}
      {data ? (
        <>
          <Rules rules={data.rules} />
          <Budget budget={data.budget} />
        </>
      ) : null}
      {isError ? (
        <ErrorState title="The rules of this place could not be loaded." onRetry={() => void refetch()}>
          What you type is kept. The server checks it before anything is sent.
        </ErrorState>
      ) : null}
    </div>
  );
}

function Rules({ rules }: Pick<Guidance, 'rules'>) {
  return (
    <section aria-label="Rules of this place" className="grid min-w-0 grid-cols-1 gap-1">
      <h3 className="text-sm font-medium wrap-anywhere">Rules of {rules.place}</h3>
      <PlaceRuleList rules={rules} />
    </section>
  );
}

function Budget({ budget }: Pick<Guidance, 'budget'>) {
  const { promotionAllowed, repliesLeftToday, arithmetic } = budget;
  const isOpen = repliesLeftToday > 0;
  return (
    <section aria-label="Promotion budget" className="min-w-0">
      <h3 className="text-sm font-medium">Promotion budget</h3>
      <p className="mt-1 flex flex-wrap gap-1.5">
        <Badge tone={isOpen ? 'good' : 'warn'}>
          {repliesLeftToday} {repliesLeftToday === 1 ? 'reply' : 'replies'} left today
        </Badge>
        <Badge tone={promotionAllowed ? 'good' : 'warn'}>
          {promotionAllowed ? 'May name your product' : 'Help without naming it'}
        </Badge>
      </p>
      <Sentences sentences={arithmetic} className="mt-1.5 text-meta" />
    </section>
  );
}
