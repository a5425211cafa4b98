import { linkMark, markMentions, nameMark } from './product-mentions.ts';

/**
 * The first name in a text that the product's own name and description do not hold, such as another product that a post
 * wants to have named; null without one. A word counts as a name by a capital where no sentence begins, by a capital or
 * a digit inside it, or where `post` writes it so.
 */
export function findForeignName(
  text: string,
  product: { name: string; url: string; description: string; trackedLink?: string },
  post: string,
): string | null {
  const own = new Set(wordsOf(`${product.name} ${product.description}`));
  const inPost = new Set(namesIn(post));
  const marked = markMentions(text, product).replace(otherLinks, ' ').replace(marks, ' ');
  const names = new Set([...namesIn(marked), ...capitalised(marked).filter((word) => inPost.has(word))]);
  return [...names].find((name) => !own.has(name.toLowerCase())) ?? null;
}

const otherLinks = /(?:https?:\/\/|www\.)\S+/gi;
const marks = new RegExp(`[${nameMark}${linkMark}]`, 'g');
/** More than one letter: "I" and "A" name nothing. */
const words = /(?<![\p{L}\p{N}])\p{L}[\p{L}\p{N}]+/gu;
const beginsSentence = /(?:^|[.!?…:\n][^\p{L}\p{N}\n]*|[“"(]\s*)$/u;

function namesIn(text: string): string[] {
  return [...text.matchAll(words)].flatMap(({ 0: word, index }) => {
    if (/^.+[\p{Lu}\p{N}]/u.test(word)) return [word];
    const isCapital = /^\p{Lu}/u.test(word);
    return isCapital && !beginsSentence.test(text.slice(Math.max(0, index - 12), index)) ? [word] : [];
  });
}

function capitalised(text: string): string[] {
  return [...text.matchAll(words)].flatMap(([word]) => (/^\p{Lu}/u.test(word) ? [word] : []));
}

function wordsOf(text: string): string[] {
  return [...text.matchAll(words)].map(([word]) => word.toLowerCase());
}
