import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { type Keys, signatureFault } from './signature.ts';

type StoredFile = { bytes: Buffer; type: string; written: Date };

export type S3 = {
  /** Configuration of the product's adapter. */
  config: Keys & { endpoint: string; bucket: string };
  /** Environment that makes the product use it. */
  env: Record<string, string>;
  /** Files in the bucket. */
  files: Map<string, StoredFile>;
  /** Answers the next request with this status and S3's code for it, or with a page of a proxy. */
  failNext(status: number, code?: string): void;
  /** Takes requests and never answers them, or answers again. */
  setSilent(silent: boolean): void;
  stop(): Promise<void>;
};

const bucket = 'spark-files';
/** So small that tests turn pages. */
const pageSize = 3;

/** A server on loopback that speaks the part of S3's REST protocol that the product uses, in path style. */
export async function startS3(): Promise<S3> {
  const keys: Keys = {
    accessKeyId: 'AKSTANDIN',
    secretAccessKey: 'secret/of+the=fake',
    region: 'eu-spark-1',
  };
  const files: S3['files'] = new Map();
  let failure: { status: number; body: string } | null = null;
  let silent = false;

  const server = createServer(async (incoming, response) => {
    const body = await buffer(incoming);
    if (silent) return;
    const failing = failure;
    failure = null;
    if (failing) return send(response, failing.status, failing.body);
    const fault = signatureFault(incoming, body, keys);
    if (fault) return send(response, 403, errorBody(fault));
    answer(incoming, body, response);
  });

  function answer({ method, url = '', headers }: IncomingMessage, body: Buffer, response: ServerResponse) {
    const { pathname, searchParams } = new URL(url, 'http://fake');
    const [, named, ...names] = pathname.split('/');
    const key = names.join('/');
    if (named !== bucket) return send(response, 404, errorBody('NoSuchBucket'));
    if (method === 'GET' && key === '') return send(response, 200, listBody(files, searchParams));
    if (method === 'PUT') {
      files.set(key, { bytes: body, type: headers['content-type'] ?? '', written: new Date() });
      return send(response, 200);
    }
    if (method === 'DELETE') {
      files.delete(key);
      return send(response, 204);
    }
    const found = files.get(key);
    return found ? send(response, 200, found.bytes) : send(response, 404, errorBody('NoSuchKey'));
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    config: { ...keys, endpoint, bucket },
    env: {
      FILES: 's3',
      S3_ENDPOINT: endpoint,
      S3_REGION: keys.region,
      S3_BUCKET: bucket,
      S3_ACCESS_KEY_ID: keys.accessKeyId,
      S3_SECRET_ACCESS_KEY: keys.secretAccessKey,
    },
    files,
    failNext: (status, code) => {
      failure = { status, body: code ? errorBody(code) : '<html><h1>Bad gateway</h1></html>' };
    },
    setSilent: (next) => {
      silent = next;
    },
    stop: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function listBody(files: S3['files'], query: URLSearchParams): string {
  const after = query.get('continuation-token')?.replace('after=', '') ?? '';
  const prefix = query.get('prefix') ?? '';
  const left = [...files]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .filter(([key]) => key.startsWith(prefix) && key > after);
  const page = left.slice(0, pageSize);
  const isCut = left.length > page.length;
  const entries = page.map(
    ([key, { written, bytes }]) =>
      `<Contents><Key>${key}</Key><LastModified>${written.toISOString()}</LastModified><Size>${bytes.length}</Size></Contents>`,
  );
  const next = isCut ? `<NextContinuationToken>after=${page.at(-1)?.[0]}</NextContinuationToken>` : '';
  return `<?xml version="1.0" encoding="UTF-8"?>\n<ListBucketResult><IsTruncated>${isCut}</IsTruncated>${next}${entries.join('')}</ListBucketResult>`;
}

function errorBody(code: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>Refused.</Message></Error>`;
}

function send(response: ServerResponse, status: number, body: string | Buffer = ''): void {
  response.writeHead(status, typeof body === 'string' && body ? { 'content-type': 'application/xml' } : {});
  response.end(status === 204 ? undefined : body);
}
