import Pause from 'lucide-react/icons/pause';
import Radio from 'lucide-react/icons/radio';
import { useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Campaign } from '#shared/contracts/campaigns.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Time } from '#web/ui/Time.tsx';
import { CampaignForm } from './CampaignForm.tsx';
import { pauseWords } from './campaign-words.ts';
import { SourceReports } from './SourceReports.tsx';
import { usePausing } from './use-pausing.ts';

type CampaignRowProps = { userId: string; campaign: Campaign; isReadOnly: boolean };

export function CampaignRow({ userId, campaign, isReadOnly }: CampaignRowProps) {
  const heading = useId();
  const edit = useRef<HTMLButtonElement>(null);
  const [isEdited, setEdited] = useState(false);
  const { active, toggle } = usePausing(userId, campaign);
  const { product, createdAt, keywords, forums, conversations } = campaign;
  const close = () => {
    // Drawn first: the button takes the focus from the form that goes.
    flushSync(() => setEdited(false));
    edit.current?.focus();
  };
  return (
    <article aria-labelledby={heading} className="grid min-w-0 grid-cols-1 gap-1.5">
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
        <h3 id={heading} dir="auto" className="line-clamp-2 min-w-0 flex-[1_1_8rem] wrap-anywhere">
          {product.name}
        </h3>
        <Badge tone={active ? 'good' : 'warn'} icon={active ? Radio : Pause}>
          {active ? 'Listens' : 'Paused'}
        </Badge>
      </div>
      <p className="text-meta text-faint tabular-nums">
        Started <Time at={createdAt} />
      </p>
      <p className="text-meta text-soft tabular-nums">
        {conversations.awaitingReview.toLocaleString()} to review · {conversations.posted.toLocaleString()}{' '}
        posted · {conversations.total.toLocaleString()} in all
      </p>
      {isEdited ? (
        <CampaignForm userId={userId} campaign={campaign} onClose={close} />
      ) : (
        <p dir="auto" className="text-soft wrap-anywhere">
          <span className="font-medium text-ink">Keywords:</span> {keywords.join(', ')}
          {forums.length > 0 ? (
            <span className="block">
              <span className="font-medium text-ink">Forums:</span> {forums.join(', ')}
            </span>
          ) : null}
        </p>
      )}
      <Listening campaign={campaign} active={active} />
      <SourceReports reports={campaign.sources} />
      {isReadOnly || isEdited ? null : (
        <div className="flex flex-wrap gap-2">
          <Button onClick={toggle}>{active ? 'Pause' : 'Resume'}</Button>
          <Button ref={edit} variant="quiet" onClick={() => setEdited(true)}>
            Edit keywords
          </Button>
        </div>
      )}
    </article>
  );
}

/** When it listened and will listen, or why it does not. */
function Listening({ campaign, active }: { campaign: Campaign; active: boolean }) {
  const { lastListenedAt, nextListenAt, pausedBecause } = campaign;
  return (
    <>
      {active ? null : (
        <p className="rounded-s bg-muted px-3 py-2 text-meta text-soft">
          {pauseWords[pausedBecause ?? 'owner']}
        </p>
      )}
      <p className="flex flex-wrap gap-x-3 text-meta text-faint tabular-nums">
        <span>Listened {lastListenedAt ? <Time at={lastListenedAt} /> : 'not yet'}</span>
        {active && nextListenAt ? (
          <span>
            Listens next <Time at={nextListenAt} />
          </span>
        ) : null}
      </p>
    </>
  );
}
