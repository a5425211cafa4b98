import type { Server } from 'node:http';
import { Server as Listener } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { serve } from '@hono/node-server';
import type { Hono } from 'hono';

/** Longest waits for a request's head, and for all of it, such as a file on a slow line; node answers 408 and closes. */
const serverOptions = {
  // Longer than clients and proxies keep a connection for another request, so that none is closed under one.
  keepAliveTimeout: 75_000,
  headersTimeout: 30_000,
  requestTimeout: 1_800_000,
  connectionsCheckingInterval: 5_000,
};

/** Resolves once it listens. */
export function listen(http: Hono, address: { port: number; hostname: string }): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = serve({ fetch: http.fetch, serverOptions, ...address }, () => resolve(server)) as Server;
    server.once('error', reject);
  });
}

/** When idle connections close, long calls end, and whatever is left is cut, in milliseconds. */
export type Grace = { idle: number; calls: number; requests: number };

const usualGrace: Grace = { idle: 500, calls: 4_000, requests: 5_000 };

/** Refuses new connections and waits for the requests in flight; `endCalls` ends those that may take minutes. */
export async function finishRequests(
  server: Server,
  endCalls: () => void,
  grace = usualGrace,
): Promise<void> {
  server.prependListener('request', (_request, response) => {
    response.shouldKeepAlive = false;
  });
  // Node's HTTP server would close idle connections at once, also those on which a request is under way.
  const closed = new Promise<true>((resolve) => Listener.prototype.close.call(server, () => resolve(true)));
  const began = performance.now();
  while (!(await Promise.race([closed, sleep(50)]))) {
    const waited = performance.now() - began;
    if (waited >= grace.idle) server.closeIdleConnections();
    if (waited >= grace.calls) endCalls();
    if (waited >= grace.requests) server.closeAllConnections();
  }
}
