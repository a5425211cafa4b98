// @vitest-environment page
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import type { InboxEntry, InboxThread } from '#shared/contracts/support-inbox.ts';
import { message } from '#shared/messages/catalogue.ts';
import { showSuite } from '#web/testing/show-suite.tsx';
import { type Answers, refusal } from '#web/testing/stub-server.ts';
import { exampleInboxThread, messageOf } from '#web/testing/support-threads.ts';

const list = 'GET /api/inbox';
const counts = { open: 2, mine: 1, waiting: 0, resolved: 7 };
const at = '/api/inbox/request-1';
const mine = { claimed: true, agent: { name: 'Grace', isMe: true } };
const answered = {
  ...exampleInboxThread.promise,
  state: 'kept',
  answeredAt: '2026-11-21T10:00:00.000Z',
} as const;
const adas = { claimed: true, agent: { name: 'Ada', isMe: false } };

const agent = { supportAgent: true as const };
const showList = (answer: Answers[string], { at = '/inbox', isAgent = true } = {}) =>
  showSuite(at, { [list]: answer }, isAgent ? agent : {});

type Parts = Partial<InboxThread>;

const show = (parts: Parts = {}, answers: Answers = {}) =>
  showSuite('/inbox/request-1', { [`GET ${at}`]: thread(parts), ...answers }, agent);

function entry(id: string, given: Partial<InboxEntry> = {}): InboxEntry {
  return { ...exampleInboxThread, id, requestTitle: `Request ${id}`, ...given };
}

const page = (entries: InboxEntry[], hasMore = false) => ({ entries, hasMore, counts });
const rows = async () => within(await screen.findByRole('list', { name: 'Support requests' }));
const titles = async () => (await rows()).getAllByRole('link').map(({ textContent }) => textContent);

describe('the inbox', () => {
  it('lists in the server’s order with due clock, plan, customer and who has claimed it', async () => {
    showList(
      page([
        entry('b', { agent: { name: 'Ada', isMe: false } }),
        entry('a', { customer: { name: '', email: 'someone@example.org', plan: 'developer' } }),
        entry('c', { agent: { name: 'Grace', isMe: true } }),
      ]),
    );
    expect(await titles()).toEqual(['Request b', 'Request a', 'Request c']);
    const [first, second, third] = (await rows()).getAllByRole('article');
    expect(first?.textContent).toContain('Claimed by Ada');
    expect(first?.textContent).toContain('Founder');
    expect(first?.textContent).toMatch(/Answer due /);
    expect(first?.textContent).toContain('Pro');
    expect(second?.textContent).toContain('someone@example.org');
    expect(second?.textContent).toContain('Developer');
    expect(second?.textContent).toContain('Not claimed');
    expect(third?.textContent).toContain('Claimed by you');
    expect(screen.getByRole('link', { name: 'Request b' }).getAttribute('href')).toBe(
      '/startup-spark-suite/inbox/b',
    );
  });

  it('has four queues with their counts, and asks for the one that is chosen', async () => {
    const { callsOf } = showList(({ query }) => page([entry(query.get('queue') ?? '')]));
    expect(await titles()).toEqual(['Request open']);
    const queues = within(screen.getByRole('navigation', { name: 'Queues' }));
    expect(queues.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
      'Open2',
      'Mine1',
      'Waiting for customer0',
      'Resolved7',
    ]);
    await userEvent.click(queues.getByRole('link', { name: /^Resolved/ }));
    await waitFor(async () => expect(await titles()).toEqual(['Request resolved']));
    expect(queues.getByRole('link', { current: 'page' }).textContent).toBe('Resolved7');
    expect(callsOf(list).map(({ query }) => query.get('queue'))).toEqual(['open', 'resolved']);
  });

  it('searches when asked to, says when nothing is found, and shows all again', async () => {
    const { callsOf } = showList(({ query }) => page(query.has('search') ? [] : [entry('a')]), {
      at: '/inbox?queue=mine',
    });
    await titles();
    const field = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search the inbox' });
    fireEvent.change(field, { target: { value: ' calendar ' } });
    expect(callsOf(list)).toHaveLength(1);
    await userEvent.click(screen.getByRole('button', { name: 'Search' }));
    expect(await screen.findByText('Nothing was found')).toBeDefined();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Search' }));
    expect(field.value).toBe('calendar');
    expect(`${callsOf(list).at(-1)?.query}`).toBe('queue=mine&search=calendar');
    await userEvent.click(screen.getByRole('button', { name: 'Show all' }));
    expect(document.activeElement).not.toBe(document.body);
    expect(await titles()).toEqual(['Request a']);
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('');
  });

  it('loads more, and lists a request on both pages once', async () => {
    const { callsOf } = showList(({ query }) =>
      query.get('offset') === '2' ? page([entry('b'), entry('c')]) : page([entry('a'), entry('b')], true),
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Load more' }));
    await waitFor(async () => expect(await titles()).toEqual(['Request a', 'Request b', 'Request c']));
    expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();
    expect(document.activeElement?.contains(screen.getByRole('list', { name: 'Support requests' }))).toBe(
      true,
    );
    expect(document.activeElement).not.toBe(document.body);
    expect(callsOf(list)).toHaveLength(2);
  });

  it('still lists the first page when more can’t be loaded', async () => {
    showList(({ query }) =>
      query.has('offset') ? refusal(500, 'internal', 'Broken') : page([entry('a')], true),
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Load more' }));
    expect((await screen.findByRole('alert')).textContent).toContain('More could not be loaded.');
    expect(await titles()).toEqual(['Request a']);
  });

  it.each([
    ['open', 'Nothing is open'],
    ['mine', 'You have claimed nothing'],
    ['waiting', 'No customer is asked just now'],
    ['resolved', 'Nothing is resolved yet'],
  ])('says what will stand in the queue %s while it is empty', async (queue, text) => {
    showList(page([]), { at: `/inbox?queue=${queue}` });
    expect(await screen.findByText(text)).toBeDefined();
  });

  it('can be tried again when it could not be loaded', async () => {
    const answers = [refusal(500, 'internal', 'Broken')];
    showList(() => answers.pop() ?? page([entry('a')]));
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await titles()).toEqual(['Request a']);
  });

  it('reads itself again', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const answers = [page([entry('a')])];
    showList(() => answers.shift() ?? page([entry('new'), entry('a')]));
    expect(await titles()).toEqual(['Request a']);
    await act(() => vi.advanceTimersByTimeAsync(30_500));
    await waitFor(async () => expect(await titles()).toEqual(['Request new', 'Request a']));
  });
});

describe('for anybody but agents', () => {
  it.each(['/inbox', '/inbox/request-1'])('%s is an address without a page, and nothing is asked', (at) => {
    const { calls } = showList(page([entry('a')]), { at, isAgent: false });
    expect(screen.getByRole('heading', { name: 'There is no page here' })).toBeDefined();
    expect(document.title).toContain('Page not found');
    expect(calls).toEqual([]);
  });
});

const thread = (parts: Parts) => ({ ...exampleInboxThread, ...parts });
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const mode = async (name: RegExp) => userEvent.click(await screen.findByRole('radio', { name }));
const field = (label: RegExp | string) => screen.getByLabelText<HTMLTextAreaElement>(label);
const type = (label: RegExp | string, value: string) => fireEvent.change(field(label), { target: { value } });

describe('a request of the inbox', () => {
  it('shows customer, plan, issues, notes and history', async () => {
    show({ messages: [messageOf('customer', 'It broke'), messageOf('note', 'A known bug')] });
    expect(
      await screen.findByRole('heading', { level: 1, name: exampleInboxThread.requestTitle }),
    ).toBeDefined();
    expect(screen.getByText('Pro Plan')).toBeDefined();
    expect(screen.getByText(/^Customer waits since/)).toBeDefined();
    expect(screen.getByText('The widget stays empty.')).toBeDefined();
    const [first, second] = within(screen.getByRole('log')).getAllByRole('article');
    expect(first?.textContent).toMatch(/^FounderCustomer.*It broke$/);
    expect(second?.textContent).toMatch(/^GraceInternal note.*A known bug$/);
    expect(screen.getByText('Founder sent the request')).toBeDefined();
  });

  it('claimed by another agent meanwhile says by whom', async () => {
    let stored: object = exampleInboxThread;
    show(
      {},
      {
        [`GET ${at}`]: () => stored,
        [`POST ${at}/claim`]: () => {
          stored = thread(adas);
          return refusal(409, 'request_taken', 'Ada is working on this request.');
        },
      },
    );
    await press('Claim');
    expect(await screen.findByText('Already claimed: Ada is working on this request.')).toBeDefined();
    expect(await screen.findByRole('button', { name: 'Take over...' })).toBeDefined();
    expect(screen.getByRole('region', { name: 'Work on it' }).textContent).toContain('Ada works on this.');
  });

  it('gets another status, which is seen at once and goes back when it is refused', async () => {
    let answer: (response: Response) => void = () => {};
    const { callsOf } = show(mine, {
      [`PUT ${at}/status`]: () => new Promise<Response>((resolve) => (answer = resolve)),
    });
    const choice = await screen.findByLabelText<HTMLSelectElement>('Status');
    await userEvent.selectOptions(choice, 'Active');
    expect(choice.value).toBe('ACTIVE');
    expect(callsOf(`PUT ${at}/status`).map(({ body }) => body)).toEqual([{ status: 'ACTIVE' }]);
    answer(refusal(409, 'request_not_claimed', message('request_not_claimed').text));
    await waitFor(() => expect(choice.value).toBe('UNDER_REVIEW'));
    expect(await screen.findByText(`Claim it first: ${message('request_not_claimed').text}`)).toBeDefined();
  });

  it.each([
    ['nobody has claimed', {}, /^Claim it to change its status or to resolve it/, true],
    ['somebody else has claimed', adas, /^Only Ada can change its status or resolve it/, true],
    ['nobody has answered', mine, /^Reply to the customer before you resolve it/, false],
  ])('that %s says what is missing to resolve it', async (_case, parts, reason, isStatusHeld) => {
    show(parts);
    const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Resolve' });
    const words = document.getElementById(button.getAttribute('aria-describedby') ?? '');
    expect([button.disabled, words?.textContent]).toEqual([true, expect.stringMatching(reason)]);
    expect(screen.getByLabelText<HTMLSelectElement>('Status').disabled).toBe(isStatusHeld);
  });

  it('that the server does not let be resolved says why', async () => {
    const { text } = message('request_unanswered');
    show(
      { ...mine, promise: answered },
      { [`POST ${at}/resolve`]: refusal(409, 'request_unanswered', text) },
    );
    await press('Resolve');
    expect(await screen.findByText(`Answer it first: ${text}`)).toBeDefined();
  });

  it('is taken over, resolved, reopened and released, with the focus where the pressed button was', async () => {
    const ready = { ...mine, promise: answered };
    const resolved = { ...ready, resolvedAt: '2026-11-21T12:00:00.000Z' };
    const { callsOf } = show(adas, {
      [`POST ${at}/claim`]: thread(ready),
      [`POST ${at}/resolve`]: thread(resolved),
      [`POST ${at}/reopen`]: thread(ready),
      [`POST ${at}/release`]: exampleInboxThread,
    });
    const seesFocusOn = (words: string) =>
      waitFor(() => expect(document.activeElement?.textContent).toBe(words));
    await press('Take over...');
    expect(screen.getByText(/only you can reply/)).toBeDefined();
    await press('Cancel');
    await seesFocusOn('Ada works on this.');
    expect(callsOf(`POST ${at}/claim`)).toEqual([]);
    await press('Take over...');
    await press('Take over');
    await seesFocusOn('You work on this.');
    await press('Resolve');
    await seesFocusOn('Resolved. You worked on this.');
    expect(screen.getByText(/reopen it before you write/)).toBeDefined();
    await press('Reopen');
    await seesFocusOn('You work on this.');
    await press('Release');
    await seesFocusOn('Nobody has claimed this.');
    expect(callsOf(`POST ${at}/claim`).map(({ body }) => body)).toEqual([{ takeOver: true }]);
    expect(callsOf(`POST ${at}/release`)).toHaveLength(1);
  });

  it('stays on the screen with the typed text when refetching fails', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const later = [Response.json(thread(mine))];
    show(
      {},
      {
        [`GET ${at}`]: () => later.shift() ?? refusal(404, 'not_found', 'There is nothing at this address.'),
      },
    );
    await screen.findByText('You work on this.');
    type('Reply to Founder', 'Half a reply');
    await act(() => vi.advanceTimersByTimeAsync(30_500));
    expect(await screen.findByText(/could not be read anew/)).toBeDefined();
    expect(field('Reply to Founder').value).toBe('Half a reply');
  });
});

describe('an agent’s message', () => {
  const post = `POST ${at}/messages`;

  it.each([
    [/^Reply/, 'Reply to Founder', 'Send reply to customer', 'reply'],
    [/^Ask the customer/, 'Question for Founder', 'Send question to customer', 'question'],
    [/^Internal note/, 'Internal note, only for agents', 'Save internal note', 'note'],
  ] as const)('as %s has a label, a button and a kind of its own', async (name, label, button, kind) => {
    const { callsOf } = show(mine, { [post]: thread({ ...mine, messages: [messageOf(kind, 'Sent')] }) });
    await mode(name);
    type(label, 'Words');
    await press(button);
    expect(await within(screen.getByRole('log')).findByText('Sent')).toBeDefined();
    expect(callsOf(post).map(({ body }) => body)).toEqual([{ id: expect.any(String), kind, text: 'Words' }]);
    expect(field(label).value).toBe('');
  });

  it('has a draft for each kind: a note is never in the field of a reply', async () => {
    show(mine);
    await mode(/^Internal note/);
    type(/^Internal note, only/, 'The customer is wrong');
    await mode(/^Reply/);
    expect(field('Reply to Founder').value).toBe('');
    type('Reply to Founder', 'You are right');
    expect(screen.getByRole('radio', { name: /^Internal note not sent yet/ })).toBeDefined();
    cleanup();
    show(mine);
    await screen.findByRole('radio', { name: /^Reply/, checked: true });
    expect(field('Reply to Founder').value).toBe('You are right');
    await mode(/^Internal note/);
    expect(field(/^Internal note, only/).value).toBe('The customer is wrong');
  });

  it('stays in the field when the server refuses it', async () => {
    const text = 'Ada is working on this request.';
    show(mine, { [post]: refusal(409, 'request_taken', text) });
    await mode(/^Reply/);
    type('Reply to Founder', 'Please update');
    await press('Send reply to customer');
    expect((await screen.findByText('Not sent.')).parentElement?.textContent).toContain(text);
    expect(field('Reply to Founder').value).toBe('Please update');
  });

  it('to the customer needs the claim, which is said before; a note does not', async () => {
    show();
    expect(await screen.findByText(/^Claim it before you write to the customer/)).toBeDefined();
    await mode(/^Internal note/);
    expect(screen.queryByText(/^Claim it before/)).toBeNull();
    expect(screen.getByText('The customer never sees it.')).toBeDefined();
  });

  it.each([
    ['running', 'It stops the clock.', 'The clock stands still until they answer.'],
    ['paused', 'It stops the clock.', 'The clock stands still already.'],
    ['kept', null, null],
    ['broken', null, null],
  ] as const)('tells what it does to a promise that is %s', async (state, ofReply, ofQuestion) => {
    show({ ...mine, promise: { ...exampleInboxThread.promise, state } });
    const mail = 'The customer gets it by e-mail too, unless they switched these mails off.';
    await mode(/^Reply/);
    expect(screen.getByText(mail, { exact: false }).textContent).toBe(
      [mail, ofReply].filter(Boolean).join(' '),
    );
    await mode(/^Ask the customer/);
    expect(screen.getByText(mail, { exact: false }).textContent).toBe(
      [mail, ofQuestion].filter(Boolean).join(' '),
    );
  });
});
