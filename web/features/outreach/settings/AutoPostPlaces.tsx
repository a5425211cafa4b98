import Hand from 'lucide-react/icons/hand';
import Send from 'lucide-react/icons/send';
import type { Campaign } from '#shared/contracts/outreach/campaigns.ts';
import { type SourceName, sourceName } from '#shared/contracts/outreach/conversation-sources.ts';
import type { HoldReason } from '#shared/contracts/outreach/hold-reasons.ts';
import type { LinkedAccount } from '#shared/contracts/outreach/linked-accounts.ts';
import { placeBlockedBy } from '#shared/rules/outreach/auto-post.ts';
import { placeName } from '#shared/rules/outreach/places/place-name.ts';
import { placeRulesOf, type RuleCard, ruleCardOf } from '#shared/rules/outreach/places/rule-cards.ts';
import { withServerRules } from '#shared/rules/outreach/places/server-rules.ts';
import { isFederated } from '#shared/rules/outreach/places/source-labels.ts';
import { useConfig } from '#web/api/config.ts';
import { holdLabel } from '#web/features/outreach/hold-labels.ts';
import { PlaceRules } from '#web/features/outreach/PlaceRules.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { Fold } from '#web/ui/overlays/Fold.tsx';
import { Time } from '#web/ui/Time.tsx';

type AutoPostPlacesProps = { campaign: Campaign; accounts: LinkedAccount[] };

/** Effects of automated posting, place by place, and everything that blocks a reply. */
export function AutoPostPlaces({ campaign, accounts }: AutoPostPlacesProps) {
  const hasModel = useConfig().data?.ai !== 'embedded';
  const today = new Date().toISOString().slice(0, 10);
  const places = checkPlaces(campaign, { accounts, today, hasModel });
  return (
    <>
      <SendingTime campaign={campaign} hasModel={hasModel} />
      {places.length === 0 ? (
        <p className="mt-1 text-meta text-soft">
          The places appear with a linked account, or after the campaign’s next search.
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
          {blockers.map((blocker) => (
            <li key={blocker}>{blocker}</li>
          ))}
        </ul>
      </Fold>
    </>
  );
}

/** From the saved settings, not from the unsaved form. */
function SendingTime({ campaign, hasModel }: { campaign: Campaign; hasModel: boolean }) {
  const { autoPost, nextListenAt } = campaign;
  const state = autoPost ? 'It is on.' : 'It is off: nothing is sent before you approve it.';
  const next = autoPost && hasModel ? nextListenAt : null;
  const when = nextListenAt === null ? paused : next ? nextSending : '';
  return (
    <p className="mt-1 text-meta text-soft">
      {`${state} ${when}`}
      {next === null ? null : (
        <>
          <Time at={next} />.
        </>
      )}
    </p>
  );
}

const paused = 'The campaign is paused: nothing is sent.';
const nextSending = 'Replies are sent with each search, every hour; next ';

function PlaceRow({ place, campaign }: { place: CheckedPlace; campaign: Campaign }) {
  const { source, host, card, blockedBy } = place;
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <span className="min-w-0 font-medium wrap-anywhere">
          {placeName({ source, host, community: null })}
        </span>
        <PlaceBadge isBlocked={blockedBy !== null} campaign={campaign} />
      </div>
      <p className="mt-1 text-meta text-soft">{blockedBy ? holdLabel(blockedBy) : sendingLabel(campaign)}</p>
      <PlaceRules rules={placeRulesOf(card)} />
    </>
  );
}

function PlaceBadge({ isBlocked, campaign }: { isBlocked: boolean; campaign: Campaign }) {
  if (isBlocked) return <Badge icon={Hand}>Left to you</Badge>;
  if (!campaign.autoPost || !campaign.active) return <Badge>Could send</Badge>;
  return (
    <Badge tone="good" icon={Send}>
      Can send
    </Badge>
  );
}

function sendingLabel({ autoPost, active, confidenceThreshold }: Campaign): string {
  return autoPost && active
    ? `Sends sentences you approved before, from a confidence of ${confidenceThreshold}.`
    : `Nothing is sent now. It would send sentences you approved before, from a confidence of ${confidenceThreshold}.`;
}

/** Decided by auto-post.ts and reply-checks.ts of shared/rules/outreach. */
const blockers = [
  'No model wrote it: without one there is only an outline for you to fill in.',
  'The place does not allow automated posting, or wants no generated text, or we read its rules too long ago.',
  'It names your product, and a rule of the place forbids promotion.',
  'Its confidence is below your threshold.',
  'You have linked no account there that can post, or it lives on another server.',
  'It has a sentence that you have not approved in an earlier reply.',
  'The replies that one account may write there in a day are used up.',
  'It would name your product more often there than the promotion budget allows.',
  'It does not say that you made the product, names it twice, or is nearly the same as an earlier reply.',
  'The campaign is paused, or you have edited or decided the reply yourself.',
];

type CheckedPlace = {
  source: SourceName;
  host: string;
  card: RuleCard;
  /** Reason that leaves even the surest reply to its owner; null when it would be sent. */
  blockedBy: HoldReason | null;
};

/**
 * Applies the posting rule to each place where a campaign looks or its owner has an account. Places under one rule card
 * are one. `today` is 'YYYY-MM-DD'.
 */
function checkPlaces(
  campaign: Campaign,
  { accounts, today, hasModel }: { accounts: LinkedAccount[]; today: string; hasModel: boolean },
): CheckedPlace[] {
  const forums = campaign.forums.map((host) => ({ source: 'discourse' as const, host }));
  const places = new Map<string, CheckedPlace>();
  for (const { source, host } of [...campaign.sources, ...forums, ...accounts]) {
    // A newer server may name a source without a card here.
    if (!sourceName.options.includes(source)) continue;
    const account = accounts.find((one) => one.source === source && reaches(one, host)) ?? null;
    const card = withServerRules(ruleCardOf({ source, host, community: null }, today), source, account);
    const key = `${source} ${card.place}`;
    if (places.has(key)) continue;
    places.set(key, { source, host, card, blockedBy: placeBlockedBy({ card, account, host, hasModel }) });
  }
  return [...places.values()];
}

function reaches(account: LinkedAccount, host: string): boolean {
  return account.host === host || (isFederated(account.source) && !account.needsLink);
}
