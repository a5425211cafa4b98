// @vitest-environment page
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import type { JobThread } from '#shared/contracts/support-requests.ts';
import { message } from '#shared/messages/catalogue.ts';
import { sendUnsent } from '#web/drafts/unsent.ts';
import { founder } from '#web/testing/accounts.data.ts';
import { showSuite } from '#web/testing/show-suite.tsx';
import { type Answers, refusal } from '#web/testing/stub-server.ts';
import { exampleThread, messageOf } from '#web/testing/support-threads.ts';

const read = 'GET /api/jobs/request-1';
const post = 'POST /api/jobs/request-1/messages';

const show = (parts: Partial<JobThread> = {}, answers: Answers = {}, id = founder.id) =>
  showSuite('/requests/request-1', { [read]: { ...exampleThread, ...parts }, ...answers }, { id });

const field = () => screen.findByLabelText<HTMLTextAreaElement>(/^Your (answer|message)/);
const type = async (value: string) => fireEvent.change(await field(), { target: { value } });
const send = () => userEvent.click(screen.getByRole('button', { name: /^Send/ }));
const log = () => screen.findByRole('log', { name: 'Conversation' });

/** The server's half of the thread: a repeated id is one message. */
function storing(parts: Partial<JobThread> = {}) {
  let stored: JobThread = { ...exampleThread, ...parts };
  return {
    [read]: () => stored,
    [post]: ({ body }: { body: unknown }) => {
      const { id, text } = body as { id: string; text: string };
      const isKnown = stored.messages.some((known) => known.id === id);
      const messages = isKnown ? stored.messages : [...stored.messages, messageOf('customer', text, id)];
      stored = { ...stored, waitingForCustomer: false, resolvedAt: null, messages };
      return stored;
    },
  };
}

describe('the page of a support request', () => {
  it('shows everything that is in it, its SLA, and that no one has begun yet', async () => {
    show();
    expect(await screen.findByRole('heading', { level: 1, name: exampleThread.requestTitle })).toBeDefined();
    expect(screen.getByText('It logs me out on mobile data.')).toBeDefined();
    expect(screen.getByText('The widget stays empty.')).toBeDefined();
    expect(screen.getByRole('link', { name: exampleThread.appUrl }).getAttribute('href')).toBe(
      exampleThread.appUrl,
    );
    expect(screen.getByText(exampleThread.email)).toBeDefined();
    expect(screen.getByText('Under review')).toBeDefined();
    expect(screen.getByText(/^Answer due /)).toBeDefined();
    expect(screen.getByText('Nobody has begun to work on it yet')).toBeDefined();
    expect((await log()).textContent).toContain('Nobody has written yet.');
    expect((await field()).labels?.[0]?.textContent).toMatch(/^Your message/);
    expect(screen.getByRole('button', { name: 'Send message' })).toBeDefined();
    expect(screen.queryByText(/is open again/)).toBeNull();
    expect(document.title).toContain('Support request');
  });

  it.each([
    ['ACTIVE', 'customer', ['status_changed'], 'You set this to Active; nobody has claimed it yet'],
    ['PENDING', 'agent', ['claimed', 'released'], 'Nobody works on it at the moment'],
    ['PENDING', 'customer', ['reopened'], /is open again\. No new time for a first answer runs/],
  ] as const)('that is %s after the %s’s %j says where it stands', async (status, actor, actions, text) => {
    const since = actions.map((action, place) => ({
      id: place + 2,
      actor,
      actorName: 'Grace',
      action,
      created_at: exampleThread.updatedAt,
    }));
    show({ status, history: [...exampleThread.history, ...since] });
    expect(await screen.findByText(text)).toBeDefined();
  });

  it('leads nowhere by an address that is no web address', async () => {
    show({ appUrl: 'javascript:alert(1)' });
    expect(await screen.findByText('javascript:alert(1)')).toBeDefined();
    expect(screen.queryByRole('link', { name: /javascript/ })).toBeNull();
  });

  it('shows agent, messages and history', async () => {
    const entries = [
      { actor: 'agent', actorName: 'Ada', action: 'claimed' },
      { actor: 'agent', actorName: 'Grace', action: 'taken_over' },
      { actor: 'agent', actorName: 'Grace', action: 'status_changed', from: 'PENDING', to: 'UNDER_REVIEW' },
      { actor: 'system', actorName: '', action: 'promise_broken' },
      { actor: 'system', actorName: '', action: 'request_given_back' },
    ] as const;
    const since = entries.map((entry, place) => ({
      ...entry,
      id: place + 2,
      created_at: '2026-11-21T09:00:00.000Z',
    }));
    show({
      claimed: true,
      messages: [messageOf('reply', 'Which version is it?'), messageOf('customer', 'Version 3')],
      history: [...exampleThread.history, ...since],
    });
    const works = (await screen.findAllByText(/works on it/)).map(({ textContent }) => textContent);
    expect(works).toContain('Grace works on it');
    const [first, second] = within(await log()).getAllByRole('article');
    expect(first?.textContent).toMatch(/^GraceSupport.*Which version is it\?$/);
    expect(second?.textContent).toMatch(/^You.*Version 3$/);
    await userEvent.click(screen.getByText('History', { exact: false, selector: 'summary' }));
    for (const words of [
      'You sent the request',
      'Ada began to work on it',
      'Grace took it over',
      'Grace changed the status from Pending to Under review',
      'The first answer did not come in the promised time',
      'You got one request back for it',
    ])
      expect(screen.getByText(words)).toBeDefined();
  });

  it('marks plainly that it waits for its owner', async () => {
    show({
      waitingForCustomer: true,
      messages: [messageOf('question', 'Which iOS is it?')],
      promise: { ...exampleThread.promise, state: 'paused', dueAt: null, remainingMs: 72_000_000 },
    });
    expect(await screen.findByText(/Please answer the question/)).toBeDefined();
    expect(screen.getAllByText('Waiting for you').length).toBeGreaterThan(0);
    expect(screen.getByText(/^Paused while we wait for you: 20 hours/)).toBeDefined();
    expect(screen.getByLabelText('Your answer to the question')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Send answer' })).toBeDefined();
    expect(screen.getByText('Question for you')).toBeDefined();
  });

  it('has the web addresses of a message as links, and nothing else', async () => {
    show({ messages: [messageOf('reply', 'See https://docs.example/sync (or javascript:alert(1)).')] });
    const links = within(await log()).getAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['https://docs.example/sync']);
    expect((await log()).textContent).toContain('See https://docs.example/sync (or javascript:alert(1)).');
  });

  it('can be changed, and leads to what it is about', async () => {
    show({ surveySlug: 'survey-two-homes', trailId: 'trail-1' });
    await userEvent.click(await screen.findByRole('button', { name: 'Edit' }));
    expect(
      await screen.findByRole('dialog', { name: 'Edit Support Request' }, { timeout: 8_000 }),
    ).toBeDefined();
    const addresses = screen
      .getAllByRole('link', { name: /^(View Results|Idea trail)$/, hidden: true })
      .map((link) => link.getAttribute('href'));
    expect(addresses).toEqual(['/survey/survey-two-homes/results', '/startup-spark-suite/ideas/trail-1']);
  });

  it('says that there is none, and leads to those that there are', async () => {
    show({}, { [read]: refusal(404, 'job_not_found', message('job_not_found').text) });
    expect(await screen.findByText(message('job_not_found').text)).toBeDefined();
    expect(screen.getByRole('link', { name: 'See your requests' })).toBeDefined();
  });

  it('can be tried again when it could not be loaded', async () => {
    const answers = [refusal(500, 'internal', 'Something broke.')];
    show({}, { [read]: () => answers.pop() ?? { ...exampleThread } });
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: exampleThread.requestTitle })).toBeDefined();
  });

  it('refetches, and still shows the thread when that fails', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const messages = [messageOf('reply', 'We have found it.')];
    const later = [
      Response.json(exampleThread),
      Response.json({ ...exampleThread, messages }),
      refusal(503, 'internal', 'Down.'),
    ];
    show({}, { [read]: () => later.shift() ?? refusal(503, 'internal', 'Down.') });
    await type('Half an answer');
    await act(() => vi.advanceTimersByTimeAsync(30_500));
    expect(await screen.findByText('We have found it.')).toBeDefined();
    await act(() => vi.advanceTimersByTimeAsync(30_500));
    expect(await screen.findByText(/could not be read anew/)).toBeDefined();
    expect(screen.getByText('We have found it.')).toBeDefined();
    expect((await field()).value).toBe('Half an answer');
  });
});

describe('an answer', () => {
  it('is in the conversation once it is sent, and the field is empty', async () => {
    const waiting = { waitingForCustomer: true, messages: [messageOf('question', 'Which iOS?')] };
    const { callsOf } = show({}, storing(waiting));
    await type('iOS 19.1');
    await send();
    expect(await within(await log()).findByText('iOS 19.1')).toBeDefined();
    expect((await field()).value).toBe('');
    expect(screen.queryByText('Waiting for you')).toBeNull();
    expect(callsOf(post).map(({ body }) => body)).toEqual([{ id: expect.any(String), text: 'iOS 19.1' }]);
    expect(localStorage.length).toBe(0);
    expect(await screen.findByText(message('answer_sent').text)).toBeDefined();
  });

  it('is sent without the secrets in it', async () => {
    const { callsOf } = show({}, storing());
    await type('It fails with sk_live_4eC39HqLyjWDarjtT1zdp7dc');
    await send();
    expect(await within(await log()).findByText(/^It fails with \[masked: /)).toBeDefined();
    expect(JSON.stringify(callsOf(post))).not.toContain('sk_live_');
  });

  it('must not be blank', async () => {
    const { callsOf } = show();
    await type(' \n ');
    await send();
    expect(screen.getByRole('alert').textContent).toContain('Please write something first.');
    expect(document.activeElement).toBe(await field());
    expect(callsOf(post)).toEqual([]);
  });

  it('is never cut off: too much is refused in the field', async () => {
    const { callsOf } = show();
    await type('x'.repeat(10_003));
    await send();
    expect(screen.getByRole('alert').textContent).toContain('3 characters too many.');
    expect((await field()).value).toHaveLength(10_003);
    expect(callsOf(post)).toEqual([]);
  });

  it.each([
    [
      'the server refuses it',
      refusal(409, 'request_closed', 'It was resolved more than 14 days ago.'),
      'It was resolved more than 14 days ago.',
    ],
    ['the server fails without a word', new Response('', { status: 502 }), message('answer_failed').text],
    ['there is no connection', () => Promise.reject(new TypeError('offline')), message('offline').text],
  ])('stays in the field when %s', async (_, answer, reason) => {
    show({}, { [post]: answer as Answers[string] });
    await type('Still here');
    await send();
    expect((await screen.findByText('Not sent.')).parentElement?.textContent).toContain(reason);
    expect((await field()).value).toBe('Still here');
  });

  it('has the same id when it is sent again; a changed text is another message', async () => {
    const { [read]: readStored, [post]: accept } = storing();
    const failing = [new Response('', { status: 502 }), new Response('', { status: 502 })];
    const { callsOf } = show({}, { [read]: readStored, [post]: (call) => failing.shift() ?? accept(call) });
    await type('Try this');
    await send();
    await screen.findByText('Not sent.');
    cleanup();
    const second = show({}, { [read]: readStored, [post]: (call) => failing.shift() ?? accept(call) });
    expect((await field()).value).toBe('Try this');
    await send();
    await screen.findByText('Not sent.');
    await type('Try that');
    await send();
    await waitFor(async () => expect((await field()).value).toBe(''));
    const ids = [...callsOf(post), ...second.callsOf(post)].map(({ body }) => (body as { id: string }).id);
    expect(ids).toHaveLength(3);
    expect(ids[1]).toBe(ids[0]);
    expect(ids[2]).not.toBe(ids[0]);
  });

  it('whose response was lost is found in the conversation', async () => {
    const { [read]: readStored, [post]: accept } = storing();
    const loseReply: Answers[string] = (call) => {
      accept(call);
      return Promise.reject(new TypeError('gone'));
    };
    show({}, { [read]: readStored, [post]: loseReply });
    await type('Once is enough');
    await send();
    expect(await within(await log()).findByText('Once is enough')).toBeDefined();
    await waitFor(async () => expect((await field()).value).toBe(''));
  });

  it('is a draft of its writer and this request alone', async () => {
    show();
    await type('Half a thought');
    cleanup();
    show({}, {}, 'u2');
    expect((await field()).value).toBe('');
    cleanup();
    show();
    expect((await field()).value).toBe('Half a thought');
    // Signing out asks before it is deleted.
    expect(await sendUnsent(founder.id)).toEqual([{ content: 'Half a thought' }]);
  });

  it('opens a resolved request again, as it says before', async () => {
    const resolvedAt = new Date(Date.now() - 86_400_000).toISOString();
    show({}, storing({ resolvedAt }));
    expect(
      await screen.findByText(/your message opens it again, until .*No new time for a first answer runs/),
    ).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull();
    expect(screen.queryByText(/^Answer due/)).toBeNull();
    await type('It is back');
    await userEvent.click(screen.getByRole('button', { name: 'Send and open it again' }));
    expect(await screen.findByRole('button', { name: 'Edit' })).toBeDefined();
    expect(screen.queryByText(/opens it again/)).toBeNull();
  });

  it('can’t open one that was resolved long ago; a new request can be started', async () => {
    show({ resolvedAt: new Date(Date.now() - 15 * 86_400_000).toISOString() });
    const link = await screen.findByRole('link', { name: 'Start a new request' });
    expect(link.getAttribute('href')).toBe('/startup-spark-suite/dashboard?modal=jobForm');
    expect(screen.queryByLabelText(/^Your (answer|message)/)).toBeNull();
  });
});
