import { attachmentLimit } from '#shared/contracts/attachments.ts';
import { fileText } from '#shared/rules/file-text.ts';
import { maskSecrets } from '#shared/rules/mask-secrets.ts';
import { markPattern } from '#shared/rules/secret-mark.ts';

export type PlainText =
  | { bytes: Uint8Array; masked: number }
  | { refused: 'attachment_type' | 'attachment_empty' | 'attachment_too_large' };

/** What is kept of a text file: plain text in UTF-8 without its secrets; or why it is refused. */
export function plainText(given: Uint8Array): PlainText {
  const source = fileText(given);
  if (source === null || isMarkup(source)) return { refused: 'attachment_type' };
  if (source.replace(widthless, '').trim() === '') return { refused: 'attachment_empty' };
  if (given.length - marksIn(source) > attachmentLimit) return { refused: 'attachment_too_large' };
  const { text, found } = maskSecrets(source);
  // A mark may be longer than the secret it stands for: what is stored may be larger than what was sent.
  return { bytes: Buffer.from(text), masked: found.reduce((sum, { count }) => sum + count, 0) };
}

/** In characters: a browser has masked the text already, and that doesn't count against its limit. */
function marksIn(text: string): number {
  let sum = 0;
  for (const [mark] of text.matchAll(markPattern)) sum += mark.length;
  return sum;
}

const widthless = /\p{Cf}/gu;

/** A document for a browser: what it begins with, whatever stands invisibly before it. A log may hold some further down. */
function isMarkup(text: string): boolean {
  let start = text.slice(0, longestPrologue).replace(widthless, '').trimStart();
  if (/^(?:%PDF-|\{\\rtf|%!PS|<\?xml|<!(?:doctype|entity|\[cdata))/i.test(start)) return true;
  while (start.startsWith('<!--')) {
    const end = start.indexOf('-->');
    // A comment that is never closed hides what follows.
    if (end < 0) return true;
    start = start.slice(end + 3).trimStart();
    if (!start.startsWith('<!--') && start.startsWith('<')) return true;
  }
  if (markup.test(start)) return true;
  return /^<[a-z][\w:-]{0,40}[\s/>]/i.test(start) && active.test(text);
}

const longestPrologue = 100_000;
const markup =
  /^<(?:[\w-]{1,40}:)?(?:html|head|body|svg|math|script|style|iframe|object|embed|link|meta|base|form|xsl|stylesheet)(?!\w)/i;
/** What acts when a browser shows it. */
const active =
  /<(?:[\w-]{1,40}:)?(?:script|svg|iframe|object|embed)(?!\w)|\son[a-z]{3,30}\s{0,9}=|javascript:/i;
