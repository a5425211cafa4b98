// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { setTokenSource } from '#web/identity/token.ts';
import { founder } from '#web/testing/accounts.data.ts';
import { refusal } from '#web/testing/stub-server.ts';
import { stubUpload } from '#web/testing/stub-upload.ts';
import {
  button,
  errorOf,
  field,
  fill,
  onSeePlans,
  onSubmitted,
  post,
  press,
  refresh,
  savedDrafts,
  showForm,
  type,
  withForm,
  written,
} from './show-form.tsx';

withForm();
afterEach(() => void vi.useRealTimers());

const day = 86_400_000;
const thisMonth = new Date().toISOString().slice(0, 7);

describe('the form', () => {
  it('is titled and labelled as specified, with the account’s e-mail', () => {
    showForm();
    expect(screen.getByRole('dialog', { name: 'Submit Support Request' })).toBeDefined();
    expect(field('Contact Email').value).toBe(founder.email);
    for (const name of ['App Name', 'Request Title', 'App URL (optional)', 'Issue Description'])
      expect(field(name).value).toBe('');
    expect(button('Cancel')).toBeDefined();
    expect(button(/^Remove/).disabled).toBe(true);
  });

  it.each([
    ['free', '8'],
    ['pro', '4'],
    ['developer', '4'],
  ] as const)('has as many rows for an issue as the %s plan gives', (plan, rows) => {
    showForm({ user: { plan } });
    expect(field('Issue Description').getAttribute('rows')).toBe(rows);
  });

  it('waits for a file that is on its way, and sends it along', async () => {
    const { callsOf } = showForm();
    const uploads = stubUpload();
    fill();
    const file = new File(['picture'], 'shot.png', { type: 'image/png' });
    fireEvent.change(screen.getByLabelText('Files to add'), { target: { files: [file] } });
    await waitFor(() => expect(uploads).toHaveLength(1));
    expect(button('Submit Request').disabled).toBe(true);
    const attachment = { id: 'a1', name: 'shot.png', type: 'image/png', size: 7, created_at: '2026-03-10' };
    uploads[0]?.reply(201, { attachment, masked: 0 });
    await waitFor(() => expect(button('Submit Request').disabled).toBe(false));
    await press('Submit Request');
    await waitFor(() => expect(callsOf(post)[0]?.body).toMatchObject({ attachmentIds: ['a1'] }));
  });

  it('sends what was typed, with a key, and says when the answer is due', async () => {
    const { callsOf } = showForm();
    fill();
    await press('Submit Request');
    await waitFor(() => expect(onSubmitted).toHaveBeenCalledTimes(1));
    const [sent] = callsOf(post);
    expect(sent?.body).toEqual({ ...written, attachmentIds: [], surveySlug: null, trailId: null });
    expect(sent?.headers.get('Idempotency-Key')).toMatch(/^[\w-]{8,64}$/);
    expect(await screen.findByText('Job Submitted!')).toBeDefined();
    expect(screen.getByText(/^We have your request\. The answer is due .*23.*\.$/)).toBeDefined();
    expect(refresh).toHaveBeenCalled();
    expect(savedDrafts()).toEqual([]);
  });

  it('says before sending what is left, when the answer is due, what is masked and who reads it', async () => {
    showForm({ user: { plan: 'pro', proRequestsThisMonth: { monthYear: thisMonth, count: 3 } } });
    const notes = screen.getByRole('list', { name: 'Before you send it' });
    await waitFor(() => expect(notes.textContent).toContain('The first answer is due within 24 hours: '));
    expect(notes.textContent).toContain('7 of your 10 requests are left this month.');
    expect(notes.textContent).toContain('masked before anything is sent');
    expect(notes.textContent).toContain('A person reads this, not a model.');
  });

  it('promises working hours where support has them', async () => {
    showForm({ config: { supportHours: 'Mon to Fri, 9 to 17' } });
    expect(
      await screen.findByText('The first answer is due within 48 working hours (Mon to Fri, 9 to 17).'),
    ).toBeDefined();
  });

  it('belongs to the trail and the survey that it was opened for', async () => {
    const start = { appName: 'SwapRun', trailId: 'trail-1', surveySlug: 'survey-swap-run-k3x9d2a' };
    const { callsOf } = showForm({ start });
    expect(field('App Name').value).toBe('SwapRun');
    type('Request Title', 'Sync breaks');
    type('Issue Description', 'It logs me out.');
    await press('Submit Request');
    await waitFor(() => expect(onSubmitted).toHaveBeenCalled());
    expect(callsOf(post)[0]?.body).toMatchObject({ trailId: 'trail-1', surveySlug: start.surveySlug });
  });
});

describe('wrong fields', () => {
  it('are named, the first is focused, and nothing is cleared or sent', async () => {
    const { callsOf } = showForm();
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
    const { callsOf } = showForm({ user: { plan: 'developer' } });
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
    await waitFor(() => expect(onSubmitted).toHaveBeenCalled());
    expect(callsOf(post)[0]?.body).toMatchObject({ issueDescriptions: ['It logs me out.'] });
  });

  it('are those too that the server finds', async () => {
    const text = 'Please enter the app URL as a full web address.';
    showForm({ answers: { [post]: refusal(400, 'job_url_invalid', text) } });
    fill();
    await press('Submit Request');
    await waitFor(() => expect(errorOf('App URL (optional)')).toBe(text));
    expect(document.activeElement).toBe(field('App URL (optional)'));
    expect(field('Issue Description').value).toBe('It logs me out.');
  });
});

describe('a long text', () => {
  it.each([
    ['App Name', 'x'.repeat(400), /^100 characters too many\. Nothing is cut off/],
    ['Request Title', 'x'.repeat(301), /^1 character too many\. Nothing is cut off/],
    ['App URL (optional)', `https://a.example/${'x'.repeat(2_000)}`, /characters too many/],
    ['Contact Email', `${'x'.repeat(330)}@example.org`, /valid email/],
  ])('pasted as %s is there whole, and is said to be too long', async (name, text, error) => {
    showForm();
    fill();
    field(name).focus();
    await userEvent.clear(field(name));
    await userEvent.paste(text);
    expect(field(name).value).toBe(text);
    await press('Submit Request');
    expect(errorOf(name)).toMatch(error);
  });
});

describe('the address of the app', () => {
  const url = 'App URL (optional)';
  it.each([
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
  ])('“%s” is as “%s” once the field is left', (typed, stands) => {
    showForm();
    type(url, typed);
    expect(field(url).value).toBe(typed);
    fireEvent.blur(field(url));
    expect(field(url).value).toBe(stands);
  });

  it('is completed by the Enter key too, and sent so', async () => {
    const { callsOf } = showForm();
    fill();
    type(url, 'bakery.lovable.app');
    fireEvent.submit(field(url));
    await waitFor(() => expect(onSubmitted).toHaveBeenCalled());
    expect(callsOf(post)[0]?.body).toMatchObject({ appUrl: 'https://bakery.lovable.app' });
  });
});

describe('issues', () => {
  const issues = () => screen.getAllByRole('textbox', { name: /^Issue Description/ });

  it('are up to five on the pro plan, counted on the button', async () => {
    showForm({ user: { plan: 'pro' } });
    for (const count of [1, 2, 3, 4]) await press(`Add another issue (${count}/5)`);
    expect(issues()).toHaveLength(5);
    expect(button('Add another issue (5/5)').disabled).toBe(true);
  });

  it('are one on the free plan, and more of an earlier plan are not sent', async () => {
    const earlier = showForm({ user: { plan: 'pro' } });
    fill();
    await press('Add another issue (1/5)');
    type('Issue Description 2', 'Second');
    earlier.unmount();
    const { callsOf } = showForm();
    await screen.findByText(/^Your draft from this browser/);
    expect(screen.queryByRole('button', { name: /^Add another issue/ })).toBeNull();
    expect(
      screen.getByText('One issue in a request on the Free Trial; up to 5 with the Pro Plan.'),
    ).toBeDefined();
    await press('Submit Request');
    expect(errorOf('Issue Description 2')).toMatch(/^Issues in a request on your plan: 1 at most/);
    expect(callsOf(post)).toHaveLength(0);
    expect(field('Issue Description 2').value).toBe('Second');
  });

  it('go on past five on the developer plan', async () => {
    showForm({ user: { plan: 'developer' } });
    for (let count = 0; count < 6; count += 1) await press('Add another issue');
    expect(issues()).toHaveLength(7);
  });

  it('that are removed can be put back, where they stood', async () => {
    showForm({ user: { plan: 'pro' } });
    fill();
    await press('Add another issue (1/5)');
    type('Issue Description 2', 'Second');
    await press('Remove Issue Description 1');
    expect(field('Issue Description').value).toBe('Second');
    await press('Put it back');
    expect(issues().map((issue) => (issue as HTMLTextAreaElement).value)).toEqual([
      'It logs me out.',
      'Second',
    ]);
  });
});

describe('issues that were removed', () => {
  it('come back one after the other, each to its place', async () => {
    showForm({ user: { plan: 'developer' } });
    fill();
    for (const number of [2, 3]) {
      await press('Add another issue');
      type(`Issue Description ${number}`, `Thing ${number}`);
    }
    await press('Remove Issue Description 3');
    await press('Remove Issue Description 1');
    const note = screen.getByText(/^An issue was removed here\./);
    const follows =
      note.compareDocumentPosition(field('Issue Description')) & Node.DOCUMENT_POSITION_FOLLOWING;
    expect(follows).toBeGreaterThan(0);
    await press('Put it back');
    await press('Put it back');
    const issues = screen.getAllByRole<HTMLTextAreaElement>('textbox', { name: /^Issue Description/ });
    expect(issues.map(({ value }) => value)).toEqual(['It logs me out.', 'Thing 2', 'Thing 3']);
  });
});

describe('limits', () => {
  it.each([
    [
      { plan: 'free', lastFreeRequestTimestamp: Date.now() - 10 * day },
      'You have used your free request for this month. Please wait 20 days or upgrade your plan.',
    ],
    [
      { plan: 'pro', proRequestsThisMonth: { monthYear: thisMonth, count: 10 } },
      'You have reached your limit of 10 requests for this month. Please upgrade to the Developer plan for unlimited requests.',
    ],
  ] as const)('are said in the form, with the way to the plans', async (user, text) => {
    const { callsOf } = showForm({ user });
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
    async (plan, used, end) => {
      // A clock that is too fast is put right: so the configuration is there before the limit is.
      vi.setSystemTime(end + day);
      showForm({ user: { plan, ...used } });
      await screen.findByText(/^The first answer is due/);
      vi.setSystemTime(Date.UTC(2026, 10, 21, 12));
      fireEvent(document, new Event('visibilitychange'));
      const when = new Date(end).toLocaleString(undefined, { dateStyle: 'long', timeStyle: 'short' });
      expect(screen.getByText(new RegExp(`^You can send the next request from ${when}\\. `))).toBeDefined();
      expect(screen.queryByText(/first answer is due/)).toBeNull();
    },
  );

  it('never ask to wait for more than 30 days, even where this clock is behind the server’s', () => {
    showForm({ user: { lastFreeRequestTimestamp: Date.now() + 60_000 } });
    expect(screen.getByText(/Please wait 30 days/)).toBeDefined();
  });

  it('let through a request given back for a breach', async () => {
    showForm({ user: { lastFreeRequestTimestamp: Date.now(), extraRequests: 1 } });
    expect(button('Submit Request').disabled).toBe(false);
    expect(screen.getByText(/late answers of ours gave you 1 back/)).toBeDefined();
  });

  it('that only the server knows are a toast, and the session learns of them', async () => {
    const text = 'You have used your free request for this month. Please wait 30 days or upgrade your plan.';
    showForm({ answers: { [post]: refusal(403, 'request_limit_free', text) } });
    fill();
    await press('Submit Request');
    expect(await screen.findByText('Limit Reached')).toBeDefined();
    expect(screen.getAllByText(text, { exact: false }).length).toBeGreaterThan(1);
    await waitFor(() => expect(refresh).toHaveBeenCalled());
    expect(field('App Name').value).toBe('Two Homes');
    expect(onSubmitted).not.toHaveBeenCalled();
  });

  it('are not told again beside the button once the form says them', async () => {
    const text = 'You have used your free request for this month. Please wait 30 days or upgrade your plan.';
    const answers = { [post]: refusal(403, 'request_limit_free', text) };
    const { turn } = showForm({ answers });
    fill();
    await press('Submit Request');
    expect(await screen.findByText('Not sent.')).toBeDefined();
    turn({ user: { ...founder, lastFreeRequestTimestamp: Date.now() } });
    expect(button('Limit Reached').disabled).toBe(true);
    expect(screen.queryByText('Not sent.')).toBeNull();
  });
});

describe('a failure', () => {
  it('takes its toast away when the dialog closes', async () => {
    const { turn } = showForm({ answers: { [post]: refusal(500, 'internal', 'The cupboard is bare.') } });
    fill();
    await press('Submit Request');
    await screen.findByText('Submission Failed');
    turn({ open: false });
    await waitFor(() => expect(screen.queryByText('Submission Failed')).toBeNull());
  });

  it.each([
    [refusal(500, 'internal', 'The cupboard is bare.'), 'The cupboard is bare.'],
    [
      new Response('<h1>Bad gateway</h1>', { status: 502 }),
      'An error occurred while submitting your request.',
    ],
    [new Response('<h1>Welcome</h1>'), 'An error occurred while submitting your request.'],
  ])('says what the server said, or that an error occurred', async (answer, text) => {
    showForm({ answers: { [post]: answer } });
    fill();
    await press('Submit Request');
    expect(await screen.findByText('Submission Failed')).toBeDefined();
    expect(screen.getAllByText(text, { exact: false }).length).toBeGreaterThan(0);
    expect(
      screen.getByText(/Your request may or may not have arrived\. .*it makes one request\.$/),
    ).toBeDefined();
    expect(screen.queryByText('Not sent.')).toBeNull();
    expect(field('Issue Description').value).toBe('It logs me out.');
    expect(onSubmitted).not.toHaveBeenCalled();
  });

  it('of the sign-in to be renewed is a server that can’t be reached', async () => {
    setTokenSource(() => Promise.reject(new TypeError('Failed to fetch')));
    const { callsOf } = showForm();
    fill();
    await press('Submit Request');
    expect(await screen.findByText('Submission Failed')).toBeDefined();
    expect(callsOf(post)).toHaveLength(0);
    expect(button('Submit Request').disabled).toBe(false);
    expect(field('Issue Description').value).toBe('It logs me out.');
  });

  it('without a session is an authentication error', async () => {
    setTokenSource(async () => null);
    const { callsOf } = showForm();
    fill();
    await press('Submit Request');
    expect(await screen.findByText('Authentication Error')).toBeDefined();
    expect(callsOf(post)).toHaveLength(0);
    expect(field('App Name').value).toBe('Two Homes');
  });
});
