import { cutAtWord } from '#shared/rules/text/plain-text.ts';

/**
 * A stranger's text on one line, cut to `longest` UTF-16 units at a word. No part links, mentions, tags, marks up or
 * turns the text around it.
 */
export function tameWords(text: string, longest: number): string {
  const plain = text
    .slice(0, read)
    .normalize('NFKC')
    .slice(0, read)
    .replace(/(?:https?:\/\/|www\.)\S+/gi, '…')
    // It begins where no name can have begun before, so that a long one is read once.
    .replace(/(?<![\w.-])[\w-]+(?:\.[\w-]+)+(\/\S*)?/g, (name: string, path?: string) =>
      (path === undefined ? endsAsHost : endsAsAnyHost).test(name) ? '…' : name,
    )
    .replace(/&(?:#\w+|[a-z]+);/gi, ' ')
    .replace(/<[^<>]*>/g, ' ')
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/gu, ' ')
    .replace(/[@#<>*_`~|[\]{}\\^“”„«»"]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return isolated(cutAtWord(plain.toWellFormed(), longest));
}

const endsAsHost = /\.(?:com|net|org|io|app|dev|ai|co|xyz|me|info|biz|ru|cn|top|shop|site)\b/i;
const endsAsAnyHost = /\.[a-z]{2,}\//i;

// Longer than any quote, and soon read.
const read = 3_000;

function isolated(words: string): string {
  return turnsDirection.test(words) ? `\u2068${words}\u2069` : words;
}

const turnsDirection =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
