import type { IncomingMessage, ServerResponse } from 'node:http';

/** What the forum does with a call; `cut` breaks the connection, and `silent` never answers. */
export type ForumAnswer =
  | { html: string; status?: number }
  | { location: string; cookie?: string }
  | { status: number; retryAfter?: number }
  | { json: unknown }
  | 'cut'
  | 'silent';

export function give(answer: ForumAnswer, incoming: IncomingMessage, response: ServerResponse): void {
  if (answer === 'cut') {
    incoming.socket.destroy();
  } else if (answer === 'silent') {
    response.setTimeout(0);
  } else if ('html' in answer) {
    response.writeHead(answer.status ?? 200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(answer.html);
  } else if ('location' in answer) {
    const cookie = answer.cookie && { 'set-cookie': answer.cookie };
    response.writeHead(302, { location: answer.location, ...cookie }).end();
  } else if ('json' in answer) {
    response.writeHead(answer.json === undefined ? 404 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer.json ?? null));
  } else {
    const wait = answer.retryAfter && { 'retry-after': String(answer.retryAfter) };
    response.writeHead(answer.status, { ...wait }).end('busy');
  }
}
