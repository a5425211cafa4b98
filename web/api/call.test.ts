// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { readConfig } from '#shared/contracts/config.ts';
import { stubServer } from '#web/testing/stub-server.ts';
import { call } from './call.ts';

const ask = (reply: Response, signal?: AbortSignal) => {
  stubServer({ 'GET /api/config': reply });
  return call(readConfig, { signal });
};

it('a page that stands in the place of the reply is what nobody foresaw', async () => {
  const answer = ask(new Response('<h1>Welcome to the hotel</h1>'));
  await expect(answer).rejects.toThrow(SyntaxError);
});

it('a reply that was given up while it was read rejects with why', async () => {
  const leaving = new AbortController();
  leaving.abort(new Error('left'));
  const broken = new Response(
    new ReadableStream({ start: (controller) => controller.error(leaving.signal.reason) }),
  );
  await expect(ask(broken, leaving.signal)).rejects.toThrow('left');
});

it.each([
  [
    'an object as its error',
    { error: { message: 'Model overloaded' }, code: 5 },
    'Server error: 502 Bad Gateway',
  ],
  ['an object as its error and a message', { error: {}, message: 'Overloaded.' }, 'Overloaded.'],
  ['a list', [{ error: 'x' }], 'Server error: 502 Bad Gateway'],
  ['nothing', null, 'Server error: 502 Bad Gateway'],
  ['a text', 'Overloaded', 'Server error: 502 Bad Gateway'],
])('an error with %s is told in words', async (_case, body, text) => {
  const reply = Response.json(body, { status: 502, statusText: 'Bad Gateway' });
  await expect(ask(reply)).rejects.toMatchObject({ message: text, code: null });
});
