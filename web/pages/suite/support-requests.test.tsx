// @vitest-environment page
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import type { User } from '#shared/contracts/account.ts';
import type { Job } from '#shared/contracts/support-requests.ts';
import { answerList, jobAt } from '#web/features/activity/activities.fixture.ts';
import { founder } from '#web/testing/accounts.data.ts';
import { showSuite } from '#web/testing/show-suite.tsx';
import { type Answers, refusal } from '#web/testing/stub-server.ts';

const list = 'GET /api/jobs';
const changeStatus = 'PUT /api/jobs/job-1/status';
// A dialog's code is fetched when it is first opened.
const slow = { timeout: 8_000 };

type Given = { jobs?: Job[]; answers?: Answers; user?: Partial<User>; at?: string };

const show = ({ jobs = [], answers = {}, user = {}, at = '/dashboard' }: Given = {}) =>
  showSuite(at, { [list]: ({ query }) => Response.json(answerList(jobs, query)), ...answers }, user);

const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const row = async (name: string) => within(await screen.findByRole('article', { name }));
const status = async (name: string) =>
  (await row(name)).getByRole<HTMLSelectElement>('combobox', { name: 'Status' });

describe('a support request among the activities', () => {
  it('shows its title, app, time, all issues, status and SLA, and leads to its thread', async () => {
    const issueDescriptions = ['It logs me out.', 'And it is slow.'];
    show({ jobs: [jobAt(1, { issueDescriptions, waitingForCustomer: true, messageCount: 3 })] });
    const job = await row('Request of minute 1');
    expect(job.getByText('Two Homes')).toBeDefined();
    expect(job.getByText('Waiting for you')).toBeDefined();
    expect(job.getByText(/answer (was )?due/i)).toBeDefined();
    expect(job.getByText('Description (2 issues)').closest('details')?.open).toBe(false);
    expect(job.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(issueDescriptions);
    const thread = job.getByRole('link', { name: 'Thread (3)' });
    expect(thread.getAttribute('href')).toBe('/startup-spark-suite/requests/job-1');
  });

  it('can be edited, and is shown as it was saved', async () => {
    const job = jobAt(1);
    const changed = { ...job, requestTitle: 'In other words' };
    const jobs = [job];
    const save = () => {
      jobs[0] = changed;
      return Response.json(changed);
    };
    show({ jobs, answers: { 'GET /api/jobs/job-1': job, 'PUT /api/jobs/job-1': save } });
    await userEvent.click((await row('Request of minute 1')).getByRole('button', { name: 'Edit' }));
    const dialog = await screen.findByRole('dialog', { name: 'Edit Support Request' }, slow);
    const title = await within(dialog).findByLabelText('Request Title');
    fireEvent.change(title, { target: { value: changed.requestTitle } });
    await press('Update Request');
    expect(await screen.findByRole('article', { name: 'In other words' })).toBeDefined();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('is not edited once it is resolved; about a survey it leads to its results', async () => {
    const resolved = jobAt(2, { resolvedAt: '2026-11-21T12:00:00.000Z' });
    show({ jobs: [resolved, jobAt(1, { surveySlug: 'survey-a' })] });
    const job = await row('Request of minute 1');
    expect(job.queryByRole('button', { name: 'Edit' })).toBeNull();
    expect((await row('Request of minute 2')).queryByRole('button', { name: 'Edit' })).toBeNull();
    const link = job.getByRole('link', { name: 'View Results' });
    expect(link.getAttribute('href')).toBe('/survey/survey-a/results');
  });

  it('shows a chosen status at once', async () => {
    const jobs = [jobAt(1)];
    const { callsOf } = show({
      jobs,
      answers: {
        [changeStatus]: () => {
          jobs[0] = jobAt(1, { status: 'ACTIVE' });
          return Response.json(jobs[0]);
        },
      },
    });
    const field = await status('Request of minute 1');
    expect([...field.options].map(({ value }) => value)).toEqual(['PENDING', 'UNDER_REVIEW', 'ACTIVE']);
    await userEvent.selectOptions(field, 'ACTIVE');
    expect(field.value).toBe('ACTIVE');
    expect(await screen.findByText('Job Status Updated!')).toBeDefined();
    expect(callsOf(changeStatus)[0]?.body).toEqual({ status: 'ACTIVE' });
    expect((await status('Request of minute 1')).value).toBe('ACTIVE');
  });

  it('claimed by an agent refuses another status', async () => {
    const text = 'An agent is already working on this request. An update will be available shortly.';
    show({ jobs: [jobAt(1)], answers: { [changeStatus]: refusal(409, 'job_claimed', text) } });
    const field = await status('Request of minute 1');
    await userEvent.selectOptions(field, 'ACTIVE');
    expect(await screen.findByText('Status Update')).toBeDefined();
    expect(screen.getByText(text)).toBeDefined();
    expect(field.value).toBe('PENDING');
  });

  it('says that the server was not reached rather than that somebody works on it', async () => {
    const lost = () => {
      throw new TypeError('Failed to fetch');
    };
    show({ jobs: [jobAt(1)], answers: { [changeStatus]: lost } });
    const field = await status('Request of minute 1');
    await userEvent.selectOptions(field, 'ACTIVE');
    expect(await screen.findByText(/The server could not be reached/)).toBeDefined();
    expect(field.value).toBe('PENDING');
  });
});

describe('the form over the dashboard', () => {
  it.each([
    ['its button', '/dashboard'],
    ['?modal=jobForm', '/dashboard?modal=jobForm'],
  ])('opens by %s, and what was submitted is listed', async (_way, at) => {
    const jobs: Job[] = [];
    const submit = () => {
      jobs.push(jobAt(1));
      return Response.json({ job: jobAt(1), user: founder }, { status: 201 });
    };
    show({ at, jobs, answers: { 'POST /api/jobs': submit } });
    if (!at.includes('modal')) await press('Start a New Support Request');
    const dialog = within(await screen.findByRole('dialog', { name: 'Submit Support Request' }, slow));
    for (const name of ['App Name', 'Request Title', 'Issue Description'])
      fireEvent.change(dialog.getByLabelText(name), { target: { value: 'Words' } });
    await press('Submit Request');
    expect(await row('Request of minute 1')).toBeDefined();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(await screen.findByText('Job Submitted!')).toBeDefined();
  });

  it('leads to the plans, and from paying back to the draft', async () => {
    show({ user: { lastFreeRequestTimestamp: Date.now() } });
    await press('Start a New Support Request');
    const dialog = within(await screen.findByRole('dialog', { name: 'Submit Support Request' }, slow));
    fireEvent.change(dialog.getByLabelText('App Name'), { target: { value: 'Two Homes' } });
    await userEvent.click(dialog.getByRole('button', { name: 'Compare the plans' }));
    const plans = { name: 'Support Plan for non-technical founders' };
    expect(await screen.findByRole('dialog', plans, slow)).toBeDefined();
    const way = '/startup-spark-suite/dashboard?modal=jobForm';
    expect(sessionStorage.getItem('postPaymentRedirect')).toBe(way);
    await userEvent.keyboard('{Escape}');
    await press('Start a New Support Request');
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('App Name').value).toBe('Two Homes'));
  });
});

describe('the Dev Support card', () => {
  const card = () => within(document.getElementById('dev-support') as HTMLElement);

  it('names an unsent request and goes on with it', async () => {
    show();
    expect(card().queryByText(/unsent request/)).toBeNull();
    await press('Start a New Support Request');
    const form = () => screen.findByRole('dialog', { name: 'Submit Support Request' }, slow);
    const type = async (label: string, value: string) =>
      fireEvent.change(within(await form()).getByLabelText(label), { target: { value } });
    await type('App Name', 'Two Homes');
    expect(card().getByText('Two Homes')).toBeDefined();
    await type('Request Title', 'Sync breaks');
    await userEvent.keyboard('{Escape}');
    expect(card().getByText(/^You have an unsent request/).textContent).toContain('Sync breaks');
    cleanup();
    show();
    await userEvent.click(card().getByRole('button', { name: 'Continue' }));
    await within(await form()).findByDisplayValue('Sync breaks');
  });

  it('leads to the request that an unsent change is of', async () => {
    const job = jobAt(1);
    const shown = () => show({ jobs: [job], answers: { 'GET /api/jobs/job-1': job } });
    shown();
    await userEvent.click((await row('Request of minute 1')).getByRole('button', { name: 'Edit' }));
    const title = async () =>
      within(
        await screen.findByRole('dialog', { name: 'Edit Support Request' }, slow),
      ).findByLabelText<HTMLInputElement>('Request Title');
    fireEvent.change(await title(), { target: { value: 'In other words' } });
    cleanup();
    shown();
    const kept = card().getByText(/^You have changes to a request that are not saved:/);
    expect(kept.textContent).toContain('In other words');
    await userEvent.click(card().getByRole('button', { name: 'Continue' }));
    await waitFor(async () => expect((await title()).value).toBe('In other words'));
  });

  it('says that a request without a response may not have arrived', async () => {
    const lost = () => {
      throw new TypeError('Failed to fetch');
    };
    show({ answers: { 'POST /api/jobs': lost } });
    await press('Start a New Support Request');
    const dialog = within(await screen.findByRole('dialog', { name: 'Submit Support Request' }, slow));
    for (const name of ['App Name', 'Request Title', 'Issue Description'])
      fireEvent.change(dialog.getByLabelText(name), { target: { value: 'Words' } });
    await press('Submit Request');
    expect(await dialog.findByText(/may or may not have arrived\./)).toBeDefined();
    expect(card().getByText(/^Your request may not have arrived:/)).toBeDefined();
    expect(card().queryByText(/unsent/)).toBeNull();
  });

  it('ignores drafts of another account', () => {
    const request = { requestTitle: 'Theirs', appName: '' };
    const document = { jobId: null, trailId: null, changedAt: 1, request };
    localStorage.setItem('draft:u2:support-request:tab:slot', JSON.stringify({ document }));
    show();
    expect(card().queryByText(/unsent request/)).toBeNull();
  });

  it('says what the plan has left, and shows the newest open requests with their clocks', async () => {
    const proRequestsThisMonth = { monthYear: new Date().toISOString().slice(0, 7), count: 4 };
    const resolved = jobAt(9, { resolvedAt: '2026-11-21T12:00:00.000Z' });
    const jobs = [resolved, ...[8, 7, 6, 5].map((minute) => jobAt(minute))];
    show({ user: { plan: 'pro', proRequestsThisMonth }, jobs });
    expect(card().getByText('6 of your 10 requests are left this month.')).toBeDefined();
    expect(card().getByText(/a person answers within 24 hours/)).toBeDefined();
    const open = await card().findByRole('list', { name: 'Open requests' });
    const names = within(open)
      .getAllByRole('link')
      .map(({ textContent }) => textContent);
    expect(names).toEqual([8, 7, 6].map((minute) => `Request of minute ${minute}`));
    expect(within(open).getAllByText(/answer (was )?due/i)).toHaveLength(3);
    expect(card().getByText('The newest 3; all stand among your activities.')).toBeDefined();
  });

  it('finds an open request behind many that are resolved', async () => {
    const resolvedAt = '2026-11-21T12:00:00.000Z';
    const resolved = Array.from({ length: 25 }, (_, place) => jobAt(place + 2, { resolvedAt }));
    show({ jobs: [...resolved, jobAt(1)] });
    expect(await card().findByRole('link', { name: 'Request of minute 1' })).toBeDefined();
    expect(card().queryByText('No open request')).toBeNull();
  });

  it('does not go on saying that none is open when that is not known any more', async () => {
    let isAway = false;
    const away = refusal(500, 'internal', 'Away.');
    show({ answers: { [list]: () => (isAway ? away : Response.json([])) } });
    await card().findByText('No open request');
    isAway = true;
    fireEvent(window, new Event('visibilitychange'));
    expect(await card().findByText('Your open requests could not be loaded.')).toBeDefined();
    expect(card().queryByText('No open request')).toBeNull();
  });

  it('says that no request is open, and when they can’t be loaded', async () => {
    show();
    expect(card().getByText('Loading your open requests')).toBeDefined();
    expect(await card().findByText('No open request')).toBeDefined();
    cleanup();
    let isAway = true;
    const away = refusal(500, 'internal', 'Away.');
    show({ answers: { [list]: () => (isAway ? away : Response.json([jobAt(1)])) } });
    expect(await card().findByText('Your open requests could not be loaded.')).toBeDefined();
    isAway = false;
    await userEvent.click(card().getByRole('button', { name: 'Try again' }));
    expect(await card().findByRole('link', { name: 'Request of minute 1' })).toBeDefined();
  });
});
