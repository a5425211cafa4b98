import type { SourceName } from '#shared/contracts/outreach/conversation-sources.ts';
import { isWebAddress, readAddress } from '#shared/rules/text/addresses.ts';
import { plainWordsOf, readPhrases, startsPhrase } from '#shared/rules/text/phrases.ts';
import { sentencesOf } from '#shared/rules/text/sentences.ts';
import type { RuleCard } from './rule-cards.ts';

/** The rules that a server publishes, and the day they were read, 'YYYY-MM-DD'. */
export type ServerRules = { texts: string[]; readOn: string };

/** Characters that a reply has on an account's server, as it said itself; null where it says none. */
export type ReplyLimits = { shortest: number | null; longest: number | null };

type RuledAccount = { host: string; rules: ServerRules | null };

/** Pages on which servers show their rules to people. */
const rulePages: Partial<Record<SourceName, string>> = {
  mastodon: '/about',
  discourse: '/guidelines',
};

const machines = readPhrases([
  ...['ai', 'a i', 'artificial intelligence', 'llm*', 'gpt*', 'chatgpt*', 'generated', 'generative'],
  ...['machine written', 'bot', 'bots', 'botting', 'automat*', 'scripts'],
]);

/** False for a source that is one network: its card holds for every server. */
export function hasServerRules(source: SourceName): boolean {
  return source !== 'bluesky';
}

/**
 * True when an approved reply may be sent from an account: to posts of the server whose rules its owner was shown, or
 * where the source's card holds for every server.
 */
export function isUnderKnownRules(
  {
    source,
    host,
    url,
    community,
  }: { source: SourceName; host: string; url: string; community: string | null },
  account: RuledAccount,
): boolean {
  if (!hasServerRules(source)) return true;
  // Servers that pass posts on name the home of a post by its address, and that of a community after an @.
  const isAtHome = readAddress(url)?.host === host && !community?.includes('@');
  return isAtHome && account.host === host && account.rules !== null;
}

/**
 * A place's card with the rules of the server on which the owner's account lives. Where they mention AI or bots, only
 * the owner's own words go there, by the owner's approval: then there is no AI to disclose.
 */
export function withServerRules(card: RuleCard, source: SourceName, account: RuledAccount | null): RuleCard {
  if (!account?.rules) return card;
  const { texts, readOn } = account.rules;
  const page = `https://${account.host}${rulePages[source] ?? '/'}`;
  const read = { ...card, readOn, rules: [...texts.map((text) => ({ text, source: page })), ...card.rules] };
  return texts.some(mentionsMachines)
    ? { ...read, generatedText: 'unwelcome', automatedPosting: false }
    : read;
}

/**
 * The sentence by which a place forbids promotion; null without one. The place's own rules count, never our words about
 * it, and none against promotion that is excessive, or of something else than one's own.
 */
export function findPromotionBan({ rules }: Pick<RuleCard, 'rules'>): string | null {
  const sentences = rules.flatMap(({ text, source }) => (isWebAddress(source) ? sentencesOf(text) : []));
  return sentences.find((sentence) => bans.test(sentence)) ?? null;
}

const own = `(?:yours?|yourself|own|products?|services?|business(?:es)?|brands?|anything)`;
const promotion = String.raw`(?:self[ -]?(?:promo|advert|plug)\w*|advertis(?:e|ing|ements?)|ads|adverts?|shilling|solicitation|plugs|promos?|promotional|promotions?(?! of (?!${own}\b))|promot(?:e|ing)(?= ${own}\b))`;
const fewWords = String.raw`(?:[ ,/]+(?!excessive|primarily|mainly|mostly|only|just)[\w-]+){0,4}?[ ,/]+`;
const mustNot = String.raw`(?:(?<!\bwe )(?:do not|don['’]?t|never|must not|may not|avoid|refrain from)|(?:not|n['’]t|never) (?:allow|permit|accept|tolerate|want))`;
const isBanned = `(?:(?:not|n['’]t|never) (?:be )?(?:allowed|permitted|tolerated|welcome|accepted)|forbidden|prohibited|banned|disallowed|unwelcome|be (?:removed|deleted))`;
const bans = new RegExp(
  [
    String.raw`(?:^|[^\w\s]\s*|\b(?:please|strictly|and|but) )no${fewWords}${promotion}\b`,
    String.raw`\b${mustNot}(?: [\w-]+(?: or|,)?){0,2}? ${promotion}\b`,
    String.raw`(?<!excessive |mere |pure )\b${promotion}\b[\w\s,/'’-]{0,40}?\b${isBanned}\b`,
  ].join('|'),
  'iu',
);

function mentionsMachines(text: string): boolean {
  const words = plainWordsOf(text);
  return words.some((_, at) => startsPhrase(machines, words, at));
}
