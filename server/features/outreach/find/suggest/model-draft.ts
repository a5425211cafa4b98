import { termsOf } from '#server/features/outreach/find/phrases/tokenise.ts';
import type { FoundPost } from '#server/integrations/sources/port.ts';
import type { SourceName } from '#shared/contracts/conversation-sources.ts';
import type { Product } from '#shared/contracts/opportunities.ts';
import { countMentions, discloses } from '#shared/rules/outreach/disclosure.ts';
import { linkMark, markMentions, nameMark } from '#shared/rules/outreach/product-mentions.ts';
import { replyRoom } from '#shared/rules/outreach/reply-form.ts';
import { plainWordsOf, readPhrases, startsPhrase } from '#shared/rules/text/phrases.ts';
import { sentencesOf } from '#shared/rules/text/sentences.ts';
import claims from './claims.data.json' with { type: 'json' };

/**
 * True for a model's draft that may be suggested: it says who made the product, names it at most once, links to nothing
 * else, fits the place, and says of the product only what its description says. It makes up no price, guarantee, law,
 * judgement of people, number or experience.
 */
export function isUsableDraft(draft: string, post: FoundPost, product: Product): boolean {
  const length = lengthWithTrackedLink(draft, product);
  if (length < shortest || length > lengthOf(post.source)) return false;
  if (countMentions(draft, product) > 1 || !discloses(draft, product)) return false;
  const marked = markMentions(draft, product);
  const own = marked.replaceAll(linkMark, ' ');
  if (foreignLinks.test(own) || markup.test(own) || invented.test(own)) return false;
  if (!isDescribed(marked, product)) return false;
  const known = numbersOf(`${product.description} ${post.title} ${post.body} ${product.name}`);
  return [...numbersOf(own)].every((number) => known.has(number));
}

const claimPhrases = readPhrases(Object.values(claims).flat());
// A disclosure takes words of its own.
const disclosing = new Set(
  termsOf('disclosure full maker made make founder cofounder creator developer author wrote biased mine own'),
);

/** From the sentence that names the product on, all words are the description's; claims are, anywhere. */
function isDescribed(draft: string, product: Product): boolean {
  const described = `${product.name} ${product.description}`;
  const knownWords = new Set(plainWordsOf(described));
  const words = plainWordsOf(draft);
  const isClaim = (word: string, at: number) =>
    startsPhrase(claimPhrases, words, at) && !knownWords.has(word);
  if (words.some(isClaim)) return false;
  const knownTerms = new Set(termsOf(described));
  const sentences = sentencesOf(draft);
  const named = sentences.findIndex((sentence) => sentence.includes(nameMark) || sentence.includes(linkMark));
  return sentences
    .slice(Math.max(0, named))
    .flatMap(termsOf)
    .every((term) => knownTerms.has(term) || disclosing.has(term));
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

// A model has no experience of its own, and the founder gave it none.
const invented =
  /\b(?:i|we)(?:'ve| have| had)?(?: also| just| really)? (?:used|tried|struggled|suffered|switched|lost|felt|faced|went through|had the same|know how)\b|\b(?:as a fellow|been there|same here|great (?:question|post|point)|love this|amazing|game[- ]chang)/i;

function numbersOf(text: string): Set<string> {
  return new Set(text.normalize('NFKC').match(/\d+(?:[.,]\d+)*/g) ?? []);
}
