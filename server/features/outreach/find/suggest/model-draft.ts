import type { FoundPost } from '#server/integrations/sources/port.ts';
import type { SourceName } from '#shared/contracts/conversation-sources.ts';
import type { Product } from '#shared/contracts/opportunities.ts';
import { countMentions, discloses } from '#shared/rules/outreach/disclosure.ts';
import { linkMark, markMentions } from '#shared/rules/outreach/product-mentions.ts';
import { replyRoom } from '#shared/rules/outreach/reply-form.ts';

/**
 * True for a model's draft that may be suggested: it says who made the product, names it at most once, links to nothing
 * else, fits the place, and holds no number that is neither in the post nor in the description. The rest is the owner's
 * to judge.
 */
export function isUsableDraft(draft: string, post: FoundPost, product: Product): boolean {
  const length = lengthWithTrackedLink(draft, product);
  if (length < shortest || length > lengthOf(post.source)) return false;
  if (countMentions(draft, product) > 1 || !discloses(draft, product)) return false;
  const marked = markMentions(draft, product);
  const own = marked.replaceAll(linkMark, ' ');
  if (foreignLinks.test(own) || markup.test(own)) return false;
  const known = numbersOf(`${product.description} ${post.title} ${post.body} ${product.name}`);
  return [...numbersOf(own)].every((number) => known.has(number));
}

/** A usable draft with the product's address behind its name, where it has none and there is room for it. */
export function withAddress(draft: string, post: FoundPost, product: Product): string {
  if (markMentions(draft, product).includes(linkMark)) return draft;
  const name = product.name.trim();
  const linked = draft.replace(name, () => `${name} (${product.url})`);
  return isUsableDraft(linked, post, product) ? linked : draft;
}

/** Longest reply of a place in characters; elsewhere what people still read. */
function lengthOf(source: SourceName): number {
  return replyRoom[source] ?? 1_200;
}

/** The product's own address gives way to a short one that counts visits: room for that is kept. */
function lengthWithTrackedLink(text: string, product: Product): number {
  const links = text.split(product.url).length - 1;
  return [...text].length + links * (trackedLinkLength - product.url.length);
}

const trackedLinkLength = 60;
const shortest = 60;
const foreignLinks =
  /[a-z]+:\/\/|\bwww\.|\b[\w-]+\.(?:com|net|org|io|app|dev|ai|co|xyz|me|info|biz)\b|(?<!\w)@\w/i;
const markup = /[<>*_`~|[\]{}\\]|(?:^|\s)#|(?!\n)\p{Cc}|[\u202A-\u202E\u2066-\u2069]/u;

function numbersOf(text: string): Set<string> {
  return new Set(text.normalize('NFKC').match(/\d+(?:[.,]\d+)*/g) ?? []);
}
