import Hand from 'lucide-react/icons/hand';
import Send from 'lucide-react/icons/send';
import type { Campaign } from '#shared/contracts/campaigns.ts';
import type { LinkedAccount } from '#shared/contracts/linked-accounts.ts';
import { placeName } from '#shared/rules/place-name.ts';
import { placeRulesOf } from '#shared/rules/rule-cards.ts';
import { useConfig } from '#web/api/config.ts';
import { Fold } from '#web/features/outreach/Fold.tsx';
import { PlaceRules } from '#web/features/outreach/PlaceRules.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { Time } from '#web/ui/Time.tsx';
import { type JudgedPlace, judgePlaces } from './auto-post-places.ts';
import { useSeenPlaces } from './use-seen-places.ts';

type AutoPostPlacesProps = {
  userId: string;
  campaign: Campaign;
  accounts: LinkedAccount[];
};

/** What automated posting would do, place by place, and what else holds a reply back. */
export function AutoPostPlaces({ userId, campaign, accounts }: AutoPostPlacesProps) {
  const seen = useSeenPlaces(userId, campaign);
  const hasModel = useConfig().data?.ai !== 'embedded';
  const today = new Date().toISOString().slice(0, 10);
  const places = judgePlaces(campaign, { accounts, seen, today, hasModel });
  return (
    <>
      <SendingTime campaign={campaign} hasModel={hasModel} />
      {places.length === 0 ? (
        <p className="mt-1 text-meta text-soft">
          The places stand here once this campaign has listened for the first time.
        </p>
      ) : (
        <ul className="mt-2 divide-y divide-line">
          {places.map((place) => (
            <li key={`${place.source} ${place.host}`} className="min-w-0 py-3">
              <PlaceRow place={place} campaign={campaign} />
            </li>
          ))}
        </ul>
      )}
      <Fold title="What holds a reply back" className="mt-2">
        <ul className="list-disc pl-4 text-meta text-soft marker:text-faint">
          {holds.map((hold) => (
            <li key={hold}>{hold}</li>
          ))}
        </ul>
      </Fold>
    </>
  );
}

/** By what is saved: what is only typed holds nowhere yet. */
function SendingTime({ campaign, hasModel }: { campaign: Campaign; hasModel: boolean }) {
  const { autoPost, nextListenAt, lastListenedAt } = campaign;
  return (
    <p className="mt-1 text-meta text-soft">
      {autoPost ? 'It is on.' : 'It is off: nothing is sent before you approve it.'} {hasModel ? '' : noModel}
      {nextListenAt === null ? 'The campaign is paused, so nothing would be sent until you resume it.' : null}
      {nextListenAt !== null && hasModel ? (
        <>
          Replies go out without you only when the campaign listens, every six hours
          {lastListenedAt === null
            ? '. The first time can be sooner: campaigns are spread out, so that not all of them ask at once. It is '
            : '; next '}
          <Time at={nextListenAt} />.
        </>
      ) : null}
    </p>
  );
}

const noModel = 'No model writes replies here, so there is nothing that could be sent without you. ';

function PlaceRow({ place, campaign }: { place: JudgedPlace; campaign: Campaign }) {
  const { source, host, card, hold } = place;
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <span className="min-w-0 font-medium wrap-anywhere">
          {placeName({ source, host, community: null })}
        </span>
        <PlaceBadge isHeld={hold !== null} campaign={campaign} />
      </div>
      <p className="mt-1 text-meta text-soft">{hold ?? sendingWords(campaign)}</p>
      <PlaceRules rules={placeRulesOf(card)} />
    </>
  );
}

function PlaceBadge({ isHeld, campaign }: { isHeld: boolean; campaign: Campaign }) {
  if (isHeld) return <Badge icon={Hand}>Left to you</Badge>;
  if (!campaign.autoPost || !campaign.active) return <Badge>Could send</Badge>;
  return (
    <Badge tone="good" icon={Send}>
      Can send
    </Badge>
  );
}

function sendingWords({ autoPost, active, confidenceThreshold }: Campaign): string {
  return autoPost && active
    ? `Sends sentences that you approved before, from a confidence of ${confidenceThreshold} on.`
    : `Nothing is sent now. It would send sentences that you approved before, from a confidence of ${confidenceThreshold} on.`;
}

/** As shared/rules/auto-post.ts and reply-checks.ts decide. */
const holds = [
  'No model wrote it: without one there is only an outline for you to fill in.',
  'The place does not allow automated posting, or wants no generated text, or we read its rules too long ago.',
  'Its confidence is below your threshold.',
  'You have linked no account there that can post, or it lives on another server.',
  'It has a sentence that you have not approved in an earlier reply.',
  'The replies that one account may write there in a day are used up.',
  'It would name your product more often there than the promotion budget allows.',
  'It does not say that you made the product, names it twice, or is nearly the same as an earlier reply.',
  'The campaign is paused, or you have edited or decided the reply yourself.',
];
