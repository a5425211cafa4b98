// @vitest-environment page
import { describe, expect, it, vi } from 'vitest';
import { completePrompt } from '#shared/contracts/ai.ts';
import { refusal, stubServer } from '#web/testing/stub-server.ts';
import { stream } from './stream.ts';

/** A reply of server-sent events, cut into the given pieces. */
function events(...pieces: string[]): Response {
  const encoder = new TextEncoder();
  const body = new ReadableStream({
    start(controller) {
      for (const piece of pieces) controller.enqueue(encoder.encode(piece));
      controller.close();
    },
  });
  return new Response(body, { headers: { 'Content-Type': 'text/event-stream; charset=utf-8' } });
}

function ask(reply: Response | (() => Response), signal?: AbortSignal) {
  const server = stubServer({ 'POST /api/groq': reply });
  const texts: string[] = [];
  const answer = stream(completePrompt, { body: { prompt: 'Hello' }, signal }, (text, isAgain) =>
    texts.push(isAgain ? `again: ${text}` : text),
  );
  return { answer, texts, server };
}

const done = 'event: done\ndata: {"completion":"Good day","model":"m1"}\n\n';

describe('stream', () => {
  it('passes the text so far on and returns the reply that ends them, wherever the network cuts', async () => {
    const whole = `event: text\ndata: {"text":"Good "}\n\n: waiting\n\nevent: text\ndata: {"text":"day"}\n\n${done}`;
    for (const at of [1, 20, 37, 50, whole.length - 3]) {
      const { answer, texts, server } = ask(() => events(whole.slice(0, at), whole.slice(at)));
      expect(await answer).toEqual({ completion: 'Good day', model: 'm1' });
      expect(texts).toEqual(['Good ', 'Good day']);
      expect(server.calls[0]?.headers.get('accept')).toBe('text/event-stream');
    }
  });

  it('begins afresh with a second reply', async () => {
    const first = 'event: text\ndata: {"text":"Bad"}\n\nevent: again\ndata: {}\n\n';
    const { answer, texts } = ask(() => events(`${first}event: text\ndata: {"text":"Good"}\n\n${done}`));
    await answer;
    expect(texts).toEqual(['Bad', 'again: ', 'again: Good']);
  });

  it('takes a plain JSON reply as well', async () => {
    const { answer } = ask(Response.json({ completion: '{}', model: null }));
    expect(await answer).toEqual({ completion: '{}', model: null });
  });

  it('throws what the server says, in a status or in an event', async () => {
    const failed = 'event: failed\ndata: {"code":"ai_busy","error":"Busy.","message":"Busy."}\n\n';
    await expect(ask(() => events(failed)).answer).rejects.toMatchObject({
      code: 'ai_busy',
      message: 'Busy.',
    });
    const refused = ask(refusal(403, 'upgrade_to_pro', 'Please upgrade.')).answer;
    await expect(refused).rejects.toMatchObject({ status: 403, code: 'upgrade_to_pro' });
  });

  it('calls a stream that ends too early interrupted', async () => {
    const cut = ask(() => events('event: text\ndata: {"text":"Go"}\n\n')).answer;
    await expect(cut).rejects.toMatchObject({ code: 'ai_interrupted' });
  });

  it('rejects with the abort when it was ended here', async () => {
    const controller = new AbortController();
    vi.stubGlobal('fetch', async (_path: string, { signal }: RequestInit) => {
      signal?.throwIfAborted();
    });
    controller.abort();
    const answer = stream(completePrompt, { body: { prompt: 'Hello' }, signal: controller.signal }, () => {});
    await expect(answer).rejects.toMatchObject({ name: 'AbortError' });
  });
});
