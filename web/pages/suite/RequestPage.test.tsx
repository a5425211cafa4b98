// @vitest-environment page
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { slaBreachesQueue } from '#server/features/support-requests/sla/sla-breaches.ts';
import type { Job } from '#shared/contracts/support-requests/support-requests.ts';
import type { JobThread } from '#shared/contracts/support-requests/support-threads.ts';
import { message } from '#shared/messages/catalogue.ts';
import { sendUnsent } from '#web/drafts/unsent.ts';
import { showOnApp } from '#web/testing/show.tsx';
import { type Answers, lateResponse, loseResponse, refusal } from '#web/testing/stub-server.ts';
import { stubUpload } from '#web/testing/stub-upload.ts';
import { type SupportApp, startSupportApp } from '#web/testing/support-app.ts';
import { Suite } from './Suite.tsx';

const day = 86_400_000;
let app: SupportApp;
beforeAll(async () => {
  app = await startSupportApp();
});
afterAll(() => app.close());

const read = ({ id }: Job) => `GET /api/jobs/${id}`;
const post = ({ id }: Job) => `POST /api/jobs/${id}/messages`;
const show = ({ id }: { id: string }, answers: Answers = {}, user = app.founder) =>
  showOnApp(app, <Suite />, user, { at: `/requests/${id}`, answers });

const field = () => screen.findByLabelText<HTMLTextAreaElement>(/^Your (answer|message)/);
const type = async (value: string) => fireEvent.change(await field(), { target: { value } });
const send = () => userEvent.click(screen.getByRole('button', { name: /^Send/ }));
const log = () => screen.findByRole('log', { name: 'Conversation' });

async function asked(question = 'Which iOS is it?'): Promise<Job> {
  const job = await app.ask();
  await app.act(job.id, 'claim');
  await app.write(job.id, 'question', question);
  return job;
}

/** A request that was answered and resolved this long ago. */
async function resolved(days: number): Promise<Job> {
  app.clock.ahead = -days * day;
  const job = await app.ask();
  await app.act(job.id, 'claim');
  await app.write(job.id, 'reply', 'Fixed.');
  await app.act(job.id, 'resolve');
  app.clock.ahead = 0;
  return job;
}

describe('the page of a support request', () => {
  it('shows everything that is in it, its SLA, and that no one has begun yet', async () => {
    const job = await app.ask();
    await show(job);
    expect(await screen.findByRole('heading', { level: 1, name: job.requestTitle })).toBeDefined();
    for (const text of [...job.issueDescriptions, job.email, 'Pending', /^Answer due /])
      expect(screen.getByText(text)).toBeDefined();
    expect(screen.getByRole('link', { name: job.appUrl }).getAttribute('href')).toBe(job.appUrl);
    expect(screen.getByText('Nobody has begun to work on it yet')).toBeDefined();
    expect((await log()).textContent).toContain('Nobody has written yet.');
    expect((await field()).labels?.[0]?.textContent).toMatch(/^Your message/);
    expect(screen.getByRole('button', { name: 'Send message' })).toBeDefined();
    expect(screen.queryByText(/is open again/)).toBeNull();
    expect(document.title).toContain('Support request');
  });

  it('shows the whole mail of a message, and what became of other mails', async () => {
    const job = await app.ask();
    await app.answer(job.id, 'It is white.');
    await app.answer(job.id, 'By mail.');
    const thread = await app.send<JobThread>('GET', `/api/jobs/${job.id}`, app.founder);
    const messages = thread.messages.map((one) => ({
      ...one,
      ...(one.text === 'By mail.' && { hasMail: true }),
    }));
    const id = messages.find(({ hasMail }) => hasMail)?.id;
    const about = { id: 99, actor: 'system', actorName: '', created_at: job.created_at };
    const history = [
      ...thread.history,
      { ...about, action: 'mail_not_added', from: 'ada@else.example', to: 'It came from another address.' },
    ];
    const text = 'From: Ada\n\nBy mail.\n\n> Which page?';
    const answers = [{ text }, refusal(503, 'attachment_store_down', 'The store is away.')];
    await show(job, {
      [read(job)]: { ...thread, messages, history },
      [`${post(job)}/${id}/mail`.replace('POST', 'GET')]: () => answers.pop(),
    });
    const open = await screen.findByRole('button', { name: 'Show the whole mail' });
    await userEvent.click(open);
    expect(await screen.findByText('The store is away.')).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(async () => expect((await log()).querySelector('pre')?.textContent).toBe(text));
    await userEvent.click(screen.getByRole('button', { name: 'Hide the whole mail' }));
    expect((await log()).querySelector('pre')).toBeNull();
    expect(
      screen.getByText('A mail from ada@else.example was not added. It came from another address.'),
    ).toBeDefined();
  });

  it('says that mails to its contact do not arrive, until the customer writes', async () => {
    const job = await app.ask();
    const thread = await app.send<JobThread>('GET', `/api/jobs/${job.id}`, app.founder);
    const about = { id: 99, actor: 'system', actorName: '', action: 'mail_undelivered' };
    const created_at = new Date(Date.now() - 1_000).toISOString();
    const bounce = (to: string) => ({ ...thread, history: [{ ...about, to, created_at }] });
    const note = `Mails to ${job.email} do not arrive.`;
    await show(job, { [read(job)]: bounce('former@example.com') });
    await log();
    expect(screen.queryByText(note)).toBeNull();
    cleanup();
    await show(job, { [read(job)]: bounce(job.email) });
    expect((await screen.findByText(note)).parentElement?.textContent).toBe(
      `${note} Read our answers here, or edit your request to change the address.`,
    );
    cleanup();
    await app.answer(job.id, 'I read it here.');
    const { messages } = await app.send<JobThread>('GET', `/api/jobs/${job.id}`, app.founder);
    await show(job, { [read(job)]: { ...bounce(job.email), messages } });
    expect(await screen.findByText('I read it here.')).toBeDefined();
    expect(screen.queryByText(note)).toBeNull();
  });

  it('says that its owner set the status of one that is unclaimed', async () => {
    const job = await app.ask();
    await app.send('PUT', `/api/jobs/${job.id}/status`, app.founder, { status: 'ACTIVE' });
    await show(job);
    expect(await screen.findByText('You set this to Active; nobody has claimed it yet')).toBeDefined();
  });

  it('says that it was given back', async () => {
    const job = await app.ask();
    await app.act(job.id, 'claim');
    await app.act(job.id, 'release');
    await show(job);
    expect(await screen.findByText('Nobody works on it at the moment')).toBeDefined();
  });

  it('shows agent, messages and history, with web addresses as links and nothing else', async () => {
    const founder = await app.signUp();
    const job = await app.ask({ issueDescriptions: ['It breaks.'] }, founder);
    app.clock.ahead = 3 * day;
    await app.app.runDueTasks(slaBreachesQueue);
    await app.act(job.id, 'claim', app.linus);
    await app.act(job.id, 'claim', app.grace, { takeOver: true });
    await app.send('PUT', `/api/inbox/${job.id}/status`, app.grace, { status: 'ACTIVE' });
    const text = 'See https://docs.example/sync (or javascript:alert(1)).';
    await app.write(job.id, 'reply', text);
    await app.answer(job.id, 'Version 3', founder);
    app.clock.ahead = 0;
    await show(job, {}, founder);
    const works = (await screen.findAllByText(/works on it/)).map(({ textContent }) => textContent);
    expect(works).toContain('Grace works on it');
    const [first, second] = within(await log()).getAllByRole('article');
    expect(first?.textContent).toMatch(/^GraceSupport/);
    expect(first?.textContent).toContain(text);
    expect(second?.textContent).toMatch(/^You.*Version 3$/);
    const links = within(await log()).getAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['https://docs.example/sync']);
    await userEvent.click(screen.getByText('History', { exact: false, selector: 'summary' }));
    for (const label of [
      'You sent the request',
      'Linus began to work on it',
      'Grace took it over',
      /^Grace changed the status from .* to Active$/,
      'The answer did not come in the promised time',
      'You got one request back for it',
    ])
      expect(screen.getByText(label)).toBeDefined();
  });

  it('marks plainly that it waits for its owner', async () => {
    await show(await asked());
    expect(await screen.findByText(/Please answer the question/)).toBeDefined();
    expect(screen.getAllByText('Waiting for you').length).toBeGreaterThan(0);
    expect(screen.getByText(/^Paused while we wait for you: 3 hours/)).toBeDefined();
    expect(screen.getByLabelText('Your answer to the question')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Send answer' })).toBeDefined();
    expect(screen.getByText('Question for you')).toBeDefined();
  });

  it('can be changed, and leads to what it is about, but by no address that is none of the web', async () => {
    const job = await app.ask();
    const about = { surveySlug: 'survey-two-homes', trailId: 'trail-1', appUrl: 'javascript:alert(1)' };
    await show(job, {
      [read(job)]: async ({ passOn }) => Response.json({ ...(await (await passOn()).json()), ...about }),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Edit' }));
    expect(await screen.findByRole('dialog', { name: 'Edit Support Request' })).toBeDefined();
    const addresses = screen
      .getAllByRole('link', { name: /^(View Results|Idea trail)$/, hidden: true })
      .map((link) => link.getAttribute('href'));
    expect(addresses).toEqual(['/survey/survey-two-homes/results', '/startup-spark-suite/ideas/trail-1']);
    expect(screen.getByText('javascript:alert(1)')).toBeDefined();
    expect(screen.queryByRole('link', { name: /javascript/, hidden: true })).toBeNull();
  });

  it('opens at the first new answer, and stays where it is when another comes', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout'], shouldAdvanceTime: true });
    const scroll = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(() => {});
    const job = await asked('Seen before?');
    await show(job);
    await waitFor(() => expect(scroll).toHaveBeenCalledTimes(1));
    await app.answer(job.id, 'Yes.', app.founder);
    cleanup();
    await app.write(job.id, 'reply', 'First.');
    await app.write(job.id, 'reply', 'Second.');
    await show(job);
    await waitFor(() => expect(scroll).toHaveBeenCalledTimes(2));
    const scrolledTo = scroll.mock.contexts.map((item) => (item as Element).textContent);
    expect(scrolledTo).toEqual([
      expect.stringMatching(/New.*Seen before\?$/),
      expect.stringMatching(/New.*First\.$/),
    ]);
    expect(scroll).toHaveBeenLastCalledWith({ behavior: 'smooth', block: 'start' });
    expect(document.activeElement).toBe(document.body);
    await app.write(job.id, 'reply', 'Third.');
    await act(() => vi.advanceTimersByTimeAsync(30_500));
    expect(await screen.findByText('Third.')).toBeDefined();
    expect(scroll).toHaveBeenCalledTimes(2);
  });

  it('says that there is none, and leads to those that there are', async () => {
    await show({ id: 'request-1' });
    expect(await screen.findByText(message('job_not_found').text)).toBeDefined();
    expect(screen.getByRole('link', { name: 'See your requests' })).toBeDefined();
  });

  it('can be tried again when it could not be loaded', async () => {
    const job = await app.ask();
    const answers = [refusal(500, 'internal', 'Something broke.')];
    await show(job, { [read(job)]: () => answers.pop() });
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: job.requestTitle })).toBeDefined();
  });

  it('refetches, and still shows the thread when that fails', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout'], shouldAdvanceTime: true });
    const job = await app.ask();
    let isAway = false;
    await show(job, { [read(job)]: () => (isAway ? refusal(503, 'internal', 'Down.') : undefined) });
    await type('Half an answer');
    await app.act(job.id, 'claim');
    await app.write(job.id, 'reply', 'We have found it.');
    await act(() => vi.advanceTimersByTimeAsync(30_500));
    expect(await screen.findByText('We have found it.')).toBeDefined();
    isAway = true;
    await act(() => vi.advanceTimersByTimeAsync(30_500));
    expect(await screen.findByText(/could not be read anew/)).toBeDefined();
    expect(screen.getByText('We have found it.')).toBeDefined();
    expect((await field()).value).toBe('Half an answer');
  });
});

describe('an answer', () => {
  it('is in the conversation once it is sent, without its secrets, and the field is empty', async () => {
    const job = await asked();
    const { callsOf } = await show(job);
    await type('iOS 19.1 fails with sk_live_4eC39HqLyjWDarjtT1zdp7dc');
    await send();
    expect(await within(await log()).findByText(/^iOS 19.1 fails with \[masked: /)).toBeDefined();
    expect((await field()).value).toBe('');
    expect(screen.queryByText('Waiting for you')).toBeNull();
    expect(callsOf(post(job))).toHaveLength(1);
    expect(JSON.stringify(callsOf(post(job)))).not.toContain('sk_live_');
    expect(localStorage.length).toBe(0);
    expect(await screen.findByText(message('answer_sent').text)).toBeDefined();
  });

  it.each([
    ['blank', ' \n ', 'Please write something first.'],
    ['too long, and never cut off', 'x'.repeat(10_003), '3 characters too many.'],
  ])('must not be %s', async (_, text, error) => {
    const job = await app.ask();
    const { callsOf } = await show(job);
    await type(text);
    await send();
    expect(screen.getByRole('alert').textContent).toContain(error);
    expect(document.activeElement).toBe(await field());
    expect((await field()).value).toBe(text);
    expect(callsOf(post(job))).toEqual([]);
  });

  it.each<[string, Answers[string], string]>([
    [
      'the server refuses it',
      refusal(409, 'request_closed', 'It was resolved more than 14 days ago.'),
      'It was resolved more than 14 days ago.',
    ],
    ['the server fails without a word', new Response('', { status: 502 }), message('answer_failed').text],
    ['there is no connection', () => Promise.reject(new TypeError('offline')), message('offline').text],
  ])('stays in the field when %s', async (_, answer, reason) => {
    const job = await app.ask();
    await show(job, { [post(job)]: answer });
    await type('Still here');
    await send();
    expect((await screen.findByText('Not sent.')).parentElement?.textContent).toContain(reason);
    expect((await field()).value).toBe('Still here');
  });

  it('has the same id when it is sent again; a changed text is another message', async () => {
    const job = await app.ask();
    const failing = [new Response('', { status: 502 }), new Response('', { status: 502 })];
    const answers = { [post(job)]: () => failing.shift() };
    const { callsOf } = await show(job, answers);
    await type('Try this');
    await send();
    await screen.findByText('Not sent.');
    cleanup();
    const second = await show(job, answers);
    expect((await field()).value).toBe('Try this');
    await send();
    await screen.findByText('Not sent.');
    await type('Try that');
    await send();
    await waitFor(async () => expect((await field()).value).toBe(''));
    const sent = [...callsOf(post(job)), ...second.callsOf(post(job))];
    const [first, again, changed] = sent.map(({ body }) => (body as { id: string }).id);
    expect(again).toBe(first);
    expect([undefined, first]).not.toContain(changed);
  });

  it('whose response was lost is found in the conversation', async () => {
    const job = await app.ask();
    await show(job, { [post(job)]: loseResponse });
    await type('Once is enough');
    await send();
    expect(await within(await log()).findByText('Once is enough')).toBeDefined();
    await waitFor(async () => expect((await field()).value).toBe(''));
  });

  it('whose response was lost leaves another file in the field, and sends that as another message', async () => {
    const job = await app.ask();
    const sent = stubUpload();
    const refetch = lateResponse();
    let isLost = false;
    const { callsOf } = await show(job, {
      [post(job)]() {
        isLost = true;
        return Promise.reject(new TypeError('Failed to fetch'));
      },
      [read(job)]: () => (isLost ? refetch.answer() : undefined),
    });
    const add = async (id: string) => {
      const files = [new File(['picture'], id, { type: 'image/png' })];
      fireEvent.change(await screen.findByLabelText('Files to add'), { target: { files } });
      await waitFor(() => expect(sent.at(-1)?.name).toBe(id));
      // Without its file, the message would be another one.
      expect(screen.getByRole<HTMLButtonElement>('button', { name: /^Send/ }).disabled).toBe(true);
      const attachment = { id, name: id, type: 'image/png', size: 7, created_at: job.created_at };
      await act(async () => sent.at(-1)?.reply(201, { attachment, masked: 0 }));
    };
    await type('See the picture');
    await userEvent.click(screen.getByRole('button', { name: 'Attach files' }));
    await add('one.png');
    await send();
    await screen.findByText('Not sent.');
    await userEvent.click(screen.getByRole('button', { name: 'Remove one.png' }));
    await add('two.png');
    const bodies = () =>
      callsOf(post(job)).map(({ body }) => body as { id: string; attachmentIds: string[] });
    const thread = await app.send<JobThread>('GET', `/api/jobs/${job.id}`, app.founder);
    const first = { id: bodies()[0]?.id, kind: 'customer', author: 'Ada', text: 'See the picture' };
    const messages = [{ ...first, attachments: [], created_at: job.created_at }];
    await refetch.arrive(Response.json({ ...thread, messages }));
    expect(await within(await log()).findByText('See the picture')).toBeDefined();
    expect((await field()).value).toBe('See the picture');
    await send();
    await waitFor(() => expect(bodies()).toHaveLength(2));
    expect(bodies()[1]?.id).not.toBe(bodies()[0]?.id);
    expect(bodies()[1]?.attachmentIds).toEqual(['two.png']);
  });

  it('is a draft of its writer and this request alone', async () => {
    const [job, other] = [await app.ask(), await app.ask()];
    await show(job);
    await type('Half a thought');
    cleanup();
    await show(other);
    expect((await field()).value).toBe('');
    cleanup();
    await show(job);
    expect((await field()).value).toBe('Half a thought');
    // Signing out asks before it is deleted.
    expect(await sendUnsent(app.founder.id)).toEqual([
      { thing: `request ${job.id}`, document: { content: 'Half a thought' } },
    ]);
    expect(await sendUnsent('another')).toEqual([]);
  });

  it('opens a resolved request again, as it says before', async () => {
    await show(await resolved(1));
    expect(await screen.findByText(/Write until .*: that opens it again\./)).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull();
    expect(screen.queryByText(/^Answer due/)).toBeNull();
    await type('It is back');
    await userEvent.click(screen.getByRole('button', { name: 'Send and open it again' }));
    expect(await screen.findByRole('button', { name: 'Edit' })).toBeDefined();
    expect(screen.queryByText(/opens it again/)).toBeNull();
    expect(screen.getByText('It was resolved and is open again.')).toBeDefined();
  });

  it('can’t open one that was resolved long ago; a new request can be started', async () => {
    await show(await resolved(15));
    const link = await screen.findByRole('link', { name: 'Start a new request' });
    expect(link.getAttribute('href')).toBe('/startup-spark-suite/dashboard?modal=jobForm');
    expect(screen.queryByLabelText(/^Your (answer|message)/)).toBeNull();
  });
});
