// @vitest-environment page
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { png } from '#server/testing/pictures.ts';
import type { TestUser } from '#server/testing/test-server.ts';
import type { User } from '#shared/contracts/account.ts';
import type { Attachment } from '#shared/contracts/support-requests/attachments.ts';
import type { Job } from '#shared/contracts/support-requests/support-requests.ts';
import { clearDrafts } from '#web/drafts/draft-store.ts';
import { sendUnsent } from '#web/drafts/unsent.ts';
import { useSession } from '#web/identity/session.ts';
import { setTokenSource } from '#web/identity/token.ts';
import { show, showOnApp } from '#web/testing/show.tsx';
import { type Answers, loseResponse, refusal } from '#web/testing/stub-server.ts';
import { stubUpload } from '#web/testing/stub-upload.ts';
import { type SupportApp, startSupportApp } from '#web/testing/support-app.ts';
import { RequestDialog } from './RequestDialog.tsx';
import type { RequestStart } from './request-draft.ts';

const post = 'POST /api/jobs';
const day = 86_400_000;
const onSubmitted = vi.fn();
const onSeePlans = vi.fn();

let app: SupportApp;
/** Founders on the three plans. */
let people: { free: TestUser; pro: TestUser; developer: TestUser };
beforeAll(async () => {
  app = await startSupportApp();
  people = { free: await app.signUp(), pro: await app.signUp(), developer: app.founder };
  await app.setPlan(people.pro, 'pro');
});
afterAll(() => app.close());
afterEach(() => {
  for (const { id } of Object.values(people)) clearDrafts(id);
  onSubmitted.mockReset();
  onSeePlans.mockReset();
});

type Turn = { open?: boolean; start?: RequestStart | undefined };
let turnForm: (turn: Turn) => void;

function Form({ first }: { first: Turn }) {
  const { user } = useSession();
  const [turned, setTurned] = useState(first);
  turnForm = setTurned;
  if (!user) return null;
  return (
    <RequestDialog
      open
      user={user}
      onOpenChange={() => {}}
      onSeePlans={onSeePlans}
      onSubmitted={onSubmitted}
      {...turned}
    />
  );
}

type Given = { person?: TestUser; user?: Partial<User>; start?: RequestStart; answers?: Answers };

/** One tab of a browser with the form in it; `turn` closes it, or opens it for something else. */
async function showForm({ person = people.developer, user, start, answers }: Given = {}) {
  const session = user && { user: { ...person, ...user } };
  const shown = await showOnApp(app, <Form first={{ start }} />, person, { answers, session });
  return { ...shown, turn: (turn: Turn) => act(() => turnForm(turn)) };
}

const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name });
const press = (name: string | RegExp) => userEvent.click(button(name));
const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
const type = (name: string, value: string) => fireEvent.change(field(name), { target: { value } });
const issues = () => screen.getAllByRole<HTMLTextAreaElement>('textbox', { name: /^Issue Description/ });
const inForm = () => within(screen.getByRole('dialog'));
const submitted = () => waitFor(() => expect(onSubmitted).toHaveBeenCalled());
const resumed = () => screen.findByText('Your draft from this browser. It was not sent yet.');
const savedDrafts = () => Object.keys(localStorage).filter((key) => key.startsWith('draft:'));
const keyOf = ({ headers }: { headers: Headers }) => headers.get('Idempotency-Key');

function fill(): void {
  type('App Name', 'Two Homes');
  type('Request Title', 'Sync breaks');
  type('Issue Description', 'It logs me out.');
}

function errorOf(name: string): string | null {
  const note = document.getElementById(field(name).getAttribute('aria-describedby') ?? '');
  return note?.getAttribute('role') === 'alert' ? note.textContent : null;
}

describe('a new request', () => {
  it.each([
    ['free', '8'],
    ['pro', '4'],
    ['developer', '4'],
  ] as const)('has the specified fields, with the rows of the %s plan', async (plan, rows) => {
    await showForm({ person: people[plan] });
    expect(screen.getByRole('dialog', { name: 'Submit Support Request' })).toBeDefined();
    expect(field('Contact Email').value).toBe(people[plan].email);
    for (const name of ['App Name', 'Request Title', 'App URL (optional)', 'Issue Description'])
      expect(field(name).value).toBe('');
    expect(field('Issue Description').getAttribute('rows')).toBe(rows);
    expect(button('Cancel')).toBeDefined();
    expect(button(/^Remove/).disabled).toBe(true);
  });

  it('is sent with a key, and the toast says when the answer is due', async () => {
    const { callsOf, refresh } = await showForm();
    fill();
    await press('Submit Request');
    await submitted();
    const [sent] = callsOf(post);
    expect(sent?.body).toEqual({
      appName: 'Two Homes',
      requestTitle: 'Sync breaks',
      appUrl: '',
      email: people.developer.email,
      issueDescriptions: ['It logs me out.'],
      attachmentIds: [],
      surveySlug: null,
      trailId: null,
    });
    expect(sent?.headers.get('Idempotency-Key')).toMatch(/^[\w-]{8,64}$/);
    expect(await screen.findByText('Job Submitted!')).toBeDefined();
    expect(screen.getByText(/^We have your request\. The answer is due to(day|morrow), .*\.$/)).toBeDefined();
    expect(refresh).toHaveBeenCalled();
    expect(savedDrafts()).toEqual([]);
  });

  it('says before sending what is left, when the answer is due, what is masked and who reads it', async () => {
    await showForm({ person: people.pro });
    const notes = screen.getByRole('list', { name: 'Before you send it' });
    await waitFor(() => expect(notes.textContent).toContain('The first answer is due within 24 hours: '));
    expect(notes.textContent).toContain('10 of your 10 requests are left this month.');
    expect(notes.textContent).toContain('masked before anything is sent');
    expect(notes.textContent).toContain('A person reads this, not a model.');
  });

  it('promises working hours where support has them', async () => {
    const config = app.call('GET', '/api/config').then(({ body }) => body);
    const supportHours = 'Mon to Fri, 9 to 17';
    await showForm({ answers: { 'GET /api/config': { ...(await config), supportHours } } });
    const due = 'The first answer is due within 4 working hours (Mon to Fri, 9 to 17).';
    expect(await screen.findByText(due)).toBeDefined();
  });

  it('belongs to the trail and the survey that it was opened for', async () => {
    const start = { appName: 'SwapRun', trailId: 'trail-1', surveySlug: 'survey-swap-run-k3x9d2a' };
    const { callsOf } = await showForm({ start, answers: { [post]: refusal(500, 'internal', 'Away.') } });
    expect(field('App Name').value).toBe('SwapRun');
    fill();
    await press('Submit Request');
    await waitFor(() =>
      expect(callsOf(post)[0]?.body).toMatchObject({ trailId: 'trail-1', surveySlug: start.surveySlug }),
    );
  });
});

describe('wrong fields', () => {
  it('are named, the first is focused, and nothing is cleared or sent', async () => {
    const { callsOf } = await showForm();
    type('Request Title', 'Sync breaks');
    type('Contact Email', 'founder@');
    type('App URL (optional)', 'example');
    await press('Submit Request');
    expect(document.activeElement).toBe(field('App Name'));
    expect(errorOf('App Name')).toBe('Enter the name of your app.');
    expect(errorOf('Request Title')).toBeNull();
    expect(errorOf('App URL (optional)')).toContain('full web address');
    expect(errorOf('Contact Email')).toContain('valid email');
    expect(errorOf('Issue Description')).toBe('Describe what is wrong.');
    expect(field('App URL (optional)').value).toBe('example');
    type('App Name', 'Two Homes');
    expect(errorOf('App Name')).toBeNull();
    expect(errorOf('Contact Email')).not.toBeNull();
    expect(callsOf(post)).toHaveLength(0);
  });

  it('are an issue too long and one that was left empty; blank ones are dropped', async () => {
    const { callsOf } = await showForm();
    fill();
    await press('Add another issue');
    expect(document.activeElement).toBe(field('Issue Description 2'));
    await press('Submit Request');
    expect(errorOf('Issue Description 2')).toBe('Describe this issue, or remove it.');
    type('Issue Description 2', 'x'.repeat(10_001));
    await press('Submit Request');
    expect(errorOf('Issue Description 2')).toMatch(/^1 character too many\. Nothing is cut off/);
    type('Issue Description 2', '  ');
    await press('Submit Request');
    await submitted();
    expect(callsOf(post)[0]?.body).toMatchObject({ issueDescriptions: ['It logs me out.'] });
  });

  it('keep long texts that are pasted whole', async () => {
    await showForm();
    fill();
    const tooLong: [string, string, RegExp][] = [
      ['App Name', 'x'.repeat(400), /^100 characters too many\. Nothing is cut off/],
      ['Request Title', 'x'.repeat(301), /^1 character too many\. Nothing is cut off/],
      ['App URL (optional)', `https://a.example/${'x'.repeat(2_000)}`, /characters too many/],
      ['Contact Email', `${'x'.repeat(330)}@example.org`, /valid email/],
    ];
    for (const [name, text] of tooLong) {
      field(name).focus();
      await userEvent.clear(field(name));
      await userEvent.paste(text);
      expect(field(name).value).toBe(text);
    }
    await press('Submit Request');
    for (const [name, , error] of tooLong) expect(errorOf(name)).toMatch(error);
  });

  it.each([
    ['job_url_invalid', [], 'App URL (optional)'],
    ['email_invalid', [], 'Contact Email'],
    ['request_issue_limit', [], 'Issue Description 1'],
    // The blank second issue was not sent and not counted.
    ['request_text_long', ['issueDescriptions.1'], 'Issue Description 3'],
  ])('are those too that the server finds: %s', async (code, about, name) => {
    const text = 'The server’s own words.';
    const answer = Response.json({ code, error: text, message: text, about }, { status: 400 });
    await showForm({ answers: { [post]: answer } });
    fill();
    await press('Add another issue');
    type('Issue Description 2', ' ');
    await press('Add another issue');
    type('Issue Description 3', 'Third');
    await press('Submit Request');
    await waitFor(() => expect(errorOf(name)).toBe(text));
    expect(document.activeElement).toBe(field(name));
    expect(field('Issue Description 1').value).toBe('It logs me out.');
  });
});

describe('the address of the app', () => {
  const url = 'App URL (optional)';

  it('is completed on blur where only its host was typed', async () => {
    await showForm();
    for (const [typed, completed] of [
      ['bakery.lovable.app', 'https://bakery.lovable.app'],
      ['bäckerei.de', 'https://bäckerei.de'],
      ['http://bakery.app', 'http://bakery.app'],
      ['bakery.app/menu', 'bakery.app/menu'],
      ['my bakery', 'my bakery'],
      ['bakery', 'bakery'],
      ['bakery.', 'bakery.'],
      ['1.5', '1.5'],
      ['me@bakery.app', 'me@bakery.app'],
      ['', ''],
    ] as const) {
      type(url, typed);
      expect(field(url).value).toBe(typed);
      fireEvent.blur(field(url));
      expect(field(url).value).toBe(completed);
    }
  });

  it('is completed by the Enter key too, and sent so', async () => {
    const { callsOf } = await showForm();
    fill();
    type(url, 'bakery.lovable.app');
    fireEvent.submit(field(url));
    await submitted();
    expect(callsOf(post)[0]?.body).toMatchObject({ appUrl: 'https://bakery.lovable.app' });
  });
});

describe('issues', () => {
  it('are up to five on the pro plan, counted on the button; after it more than one is not sent', async () => {
    const person = await app.signUp();
    await app.setPlan(person, 'pro');
    const earlier = await showForm({ person });
    fill();
    for (const count of [1, 2, 3, 4]) await press(`Add another issue (${count}/5)`);
    expect(issues()).toHaveLength(5);
    expect(button('Add another issue (5/5)').disabled).toBe(true);
    for (const number of [5, 4, 3]) await press(`Remove Issue Description ${number}`);
    type('Issue Description 2', 'Second');
    earlier.unmount();
    await app.setPlan(person, 'free');
    const { callsOf } = await showForm({ person });
    await resumed();
    expect(screen.queryByRole('button', { name: /^Add another issue/ })).toBeNull();
    const note = 'One issue in a request on the Free Trial; up to 5 with the Pro Plan.';
    expect(screen.getByText(note)).toBeDefined();
    await press('Submit Request');
    expect(errorOf('Issue Description 2')).toMatch(/^Issues in a request on your plan: 1 at most/);
    expect(callsOf(post)).toHaveLength(0);
    expect(field('Issue Description 2').value).toBe('Second');
  });

  it('go on past five on the developer plan; removed ones come back, each to its place', async () => {
    await showForm();
    fill();
    for (const number of [2, 3, 4, 5, 6]) {
      await press('Add another issue');
      type(`Issue Description ${number}`, `Thing ${number}`);
    }
    await press('Remove Issue Description 6');
    await press('Remove Issue Description 1');
    const note = screen.getByText(/^An issue was removed here\./);
    const follows = note.compareDocumentPosition(issues()[0] as Node) & Node.DOCUMENT_POSITION_FOLLOWING;
    expect(follows).toBeGreaterThan(0);
    await press('Put it back');
    await press('Put it back');
    const texts = ['It logs me out.', 'Thing 2', 'Thing 3', 'Thing 4', 'Thing 5', 'Thing 6'];
    expect(issues().map(({ value }) => value)).toEqual(texts);
  });
});

describe('limits', () => {
  const thisMonth = new Date().toISOString().slice(0, 7);

  it.each([
    [
      { plan: 'free', lastFreeRequestTimestamp: Date.now() - 10 * day },
      'You have used your free request for this month. Please wait 20 days or upgrade your plan.',
    ],
    [
      { plan: 'pro', proRequestsThisMonth: { monthYear: thisMonth, count: 10 } },
      'You have reached your limit of 10 requests for this month. Please upgrade to the Developer plan for unlimited requests.',
    ],
    // This clock is behind the server's.
    [
      { plan: 'free', lastFreeRequestTimestamp: Date.now() + 60_000 },
      'You have used your free request for this month. Please wait 30 days or upgrade your plan.',
    ],
  ] as const)('are said in the form, with the way to the plans', async (user, text) => {
    const { callsOf } = await showForm({ user });
    expect(screen.getByText(new RegExp(`^${text}`))).toBeDefined();
    expect(button('Limit Reached').disabled).toBe(true);
    await press('Compare the plans');
    expect(onSeePlans).toHaveBeenCalled();
    expect(callsOf(post)).toHaveLength(0);
  });

  it.each([
    ['free', { lastFreeRequestTimestamp: Date.UTC(2026, 10, 20, 9, 0, 30) }, Date.UTC(2026, 11, 20, 9, 1)],
    ['pro', { proRequestsThisMonth: { monthYear: '2026-11', count: 10 } }, Date.UTC(2026, 11, 1)],
  ] as const)(
    'of the %s plan say to the minute when they end, and promise no answer',
    async (plan, spent, end) => {
      // A clock that is too fast is put right: so the configuration is there before the limit is.
      vi.setSystemTime(end + day);
      app.connect();
      show(<Form first={{}} />, { user: { ...people.free, plan, ...spent } });
      await screen.findByText(/^The first answer is due/);
      vi.setSystemTime(Date.UTC(2026, 10, 21, 12));
      fireEvent(document, new Event('visibilitychange'));
      const when = new Date(end).toLocaleString(undefined, { dateStyle: 'long', timeStyle: 'short' });
      expect(screen.getByText(new RegExp(`^You can send the next request from ${when}\\. `))).toBeDefined();
      expect(screen.queryByText(/first answer is due/)).toBeNull();
    },
  );

  it('let through a request given back for a breach', async () => {
    await showForm({ user: { plan: 'free', lastFreeRequestTimestamp: Date.now(), extraRequests: 1 } });
    expect(button('Submit Request').disabled).toBe(false);
    expect(screen.getByText(/late answers of ours gave you 1 back/)).toBeDefined();
  });

  it('that only the server knew are a toast, and then in the form', async () => {
    const person = await app.signUp();
    await showForm({ person });
    fill();
    await app.ask({ issueDescriptions: ['Sent in another browser.'] }, person);
    await press('Submit Request');
    expect(await screen.findByRole('button', { name: 'Limit Reached' })).toBeDefined();
    expect(button('Limit Reached').disabled).toBe(true);
    const used = /^You have used your free request for this month\. Please wait 30 days or upgrade your plan/;
    expect(screen.getAllByText(used).length).toBe(2);
    expect(screen.queryByText('Not sent.')).toBeNull();
    expect(field('App Name').value).toBe('Two Homes');
    expect(onSubmitted).not.toHaveBeenCalled();
  });
});

describe('a failure', () => {
  it.each([
    [refusal(500, 'internal', 'The cupboard is bare.'), 'The cupboard is bare.'],
    [
      new Response('<h1>Bad gateway</h1>', { status: 502 }),
      'An error occurred while submitting your request.',
    ],
    [new Response('<h1>Welcome</h1>'), 'An error occurred while submitting your request.'],
  ])(
    'says what the server said, or that an error occurred, until the dialog closes',
    async (answer, text) => {
      const { turn } = await showForm({ answers: { [post]: answer } });
      fill();
      await press('Submit Request');
      expect(await screen.findByText('Submission Failed')).toBeDefined();
      expect(screen.getByText(text)).toBeDefined();
      const uncertain = /^Your request may or may not have arrived\. .*it makes one request\.$/;
      expect(screen.getByText(uncertain)).toBeDefined();
      expect(screen.queryByText('Not sent.')).toBeNull();
      expect(field('Issue Description').value).toBe('It logs me out.');
      expect(onSubmitted).not.toHaveBeenCalled();
      turn({ open: false });
      await waitFor(() => expect(screen.queryByText('Submission Failed')).toBeNull());
    },
  );

  it('to renew the sign-in sends nothing and loses nothing', async () => {
    const { callsOf } = await showForm({ user: {} });
    setTokenSource(() => Promise.reject(new TypeError('Failed to fetch')));
    fill();
    await press('Submit Request');
    expect(await screen.findByText('Submission Failed')).toBeDefined();
    expect(callsOf(post)).toHaveLength(0);
    await waitFor(() => expect(button('Submit Request').disabled).toBe(false));
    expect(field('Issue Description').value).toBe('It logs me out.');
  });

  it('for want of a session is an authentication error', async () => {
    const text = 'You must be logged in to submit a job';
    await showForm({ answers: { [post]: refusal(401, 'sign_in_required', text) } });
    fill();
    await press('Submit Request');
    expect(await screen.findByText('Authentication Error')).toBeDefined();
    expect(screen.getByText('Not sent.').parentElement?.textContent).toContain(text);
    expect(field('App Name').value).toBe('Two Homes');
  });
});

describe('a draft', () => {
  it('stays while the dialog is closed; the next request begins empty, under a key of its own', async () => {
    const { turn, callsOf } = await showForm();
    fill();
    turn({ open: false });
    turn({ open: true });
    expect(field('App Name').value).toBe('Two Homes');
    await press('Submit Request');
    await submitted();
    turn({ open: false });
    turn({ open: true });
    expect(field('App Name').value).toBe('');
    fill();
    await press('Submit Request');
    await waitFor(() => expect(onSubmitted).toHaveBeenCalledTimes(2));
    const [one, two] = callsOf(post).map(keyOf);
    expect(one).not.toBe(two);
  });

  it('is there again after the tab was closed and gone once it was sent; an older one is next', async () => {
    const first = await showForm();
    fill();
    first.unmount();
    const { id } = people.developer;
    const { document: draft } = JSON.parse(localStorage.getItem(savedDrafts()[0] ?? '') ?? '');
    const older = { ...draft, id: 'older', changedAt: 1, request: { ...draft.request, appName: 'Older' } };
    localStorage.setItem(`draft:${id}:support-request:older`, JSON.stringify({ document: older }));
    const { turn } = await showForm();
    await resumed();
    expect(field('App Name').value).toBe('Two Homes');
    expect(field('Issue Description').value).toBe('It logs me out.');
    await press('Submit Request');
    await submitted();
    turn({ open: false });
    turn({ open: true });
    expect(field('App Name').value).toBe('Older');
    expect(savedDrafts()).toHaveLength(1);
  });

  it('can be discarded for a new one, and brought back in its place', async () => {
    const first = await showForm();
    fill();
    first.unmount();
    await showForm();
    await resumed();
    await press('Start a new one');
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Drafts in this browser' }));
    expect(field('App Name').value).toBe('');
    type('App Name', 'Another');
    await press('Put it back');
    expect(field('App Name').value).toBe('Two Homes');
    await press('Put it back');
    expect(field('App Name').value).toBe('Another');
  });

  it('sent in another tab is gone here too, and the next has a key of its own', async () => {
    const { callsOf } = await showForm();
    fill();
    const [key = ''] = savedDrafts();
    const { document: sent } = JSON.parse(localStorage.getItem(key) ?? '');
    localStorage.removeItem(key);
    act(() => void dispatchEvent(new StorageEvent('storage', { key })));
    expect(field('App Name').value).toBe('');
    fill();
    await press('Submit Request');
    await submitted();
    expect(callsOf(post).map(keyOf)).not.toContain(sent.id);
  });

  it('of one trail is not in the form of another', async () => {
    const { turn } = await showForm({ start: { trailId: 'trail-1', appName: 'One' } });
    type('Issue Description', 'About one');
    turn({ open: false });
    turn({ start: { trailId: 'trail-2', appName: 'Two' } });
    expect(field('App Name').value).toBe('Two');
    expect(field('Issue Description').value).toBe('');
    type('Issue Description', 'About two');
    turn({ open: false });
    turn({ start: { trailId: 'trail-1', appName: 'One' } });
    expect(field('Issue Description').value).toBe('About one');
  });

  it('is listed at sign-out, once, and not when nothing was typed; another account does not see it', async () => {
    const { id } = people.developer;
    const first = await showForm({ start: { appName: 'Two Homes' } });
    expect(await sendUnsent(id)).toEqual([]);
    fill();
    const request = { requestTitle: 'Sync breaks', issues: ['It logs me out.'] };
    expect(await sendUnsent(id)).toEqual([
      {
        thing: expect.stringMatching(/^support-request:/),
        document: expect.objectContaining({ request: expect.objectContaining(request) }),
      },
    ]);
    first.unmount();
    await showForm({ person: people.pro });
    await screen.findByText(/^The first answer is due/);
    expect(field('App Name').value).toBe('');
  });

  it('outlives another start and is listed at sign-out where storage is full', async () => {
    const full = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    const { turn } = await showForm({ start: { trailId: 'trail-1' } });
    vi.stubGlobal('localStorage', { getItem: () => null, setItem: full, removeItem() {}, clear() {} });
    fill();
    turn({ start: { trailId: 'trail-2' } });
    expect(field('Issue Description').value).toBe('');
    turn({ start: { trailId: 'trail-1' } });
    expect(field('Issue Description').value).toBe('It logs me out.');
    expect(await sendUnsent(people.developer.id)).toHaveLength(1);
  });
});

describe('a lost response', () => {
  it('leads to the same request when it is sent again from the next tab, despite the limit', async () => {
    const person = await app.signUp();
    const first = await showForm({ person, answers: { [post]: loseResponse } });
    fill();
    await press('Submit Request');
    await screen.findByText('Submission Failed');
    expect(screen.getByText(/^Your request may or may not have arrived\./)).toBeDefined();
    expect(screen.queryByText('Not sent.')).toBeNull();
    first.unmount();
    const second = await showForm({ person });
    await resumed();
    await press('Submit Request');
    await submitted();
    const [sent, again] = [...first.callsOf(post), ...second.callsOf(post)];
    expect(again && keyOf(again)).toBe(sent && keyOf(sent));
    expect(again?.body).toEqual(sent?.body);
    expect(second.calls.filter(({ name }) => name.startsWith('PUT'))).toEqual([]);
    expect(await app.send('GET', '/api/jobs', person)).toHaveLength(1);
  });

  it('loses nothing that was changed since: that is an update of the request', async () => {
    const steps = [loseResponse, () => refusal(400, 'request_text_long', 'Issue 1 is too long.')];
    const person = await app.signUp();
    await showForm({ person, answers: { [post]: (call) => steps.shift()?.(call) } });
    fill();
    await press('Submit Request');
    await screen.findByText('Submission Failed');
    type('Issue Description', 'It logs me out, twice.');
    await press('Submit Request');
    await screen.findByText('Issue 1 is too long.');
    await press('Submit Request');
    await waitFor(() => expect(onSubmitted).toHaveBeenCalledTimes(1));
    const stored = await app.send<Job[]>('GET', '/api/jobs', person);
    expect(stored.map(({ issueDescriptions }) => issueDescriptions)).toEqual([['It logs me out, twice.']]);
    expect(savedDrafts()).toEqual([]);
  });
});

describe('editing a request', () => {
  const ready = () => screen.findByRole('textbox', { name: 'App Name' });
  const put = ({ id }: Job) => `PUT /api/jobs/${id}`;
  const read = ({ id }: Job) => `GET /api/jobs/${id}`;

  async function edit(given: Given & { job?: Job; changes?: object } = {}) {
    const job = given.job ?? (await app.ask({}, given.person));
    const { changes } = given;
    const shown = await showForm({
      ...given,
      start: { jobId: job.id },
      answers: { ...(changes && { [read(job)]: { ...job, ...changes } }), ...given.answers },
    });
    await ready();
    return { ...shown, job };
  }

  it('shows its fields, and sends all of them back despite the limits', async () => {
    const person = await app.signUp();
    const given = await app.ask({ issueDescriptions: ['First'] }, person);
    const { job, callsOf } = await edit({ person, job: given });
    expect(screen.getByRole('dialog', { name: 'Edit Support Request' })).toBeDefined();
    expect(issues().map(({ value }) => value)).toEqual(['First']);
    expect(screen.queryByText('Limit Reached')).toBeNull();
    expect(screen.getByText('A change uses none of your requests.')).toBeDefined();
    type('Issue Description', 'First, in more words');
    for (const number of [2, 3, 4, 5, 6]) {
      await press('Add another issue');
      type(`Issue Description ${number}`, `Thing ${number}`);
    }
    await press('Update Request');
    expect(await screen.findByText('Job Updated!')).toBeDefined();
    const { appName, requestTitle, appUrl, email } = job;
    const issueDescriptions = ['First, in more words', 'Thing 2', 'Thing 3', 'Thing 4', 'Thing 5', 'Thing 6'];
    expect(callsOf(put(job))[0]?.body).toEqual({
      appName,
      requestTitle,
      appUrl,
      email,
      issueDescriptions,
      surveySlug: null,
    });
    expect(await app.send('GET', `/api/jobs/${job.id}`, person)).toMatchObject({ issueDescriptions });
    expect(onSubmitted).toHaveBeenCalledTimes(1);
    expect(savedDrafts()).toEqual([]);
  });

  it('accepts a masked text that is longer than may be typed, and keeps the survey it is about', async () => {
    const long = `${'[masked: password] '.repeat(600)}end`;
    const changes = {
      requestTitle: '[masked: password] '.repeat(60),
      issueDescriptions: [long],
      surveySlug: 'survey-a',
    };
    const { job, callsOf } = await edit({ changes });
    await press('Update Request');
    expect(errorOf('Request Title')).toMatch(/^140 characters too many once its secrets are masked\./);
    expect(errorOf('Issue Description')).toBeNull();
    type('Request Title', 'Mine');
    await press('Update Request');
    await submitted();
    const sent = { issueDescriptions: [long], surveySlug: 'survey-a' };
    expect(callsOf(put(job))[0]?.body).toMatchObject(sent);
  });

  it('is refused once it is resolved, also meanwhile, without losing the text', async () => {
    const { job, callsOf } = await edit();
    type('Request Title', 'Mine');
    await app.act(job.id, 'claim');
    await app.write(job.id, 'reply', 'Fixed.');
    await app.act(job.id, 'resolve');
    await press('Update Request');
    expect(await screen.findByText('This request is resolved and can’t be changed.')).toBeDefined();
    expect(screen.getByText(/An answer in its thread opens it again/)).toBeDefined();
    expect(callsOf(put(job))).toHaveLength(0);
    expect(field('Request Title').value).toBe('Mine');
    expect(button('Update Request').disabled).toBe(true);
    const thread = screen.getByRole('link', { name: 'Open its thread' });
    expect(thread.getAttribute('href')).toBe(`/startup-spark-suite/requests/${job.id}`);
  });

  it('has a draft of its own, which can be discarded and brought back', async () => {
    const { job, unmount } = await edit();
    type('Request Title', 'Mine');
    unmount();
    await edit({ job });
    await screen.findByText('Your changes from this browser. They are not saved yet.');
    expect(field('Request Title').value).toBe('Mine');
    await press('Discard my changes');
    await waitFor(() => expect(field('Request Title').value).toBe(job.requestTitle));
    expect(screen.getByText('Your changes are discarded.')).toBeDefined();
    await press('Put it back');
    await waitFor(() => expect(field('Request Title').value).toBe('Mine'));
  });

  it.each([
    [refusal(409, 'request_resolved', 'This request is resolved.'), 'This request is resolved.', 'Not sent.'],
    [
      new Response('', { status: 500 }),
      'An error occurred while updating your request.',
      'Your change may or may not have arrived. Sending it again is safe.',
    ],
  ])('that fails says so without losing the text', async (answer, text, note) => {
    const job = await app.ask();
    await edit({ job, answers: { [put(job)]: answer } });
    type('Request Title', 'Mine');
    await press('Update Request');
    expect(await screen.findByText('Update Failed')).toBeDefined();
    expect(screen.getAllByText(text, { exact: false }).length).toBeGreaterThan(0);
    expect(screen.getByText(note)).toBeDefined();
    expect(field('Request Title').value).toBe('Mine');
    expect(savedDrafts()).toHaveLength(1);
  });

  it('says while it loads, when it can’t be loaded, and when there is none', async () => {
    const job = await app.ask();
    let isAway = true;
    const away = refusal(500, 'internal', 'Away.');
    const { turn } = await showForm({
      start: { jobId: job.id },
      answers: { [read(job)]: () => (isAway ? away : undefined) },
    });
    expect(screen.getByText('Loading the request')).toBeDefined();
    expect(await screen.findByText('The request could not be loaded.')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Update Request' })).toBeNull();
    isAway = false;
    await press('Try again');
    await ready();
    turn({ start: { jobId: 'job-2' } });
    expect(await screen.findByText('This request is not in your account.')).toBeDefined();
  });

  it('shows a change from elsewhere before replacing it; either text can be chosen', async () => {
    const { job, callsOf } = await edit();
    type('Request Title', 'Mine');
    const { appName, appUrl, email, issueDescriptions } = job;
    const changed = { appName, requestTitle: 'Theirs', appUrl, email, issueDescriptions };
    await app.send('PUT', `/api/jobs/${job.id}`, app.founder, changed);
    await press('Update Request');
    await screen.findByText(/^This request was changed elsewhere/);
    expect(screen.getByText(/Theirs/)).toBeDefined();
    expect(callsOf(put(job))).toHaveLength(0);
    await press('Use what it says now');
    expect(field('Request Title').value).toBe('Theirs');
    expect(screen.queryByText(/^This request was changed elsewhere/)).toBeNull();
    await press('Put it back');
    expect(field('Request Title').value).toBe('Mine');
    await press('Update Request');
    await submitted();
    expect(callsOf(put(job))[0]?.body).toMatchObject({ requestTitle: 'Mine' });
  });
});

describe('files', () => {
  const addFiles = (...files: File[]) =>
    fireEvent.change(screen.getByLabelText('Files to add'), { target: { files } });

  async function store(): Promise<Attachment> {
    const response = await app.fetch('/api/python/api/attachments?name=shot.png', {
      method: 'POST',
      headers: {
        authorization: `Bearer ${people.developer.token}`,
        'content-type': 'application/octet-stream',
      },
      body: png(2, 2),
    });
    return (await response.json()).attachment;
  }

  /** A file is on its way from the form that is shown; it arrives when it is said so. */
  async function beginUpload() {
    const uploads = stubUpload();
    addFiles(new File(['picture'], 'shot.png', { type: 'image/png' }));
    await waitFor(() => expect(uploads).toHaveLength(1));
    const [sent] = uploads;
    if (!sent) throw new Error('nothing was sent');
    async function arrive() {
      const attachment = await store();
      await act(async () => sent?.reply(201, { attachment, masked: 0 }));
      return attachment.id;
    }
    return { ...sent, arrive };
  }

  it.each([undefined, 'edited'])(
    'on their way are waited for, also behind the closed form (%s)',
    async (edited) => {
      const job = await app.ask();
      const start = edited ? { jobId: job.id } : undefined;
      const { turn, callsOf } = await showForm({ start });
      await screen.findByRole('textbox', { name: 'App Name' });
      if (!edited) fill();
      const file = await beginUpload();
      const name = edited ? 'Update Request' : 'Submit Request';
      expect(button(name).disabled).toBe(true);
      turn({ open: false, start });
      expect(file.isAborted()).toBe(false);
      const id = await file.arrive();
      turn({ open: true, start });
      expect(button('Remove shot.png')).toBeDefined();
      await press(name);
      await submitted();
      const sent = callsOf(edited ? `PUT /api/jobs/${job.id}` : post)[0]?.body;
      expect(sent).toMatchObject({ attachmentIds: [id] });
    },
  );

  it('that fail behind the closed form are said to be left out when it is opened again', async () => {
    const { turn } = await showForm();
    const file = await beginUpload();
    turn({ open: false });
    await act(async () => file.fail());
    turn({ open: true });
    expect(await inForm().findByText('Without shot.png')).toBeDefined();
    expect(button('Try again: shot.png')).toBeDefined();
  });

  it('on their way end when the form is turned to something else, and keep the draft from being discarded', async () => {
    const first = await showForm();
    fill();
    first.unmount();
    const { turn } = await showForm();
    await resumed();
    const file = await beginUpload();
    expect(button('Start a new one').disabled).toBe(true);
    turn({ start: { trailId: 'trail-2' } });
    expect(file.isAborted()).toBe(true);
    expect(screen.queryByText('shot.png')).toBeNull();
  });

  it('that could not be added are named at the button, and left out', async () => {
    const { callsOf } = await showForm();
    fill();
    const svg = (name: string) => new File(['<svg/>'], name, { type: 'image/svg+xml' });
    addFiles(...['a.svg', 'b.svg', 'c.svg', 'd.svg'].map(svg));
    expect(await inForm().findByText('Without a.svg, b.svg, c.svg and 1 more')).toBeDefined();
    for (const name of ['a.svg', 'b.svg', 'c.svg']) await press(`Remove ${name}`);
    expect(inForm().getByText('Without d.svg')).toBeDefined();
    await press('Submit Request');
    await submitted();
    expect(callsOf(post)[0]?.body).toMatchObject({ attachmentIds: [] });
    await waitFor(() => expect(inForm().queryByText(/^Without/)).toBeNull());
  });

  it('are named only when they are others than before', async () => {
    const job = await app.ask({ attachmentIds: [(await store()).id] });
    const { callsOf } = await showForm({ start: { jobId: job.id } });
    await screen.findByRole('textbox', { name: 'App Name' });
    await press('Remove shot.png');
    await press('Update Request');
    await submitted();
    expect(callsOf(`PUT /api/jobs/${job.id}`)[0]?.body).toMatchObject({ attachmentIds: [] });
  });

  it('that the server has no more are named and marked, can be removed, and take nothing else along', async () => {
    const { callsOf } = await showForm();
    fill();
    const id = await (await beginUpload()).arrive();
    await app.send('DELETE', `/api/attachments/${id}`, people.developer);
    await press('Submit Request');
    await screen.findByText('Not sent.');
    expect(screen.getAllByText(/^shot\.png is not on the server any more\./).length).toBeGreaterThan(0);
    expect(inForm().getByRole('alert').textContent).toMatch(/^Not on the server any more/);
    expect(document.activeElement).toBe(button('Remove shot.png'));
    expect(field('Issue Description').value).toBe('It logs me out.');
    await press('Remove shot.png');
    expect(inForm().queryByRole('alert')).toBeNull();
    await press('Submit Request');
    await submitted();
    expect(callsOf(post)[1]?.body).toMatchObject({ attachmentIds: [] });
  });

  it('that the server does not name are said at the files', async () => {
    const text = 'There is no such attachment.';
    await showForm({ answers: { [post]: refusal(404, 'attachment_not_found', text) } });
    fill();
    await (await beginUpload()).arrive();
    await press('Submit Request');
    await screen.findByText('Not sent.');
    expect(inForm().getByRole('alert').textContent).toMatch(/^One of the files can’t be used/);
    expect(document.activeElement).toBe(button('Add files'));
  });
});
