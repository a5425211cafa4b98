import { createHash } from 'node:crypto';
import EmailReplyParser from 'email-reply-parser';
import { convert } from 'html-to-text';
import PostalMime, { type Email } from 'postal-mime';

/** A mail from a person; `text` is what they wrote, without what they quoted. */
export type ReadMail = {
  /** The same for each delivery of one mail: of its Message-ID, else of all of it. */
  id: string;
  from: string;
  recipients: string[];
  text: string;
  files: { name: string; bytes: Uint8Array }[];
};

/** Inline pictures up to this size are logos of signatures. */
const logoBytes = 20_000;

/** Reads a mail as it was sent; null for one that a program wrote: auto-replies, bounces, lists. */
export async function readMail(raw: Uint8Array): Promise<ReadMail | null> {
  const email = await PostalMime.parse(raw, { maxNestingDepth: 50 });
  const from = email.from?.address ?? '';
  if (isAutomatic(email, from)) return null;
  const id = createHash('sha256').update(email.messageId?.trim() || raw);
  return {
    id: `mail-${id.digest('hex').slice(0, 40)}`,
    from,
    recipients: recipientsOf(email),
    text: new EmailReplyParser().parseReply(plainText(email)).trim(),
    files: email.attachments.flatMap(({ filename, related, content }) => {
      const bytes = typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content);
      return related && bytes.length <= logoBytes ? [] : [{ name: filename ?? 'attachment', bytes }];
    }),
  };
}

function plainText({ text, html }: Email): string {
  if (text?.trim()) return text;
  const quoted = ['blockquote', '.gmail_quote', 'img', 'style'];
  return convert(html ?? '', {
    wordwrap: false,
    selectors: quoted.map((selector) => ({ selector, format: 'skip' })),
  });
}

/** Also where a server kept the address that the mail was delivered to. */
function recipientsOf({ to = [], cc = [], headers }: Email): string[] {
  const named = [...to, ...cc].flatMap((one) => (one.group ?? [one]).map(({ address }) => address ?? ''));
  const kept = ['delivered-to', 'x-original-to', 'envelope-to'];
  const delivered = headers.filter(({ key }) => kept.includes(key)).map(({ value }) => value);
  return [...delivered, ...named].map((address) => address.replace(/[<>\s]/g, ''));
}

/** By RFC 3834 and what older programs send. */
function isAutomatic({ headers, returnPath }: Email, from: string): boolean {
  const value = (name: string) =>
    headers
      .find(({ key }) => key === name)
      ?.value.trim()
      .toLowerCase() ?? '';
  const submitted = value('auto-submitted');
  return (
    from === '' ||
    (submitted !== '' && !/^no\b/.test(submitted)) ||
    /^(bulk|junk|list|auto_reply)$/.test(value('precedence')) ||
    value('x-autoreply') !== '' ||
    value('x-autorespond') !== '' ||
    value('list-id') !== '' ||
    value('return-path').replaceAll(' ', '') === '<>' ||
    returnPath?.trim() === '' ||
    value('content-type').startsWith('multipart/report') ||
    /^(mailer-daemon|postmaster)@/i.test(from)
  );
}
