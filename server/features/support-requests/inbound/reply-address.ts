import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { RequestRow } from '#server/features/support-requests/requests-as-jobs.ts';

/** A request as an address names it; `isFor` says if the address was made for the request as it is. */
export type AddressedRequest = { requestId: string; isFor: (row: RequestRow) => boolean };
export type ReplyAddresses = {
  key: Buffer;
  name: string;
  domain: string;
  /** One of them in a text, true or forged. */
  inText: RegExp;
};

/**
 * Letters and digits in lower case alone, because mail servers may change the case: 128 and 96 bits. A local part has at
 * most 64 characters (RFC 5321), so 19 are left for the configured name.
 */
const idLength = 25;
const macLength = 19;

/**
 * Addresses like `reply+{token}@mail.example`, each signed for one request and its contact: with another contact address
 * the earlier ones end.
 */
export function replyAddresses(secretKey: string, address: string): ReplyAddresses {
  const key = Buffer.from(hkdfSync('sha256', secretKey, '', 'reply addresses of support requests', 32));
  const [name = '', domain = ''] = address.toLowerCase().split('@');
  const token = `[0-9a-z]{${idLength + macLength}}`;
  const inText = new RegExp(`${RegExp.escape(`${name}+`)}${token}@${RegExp.escape(domain)}`, 'i');
  return { key, name, domain, inText };
}

/** Null for an id that is no UUID. */
export function replyAddressFor({ key, name, domain }: ReplyAddresses, row: RequestRow): string | null {
  if (!/^[\da-f-]{36}$/.test(row.id)) return null;
  return `${name}+${toBase36(row.id.replaceAll('-', ''), idLength)}${sign(key, row)}@${domain}`;
}

/** The request that the first signed address among these names, true or forged. */
export function findAddressed(
  { key, name, domain }: ReplyAddresses,
  recipients: string[],
): AddressedRequest | null {
  for (const recipient of recipients) {
    const [local = '', host] = recipient.toLowerCase().split('@');
    const token = local.startsWith(`${name}+`) ? local.slice(name.length + 1) : '';
    if (host !== domain || !form.test(token)) continue;
    const requestId = toId(token.slice(0, idLength));
    const mac = Buffer.from(token.slice(idLength));
    if (requestId) return { requestId, isFor: (row) => timingSafeEqual(mac, Buffer.from(sign(key, row))) };
  }
  return null;
}

function sign(key: Buffer, { id, email, answerToken }: RequestRow): string {
  const mac = createHmac('sha256', key)
    .update(JSON.stringify([id, email, answerToken]))
    .digest('hex');
  return toBase36(mac.slice(0, 24), macLength);
}

const form = new RegExp(`^[0-9a-z]{${idLength + macLength}}$`);

function toBase36(hex: string, length: number): string {
  return BigInt(`0x${hex}`).toString(36).padStart(length, '0');
}

function toId(token: string): string | null {
  let value = 0n;
  for (const digit of token) value = value * 36n + BigInt(Number.parseInt(digit, 36));
  const hex = value.toString(16).padStart(32, '0');
  const groups = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/.exec(hex);
  return groups ? groups.slice(1).join('-') : null;
}
