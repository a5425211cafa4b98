import { createServer, type Server, type ServerResponse } from 'node:http';
import { Server as Listener, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { getRequestListener, RequestError } from '@hono/node-server';
import type { Hono } from 'hono';

/** Longest waits for a request's head, and for all of it, such as a file on a slow line; node answers 408 and closes. */
const serverOptions = {
  // Longer than clients and proxies keep a connection for another request, so that none is closed under one.
  keepAliveTimeout: 75_000,
  headersTimeout: 30_000,
  requestTimeout: 1_800_000,
  connectionsCheckingInterval: 5_000,
  // Node would answer without the headers of the application.
  requireHostHeader: false,
};

/** Resolves once it listens. */
export function listen(http: Hono, address: { port: number; hostname: string }): Promise<Server> {
  const answerRequest = getRequestListener(http.fetch, {
    hostname: address.hostname,
    errorHandler: async (error) =>
      new Response(null, {
        status: error instanceof RequestError ? 400 : 500,
        headers: await headersOf(http),
      }),
  });
  const refuse = async (response: ServerResponse, status: number) =>
    response.writeHead(status, [...(await headersOf(http))].flat()).end();
  const server = createServer(serverOptions, (request, response) => {
    const lacksHost = request.headers.host === undefined && request.httpVersion === '1.1';
    return lacksHost ? refuse(response, 400) : answerRequest(request, response);
  });
  server.on('checkExpectation', (_request, response) => void refuse(response, 417));
  server.on('clientError', (error, socket) => void refuseConnection(http, error, socket as Socket));
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(address.port, address.hostname, () => resolve(server));
  });
}

/** Answers a connection on which no request can be read, with the status that node itself would send. */
async function refuseConnection(http: Hono, error: NodeJS.ErrnoException, socket: Socket): Promise<void> {
  // It may be in the middle of an earlier response.
  if (socket.bytesWritten > 0) return void socket.destroy();
  const headers = [...(await headersOf(http))].map(([name, value]) => `${name}: ${value}\r\n`).join('');
  const status = unreadable[error.code ?? ''] ?? '400 Bad Request';
  socket.end(`HTTP/1.1 ${status}\r\n${headers}Connection: close\r\n\r\n`, () => socket.destroy());
}

const unreadable: Record<string, string> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: '413 Payload Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/** Headers of the application's answer to an address that no route has; the body is left out. */
async function headersOf(http: Hono): Promise<Headers> {
  const headers = new Headers((await http.request('/%00')).headers);
  headers.delete('Content-Type');
  return headers;
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
