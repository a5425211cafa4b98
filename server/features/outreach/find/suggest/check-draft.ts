import type { WordWeights } from '#server/features/outreach/find/phrases/word-weights.ts';
import type { FoundPost } from '#server/integrations/sources/port.ts';
import type { CutReason, DraftCut, Product } from '#shared/contracts/outreach/opportunities.ts';
import { countMentions, discloses, disclosureOf } from '#shared/rules/outreach/disclosure.ts';
import { linkMark, markMentions, nameMark } from '#shared/rules/outreach/product-mentions.ts';
import { replyRoom } from '#shared/rules/outreach/reply-form.ts';
import { wholeSentencesOf } from '#shared/rules/text/sentences.ts';
import { readClaim } from './read-claim.ts';

/** A model's draft as it may be suggested, and the sentences that were cut from it; null when too little is left. */
export type CheckedDraft = { text: string | null; cuts: DraftCut[] };

type DraftCase = {
  post: FoundPost;
  product: Product;
  /** Tells days, languages and first names from names of products. */
  words: Pick<WordWeights, 'hasCapital'>;
};

/**
 * Cuts the sentences that the owner could not stand behind from a model's draft: claims and figures that nobody told us,
 * other products' names, links, markup, and a second naming of the product. Then it is cut to its place's length. A
 * draft that names the product says who made it, and has the address where there is room.
 */
export function checkDraft(draft: string, { post, product, words }: DraftCase): CheckedDraft {
  const cuts: DraftCut[] = [];
  const kept: string[] = [];
  const cut = (sentence: string, reason: CutReason) => cuts.push({ sentence: sentence.trim(), reason });
  const isKnown = knownIn(post, product);
  for (const sentence of wholeSentencesOf(draft)) {
    const namesAgain = countMentions([...kept, sentence].join(''), product) > 1;
    const reason = reasonToCut(sentence, { product, words, isKnown }) ?? (namesAgain ? 'named-again' : null);
    if (reason) cut(sentence, reason);
    else kept.push(sentence);
  }
  const helps = (sentence: string) => !discloses(sentence) && countMentions(sentence, product) === 0;
  const whole = () => withDisclosure(kept.join('').trim(), product);
  const room = roomAt(post);
  while (lengthWithTrackedLink(whole(), product) > room && kept.some(helps))
    for (const sentence of kept.splice(kept.findLastIndex(helps), 1)) cut(sentence, 'too-long');
  const text = withAddress(whole(), product, room);
  return { text: kept.some(helps) && text.length >= shortest ? text : null, cuts };
}

/** Most characters of a draft at a post's place; elsewhere what people still read. */
export function roomAt({ source }: Pick<FoundPost, 'source'>): number {
  return replyRoom[source] ?? 1_200;
}

const shortest = 60;

type SentenceCase = Omit<DraftCase, 'post'> & { isKnown: (part: string) => boolean };

function reasonToCut(sentence: string, { product, words, isKnown }: SentenceCase): CutReason | null {
  const marked = markMentions(sentence, product);
  const own = marked.replaceAll(linkMark, ' ');
  if (foreignLinks.test(own) || markup.test(own)) return 'link';
  if ((own.match(numbers) ?? []).some((number) => !isKnown(number))) return 'figure';
  const claim = readClaim(marked.replaceAll(nameMark, 'it').replaceAll(linkMark, 'it'));
  if (claim) return claim;
  return namesIn(own, words).some((name) => !isKnown(name)) ? 'other-product' : null;
}

const foreignLinks =
  /[a-z]+:\/\/|\bwww\.|\b[\w-]+\.(?:com|net|org|io|app|dev|ai|co|xyz|me|info|biz)\b|(?<!\w)@\w/i;
const markup = /[<>*_`~|[\]{}\\]|(?:^|\s)#|(?!\n)\p{Cc}|[\u202A-\u202E\u2066-\u2069]/u;
const numbers = /\d+(?:[.,]\d+)*/g;

/** Names by their capitals: inside of a word, or at the start of one that begins no sentence and is no abbreviation. */
function namesIn(sentence: string, { hasCapital }: DraftCase['words']): string[] {
  return [...sentence.matchAll(/[\p{L}\p{N}]+(?:['’]\p{L}+)?/gu)].flatMap(({ 0: found, index }) => {
    const word = found.replace(/['’]\p{L}+$/u, '');
    if (/\p{Ll}\p{Lu}/u.test(word)) return [word];
    const isFirst = /(?:^|[:("“‘«–—/•-])\s*$/u.test(sentence.slice(0, index));
    const isName = /^\p{Lu}.*\p{Ll}/u.test(word.replace(/s$/, '')) && !isFirst;
    return isName && ![word, word.replace(/s$/, '')].some(hasCapital) ? [word] : [];
  });
}

/** True for a word or a number that stands in the post or in the description. */
function knownIn({ title, threadTitle, body, community }: FoundPost, product: Product) {
  const text = [title, threadTitle ?? '', body, community ?? '', product.name, product.description].join(
    '\n',
  );
  const known = new Set(
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/\d+(?:[.,]\d+)*|[\p{L}\p{N}]+/gu),
  );
  return (part: string) => known.has(part.normalize('NFKC').toLowerCase());
}

function withDisclosure(text: string, product: Product): string {
  if (countMentions(text, product) === 0 || discloses(text, product)) return text;
  return `${text} ${disclosureOf(product)}`;
}

/** The address behind the product's name, where the text names it without one. */
function withAddress(text: string, product: Product, room: number): string {
  const marked = markMentions(text, product);
  if (marked.includes(linkMark) || !marked.includes(nameMark)) return text;
  const name = product.name.trim();
  const linked = text.replace(name, () => `${name} (${product.url})`);
  const fits = lengthWithTrackedLink(linked, product) <= room && countMentions(linked, product) === 1;
  return fits && discloses(linked, product) ? linked : text;
}

/** The product's own address gives way to a short one that counts visits: room for that is kept. */
function lengthWithTrackedLink(text: string, product: Product): number {
  const links = text.split(product.url).length - 1;
  return [...text].length + links * (trackedLinkLength - product.url.length);
}

const trackedLinkLength = 60;
