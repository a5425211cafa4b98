import { createHash } from 'node:crypto';
import { AwsClient } from 'aws4fetch';
import { cappedFetch } from '#server/integrations/capped-fetch.ts';
import { checkedKey, type Files, FilesError, isKey } from './port.ts';

export type S3Config = {
  /** Without the bucket, which is in the path: every S3-compatible store understands that. */
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** A UUID. Only keys under it are read, listed or deleted: others may share the bucket. */
  installation: string;
};

type S3Options = {
  fetch?: typeof fetch;
  /** Longest wait for a small file; each megabyte to store has a second more. */
  timeoutMs?: number;
};

/** Files in a bucket of any store that speaks S3's protocol. */
export function s3Files(config: S3Config, options: S3Options = {}): Files {
  const bucket = `${config.endpoint.replace(/\/+$/, '')}/${encodeURIComponent(config.bucket)}`;
  const folder = `${checkedKey(config.installation)}/`;
  const addressOf = (key: string) => `${bucket}/${folder}${checkedKey(key)}`;
  const call = sender(config, options);
  return {
    async put(key, bytes, type) {
      const response = await call('PUT', addressOf(key), new Uint8Array(bytes), type);
      if (response.status !== 200) throw refused(response);
    },

    async read(key) {
      const response = await call('GET', addressOf(key));
      if (isMissing(response)) return null;
      if (response.status !== 200) throw refused(response);
      return response.bytes;
    },

    async remove(key) {
      const response = await call('DELETE', addressOf(key));
      if (response.status !== 204 && response.status !== 200 && !isMissing(response)) throw refused(response);
    },

    async *listOlderThan(moment) {
      let next = '';
      do {
        const query = new URLSearchParams({ 'list-type': '2', prefix: folder });
        if (next) query.set('continuation-token', next);
        const response = await call('GET', `${bucket}?${query}`);
        if (response.status !== 200) throw refused(response);
        const list = readList(Buffer.from(response.bytes).toString('utf8'), folder);
        yield list.files.filter(({ written }) => written < moment).map(({ key }) => key);
        next = list.next;
      } while (next);
    },
  };
}

/** More than the largest mail, and than a page of a listing. */
const mostBytes = 48_000_000;

type StoreResponse = { status: number; bytes: Uint8Array<ArrayBuffer>; code: string };

function sender({ accessKeyId, secretAccessKey, region }: S3Config, options: S3Options) {
  const { timeoutMs = 20_000 } = options;
  const send = cappedFetch(options.fetch ?? fetch, () => mostBytes);
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3' });
  return async (
    method: string,
    address: string,
    body?: Uint8Array<ArrayBuffer>,
    type?: string,
  ): Promise<StoreResponse> => {
    // The signature covers the body: an altered one is refused even without TLS.
    const hash = createHash('sha256')
      .update(body ?? '')
      .digest('hex');
    const headers = { 'X-Amz-Content-Sha256': hash, ...(type && { 'Content-Type': type }) };
    const request = await client.sign(address, { method, headers, ...(body && { body }) });
    try {
      const signal = AbortSignal.timeout(timeoutMs + Math.ceil((body?.length ?? 0) / 1000));
      const response = await send(request, { signal, redirect: 'error' });
      const bytes = new Uint8Array(await response.arrayBuffer());
      return { status: response.status, bytes, code: codeOf(bytes) };
    } catch (cause) {
      throw new FilesError('the store did not answer', { cause });
    }
  };
}

/** A 404 of something else than the store, or of the bucket, says nothing about the file. */
function isMissing({ status, code }: StoreResponse): boolean {
  return status === 404 && code === 'NoSuchKey';
}

function refused({ status, code }: StoreResponse): FilesError {
  return new FilesError(`the store refused: ${status} ${code}`.trim());
}

/** The short name of a refusal; the rest of it may name keys and signatures. */
function codeOf(bytes: Uint8Array): string {
  const [, code = ''] =
    /<Error>.{0,500}?<Code>(\w{1,60})<\/Code>/s.exec(
      Buffer.from(bytes.subarray(0, 2_000)).toString('utf8'),
    ) ?? [];
  return code;
}

/** Our keys contain no characters that XML escapes; other keys are ignored. */
function readList(xml: string, folder: string): { files: { key: string; written: Date }[]; next: string } {
  const files = Array.from(xml.matchAll(/<Contents>(.*?)<\/Contents>/gs), ([, entry = '']) => ({
    key: keyIn(folder, within('Key', entry)),
    written: new Date(within('LastModified', entry)),
  }));
  const isCut = within('IsTruncated', xml) === 'true';
  return {
    files: files.filter(({ key }) => isKey(key)),
    next: isCut ? unescaped(within('NextContinuationToken', xml)) : '',
  };
}

/** Empty, which is no key, for an object outside the folder. */
function keyIn(folder: string, name: string): string {
  return name.startsWith(folder) ? name.slice(folder.length) : '';
}

function within(tag: string, xml: string): string {
  return new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(xml)?.[1] ?? '';
}

function unescaped(text: string): string {
  return text
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, '&');
}
