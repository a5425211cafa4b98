import type { FoundPost } from '#server/integrations/sources/port.ts';

/** The words by which a post is judged, none of which it has to be kind to us in. */
export type PostText = Pick<FoundPost, 'title' | 'threadTitle' | 'body'>;

const seeking =
  /\b(?:(?:looking|searching|hunting|shopping) for|any (?:good |free |other |simple )?(?:tools?|apps?|software|services?|sites?|websites?|programs?|recommendations?|suggestions?|alternatives?|resources?)|alternatives? (?:to|for)|recommend(?:ations?|ed)?|what (?:do|does|did) (?:you|everyone|people) (?:all |guys )?use|is there (?:an?|any|some)|does any(?:one|body) (?:know|have|use)|which (?:tool|app|software|service|one) )/iu;
const asking =
  /\?|\b(?:how (?:do|can|should|would|did) (?:you|i|we|people)|how to|need (?:some )?(?:help|advice)|struggling with|any (?:advice|tips|ideas|thoughts))\b/iu;

const hiringTitle =
  /\b(?:who(?:'|’)?s? (?:is )?hiring|who wants to be hired|(?:we(?:'|’)?re|we are|now|is|are|currently) hiring|freelancer\? seeking|job (?:opening|offer|opportunity|posting|ad)s?|open positions?|vacanc(?:y|ies))\b|[[(](?:hiring|for hire|job)[\])]|^hiring\b/iu;
const hiringBody =
  /\b(?:we(?:'|’)?re hiring|we are hiring|apply (?:now|here|at|via|today)\b.{0,80}\b(?:role|position|job|resume|cv)|send (?:us |me )?your (?:resume|cv)|(?:full|part)[- ]time\b.{0,40}\b(?:remote|onsite|salary)|competitive salary)\b/iu;

const promotionalTitle =
  /^\s*(?:show|launch) hn\b|\b(?:we|i)(?:(?:'|’)ve| have)?(?: just| finally| recently)? (?:launched|released|shipped)\b|\b(?:check(?:ing)? out|try(?:ing)?(?: out)?|introducing|announcing|presenting) (?:my|our)\b|\b(?:promo|discount|coupon|referral) codes?\b|\b\d{1,2} ?% off\b|\blifetime deal\b/iu;

const noSelfPromotion =
  /\b(?:no (?:self[- ]?)?promo(?:s|tions?|ting)?|no (?:advertis(?:ing|ements?)|ads|vendors?|sales ?pitch(?:es)?|solicitation|shilling|spam|plugs?|links to your)|no self[- ]?(?:advertis\w*|plugs?)|(?:please )?(?:don(?:'|’)?t|do not) (?:promote|advertise|plug|pitch|shill|sell me|self[- ]?promote))\b/iu;

/** Request of a post by its words: a product, an answer, or none. */
export function intentOf(post: PostText): 'seeks' | 'asks' | null {
  const text = `${post.title}\n${post.body.slice(0, 4_000)}`;
  if (seeking.test(text)) return 'seeks';
  return asking.test(text) ? 'asks' : null;
}

export function isHiring(post: PostText): boolean {
  return hiringTitle.test(headingsOf(post)) || hiringBody.test(post.body);
}

/** Somebody's own launch; who also seeks something in the body of a plain title is not promoting. */
export function isPromotional(post: PostText): boolean {
  if (promotionalTitle.test(post.title)) return true;
  if (/^\s*(?:show|launch) hn\b/iu.test(post.threadTitle ?? '')) return true;
  return promotionalTitle.test(post.body) && intentOf(post) !== 'seeks';
}

export function forbidsSelfPromotion(post: PostText): boolean {
  return noSelfPromotion.test(`${headingsOf(post)}\n${post.body}`);
}

function headingsOf({ title, threadTitle }: PostText): string {
  return [title, threadTitle].filter(Boolean).join('\n');
}
