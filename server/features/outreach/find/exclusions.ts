import type { PostPlace } from '#server/conversation-search.ts';
import type { FoundPost } from '#server/integrations/sources/port.ts';
import type { LeftOutReason } from '#shared/contracts/conversation-sources.ts';
import type { Product } from '#shared/contracts/opportunities.ts';
import { linkMark, markMentions } from '#shared/rules/outreach/product-mentions.ts';
import { isInDistress } from './distress/distress.ts';

/** Facts by which posts are left out, whatever their subject. */
export type Exclusions = {
  product: Product;
  since: Date;
  ownNames: string[];
  isKnown: (post: PostPlace) => boolean;
  excludedWords?: string[];
};

/** Why a post is left out before it is ranked; null when it is to be ranked. */
export function reasonBefore(
  post: FoundPost,
  { since, isKnown, ownNames }: Exclusions,
): LeftOutReason | null {
  if (!(post.createdAt.getTime() >= since.getTime())) return 'too-old';
  if (isKnown(post)) return 'known';
  if (isOneOf(ownNames, post.author)) return 'own';
  return post.locked ? 'locked' : null;
}

/** Why a post on the subject is left out for its text; null when it may be shown. */
export function reasonWithin(
  post: FoundPost,
  { product, excludedWords = [] }: Exclusions,
): LeftOutReason | null {
  if (isInDistress(post)) return 'crisis';
  if (holdsOneOf(excludedWords, `${headingsOf(post)}\n${post.body}`)) return 'excluded';
  if (markMentions(`${post.title}\n${post.body}`, product).includes(linkMark)) return 'own';
  if (isHiring(post)) return 'hiring';
  if (isPromotional(post)) return 'promotional';
  return noSelfPromotion.test(`${headingsOf(post)}\n${post.body}`) ? 'no-self-promotion' : null;
}

/** Whole words, whatever their case and the spaces between them. */
function holdsOneOf(words: string[], text: string): boolean {
  const level = (some: string) =>
    ` ${some
      .normalize('NFKC')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
      .trim()} `;
  const within = level(text);
  return words.some((word) => level(word).trim() !== '' && within.includes(level(word)));
}

function isOneOf(names: string[], author: string | null): boolean {
  const plain = (name: string) => name.trim().replace(/^@/, '').toLowerCase();
  return author !== null && names.some((name) => plain(name) !== '' && plain(name) === plain(author));
}

type Compared = Pick<FoundPost, 'title' | 'body' | 'host' | 'threadId' | 'url'>;

/** Posts that begin with an earlier one's words, or belong to its thread: one thread is one conversation. */
export function findDuplicates<Post extends Compared>(posts: Post[]): Set<Post> {
  const duplicates = new Set<Post>();
  const seen = new Set<string>();
  for (const post of posts) {
    const marks = [`${post.host} ${post.threadId}`, post.url, openingOf(post)].filter(Boolean);
    // A rejected post still represents its thread and words: its copies are dropped too.
    if (marks.some((mark) => seen.has(mark))) duplicates.add(post);
    for (const mark of marks) seen.add(mark);
  }
  return duplicates;
}

/** Letters and digits compared: a copy on another site adds its greeting at the end. */
const openingLength = 120;

function openingOf({ title, body }: Compared): string {
  const level = `${title} ${body.slice(0, 2 * openingLength)}`.normalize('NFKC').toLowerCase();
  return level.replaceAll(/[^\p{L}\p{N}]+/gu, '').slice(0, openingLength);
}

/** The words by which a post is judged. */
export type PostText = Pick<FoundPost, 'title' | 'threadTitle' | 'body'>;

/** Request of a post by its words: a product, an answer, or none. */
export function intentOf(post: PostText): 'seeks' | 'asks' | null {
  const text = `${post.title}\n${post.body.slice(0, 4_000)}`;
  if (seeking.test(text)) return 'seeks';
  return asking.test(text) ? 'asks' : null;
}

const seeking =
  /\b(?:(?:looking|searching|hunting|shopping) for|any (?:good |free |other |simple )?(?:tools?|apps?|software|services?|sites?|websites?|programs?|recommendations?|suggestions?|alternatives?|resources?)|alternatives? (?:to|for)|recommend(?:ations?|ed)?|what (?:do|does|did) (?:you|everyone|people) (?:all |guys )?use|is there (?:an?|any|some)|does any(?:one|body) (?:know|have|use)|which (?:tool|app|software|service|one) )/iu;
const asking =
  /\?|\b(?:how (?:do|can|should|would|did) (?:you|i|we|people)|how to|need (?:some )?(?:help|advice)|struggling with|any (?:advice|tips|ideas|thoughts))\b/iu;

function isHiring(post: PostText): boolean {
  return hiringTitle.test(headingsOf(post)) || hiringBody.test(post.body);
}

const hiringTitle =
  /\b(?:who(?:'|’)?s? (?:is )?hiring|who wants to be hired|(?:we(?:'|’)?re|we are|now|is|are|currently) hiring|freelancer\? seeking|job (?:opening|offer|opportunity|posting|ad)s?|open positions?|vacanc(?:y|ies))\b|[[(](?:hiring|for hire|job)[\])]|^hiring\b/iu;
const hiringBody =
  /\b(?:we(?:'|’)?re hiring|we are hiring|apply (?:now|here|at|via|today)\b.{0,80}\b(?:role|position|job|resume|cv)|send (?:us |me )?your (?:resume|cv)|(?:full|part)[- ]time\b.{0,40}\b(?:remote|onsite|salary)|competitive salary)\b/iu;

/** Somebody's own launch; who also seeks something in the body of a plain title is not promoting. */
function isPromotional(post: PostText): boolean {
  if (promotionalTitle.test(post.title)) return true;
  if (/^\s*(?:show|launch) hn\b/iu.test(post.threadTitle ?? '')) return true;
  return promotionalTitle.test(post.body) && intentOf(post) !== 'seeks';
}

const promotionalTitle =
  /^\s*(?:show|launch) hn\b|\b(?:we|i)(?:(?:'|’)ve| have)?(?: just| finally| recently)? (?:launched|released|shipped)\b|\b(?:check(?:ing)? out|try(?:ing)?(?: out)?|introducing|announcing|presenting) (?:my|our)\b|\b(?:promo|discount|coupon|referral) codes?\b|\b\d{1,2} ?% off\b|\blifetime deal\b/iu;

const noSelfPromotion =
  /\b(?:no (?:self[- ]?)?promo(?:s|tions?|ting)?|no (?:advertis(?:ing|ements?)|ads|vendors?|sales ?pitch(?:es)?|solicitation|shilling|spam|plugs?|links to your)|no self[- ]?(?:advertis\w*|plugs?)|(?:please )?(?:don(?:'|’)?t|do not) (?:promote|advertise|plug|pitch|shill|sell me|self[- ]?promote))\b/iu;

function headingsOf({ title, threadTitle }: PostText): string {
  return [title, threadTitle].filter(Boolean).join('\n');
}
