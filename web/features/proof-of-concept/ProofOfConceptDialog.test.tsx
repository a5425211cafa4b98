// @vitest-environment page
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import type { AiTask } from '#shared/contracts/ai.ts';
import { refusal } from '#web/testing/stub-server.ts';
import {
  type Answers,
  aroundEachTest,
  ask,
  idea,
  press,
  result,
  resultHolds,
  says,
  show,
  type,
} from './build-prompt.fixture.tsx';

aroundEachTest();

const rewritten = 'A shared calendar.\n\n## Must\n\n- Show who has which day';
const answering = (answer: Answers[string] = says(rewritten)) => ({ answers: { [ask]: answer } });

async function enhance(text = 'A calendar for two homes') {
  type(await idea(), text);
  await press('Enhance Prompt');
}

async function toasted(title: string, text: string) {
  await screen.findByText(title);
  await waitFor(() => expect(screen.getAllByText(text).length).toBeGreaterThan(0));
}

const sentTasks = (calls: { body: unknown }[]) => calls.map(({ body }) => (body as { task: AiTask }).task);

/** The AI's reply as a stream that the test writes piece by piece; it ends when the request is aborted. */
function streamReply() {
  const encoder = new TextEncoder();
  let output: ReadableStreamDefaultController<Uint8Array> | undefined;
  const answer = fetch;
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    if (!path.endsWith('/api/groq')) return answer(path, init);
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        output = controller;
      },
    });
    init.signal?.addEventListener('abort', () => output?.error(init.signal?.reason));
    return new Response(body, { headers: { 'Content-Type': 'text/event-stream' } });
  });
  const send = (event: string, data: object) =>
    output?.enqueue(encoder.encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`));
  return {
    begun: () => waitFor(() => expect(output).toBeDefined()),
    text: (text: string) => send('text', { text }),
    done: (completion: string) => send('done', { completion, model: 'a-model' }),
    fail: (code: string, text: string) => send('failed', { code, error: text, message: text }),
    cut: () => output?.error(new TypeError('terminated')),
  };
}

describe('the form', () => {
  it('has the specified title, field and buttons', async () => {
    const { onOpenChange } = show(answering());
    expect(screen.getByRole('dialog', { name: 'Proof of Concept (No-Code MVP)' })).toBeDefined();
    const field = await idea();
    expect([field.getAttribute('rows'), field.required]).toEqual(['4', true]);
    expect(screen.queryByLabelText('Your Enhanced Prompt')).toBeNull();
    await press('Close');
    expect(onOpenChange).toHaveBeenCalledWith(false);
  });

  it('needs an idea', async () => {
    const { callsOf } = show(answering());
    await enhance(' \n ');
    await toasted('Prompt is empty', 'Please describe your startup idea to generate an enhanced prompt.');
    const field = await idea();
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(field);
    expect(callsOf(ask)).toEqual([]);
    type(field, 'A calendar');
    expect(field.getAttribute('aria-invalid')).toBeNull();
    await press('Enhance Prompt');
    await waitFor(() => expect(screen.queryByText('Prompt is empty')).toBeNull());
  });

  it.each([
    ['50,000', 'x'.repeat(50_000)],
    ['10,001', `${'x'.repeat(10_000)}\n`],
  ])('keeps a paste of %s characters, blanks included, and sends nothing', async (length, text) => {
    const { callsOf } = show(answering());
    await enhance(text);
    const told = `Your idea has ${length} characters; up to 10,000 can be enhanced. Nothing was sent or cut: please shorten it.`;
    await toasted('Error', told);
    expect((await idea()).value).toBe(text);
    expect(callsOf(ask)).toEqual([]);
    const note = 'Only in this browser: it is longer than your account keeps.';
    expect(await screen.findByText(note, {}, { timeout: 4_000 })).toBeDefined();
  });
});

describe('the rewrite', () => {
  it('is asked for with the idea, and shown in an area of 15 rows', async () => {
    const { callsOf } = show(answering());
    await enhance(' A calendar for two homes ');
    await resultHolds('- Show who has which day');
    expect((await result()).getAttribute('rows')).toBe('15');
    expect(sentTasks(callsOf(ask))).toEqual([
      { kind: 'build-prompt', idea: 'A calendar for two homes', evidence: null },
    ]);
  });

  it('says what it is doing, and grows as it arrives', async () => {
    show(answering());
    const reply = streamReply();
    await enhance();
    await reply.begun();
    expect(screen.getByText('Enhancing your prompt, please wait...').getAttribute('role')).toBe('status');
    expect(screen.getByRole('button', { name: 'Enhancing...' })).toBeDefined();
    reply.text('{"response": "A shared \\u00');
    await waitFor(async () => expect((await result()).value).toBe('A shared '));
    expect((await result()).readOnly).toBe(true);
    reply.text('e9tude');
    await waitFor(async () => expect((await result()).value).toBe('A shared étude'));
    reply.done(JSON.stringify({ response: rewritten }));
    await resultHolds('- Show who has which day');
    const ready = screen.getByText('Your enhanced prompt is ready below.');
    expect(ready.getAttribute('role')).toBe('status');
    expect(screen.getByRole('button', { name: 'Enhance Prompt' })).toBeDefined();
    expect(screen.queryByText('Enhancing your prompt, please wait...')).toBeNull();
  });

  it('can be stopped: what had arrived is kept, and marked as incomplete', async () => {
    show(answering());
    const reply = streamReply();
    await enhance();
    await reply.begun();
    reply.text('{"response": "A shared calendar that');
    await waitFor(async () => expect((await result()).value).toBe('A shared calendar that'));
    await press('Stop');
    expect(await screen.findByText(/^This rewrite is not complete/)).toBeDefined();
    expect(screen.getByText(/^Stopped\./).textContent).toContain('What had arrived is shown below.');
    expect((await result()).value).toBe('A shared calendar that');
    expect((await idea()).value).toBe('A calendar for two homes');
    expect(screen.getByText('A model that was cut off before it gave its name')).toBeDefined();
    expect(screen.getByText(/^stopped or cut off before its end/)).toBeDefined();
  });

  it('that is under way when the page is left is kept as far as it has come', async () => {
    const { calls } = show(answering());
    const reply = streamReply();
    await enhance();
    await reply.begun();
    reply.text('{"response": "A shared calendar that');
    await waitFor(async () => expect((await result()).value).toBe('A shared calendar that'));
    cleanup();
    await waitFor(() => {
      const sent = calls.findLast(({ name }) => name.startsWith('PUT /api/build-prompts/'))?.body;
      expect(sent).toMatchObject({
        result: 'A shared calendar that',
        rewrite: { text: 'A shared calendar that', receipt: { step: 'unfinished' } },
      });
    });
  });

  it('that is stopped before a word arrived changes nothing', async () => {
    show(answering());
    const reply = streamReply();
    await enhance();
    await reply.begun();
    await press('Stop');
    expect(await screen.findByText('Stopped before anything arrived; your idea is kept.')).toBeDefined();
    expect(screen.queryByLabelText('Your Enhanced Prompt')).toBeNull();
  });

  it('that is cut off is kept, and the one before stays one click away', async () => {
    show(answering());
    await enhance();
    await resultHolds('- Show who has which day');
    const reply = streamReply();
    await press('Enhance Prompt');
    await reply.begun();
    reply.text('{"response": "Half of ano');
    await waitFor(async () => expect((await result()).value).toBe('Half of ano'));
    reply.cut();
    await toasted('Error', 'Failed to get response from the server.');
    expect(
      screen.getByText('The AI answer was cut off. Nothing was counted; please try again.'),
    ).toBeDefined();
    expect((await result()).value).toBe('Half of ano');
    await press('Use this one: Rewrite 1');
    expect((await result()).value).toContain('- Show who has which day');
    expect(screen.queryByText(/^This rewrite is not complete/)).toBeNull();
    expect(screen.getByText('Rewrite 2, not complete')).toBeDefined();
  });

  it('is copied with the founder’s edits', async () => {
    const user = userEvent.setup();
    show(answering());
    type(await idea(), 'A calendar');
    await user.click(screen.getByRole('button', { name: 'Enhance Prompt' }));
    await waitFor(async () => expect((await result()).value).toContain('calendar'));
    type(await result(), 'My own prompt');
    await user.click(screen.getByRole('button', { name: 'Copy to clipboard' }));
    await toasted('Copied to clipboard!', 'You can now paste the prompt into your builder.');
    expect(await navigator.clipboard.readText()).toBe('My own prompt');
  });

  it('tells where it comes from', async () => {
    show(answering(says(rewritten, null)));
    await enhance();
    const receipt = (await screen.findByText(/^How this was written/)).closest('details');
    expect(within(receipt as HTMLElement).getByText('Without a model')).toBeDefined();
    expect(screen.getByText('Written without AI')).toBeDefined();
    expect(within(receipt as HTMLElement).getByText('enhancement-2')).toBeDefined();
  });
});

describe('a failure', () => {
  const html = `<html><body>${'😀'.repeat(60)}</body></html>`;
  const plain = 'Failed to get response from the server.';
  it.each<[string, Answers[string], string, string | null]>([
    ['our own error', refusal(503, 'ai_busy', 'Busy.'), plain, 'Busy.'],
    ['a 500 in words of its own', Response.json({ error: 'Oops.' }, { status: 500 }), plain, 'Oops.'],
    ['a 500 without a word', () => new Response('', { status: 500 }), plain, null],
    ['a timeout', refusal(504, 'ai_timed_out', 'Too slow.'), plain, 'Too slow.'],
    ['no JSON where JSON was promised', () => new Response('<html>'), plain, null],
    [
      'a page of a proxy',
      () => new Response(html, { status: 502, statusText: 'Bad Gateway' }),
      `Server error: 502 Bad Gateway. Response: <html><body>${'😀'.repeat(44)}...`,
      null,
    ],
    [
      'a server without a status text',
      () => new Response('Away', { status: 500 }),
      'Server error: 500. Response: Away...',
      null,
    ],
    [
      'a reply without an object',
      { completion: 'I would rather not.', model: 'a-model' },
      'Could not find a valid JSON object in the AI response.',
      null,
    ],
  ])('by %s is told, and clears nothing', async (_, answer, text, reason) => {
    show(answering(answer));
    await enhance();
    await toasted('Error', text);
    if (reason) expect(screen.getByText(reason)).toBeDefined();
    expect(screen.getByText(/^Your idea is kept\./)).toBeDefined();
    expect((await idea()).value).toBe('A calendar for two homes');
    expect(screen.getByRole('button', { name: 'Enhance Prompt' })).toBeDefined();
  });

  it('of the network says that the server was not reached', async () => {
    show(answering());
    const answer = fetch;
    vi.stubGlobal('fetch', (path: string, init: RequestInit) =>
      path.endsWith('/api/groq') ? Promise.reject(new TypeError('Failed to fetch')) : answer(path, init),
    );
    await enhance();
    await toasted('Error', plain);
  });

  it('for want of a plan leads to the plans', async () => {
    const { onSeePlans } = show(answering(refusal(403, 'upgrade_to_pro', 'Please upgrade.')));
    await enhance();
    await toasted('Error', plain);
    expect(screen.getByText('Please upgrade.')).toBeDefined();
    await press('See the plans');
    expect(onSeePlans).toHaveBeenCalledTimes(1);
  });

  it('of a reply that was cut by its model keeps what there is of it', async () => {
    show(answering({ completion: '{"response": "A shared calendar that', model: 'a-model' }));
    await enhance();
    await toasted('Error', 'Could not find a valid JSON object in the AI response.');
    expect((await result()).value).toBe('A shared calendar that');
    expect(screen.getByText(/^This rewrite is not complete/)).toBeDefined();
  });
});
