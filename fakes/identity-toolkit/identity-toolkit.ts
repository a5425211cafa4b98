import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { type Accounts, makeAccounts } from './accounts.ts';
import { answers, type Method, Refusal } from './answers.ts';
import { makeTokens, type Tokens } from './tokens.ts';

export type IdentityToolkit = {
  /** For FIREBASE_AUTH_EMULATOR_HOST. */
  host: string;
  /** The settings that make the product use it. */
  env: Record<string, string>;
  /** What is asked of it, oldest first; without passwords. */
  asked: Method[];
  accounts: Accounts;
  tokens: Tokens;
  /** Refuses the next call of that method with this message, in Google's form. */
  refuseNext(method: Method, message: string, status?: number): void;
  /** Breaks every connection, or answers again. */
  setAway(away: boolean): void;
  stop(): Promise<void>;
};

const projectId = 'spark-fake';

/**
 * A server on loopback that speaks the part of Google's Identity Toolkit and of its token service that the Firebase
 * SDK uses for e-mail and password, and signs its tokens as Google does.
 */
export async function startIdentityToolkit(port = 0): Promise<IdentityToolkit> {
  const accounts = makeAccounts();
  const tokens = await makeTokens(projectId);
  const asked: Method[] = [];
  const refusals = new Map<Method, Refusal>();
  let away = false;

  async function answer(method: Method, incoming: IncomingMessage): Promise<object> {
    const body = readBody(incoming, await text(incoming));
    asked.push(method);
    const refusal = refusals.get(method);
    refusals.delete(method);
    if (refusal) throw refusal;
    return answers[method](body, { accounts, tokens });
  }

  const server = createServer(async (incoming, response) => {
    if (away) return void incoming.socket.destroy();
    const { pathname, searchParams } = new URL(incoming.url ?? '/', 'http://fake');
    if (incoming.method === 'OPTIONS') return send(response, 204);
    if (pathname === '/jwks') return send(response, 200, tokens.keySet());
    const method = methodAt(pathname);
    if (!method) return send(response, 404, new Refusal('NOT_FOUND', 404).body);
    if (!searchParams.get('key')) return send(response, 403, new Refusal(noKey, 403).body);
    try {
      send(response, 200, await answer(method, incoming));
    } catch (error) {
      if (error instanceof Refusal) return send(response, error.status, error.body);
      throw error;
    }
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    host,
    env: settingsFor(host),
    asked,
    accounts,
    tokens,
    refuseNext: (method, message, status = 400) => void refusals.set(method, new Refusal(message, status)),
    setAway: (next) => {
      away = next;
      if (next) server.closeAllConnections();
    },
    stop: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

const noKey = 'The request is missing a valid API key.';

function settingsFor(host: string): Record<string, string> {
  return {
    IDENTITY: 'firebase',
    FIREBASE_PROJECT_ID: projectId,
    FIREBASE_API_KEY: 'fake-api-key',
    FIREBASE_AUTH_EMULATOR_HOST: host,
  };
}

/** The SDK puts Google's host in front of the path when it is told to use another server. */
function methodAt(pathname: string): Method | null {
  if (pathname === '/securetoken.googleapis.com/v1/token') return 'token';
  const [, name] = /^\/identitytoolkit\.googleapis\.com\/v1\/accounts:(\w+)$/.exec(pathname) ?? [];
  return name && name !== 'token' && name in answers ? (name as Method) : null;
}

function readBody({ headers }: IncomingMessage, body: string): Record<string, unknown> {
  if (headers['content-type']?.startsWith('application/x-www-form-urlencoded')) {
    return Object.fromEntries(new URLSearchParams(body));
  }
  return body ? (JSON.parse(body) as Record<string, unknown>) : {};
}

function send(response: ServerResponse, status: number, body?: object): void {
  response.writeHead(status, {
    'content-type': 'application/json; charset=UTF-8',
    'access-control-allow-origin': '*',
    'access-control-allow-headers':
      'content-type, x-client-version, x-firebase-client, x-firebase-gmpid, x-firebase-locale',
    'access-control-allow-methods': 'GET, POST, OPTIONS',
  });
  response.end(body && JSON.stringify(body));
}
