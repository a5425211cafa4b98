import { createHash } from 'node:crypto';
import chardet from 'chardet';
import { convert, type HtmlToTextOptions } from 'html-to-text';
import PostalMime, { type Address, type Email } from 'postal-mime';
import { storable } from '#shared/rules/text/plain-text.ts';
import { programOf } from './mails-of-programs.ts';

/** A mail as its sender wrote it, with what it quotes. */
export type ReadMail = {
  /** Of its bytes: the same only for the same mail. */
  id: string;
  from: string;
  recipients: string[];
  text: string;
  /** The mail as readable text: who, when, about what, and all that its parts say. */
  whole: string;
  files: { name: string; bytes: Uint8Array }[];
  /** A message that can't be read here as it is wrapped. */
  wrapped: 'signed' | 'encrypted' | null;
  subject: string;
  /** The program that wrote it, by its headers; null for a person. */
  program: 'mail server' | 'program' | null;
  /** True when it names the mail that it answers. */
  isReply: boolean;
  /** Addresses that could not be reached, by a report of a mail server. */
  undelivered: string[];
};

/** Inline pictures up to this size are logos of signatures. */
const logoBytes = 20_000;

export async function readMail(raw: Uint8Array): Promise<ReadMail> {
  const email = await new MailParser({ maxNestingDepth: 50 }).parse(raw);
  const from = storable(email.from?.address ?? '');
  const hash = createHash('sha256').update(raw).digest('hex');
  const { text, whole } = textsOf(email);
  return {
    id: `mail-${hash.slice(0, 40)}`,
    from,
    recipients: recipientsOf(email),
    text,
    whole: [...headersOf(email), '', whole].join('\n').trim(),
    files: email.attachments.flatMap(({ filename, mimeType, related, content }) => {
      const bytes = typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content);
      const isLogo = related && bytes.length <= logoBytes;
      return isLogo || isWrapping(mimeType, filename) ? [] : [{ name: filename ?? 'attachment', bytes }];
    }),
    wrapped: wrappedAs(email),
    subject: storable(email.subject ?? ''),
    program: programOf(email),
    isReply: Boolean(email.inReplyTo ?? email.references),
    undelivered: undelivered(email),
  };
}

/** Recipients of a mail, by its headers alone. */
export async function readRecipients(headers: Uint8Array): Promise<string[]> {
  return recipientsOf(await PostalMime.parse(headers));
}

/** Message-ID of a mail as another mail can name it; null for none. */
export async function readMessageId(raw: Uint8Array): Promise<string | null> {
  const end = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength).indexOf('\r\n\r\n');
  const { messageId = '' } = await PostalMime.parse(raw.subarray(0, end === -1 ? raw.length : end));
  return /^<[!-;=?-~]{1,250}>$/.test(messageId) ? messageId : null;
}

/** By RFC 3464: each recipient has fields of its own. */
function undelivered({ attachments, headers }: Email): string[] {
  const named = headers.filter(({ key }) => key === 'x-failed-recipients').map(({ value }) => value);
  const reported = attachments
    .filter(({ mimeType }) => mimeType === 'message/delivery-status')
    .map(({ content }) => Buffer.from(content as Uint8Array).toString('utf8'))
    .flatMap((report) => report.split(/\r?\n\s*\r?\n/))
    .filter((fields) => /^action:\s*failed/im.test(fields))
    // Behind a forwarding the final one is another address than ours was sent to.
    .flatMap((fields) => [...fields.matchAll(recipientField)].map(([, address = '']) => address));
  return [...named.flatMap((list) => list.split(/[\s,]+/)), ...reported];
}

const recipientField = /^(?:original|final)-recipient:\s*(?:[^;\n]*;)?\s*<?([^\s>]+@[^\s>]+)/gim;

/** Signatures, cards, invitations and Outlook's own form: they come with a mail and say nothing in it. */
const wrappings = new Set([
  'application/pkcs7-signature',
  'application/x-pkcs7-signature',
  'application/pgp-signature',
  'application/pgp-keys',
  'application/ms-tnef',
  'application/vnd.ms-tnef',
  'text/calendar',
  'application/ics',
  'text/vcard',
  'text/x-vcard',
  'text/directory',
]);

/** Programs that know no type send these as plain bytes. */
const wrappingNames = /^(?:smime\.p7[ms]|signature\.asc|winmail\.dat)$|\.(?:ics|vcf)$/i;

function isWrapping(type: string, name: string | null): boolean {
  return wrappings.has(type) || sealed.test(type) || wrappingNames.test(name ?? '');
}

const sealed = /^application\/(?:x-)?pkcs7-mime$/;

function wrappedAs({ headers, attachments }: Email): ReadMail['wrapped'] {
  const type = headers.find(({ key }) => key === 'content-type')?.value.toLowerCase() ?? '';
  if (/^multipart\/encrypted\b/.test(type)) return 'encrypted';
  if (!attachments.some(({ mimeType }) => sealed.test(mimeType))) return null;
  return /smime-type="?signed-data/.test(type) ? 'signed' : 'encrypted';
}

type TextPart = {
  content: ArrayBuffer | null;
  contentType: { parsed: { value: string; params: { charset?: string } } };
};

/** Decodes each text by its bytes where its label is missing or wrong. */
class MailParser extends PostalMime {
  /** Called by the library for each part, before it decodes that. */
  async collectNode(part: TextPart, ...rest: unknown[]): Promise<void> {
    const { value, params } = part.contentType.parsed;
    if (part.content && value.startsWith('text/'))
      params.charset = charsetOf(new Uint8Array(part.content), params.charset);
    // @ts-expect-error: its types leave out what it calls itself.
    await super.collectNode(part, ...rest);
  }
}

/** Character set that the bytes are in; the declared one only if they can be in it. */
function charsetOf(bytes: Uint8Array, declared = ''): string {
  const label = declared.trim().toLowerCase();
  // Seven bits, so it looks like ASCII: an escape begins its characters.
  const source = Buffer.from(bytes);
  if (['\u001b$@', '\u001b$B'].some((start) => source.includes(start))) return 'iso-2022-jp';
  const isPlain = bytes.every((byte) => byte < 0x80);
  if (isPlain) return decode(bytes, label) === null ? 'utf-8' : label;
  if (decode(bytes, 'utf-8') !== null) return 'utf-8';
  if (!/^(?:us-)?ascii$/.test(label) && decode(bytes, label) !== null) return label;
  return guessCharset(bytes);
}

/** Only of scripts whose words are all high bytes: a guess among Latin sets says little. */
const guessed = ['Shift_JIS', 'EUC-JP', 'EUC-KR', 'GB18030', 'Big5', 'windows-1251', 'KOI8-R'];

function guessCharset(bytes: Uint8Array): string {
  // Kana are bytes that no Latin text has in such pairs.
  for (const label of ['shift_jis', 'euc-jp'])
    if (/[\u3041-\u3096\u30a1-\u30fa]/.test(decode(bytes, label) ?? '')) return label;
  const letters = bytes.filter((byte) => byte >= 0x80 || /[a-z]/i.test(String.fromCharCode(byte)));
  const isForeign = letters.filter((byte) => byte >= 0x80).length > letters.length / 2;
  const found = chardet
    .analyse(bytes)
    .find(({ name, confidence }) => guessed.includes(name) && confidence >= 50);
  return isForeign && found && decode(bytes, found.name) !== null ? found.name : 'windows-1252';
}

/** Null for bytes that are not in this set, and for a set that is unknown. */
function decode(bytes: Uint8Array, label: string): string | null {
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

const htmlOptions: HtmlToTextOptions = {
  wordwrap: false,
  selectors: [
    { selector: 'img', format: 'skip' },
    { selector: 'style', format: 'skip' },
    { selector: 'a', options: { hideLinkHrefIfSameAsText: true } },
    { selector: 'h1', options: { uppercase: false } },
    { selector: 'h2', options: { uppercase: false } },
    { selector: 'h3', options: { uppercase: false } },
    { selector: 'table', options: { uppercaseHeaderCells: false } },
  ],
};

/** Text of an HTML mail, its quotes behind `>`. */
export function htmlText(html: string): string {
  return convert(html, htmlOptions);
}

/** The two forms should say the same. If HTML says more, the plain text is a stopgap of the program that sent it. */
function textsOf({ text = '', html = '' }: Email): { text: string; whole: string } {
  const plain = text.replaceAll(/\r\n?/g, '\n').trim();
  const rich = html === '' ? '' : htmlText(html).trim();
  const words = convert(html, { ...htmlOptions, selectors: [...(htmlOptions.selectors ?? []), onlyLabels] });
  if (plain !== '' && holds(plain, words)) return { text: plain, whole: plain };
  return { text: rich, whole: holds(rich, plain) ? rich : [rich, plain].join('\n\n') };
}

const onlyLabels = { selector: 'a', options: { ignoreHref: true } };

/** True when each line of the other stands in the text in its order, however that is wrapped and marked. */
function holds(text: string, other: string): boolean {
  const letters = (part: string) => part.replaceAll(/[^\p{L}\p{N}]/gu, '');
  const all = letters(text);
  let at = 0;
  return other.split('\n').every((line) => {
    const found = letters(line);
    at = all.indexOf(found, at);
    if (at === -1) return false;
    at += found.length;
    return true;
  });
}

function headersOf({ from, to = [], cc = [], date, subject }: Email): string[] {
  const named = (list: Address[]) =>
    list
      .flatMap((one) => one.group ?? [one])
      .map(({ name, address }) => (name ? `${name} <${address}>` : address))
      .join(', ');
  const headers = [
    ['From', from ? named([from]) : ''],
    ['To', named(to)],
    ['Cc', named(cc)],
    ['Date', date],
    ['Subject', subject],
  ];
  return headers.filter(([, value]) => value).map(([name, value]) => `${name}: ${value}`);
}

/** Also where a server kept the address that the mail was delivered to. */
function recipientsOf({ to = [], cc = [], headers }: Email): string[] {
  const named = [...to, ...cc].flatMap((one) => (one.group ?? [one]).map(({ address }) => address ?? ''));
  const kept = ['delivered-to', 'x-original-to', 'envelope-to'];
  const delivered = headers.filter(({ key }) => kept.includes(key)).map(({ value }) => value);
  return [...delivered, ...named].map((address) => address.replace(/[<>\s]/g, ''));
}
