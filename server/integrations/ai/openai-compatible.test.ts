import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type OpenAiFake, startOpenAiFake } from '#fakes/openai/openai.ts';
import {
  answers,
  breaksAfter,
  fails,
  hangsAfter,
  hangsUp,
  lacksJsonMode,
  type Reply,
  says,
  saysAtOnce,
  sendsChunks,
  stopsShortAfter,
} from '#fakes/openai/replies.ts';
import { type OpenaiSettings, openaiCompatible } from './openai-compatible.ts';
import { AiError, type AiFailure, type CompletionRequest } from './port.ts';

const good = '{"appName":"Hive Round","note":"äöü 🐝 שלום"}';
const apiKey = 'sk-fake-secret';
let fake: OpenAiFake;
let log: string[] = [];

beforeAll(async () => {
  fake = await startOpenAiFake();
});
beforeEach(() => {
  fake.reset();
  log = [];
});
afterAll(() => fake.stop());

function adapter(settings: Partial<OpenaiSettings> = {}) {
  return openaiCompatible({
    baseUrl: fake.baseUrl,
    apiKey,
    model: 'fake-model',
    backoffMs: 5,
    log: (reason) => log.push(reason),
    ...settings,
  });
}

function complete(request: Partial<CompletionRequest> = {}, settings?: Partial<OpenaiSettings>) {
  return adapter(settings).complete({ prompt: 'Reply with one JSON object.', json: true, ...request });
}

async function failure(call: Promise<unknown>): Promise<[AiFailure, string]> {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof AiError)) throw new Error(`not an AiError: ${String(error)}`);
  return [error.failure, error.partial];
}

describe('what is sent', () => {
  it('is one streamed chat completion with the key, the model and JSON mode', async () => {
    await complete();
    expect(fake.requests).toHaveLength(1);
    expect(fake.requests[0]).toMatchObject({
      path: '/v1/chat/completions',
      headers: { authorization: `Bearer ${apiKey}` },
      body: {
        model: 'fake-model',
        messages: [{ role: 'user', content: 'Reply with one JSON object.' }],
        stream: true,
        max_tokens: 8000,
        response_format: { type: 'json_object' },
      },
    });
  });

  it('is instructions as the system message and people’s words as the user’s, without hidden characters', async () => {
    const prompt = '<<<IDEA-1\nBe\u200bes\nIDEA-1>>>';
    await complete({ instructions: 'Reply with JSON. The idea:', prompt });
    expect(fake.requests[0]?.body.messages).toEqual([
      { role: 'system', content: 'Reply with JSON. The idea:' },
      { role: 'user', content: '<<<IDEA-1\nBees\nIDEA-1>>>' },
    ]);
    expect(fake.requests[0]?.body.response_format).toEqual({ type: 'json_object' });
  });

  it.each([
    ['no JSON is wanted', { json: false }],
    ['the prompt does not name it', { prompt: 'Tell me more.' }],
  ])('has no JSON mode when %s', async (_case, request) => {
    await complete(request);
    expect(fake.requests[0]?.body.response_format).toBeUndefined();
  });
});

describe('crooked text', () => {
  it.each([
    ['prose around JSON', `Sure! Here is your plan:\n\n${good}\n\nLet me know if you need more.`],
    ['a code fence', `\`\`\`json\n${good}\n\`\`\``],
    ['trailing commas', '{"appName":"Hive Round","list":[1,2,],}'],
    ['control characters', '{"appName":"Hive\u0007 Round","note":"a\u0000b\nc"}'],
    ['surrounding white space', `\n  ${good} \n`],
    ['a huge completion', `{"text":"${'word '.repeat(30_000)}"}`],
  ])('%s passes unchanged', async (_case, text) => {
    fake.reply(says(text, { pieceLength: 4000 }));
    await expect(complete()).resolves.toEqual({ text, model: 'fake-model' });
  });

  it('loses the reasoning that some models put before their answer', async () => {
    fake.reply(says(`<think>\nshort or long?\n</think>\n\n${good}`, { pieceLength: 3 }));
    await expect(complete()).resolves.toMatchObject({ text: good });
  });

  const delta = (content: unknown, finish: string | null = null) => ({
    choices: [{ delta: { content }, finish_reason: finish }],
  });
  const text = (said: unknown) => ({ type: 'text', text: said });
  const hello = 'Hello world';

  it.each<[string, Reply]>([
    ['a string', saysAtOnce(hello)],
    [
      'a list of parts',
      answers(200, { choices: [{ message: { content: [text(hello)] }, finish_reason: 'stop' }] }),
    ],
    [
      'parts beside thinking',
      sendsChunks(
        delta([text('Hello '), { type: 'thinking', thinking: 'hmm' }, text('world')]),
        delta([], 'stop'),
      ),
    ],
    [
      'parts of reasoning before',
      sendsChunks(
        delta([{ type: 'thinking', thinking: [text('hmm')] }]),
        delta([
          { type: 'reasoning', text: 'hmm' },
          { type: 'redacted_thinking', data: 'x' },
        ]),
        delta([{ type: 'text', text: 'hmm', thought: true }, text('Hello world')], 'stop'),
      ),
    ],
    ['parts without a type', sendsChunks(delta([{ text: 'Hello ' }, 'world'], 'stop'))],
    ['one part', sendsChunks(delta({ type: 'output_text', text: hello }, 'stop'))],
    ['a text inside a part', sendsChunks(delta([text({ value: hello, annotations: [] })], 'stop'))],
    ['the text of an old completion', sendsChunks({ choices: [{ text: hello, finish_reason: 'stop' }] })],
    [
      'content beside reasoning',
      sendsChunks(
        { choices: [{ delta: { reasoning_content: 'hmm', content: null } }] },
        { choices: [{ delta: { reasoning: 'hmm', content: '' } }] },
        delta(hello, 'stop'),
      ),
    ],
  ])('sent as %s is read', async (_case, reply) => {
    fake.reply(reply);
    await expect(complete()).resolves.toMatchObject({ text: hello });
  });

  it.each([
    'hm\n</think>\n\nHello world',
    '<|start|>assistant<|channel|>analysis<|message|>hm<|end|><|start|>assistant<|channel|>final<|message|>Hello world<|return|>',
    '<thinking>hm</thinking>Hello world',
    '<reasoning>hm</reasoning>\nHello world',
  ])('loses its reasoning, however it is cut: %s', async (said) => {
    for (const pieceLength of [1, 7, 1000]) {
      fake.reply(says(said, { pieceLength }));
      await expect(complete()).resolves.toMatchObject({ text: hello });
    }
  });

  it.each<[string, Reply]>([
    ['an empty finish reason and [DONE]', sendsChunks(delta('Hello '), delta('world', ''))],
    ['[DONE] alone', sendsChunks(delta(hello))],
    [
      '[DONE] and a long comment',
      (_request, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.end(`data: ${JSON.stringify(delta(hello))}\n\ndata: [DONE]\n\n: ${'x'.repeat(500)}\n\n`);
      },
    ],
    [
      'a message beside an empty piece',
      sendsChunks({ choices: [{ delta: {}, message: { content: hello } }] }),
    ],
    ['a text beside an empty piece', sendsChunks({ choices: [{ delta: {}, text: hello }] })],
    [
      'its pieces gathered in a message',
      sendsChunks(delta(hello), { choices: [{ delta: {}, message: { content: hello } }] }),
    ],
    ['its document', answers(200, { choices: [{ message: { content: hello }, finish_reason: '' }] })],
    [
      'a finish reason and silence',
      async (_request, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.write(`data: ${JSON.stringify(delta(hello, 'stop'))}\n\n`);
      },
    ],
  ])('that ends with %s is an answer', async (_case, reply) => {
    fake.reply(reply);
    const timeouts = { betweenChunks: 80 };
    await expect(complete({}, { timeouts })).resolves.toMatchObject({ text: hello });
  });

  it.each<[string, (said: string) => Reply]>([
    ['the token limit', (said) => says(said, { finish: 'length' })],
    ['another name of the token limit', (said) => says(said, { finish: 'MAX_TOKENS' })],
    ['an incomplete end', (said) => says(said, { finish: 'incomplete' })],
    ['a broken connection', breaksAfter],
    ['an end without a finish', stopsShortAfter],
    ['silence', hangsAfter],
  ])('that holds a whole object before %s is an answer', async (_case, cut) => {
    const task = { kind: 'build-prompt', idea: 'Bees', evidence: null } as const;
    const prompt = '{"response":"Build it."}';
    for (const said of [good, `Here it is:\n${prompt}\nLet me kn`, `\`\`\`json\n${good}\n`]) {
      fake.reply(cut(said));
      await expect(complete({ task }, { timeouts: { betweenChunks: 80 } })).resolves.toMatchObject({
        text: said,
      });
    }
  });

  it('that holds only a part of its object before a cut is none', async () => {
    const task = { kind: 'plan', idea: 'Bees' } as const;
    const noted = '{"note":1} then {"appName":"A","oneSent';
    for (const said of ['{"a":{"b":1},"c":"d', 'Here: {} {"a":', 'No JSON.', noted, '{"note":1} then']) {
      fake.reply(says(said, { finish: 'length' }));
      expect(await failure(complete({ task }))).toEqual(['interrupted', said]);
    }
  });

  it('arrives although a proxy gathered the stream into one completion', async () => {
    fake.reply(saysAtOnce(good));
    await expect(complete()).resolves.toEqual({ text: good, model: 'fake-model' });
  });

  it('that never ends is cut, and the call to the provider is aborted', async () => {
    fake.reply(says('x'.repeat(3_000_000), { pieceLength: 50_000, pauseMs: 1 }));
    const [kind, partial] = await failure(complete());
    expect(kind).toBe('interrupted');
    expect(partial.length).toBeLessThan(300_000);
    await vi.waitFor(() => expect(fake.requests[0]?.leftEarly).toBe(true));
  });
});

describe('no answer', () => {
  const choice = (delta: object, finish: string | null = null) => ({
    choices: [{ delta, finish_reason: finish }],
  });
  it.each<[string, Reply, AiFailure, string]>([
    ['a refusal', sendsChunks(choice({ refusal: "I can't" }), choice({}, 'stop')), 'refused', ''],
    [
      'a refusal as a part',
      sendsChunks(choice({ content: [{ type: 'refusal', refusal: 'No.' }] })),
      'refused',
      '',
    ],
    ['filtered content', says('Well, ', { finish: 'content_filter' }), 'refused', 'Well, '],
    ['a filtered prompt', fails(400, 'filtered', { code: 'content_filter' }), 'refused', ''],
    ['no choices', sendsChunks({ choices: [] }), 'empty', ''],
    [
      'chunks of unknown shape',
      sendsChunks({}, 7, { choices: 'none' }, choice({ content: [1] })),
      'empty',
      '',
    ],
    ['empty content', says(''), 'empty', ''],
    ['white space only', says(' \n\t '), 'empty', ' \n\t '],
    ['nothing but reasoning', says('<think>hm</think>'), 'empty', ''],
    ['a broken connection', breaksAfter('{"appName":"Hi'), 'interrupted', '{"appName":"Hi'],
    ['a break before the first word', breaksAfter(''), 'interrupted', ''],
    ['an end without a finish', stopsShortAfter('{"a'), 'interrupted', '{"a'],
    ['the token limit', says('{"a', { finish: 'length' }), 'interrupted', '{"a'],
    ['the limit of the output', says('{"a', { finish: 'max_output_tokens' }), 'interrupted', '{"a'],
    ['an incomplete completion', says('{"a', { finish: 'incomplete' }), 'interrupted', '{"a'],
    [
      'an unreadable chunk',
      (_, response) => void response.writeHead(200).end('data: {oops\n\n'),
      'unavailable',
      '',
    ],
    ['a web page', answers(200, '<html><body>Log in</body></html>'), 'unavailable', ''],
    ['a wrong key', fails(401, `Incorrect API key provided: ${apiKey}`), 'unavailable', ''],
    ['an unknown model', fails(404, 'no such model'), 'unavailable', ''],
    ['a web page as an error', answers(502, '<html>Bad gateway</html>'), 'unavailable', ''],
  ])('%s', async (_case, reply, kind, partial) => {
    fake.replyAlways(reply);
    expect(await failure(complete())).toEqual([kind, partial]);
    expect(log.join('\n')).not.toContain(apiKey);
    expect(log.at(-1)).toMatch(kind);
  });

  it('is had from a provider that is not there, after two tries', async () => {
    const tries = vi.fn(() => Promise.reject(new TypeError('fetch failed')));
    expect(await failure(complete({}, { fetch: tries }))).toEqual(['unavailable', '']);
    expect(tries).toHaveBeenCalledTimes(2);
  });
});

describe('the one retry', () => {
  it.each<[string, Reply]>([
    ['429', fails(429, 'slow down', { retryAfter: '0' })],
    ['500', fails(500, 'oops')],
    ['a closed connection', hangsUp()],
    ['an error inside the stream', sendsChunks({ error: { message: 'overloaded', code: 503 } })],
  ])('turns %s into an answer', async (_case, bad) => {
    fake.reply(bad, says(good));
    await expect(complete()).resolves.toMatchObject({ text: good });
    expect(fake.requests).toHaveLength(2);
  });

  it.each<[string, Reply, AiFailure]>([
    ['429', fails(429, 'slow down'), 'busy'],
    [
      '429 inside the stream',
      sendsChunks({ error: { message: 'slow', code: 'rate_limit_exceeded' } }),
      'busy',
    ],
    ['500', fails(500, 'oops'), 'unavailable'],
    ['a closed connection', hangsUp(), 'unavailable'],
  ])('is not repeated when %s stays', async (_case, bad, kind) => {
    fake.replyAlways(bad);
    expect(await failure(complete())).toEqual([kind, '']);
    expect(fake.requests).toHaveLength(2);
  });

  it('waits as long as Retry-After says in seconds', async () => {
    fake.reply(fails(429, 'slow down', { retryAfter: '0.3' }), says(good));
    const start = performance.now();
    await complete();
    expect(performance.now() - start).toBeGreaterThan(290);
  });

  it('waits until the date that Retry-After names', async () => {
    // Dates have whole seconds: two seconds ahead is at least one away.
    const date = new Date(Date.now() + 2000).toUTCString();
    fake.reply(fails(503, 'restarting', { retryAfter: date }), says(good));
    const start = performance.now();
    await complete();
    expect(performance.now() - start).toBeGreaterThan(900);
  });

  it('does not happen when Retry-After asks for more than 20 seconds', async () => {
    fake.replyAlways(fails(429, 'come back later', { retryAfter: '3600' }));
    expect(await failure(complete())).toEqual(['busy', '']);
    expect(fake.requests).toHaveLength(1);
  });

  it('does not happen after text has arrived', async () => {
    const start = { choices: [{ delta: { content: 'Well' } }] };
    fake.replyAlways(sendsChunks(start, { error: { message: 'overloaded', code: 503 } }));
    expect(await failure(complete())).toEqual(['interrupted', 'Well']);
    expect(fake.requests).toHaveLength(1);
  });
});

describe('a server without JSON mode', () => {
  it('is asked for plain text, at once and from then on', async () => {
    fake.replyAlways(lacksJsonMode(says(good)));
    const ai = adapter();
    for (const _ of [1, 2]) {
      await expect(ai.complete({ prompt: 'One JSON object.', json: true })).resolves.toMatchObject({
        text: good,
      });
    }
    expect(fake.requests.map(({ body }) => body.response_format?.type)).toEqual([
      'json_object',
      undefined,
      undefined,
    ]);
  });

  it('still gets its one retry', async () => {
    fake.reply(fails(422, 'response_format: extra field'), fails(500, 'oops'), says(good));
    await expect(complete()).resolves.toMatchObject({ text: good });
  });

  it('is not assumed when only this text failed to be JSON', async () => {
    const ai = adapter();
    fake.reply(
      fails(400, 'Failed to generate JSON.', { code: 'json_validate_failed' }),
      says(good),
      says(good),
    );
    for (const _ of [1, 2]) await ai.complete({ prompt: 'One JSON object.', json: true });
    expect(fake.requests.map(({ body }) => 'response_format' in body)).toEqual([true, false, true]);
  });
});

describe('the limit of tokens', () => {
  const limits = () =>
    fake.requests.map(({ body }) => Object.keys(body).find((name) => name.startsWith('max_')) ?? null);
  const unless = (name: string, refusal: Reply): Reply => {
    const answer = says(good);
    return (request, response) => (name in request.body ? refusal : answer)(request, response);
  };

  it('goes by its newer name where the model wants that, and from then on', async () => {
    const message = "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.";
    fake.replyAlways(unless('max_tokens', fails(400, message)));
    const ai = adapter();
    for (const _ of [1, 2]) await ai.complete({ prompt: 'JSON', json: true });
    expect(limits()).toEqual(['max_tokens', 'max_completion_tokens', 'max_completion_tokens']);
  });

  it('is left out where the model has no room for it', async () => {
    const tooLarge = fails(400, "'max_tokens' or 'max_completion_tokens' is too large");
    fake.reply(tooLarge, tooLarge, says(good));
    await expect(complete()).resolves.toMatchObject({ text: good });
    expect(limits()).toEqual(['max_tokens', 'max_completion_tokens', null]);
  });

  it('is left out this time where it would use up the tokens of a minute', async () => {
    const ai = adapter();
    fake.reply(fails(413, 'Request too large', { code: 'rate_limit_exceeded' }));
    for (const _ of [1, 2]) await ai.complete({ prompt: 'JSON', json: true });
    expect(limits()).toEqual(['max_tokens', null, 'max_tokens']);
  });
});

describe('time', () => {
  const short = { firstByte: 80, betweenChunks: 80, total: 5000 };

  it.each([
    ['before the first byte', '', short],
    ['between two pieces', '{"a', short],
    ['in all', '', { ...short, firstByte: 5000, total: 80 }],
  ])('runs out %s, and the socket is closed', async (_case, text, timeouts) => {
    fake.replyAlways(hangsAfter(text));
    expect(await failure(complete({}, { timeouts }))).toEqual(['timed-out', text]);
    await vi.waitFor(() => expect(fake.requests[0]?.leftEarly).toBe(true));
    expect(fake.requests).toHaveLength(1);
  });

  it('in all counts the wait before the retry', async () => {
    fake.replyAlways(fails(429, 'slow down', { retryAfter: '10' }));
    expect(await failure(complete({}, { timeouts: { total: 80 } }))).toEqual(['timed-out', '']);
  });

  it('does not run out while a slow completion keeps dripping', async () => {
    fake.reply(says('a slow but steady reply', { pieceLength: 2, pauseMs: 30 }));
    const { text } = await complete({}, { timeouts: { firstByte: 150, betweenChunks: 150 } });
    expect(text).toBe('a slow but steady reply');
  });
});

describe('a completion beyond all measure', () => {
  it.each([
    ['as one document', saysAtOnce('x'.repeat(2_000_000)), 'unavailable'],
    ['as an error', answers(400, { error: { message: 'x'.repeat(2_000_000) } }), 'unavailable'],
    [
      'as one event',
      sendsChunks({ choices: [{ delta: { content: 'x'.repeat(17_000_000) } }] }),
      'unavailable',
    ],
  ] as const)('%s is not read to its end', async (_case, reply, expected) => {
    fake.replyAlways(reply);
    expect((await failure(complete()))[0]).toBe(expected);
  });
});

describe('a reader who goes away', () => {
  it.each([
    ['before the first byte', ''],
    ['in the middle', '{"a'],
  ])('%s ends the call upstream and is no entry in the log', async (_case, text) => {
    fake.replyAlways(hangsAfter(text));
    const reader = new AbortController();
    const call = failure(complete({ signal: reader.signal }));
    await vi.waitFor(() => expect(fake.requests).toHaveLength(1));
    setTimeout(() => reader.abort(), 50);
    expect(await call).toEqual(['aborted', text]);
    await vi.waitFor(() => expect(fake.requests[0]?.leftEarly).toBe(true));
    expect(log).toEqual([]);
  });

  it('gets nothing of what the network had already delivered', async () => {
    const chunks = ['one', 'two'].map((content) => JSON.stringify({ choices: [{ delta: { content } }] }));
    fake.reply((_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(chunks.map((chunk) => `data: ${chunk}\n\n`).join(''));
    });
    const reader = new AbortController();
    const onText = vi.fn(() => reader.abort());
    expect(await failure(complete({ signal: reader.signal, onText }))).toEqual(['aborted', 'one']);
    expect(onText).toHaveBeenCalledTimes(1);
  });

  it('after the last word gets no response either', async () => {
    fake.reply(async ({ body }, response) => {
      const last = { model: body.model, choices: [{ delta: { content: 'all' }, finish_reason: 'stop' }] };
      response
        .writeHead(200, { 'content-type': 'text/event-stream' })
        .write(`data: ${JSON.stringify(last)}\n\n`);
    });
    const reader = new AbortController();
    const onText = () => setTimeout(() => reader.abort(), 30);
    expect(await failure(complete({ signal: reader.signal, onText: () => void onText() }))).toEqual([
      'aborted',
      'all',
    ]);
  });

  it('while the retry is awaited ends the wait', async () => {
    fake.replyAlways(fails(429, 'slow down', { retryAfter: '10' }));
    const call = failure(complete({ signal: AbortSignal.timeout(80) }));
    expect(await call).toEqual(['aborted', '']);
    expect(fake.requests).toHaveLength(1);
  });
});
