import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * How a source goes wrong until it is told otherwise: `hang` never answers, `error inside` has a good status,
 * `wrong JSON` is another object, `broken JSON` none, `cut` ends in the middle, `huge` is 50 MB.
 */
export type Fault =
  | 'hang'
  | 'html'
  | 'error inside'
  | 'wrong JSON'
  | 'broken JSON'
  | 'cut'
  | 'huge'
  | { status: number; headers?: Record<string, string>; body?: unknown }
  | { latencyMs: number };

const hugeBytes = 50_000_000;
const chunk = Buffer.alloc(100_000, 'a');

/** Answers as the fault says; false where the call goes on as if nothing were wrong. */
export async function spoil(
  fault: Fault | null,
  response: ServerResponse,
  count: (bytes: number) => void,
): Promise<boolean> {
  if (fault === null) return false;
  if (typeof fault === 'object' && 'latencyMs' in fault) {
    await sleep(fault.latencyMs);
    return false;
  }
  // Not answered at all: whoever asks has to give up.
  if (fault === 'hang') return true;
  if (fault === 'huge') return sendHuge(response, count).then(() => true);
  if (typeof fault === 'object') {
    const isText = typeof fault.body === 'string';
    response.writeHead(fault.status, {
      'content-type': isText ? 'text/html' : 'application/json',
      ...fault.headers,
    });
    response.end(isText ? fault.body : JSON.stringify(fault.body ?? {}));
    return true;
  }
  if (fault === 'cut') {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
    response.write('{"hits":[', () => response.destroy());
    return true;
  }
  const [status, type, body] = bodies[fault];
  response.writeHead(status, { 'content-type': type });
  response.end(body);
  return true;
}

const bodies: Record<'html' | 'error inside' | 'wrong JSON' | 'broken JSON', [number, string, string]> = {
  html: [403, 'text/html', '<html><body><h1>403 Forbidden</h1>Request blocked.</body></html>'],
  'error inside': [
    200,
    'application/json',
    '{"message":"Something went wrong","error_id":500,"errors":["No"]}',
  ],
  'wrong JSON': [200, 'application/json', '[{"id":1},"two",null]'],
  'broken JSON': [200, 'application/json', '{"hits":[{"objectID":'],
};

/** Goes on as the other side reads, until it hangs up. */
async function sendHuge(response: ServerResponse, count: (bytes: number) => void): Promise<void> {
  response.writeHead(200, { 'content-type': 'application/json' });
  await pipeline(Readable.from(hugeBody(count)), response).catch(() => {});
}

function* hugeBody(count: (bytes: number) => void) {
  yield '{"hits":["';
  for (let sent = 0; sent < hugeBytes; sent += chunk.length) {
    count(chunk.length);
    yield chunk;
  }
  yield '"]}';
}
