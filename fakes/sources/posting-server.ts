import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export type SocialCall = {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: Record<string, string | string[] | undefined>;
  body: Record<string, unknown>;
};

export type SocialAnswer = {
  status?: number;
  json?: unknown;
  html?: string;
  headers?: Record<string, string>;
};

/** `-after` means that what was asked has been done, and only the answer is lost. */
export type SocialFault = 'cut-before' | 'cut-after' | 'hang-after' | SocialAnswer;

/** A reply as the fake keeps it. */
export type SocialReply = {
  id: string;
  parent: string | null;
  by: string;
  text: string;
  createdAt: string;
  removed: boolean;
};

export type SocialServer = {
  url: string;
  host: string;
  /** Everything that was asked for, as 'GET /api/v1/statuses'. */
  asked: string[];
  /** What becomes of the next replies and of the next other calls, one each. */
  failWrites(...faults: SocialFault[]): void;
  failReads(...faults: SocialFault[]): void;
  stop(): Promise<void>;
};

/** Finds posts for who looks for them, at a server with this address. */
export type SocialSearch = (call: SocialCall, address: string) => SocialAnswer;

/**
 * A server on loopback that answers by `route`, unless something is to go wrong. What it knows nothing of is asked of
 * its `search`.
 */
export async function startSocialServer(
  route: (call: SocialCall) => SocialAnswer,
  isWrite: (call: SocialCall) => boolean,
  search?: SocialSearch,
): Promise<SocialServer> {
  const asked: string[] = [];
  let url = '';
  const faults: { writes: SocialFault[]; reads: SocialFault[] } = { writes: [], reads: [] };

  const answerTo = (call: SocialCall): SocialAnswer => {
    const answer = route(call);
    return answer.status === 404 && search ? search(call, url) : answer;
  };
  const server = createServer(async (incoming, response) => {
    const { pathname: path, searchParams: query } = new URL(incoming.url ?? '/', 'http://fake');
    const typed = await text(incoming);
    const body = typed ? (JSON.parse(typed) as SocialCall['body']) : {};
    const call = { method: incoming.method ?? 'GET', path, query, headers: incoming.headers, body };
    asked.push(`${call.method} ${path}`);
    const fault = (isWrite(call) ? faults.writes : faults.reads).shift();
    if (fault === 'cut-before') return void incoming.socket.destroy();
    const answer = typeof fault === 'object' ? fault : answerTo(call);
    if (fault === 'cut-after') return void incoming.socket.destroy();
    if (fault === 'hang-after') return;
    const type = answer.html === undefined ? 'application/json' : 'text/html';
    response.writeHead(answer.status ?? 200, { 'content-type': type, ...answer.headers });
    response.end(answer.html ?? JSON.stringify(answer.json ?? {}));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  url = `http://${host}`;
  return {
    url,
    host,
    asked,
    failWrites: (...next) => void faults.writes.push(...next),
    failReads: (...next) => void faults.reads.push(...next),
    stop: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

export function bearerOf({ headers }: SocialCall): string {
  return String(headers.authorization ?? '').replace(/^Bearer /, '');
}
