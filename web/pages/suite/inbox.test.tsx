// @vitest-environment page
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { InboxThread } from '#shared/contracts/support-requests/support-inbox.ts';
import type { Job } from '#shared/contracts/support-requests/support-requests.ts';
import { message } from '#shared/messages/catalogue.ts';
import { showOnApp } from '#web/testing/show.tsx';
import { type Answers, refusal } from '#web/testing/stub-server.ts';
import { type SupportApp, startSupportApp } from '#web/testing/support-app.ts';
import { Suite } from './Suite.tsx';

const list = 'GET /api/inbox';
let app: SupportApp;
beforeAll(async () => {
  app = await startSupportApp();
});
afterAll(() => app.close());

const showList = (at = '/inbox', answers: Answers = {}) =>
  showOnApp(app, <Suite />, app.grace, { at, answers });
const show = ({ id }: Job, answers: Answers = {}) => showList(`/inbox/${id}`, answers);

const rows = async () => within(await screen.findByRole('list', { name: 'Support requests' }));
const titles = async () => (await rows()).getAllByRole('link').map(({ textContent }) => textContent);
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const mode = async (name: RegExp) => userEvent.click(await screen.findByRole('radio', { name }));
const field = (label: RegExp | string) => screen.getByLabelText<HTMLTextAreaElement>(label);
const type = (label: RegExp | string, value: string) => fireEvent.change(field(label), { target: { value } });

/** A request that Grace has claimed. */
async function claimed(agent = app.grace): Promise<Job> {
  const job = await app.ask();
  await app.act(job.id, 'claim', agent);
  return job;
}

describe('the inbox', () => {
  it.each([
    ['open', 'Nothing is open'],
    ['mine', 'Nothing is yours'],
    ['waiting', 'Nobody has to answer you'],
    ['resolved', 'Nothing is resolved yet'],
  ])('says what will stand in the queue %s while it is empty', async (queue, text) => {
    await showList(`/inbox?queue=${queue}`);
    expect(await screen.findByText(text)).toBeDefined();
  });

  it('lists in the server’s order with due clock, plan, customer and who has claimed it', async () => {
    const free = await app.signUp();
    await app.ask({ requestTitle: 'Of the free plan', issueDescriptions: ['It breaks.'] }, free);
    const [ofLinus, ofGrace] = [await app.ask({ requestTitle: 'b' }), await app.ask({ requestTitle: 'c' })];
    await app.act(ofLinus.id, 'claim', app.linus);
    await app.act(ofGrace.id, 'claim');
    await showList();
    expect(await titles()).toEqual(['b', 'c', 'Of the free plan']);
    const texts = (await rows()).getAllByRole('article').map(({ textContent }) => textContent);
    expect(texts).toEqual([
      expect.stringMatching(/h \d+ min left.*Ada Founder: It logs me out.*Developer.*Linus$/),
      expect.stringMatching(/You$/),
      expect.stringMatching(/ h left.*Free Trial.*Unclaimed$/),
    ]);
    // A dot of its own would be left over at the end of a line on a phone.
    expect((await rows()).queryByText('·')).toBeNull();
    expect(screen.getByRole('link', { name: 'b' }).getAttribute('href')).toBe(
      `/startup-spark-suite/inbox/${ofLinus.id}`,
    );
  });

  it('has four queues with their counts, and asks for the one that is chosen', async () => {
    const job = await claimed();
    await app.write(job.id, 'reply', 'Fixed.');
    await app.act(job.id, 'resolve');
    const { callsOf } = await showList();
    expect(await titles()).toHaveLength(3);
    const queues = within(screen.getByRole('navigation', { name: 'Queues' }));
    expect(queues.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
      'Open3',
      'Mine1',
      'Waiting0',
      'Resolved1',
    ]);
    await userEvent.click(queues.getByRole('link', { name: /^Resolved/ }));
    await waitFor(async () => expect(await titles()).toEqual([job.requestTitle]));
    expect(queues.getByRole('link', { current: 'page' }).textContent).toBe('Resolved1');
    expect(callsOf(list).map(({ query }) => query.get('queue'))).toEqual(['open', 'resolved']);
  });

  it('searches when asked to, says when nothing is found, and shows all again', async () => {
    const { callsOf } = await showList('/inbox?queue=mine');
    expect(await titles()).toEqual(['c']);
    const search = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search the inbox' });
    fireEvent.change(search, { target: { value: ' nothing like it ' } });
    expect(callsOf(list)).toHaveLength(1);
    await press('Search');
    expect(await screen.findByText('Nothing was found')).toBeDefined();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Search' }));
    expect(search.value).toBe('nothing like it');
    expect(`${callsOf(list).at(-1)?.query}`).toBe('search=nothing+like+it');
    await press('Show all');
    expect(document.activeElement).not.toBe(document.body);
    expect(await titles()).toEqual(['c']);
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('');
  });

  it('searches in all queues, and says where each hit is', async () => {
    await showList('/inbox?queue=mine&search=founder');
    const all = await rows();
    const places = all
      .getAllByRole('article')
      .map((row) => [row.querySelector('a')?.textContent, row.lastElementChild?.textContent]);
    expect(places).toContainEqual([expect.any(String), expect.stringMatching(/^ResolvedAda Founder/)]);
    expect(places).toContainEqual(['b', expect.stringMatching(/^OpenAda Founder.*Linus$/)]);
    const queues = within(screen.getByRole('navigation', { name: 'Queues' }));
    expect(queues.queryByRole('link', { current: 'page' })).toBeNull();
    await userEvent.click(queues.getByRole('link', { name: 'Open' }));
    await waitFor(async () => expect(await titles()).not.toContain('Tests fail'));
    expect((await rows()).getAllByRole('article')[0]?.textContent).not.toContain('Open');
  });

  it('loads more, and lists a request on both pages once', async () => {
    const isSecond = (query: URLSearchParams) => query.get('after') === 'second';
    const { callsOf } = await showList('/inbox', {
      [list]: async ({ query, passOn }) => {
        if (isSecond(query)) return failing.pop() || rest();
        const page = await (await passOn()).json();
        return { ...page, entries: page.entries.slice(0, 2), next: 'second' };
      },
    });
    const failing = [refusal(500, 'internal', 'Broken')];
    // The second of the first page has moved to the second page.
    const rest = async () => {
      const page = await app.send<{ entries: object[] }>('GET', '/api/inbox', app.grace);
      return { ...page, entries: page.entries.slice(1) };
    };
    await press('Load more');
    expect((await screen.findByRole('alert')).textContent).toContain('More could not be loaded.');
    expect(await titles()).toEqual(['b', 'c']);
    await press('Try again');
    await waitFor(async () => expect(await titles()).toEqual(['b', 'c', 'Of the free plan']));
    expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();
    expect(callsOf(list)).toHaveLength(3);
    const listed = screen.getByRole('list', { name: 'Support requests' });
    await waitFor(() => expect(document.activeElement?.contains(listed)).toBe(true));
    expect(document.activeElement).not.toBe(document.body);
  });

  it('can be tried again when it could not be loaded', async () => {
    const answers = [refusal(500, 'internal', 'Broken')];
    await showList('/inbox', { [list]: () => answers.pop() });
    await press('Try again');
    expect(await titles()).toHaveLength(3);
  });

  it('reads itself again', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout'], shouldAdvanceTime: true });
    await showList();
    expect(await titles()).toHaveLength(3);
    await app.ask({ requestTitle: 'New' });
    await act(() => vi.advanceTimersByTimeAsync(30_500));
    await waitFor(async () => expect(await titles()).toContain('New'));
  });

  it.each(['/inbox', '/inbox/request-1'])('%s is an address without a page for others', async (at) => {
    const { calls } = await showOnApp(app, <Suite />, app.founder, { at });
    expect(screen.getByRole('heading', { name: 'There is no page here' })).toBeDefined();
    expect(document.title).toContain('Page not found');
    expect(calls).toEqual([]);
  });
});

describe('a request of the inbox', () => {
  it('shows customer, plan, issues, notes and history', async () => {
    const job = await claimed();
    await app.write(job.id, 'reply', 'On it.');
    await app.answer(job.id, 'It broke');
    await app.write(job.id, 'note', 'A known bug');
    await show(job);
    expect(await screen.findByRole('heading', { level: 1, name: job.requestTitle })).toBeDefined();
    expect(screen.getByText('Developer Plan')).toBeDefined();
    expect(screen.getByText(/^Waiting since/)).toBeDefined();
    expect(screen.getByText('The widget stays empty.')).toBeDefined();
    const messages = within(screen.getByRole('log')).getAllByRole('article');
    expect(messages.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^GraceReply.*On it\.$/),
      expect.stringMatching(/^Ada FounderCustomer.*It broke$/),
      expect.stringMatching(/^GraceInternal note.*A known bug$/),
    ]);
    expect(screen.getByText('Ada Founder sent the request')).toBeDefined();
  });

  it('claimed by another agent meanwhile says by whom', async () => {
    const job = await app.ask();
    await show(job);
    await screen.findByRole('button', { name: 'Claim' });
    await app.act(job.id, 'claim', app.linus);
    await press('Claim');
    expect(await screen.findByText('Linus is working on this request.')).toBeDefined();
    expect(await screen.findByRole('button', { name: 'Take over...' })).toBeDefined();
    expect(screen.getByRole('region', { name: 'Work on it' }).textContent).toContain('Linus works on this.');
  });

  it('gets another status, which is seen at once and goes back when it is refused', async () => {
    const job = await claimed();
    const { callsOf } = await show(job);
    const choice = await screen.findByLabelText<HTMLSelectElement>('Status');
    const before = choice.value;
    await app.act(job.id, 'release');
    await userEvent.selectOptions(choice, 'Active');
    expect(callsOf(`PUT /api/inbox/${job.id}/status`).map(({ body }) => body)).toEqual([
      { status: 'ACTIVE' },
    ]);
    await waitFor(() => expect(choice.value).toBe(before));
    expect(await screen.findByText(message('request_not_claimed').text)).toBeDefined();
  });

  it.each([
    ['nobody has claimed', () => app.ask(), /^Claim it first/, true],
    ['another has claimed', () => claimed(app.linus), /^Only Linus can change this/, true],
    ['nobody has answered', () => claimed(), /^Reply before you resolve it/, false],
  ])('that %s says what is missing to resolve it', async (_case, ask, reason, isStatusBlocked) => {
    await show(await ask());
    const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Resolve' });
    const words = document.getElementById(button.getAttribute('aria-describedby') ?? '');
    expect([button.disabled, words?.textContent]).toEqual([true, expect.stringMatching(reason)]);
    expect(screen.getByLabelText<HTMLSelectElement>('Status').disabled).toBe(isStatusBlocked);
  });

  it('is taken over, resolved, reopened and released, with the focus where the pressed button was', async () => {
    const job = await claimed(app.linus);
    await app.write(job.id, 'reply', 'Fixed.', app.linus);
    const refused = [refusal(409, 'request_unanswered', message('request_unanswered').text)];
    const { callsOf } = await show(job, { [`POST /api/inbox/${job.id}/resolve`]: () => refused.pop() });
    const seesFocusOn = (words: string) =>
      waitFor(() => expect(document.activeElement?.textContent).toBe(words));
    const claim = `POST /api/inbox/${job.id}/claim`;
    await press('Take over...');
    expect(screen.getByText(/only you can reply/)).toBeDefined();
    await press('Cancel');
    await seesFocusOn('Linus works on this.');
    expect(callsOf(claim)).toEqual([]);
    await press('Take over...');
    await press('Take over');
    await seesFocusOn('You work on this.');
    await press('Resolve');
    expect(await screen.findByText(message('request_unanswered').text)).toBeDefined();
    await press('Resolve');
    await seesFocusOn('Resolved. You worked on this.');
    expect(screen.getByText(/^Reopen it before you write/)).toBeDefined();
    await press('Reopen');
    await seesFocusOn('You work on this.');
    await press('Release');
    await seesFocusOn('Unclaimed.');
    expect(callsOf(claim).map(({ body }) => body)).toEqual([{ takeOver: true }]);
  });

  it('stays on the screen with the typed text when refetching fails', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout'], shouldAdvanceTime: true });
    const job = await claimed();
    let isAway = false;
    const away = refusal(404, 'not_found', 'There is nothing at this address.');
    await show(job, { [`GET /api/inbox/${job.id}`]: () => (isAway ? away : undefined) });
    await screen.findByText('You work on this.');
    type('Reply to Ada Founder', 'Half a reply');
    isAway = true;
    await act(() => vi.advanceTimersByTimeAsync(30_500));
    expect(await screen.findByText(/could not be read anew/)).toBeDefined();
    expect(field('Reply to Ada Founder').value).toBe('Half a reply');
  });
});

describe('an agent’s message', () => {
  it.each([
    [/^Reply/, 'Reply to Ada Founder', 'Send reply', 'reply'],
    [/^Ask the customer/, 'Question for Ada Founder', 'Send question', 'question'],
    [/^Internal note/, 'Note for agents', 'Save note', 'note'],
  ] as const)('as %s has a label, a button and a kind of its own', async (name, label, button, kind) => {
    const job = await claimed();
    const { callsOf } = await show(job);
    await mode(name);
    type(label, 'Words');
    await press(button);
    expect(await within(screen.getByRole('log')).findByText('Words')).toBeDefined();
    expect(callsOf(`POST /api/inbox/${job.id}/messages`)[0]?.body).toMatchObject({ kind, text: 'Words' });
    if (kind !== 'question') expect(field(label).value).toBe('');
  });

  it('goes back to a reply once a question is sent, and a second press sends nothing', async () => {
    const job = await claimed();
    await show(job);
    await mode(/^Ask the customer/);
    type('Question for Ada Founder', 'Which version?');
    await press('Send question');
    await screen.findByRole('radio', { name: /^Reply/, checked: true });
    expect(field('Reply to Ada Founder').value).toBe('');
    expect(document.activeElement).toBe(field('Reply to Ada Founder'));
    await mode(/^Ask the customer/);
    expect(field('Question for Ada Founder').value).toBe('');
  });

  it('has a draft for each kind: a note is never in the field of a reply', async () => {
    const job = await claimed();
    await show(job);
    await mode(/^Internal note/);
    type('Note for agents', 'The customer is wrong');
    await mode(/^Reply/);
    expect(field('Reply to Ada Founder').value).toBe('');
    type('Reply to Ada Founder', 'You are right');
    expect(screen.getByRole('radio', { name: /^Internal note not sent yet/ })).toBeDefined();
    cleanup();
    await show(job);
    await screen.findByRole('radio', { name: /^Reply/, checked: true });
    expect(field('Reply to Ada Founder').value).toBe('You are right');
    await mode(/^Internal note/);
    expect(field('Note for agents').value).toBe('The customer is wrong');
  });

  it('stays in the field when the server refuses it', async () => {
    const job = await claimed();
    await show(job);
    await mode(/^Reply/);
    type('Reply to Ada Founder', 'Please update');
    await app.act(job.id, 'claim', app.linus, { takeOver: true });
    await press('Send reply');
    const note = (await screen.findByText('Not sent.')).parentElement;
    expect(note?.textContent).toContain(message('request_not_claimed').text);
    expect(field('Reply to Ada Founder').value).toBe('Please update');
    await press('Take over...');
    await press('Take over');
    await screen.findByText('You work on this.');
    expect(screen.queryByText('Not sent.')).toBeNull();
  });

  it('is the main action once it can be sent: claimed, and with a text or a file', async () => {
    const job = await app.ask();
    await show(job);
    const isMain = () => screen.getByRole('button', { name: 'Send reply' }).className.includes('bg-primary');
    await screen.findByRole('button', { name: 'Claim' });
    type('Reply to Ada Founder', 'Words');
    expect(isMain()).toBe(false);
    await press('Claim');
    await screen.findByText('You work on this.');
    expect(isMain()).toBe(true);
    type('Reply to Ada Founder', ' ');
    expect(isMain()).toBe(false);
    expect(screen.getByRole('button', { name: 'Attach files' })).toBeDefined();
    await mode(/^Internal note/);
    expect(screen.queryByRole('button', { name: 'Attach files' })).toBeNull();
  });

  it('to the customer needs the claim, which is said before; a note does not', async () => {
    await show(await app.ask());
    expect(await screen.findByText(/^Claim it before you write to the customer/)).toBeDefined();
    await mode(/^Internal note/);
    expect(screen.queryByText(/^Claim it before/)).toBeNull();
    expect(screen.getByText('The customer never sees it.')).toBeDefined();
  });

  it.each([
    ['running', null, 'Stops the clock.', 'Pauses the clock.'],
    ['paused', 'question', 'Stops the clock.', null],
    ['met', 'reply', null, null],
  ] as const)('tells what it does to an SLA that is %s', async (_state, kind, ofReply, ofQuestion) => {
    const job = await claimed();
    if (kind) await app.write(job.id, kind, 'Which version?');
    await show(job);
    const mail = 'Goes by e-mail too.';
    for (const [name, effect] of [
      [/^Reply/, ofReply],
      [/^Ask the customer/, ofQuestion],
    ] as const) {
      await mode(name);
      expect(screen.getByText(mail, { exact: false }).textContent).toBe(
        [mail, effect].filter(Boolean).join(' '),
      );
    }
  });
});

describe('an agent with a keyboard', () => {
  it('moves through the list, and finds the keys behind "?"', async () => {
    await showList();
    const links = (await rows()).getAllByRole('link');
    await userEvent.keyboard('jj');
    expect(document.activeElement).toBe(links[1]);
    await userEvent.keyboard('k');
    expect(document.activeElement).toBe(links[0]);
    await userEvent.keyboard('?');
    const keys = within(await screen.findByRole('dialog', { name: 'Keyboard keys' }));
    expect(keys.getByText('Next request')).toBeDefined();
    await userEvent.click(keys.getByRole('switch', { name: 'Use these keys' }));
    await userEvent.click(keys.getByRole('button', { name: 'Close dialog' }));
    links[0]?.focus();
    await userEvent.keyboard('j');
    expect(document.activeElement).toBe(links[0]);
    localStorage.removeItem('inbox-keys');
  });

  it('replies and resolves, and types letters into fields', async () => {
    const job = await claimed();
    await app.write(job.id, 'reply', 'Fixed.');
    await show(job);
    await screen.findByText('You work on this.');
    await mode(/^Internal note/);
    (document.activeElement as HTMLElement).blur();
    await userEvent.keyboard('r');
    expect(document.activeElement).toBe(field('Reply to Ada Founder'));
    await userEvent.keyboard('re');
    expect(field('Reply to Ada Founder').value).toBe('re');
    field('Reply to Ada Founder').blur();
    await userEvent.keyboard('e');
    expect(await screen.findByText('Resolved. You worked on this.')).toBeDefined();
  });
});

describe('the work on a request', () => {
  it('is given to another agent', async () => {
    const job = await claimed();
    await show(job);
    await userEvent.selectOptions(await screen.findByLabelText('Assign to'), 'Linus');
    expect(await screen.findByText('Grace gave it to Linus')).toBeDefined();
    expect(screen.getByRole('region', { name: 'Work on it' }).textContent).toContain('Linus works on this.');
    expect(screen.queryByLabelText('Assign to')).toBeNull();
  });

  it('ends with a reply that resolves it', async () => {
    const job = await claimed();
    await show(job);
    await screen.findByText('You work on this.');
    type('Reply to Ada Founder', 'Restart it.');
    await press('Send and resolve');
    expect(await screen.findByText('Resolved. You worked on this.')).toBeDefined();
    expect(within(screen.getByRole('log')).getByText('Restart it.')).toBeDefined();
    expect(field('Reply to Ada Founder').value).toBe('');
  });

  it('goes on with saved answers: saved from the editor, renamed, inserted and deleted', async () => {
    const job = await claimed();
    await show(job);
    await screen.findByText('You work on this.');
    type('Reply to Ada Founder', 'Clear the cache, then restart.');
    await press('Saved answers');
    fireEvent.change(await screen.findByLabelText('Save your text as'), { target: { value: 'Restart' } });
    await press('Save answer');
    await press('Rename Restart');
    fireEvent.change(screen.getByLabelText('New name'), { target: { value: 'Cache' } });
    await press('Save name');
    await press('Insert Cache');
    await waitFor(() =>
      expect(field('Reply to Ada Founder').value).toBe(
        'Clear the cache, then restart.\n\nClear the cache, then restart.',
      ),
    );
    await press('Saved answers');
    await press('Delete Cache');
    await press('Delete for everyone');
    expect(await screen.findByText(/^Nothing saved yet/)).toBeDefined();
  });
});

it('shows the idea of a request with its plan, folded', async () => {
  const job = await app.ask();
  const thread = await app.send<InboxThread>('GET', `/api/inbox/${job.id}`, app.grace);
  const plan = { pitch: 'Walks on time.', problem: '', audience: 'Dog owners', questions: ['How often?'] };
  const idea = { name: null, idea: 'Dog walks', plan, verdict: null };
  await show(job, { [`GET /api/inbox/${job.id}`]: { ...thread, idea } });
  const fold = (await screen.findByText('Plan')).closest('details');
  expect([fold?.open, fold?.textContent]).toEqual([false, 'PlanWalks on time.Dog ownersHow often?']);
});

it('says that mails to the contact do not arrive, until one comes from there', async () => {
  const job = await claimed();
  await app.answer(job.id, 'By mail.');
  const thread = await app.send<InboxThread>('GET', `/api/inbox/${job.id}`, app.grace);
  const about = { id: 99, actor: 'system', actorName: '', action: 'mail_undelivered', to: job.email };
  const history = [...thread.history, { ...about, created_at: thread.messages.at(-1)?.created_at }];
  const read = `GET /api/inbox/${job.id}`;
  const note = `Mails to ${job.email} do not arrive.`;
  await show(job, { [read]: { ...thread, history } });
  expect(await screen.findByText(note)).toBeDefined();
  cleanup();
  const later = new Date(Date.now() + 60_000).toISOString();
  const messages = thread.messages.map((one) => ({ ...one, hasMail: true, created_at: later }));
  await show(job, { [read]: { ...thread, messages, history } });
  expect(await screen.findByRole('button', { name: 'Show the whole mail' })).toBeDefined();
  expect(screen.queryByText(note)).toBeNull();
});
