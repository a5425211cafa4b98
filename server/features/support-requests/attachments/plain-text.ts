import { attachmentLimit } from '#shared/contracts/support-requests/attachments.ts';
import { maskSecrets } from '#shared/rules/secrets/mask-secrets.ts';
import { markPattern } from '#shared/rules/secrets/secret-mark.ts';
import { fileText } from '#shared/rules/support/file-text.ts';

export type PlainText =
  | { bytes: Uint8Array; masked: number }
  | { refused: 'attachment_type' | 'attachment_empty' | 'attachment_too_large' };

/** A text file as stored: UTF-8 without secrets; or the reason of its refusal. */
export function plainText(bytes: Uint8Array): PlainText {
  const source = fileText(bytes);
  if (source === null || isMarkup(source)) return { refused: 'attachment_type' };
  if (source.replace(widthless, '').trim() === '') return { refused: 'attachment_empty' };
  if (bytes.length - marksIn(source) > attachmentLimit) return { refused: 'attachment_too_large' };
  const { text, found } = maskSecrets(source);
  // A mark may be longer than its secret, so the stored text may be larger than the upload.
  return { bytes: Buffer.from(text), masked: found.reduce((sum, { count }) => sum + count, 0) };
}

/** In characters: a browser has masked the text already, and that doesn't count against its limit. */
function marksIn(text: string): number {
  let sum = 0;
  for (const [mark] of text.matchAll(markPattern)) sum += mark.length;
  return sum;
}

const widthless = /\p{Cf}/gu;

/** True for an HTML document by its first visible characters. A log may contain HTML further down. */
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
/** Markup that runs in a browser. */
const active =
  /<(?:[\w-]{1,40}:)?(?:script|svg|iframe|object|embed)(?!\w)|\son[a-z]{3,30}\s{0,9}=|javascript:/i;
