import { createHash, createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

export type Keys = { accessKeyId: string; secretAccessKey: string; region: string };

/** Minutes by which a request may be old (AWS: RequestTimeTooSkewed). */
const skew = 15;

/**
 * Checks Signature Version 4 as AWS documents it, from nothing but the bytes that came.
 * @returns the code of S3's refusal, or null for a request that is signed well.
 */
export function signatureFault(incoming: IncomingMessage, body: Buffer, keys: Keys): string | null {
  const { headers, method = '', url = '' } = incoming;
  const authorization = headers.authorization ?? '';
  const parsed =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([a-z0-9;-]+), ?Signature=([0-9a-f]{64})$/.exec(
      authorization,
    );
  if (!parsed) return 'AccessDenied';
  const [, id, day = '', region = '', signed = '', signature] = parsed;
  const names = signed.split(';');
  const date = String(headers['x-amz-date'] ?? '');
  const claimed = String(headers['x-amz-content-sha256'] ?? '');
  if (id !== keys.accessKeyId) return 'InvalidAccessKeyId';
  if (region !== keys.region || !date.startsWith(day)) return 'AuthorizationHeaderMalformed';
  if (!['host', 'x-amz-content-sha256', 'x-amz-date'].every((name) => names.includes(name)))
    return 'AccessDenied';
  if (Math.abs(Date.now() - timeOf(date)) > skew * 60_000) return 'RequestTimeTooSkewed';
  if (claimed !== sha256(body)) return 'XAmzContentSHA256Mismatch';
  const [path = '', query = ''] = url.split('?');
  const canonical = [
    method,
    path
      .split('/')
      .map((part) => encoded(decodeURIComponent(part)))
      .join('/'),
    canonicalQuery(query),
    ...names.map(
      (name) =>
        `${name}:${String(headers[name] ?? '')
          .trim()
          .replace(/\s+/g, ' ')}`,
    ),
    '',
    signed,
    claimed,
  ].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const toSign = ['AWS4-HMAC-SHA256', date, scope, sha256(canonical)].join('\n');
  const key = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(
    (secret, part) => hmac(secret, part),
    `AWS4${keys.secretAccessKey}`,
  );
  return hmac(key, toSign).toString('hex') === signature ? null : 'SignatureDoesNotMatch';
}

function canonicalQuery(query: string): string {
  return [...new URLSearchParams(query)]
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .toSorted()
    .join('&');
}

/** Everything but letters, digits and `-._~`. */
function encoded(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function timeOf(date: string): number {
  return Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex');
const hmac = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest();
