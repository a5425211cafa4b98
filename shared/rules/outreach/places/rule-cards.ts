import type { SourceName } from '#shared/contracts/outreach/conversation-sources.ts';
import type { PlaceRules, ReplyWay } from '#shared/contracts/outreach/opportunities.ts';
import { isWebAddress } from '#shared/rules/text/addresses.ts';
import { wellFormed } from '#shared/rules/text/well-formed.ts';
import { type StoredCard, storedCards } from './rule-cards.data.ts';

/** Rules that a place sets for replies. An expired card already is its strictest reading. */
export type RuleCard = {
  /** Label of the place. */
  place: string;
  /** Quoted as read, with their address; decisions of the product carry its name. */
  rules: { text: string; source: string }[];
  /** 'YYYY-MM-DD'. */
  readOn: string;
  expired: boolean;
  generatedText: 'allowed' | 'unwelcome';
  automatedPosting: boolean;
  /** The most that the place allows. */
  replyWay: ReplyWay;
  /** Of one account. */
  repliesPerDay: number;
};

/**
 * The rule card of a place on a day, 'YYYY-MM-DD' (design 7.12): the host's own, else its source's, which is the
 * cautious reading where each host has rules of its own. From its expiry day on the strictest reading holds.
 */
export function ruleCardOf(
  place: { source: SourceName; host: string; community: string | null },
  today: string,
): RuleCard {
  const { hosts: _, expiresOn, place: name, ...card } = storedCardOf(place.source, bareHost(place.host));
  const dated = { ...card, place: name ?? place.host, rules: [...card.rules, ...communityRules(place)] };
  return today < expiresOn ? { ...dated, expired: false } : strictest(dated);
}

/** True when any of a card's rules was read at the place itself; all others are our own caution. */
export function isRead({ rules }: Pick<RuleCard, 'rules'>): boolean {
  return rules.some(({ source }) => isWebAddress(source));
}

/** A card as a reply carries it beside a conversation. */
export function placeRulesOf(card: RuleCard): PlaceRules {
  const { place, rules, readOn, expired, generatedText, automatedPosting } = card;
  return { place, rules, readOn, expired, generatedText, automatedPosting };
}

function storedCardOf(source: SourceName, host: string): StoredCard {
  const cards = storedCards.filter((card) => card.source === source);
  const card = cards.find(({ hosts }) => hosts?.includes(host)) ?? cards.find(({ hosts }) => !hosts);
  if (!card) throw new Error(`no rule card for ${source}`);
  return card;
}

function bareHost(host: string): string {
  return host
    .toLowerCase()
    .replace(/^www\./, '')
    .replace(/\.$/, '');
}

// Communities of these sources make rules of their own, which were not read.
function communityRules(place: { source: SourceName; host: string; community: string | null }) {
  const makesOwn = place.source === 'lemmy' || place.source === 'discourse';
  if (!makesOwn || place.community === null || place.community.trim() === '') return [];
  const name = wellFormed(place.community.trim().slice(0, 60));
  return [{ text: `${name} may have rules of its own: read them before you reply.`, source: place.host }];
}

function strictest(card: Omit<RuleCard, 'expired'>): RuleCard {
  return {
    ...card,
    expired: true,
    generatedText: 'unwelcome',
    automatedPosting: false,
    replyWay: card.replyWay === 'none' ? 'none' : 'hand',
    repliesPerDay: Math.min(1, card.repliesPerDay),
  };
}

/** "Threads close after two weeks" (outreach reference 2.6). */
const openMs = 14 * 86_400_000;

/**
 * True when a post's thread is too old for replies. A comment's thread is older than the comment, and may have closed
 * before.
 */
export function isThreadOver(
  { source, postedAt }: { source: SourceName; postedAt: Date },
  now: Date,
): boolean {
  return source === 'hacker-news' && now.getTime() - postedAt.getTime() > openMs;
}
