// @vitest-environment page
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestUser } from '#server/testing/test-server.ts';
import type { Job } from '#shared/contracts/support-requests/support-requests.ts';
import { showOnApp } from '#web/testing/show.tsx';
import { type Answers, loseResponse } from '#web/testing/stub-server.ts';
import { type SupportApp, startSupportApp } from '#web/testing/support-app.ts';
import { Suite } from './Suite.tsx';

const list = 'GET /api/jobs';
let app: SupportApp;
let founder: TestUser;
beforeAll(async () => {
  app = await startSupportApp();
  await import('#web/features/support-requests/form/RequestDialog.tsx');
  await import('#web/features/support-requests/JobRow.tsx');
});
afterAll(() => app.close());
beforeEach(async () => {
  founder = await app.signUp();
  await app.setPlan(founder, 'pro');
});

const show = (answers: Answers = {}, at = '/dashboard') =>
  showOnApp(app, <Suite />, founder, { at, answers });
const ask = (requestTitle: string, changes = {}) => app.ask({ requestTitle, ...changes }, founder);

async function resolve(job: Job) {
  await app.act(job.id, 'claim');
  await app.write(job.id, 'reply', 'Fixed.');
  await app.act(job.id, 'resolve');
}

const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const row = async (name: string) => within(await screen.findByRole('article', { name }));
const statusField = async () =>
  (await row('Sync')).getByRole<HTMLSelectElement>('combobox', { name: 'Status' });
const page = () => within(screen.getByRole('region', { name: 'Recent Activities', hidden: true }));
const form = async (title = 'Submit Support Request') =>
  within(await screen.findByRole('dialog', { name: title }));
const type = async (label: string, value: string, title?: string) =>
  fireEvent.change(await (await form(title)).findByLabelText(label), { target: { value } });

async function fillAndSubmit() {
  for (const name of ['App Name', 'Request Title', 'Issue Description']) await type(name, 'Words');
  await press('Submit Request');
}

describe('a support request among the activities', () => {
  it('shows its title, app, time, all issues, status and SLA, and leads to its thread', async () => {
    const issueDescriptions = ['It logs me out.', 'And it is slow.'];
    const { id } = await ask('Sync', { issueDescriptions });
    await app.act(id, 'claim');
    await app.write(id, 'question', 'Which iOS?');
    await show();
    const job = await row('Sync');
    expect(job.getByText('Two Homes')).toBeDefined();
    expect(job.getByText('Waiting for you')).toBeDefined();
    expect(job.getByText(/^Paused while we wait for you/)).toBeDefined();
    expect(job.getByText('Description (2 issues)').closest('details')?.open).toBe(false);
    expect(job.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(issueDescriptions);
    const thread = job.getByRole('link', { name: 'Sync' });
    expect(thread.getAttribute('href')).toBe(`/startup-spark-suite/requests/${id}`);
  });

  it('can be edited, and is shown as it was saved', async () => {
    await ask('Sync');
    await show();
    await userEvent.click((await row('Sync')).getByRole('button', { name: 'Edit' }));
    await type('Request Title', 'In other words', 'Edit Support Request');
    await press('Update Request');
    expect(await screen.findByRole('article', { name: 'In other words' })).toBeDefined();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('is not edited once it is resolved; about a survey it leads to its results', async () => {
    await resolve(await ask('Done'));
    const job = await ask('Sync');
    await show({
      [list]: async ({ passOn }) => {
        const jobs: Job[] = await (await passOn()).json();
        return jobs.map((one) => (one.id === job.id ? { ...one, surveySlug: 'survey-a' } : one));
      },
    });
    const about = await row('Sync');
    expect(about.queryByRole('button', { name: 'Edit' })).toBeNull();
    expect((await row('Done')).queryByRole('button', { name: 'Edit' })).toBeNull();
    const link = about.getByRole('link', { name: 'View Results' });
    expect(link.getAttribute('href')).toBe('/survey/survey-a/results');
  });

  it('shows a chosen status at once', async () => {
    const { id } = await ask('Sync');
    const { callsOf } = await show();
    const field = await statusField();
    expect([...field.options].map(({ value }) => value)).toEqual(['PENDING', 'UNDER_REVIEW', 'ACTIVE']);
    await userEvent.selectOptions(field, 'ACTIVE');
    expect(field.value).toBe('ACTIVE');
    expect(await screen.findByText('Job Status Updated!')).toBeDefined();
    expect(callsOf(`PUT /api/jobs/${id}/status`)[0]?.body).toEqual({ status: 'ACTIVE' });
    expect((await statusField()).value).toBe('ACTIVE');
  });

  it('claimed by an agent refuses another status', async () => {
    const { id } = await ask('Sync');
    await show();
    const field = await statusField();
    await app.act(id, 'claim');
    await userEvent.selectOptions(field, 'ACTIVE');
    expect(await screen.findByText('Status Update')).toBeDefined();
    const text = 'An agent is already working on this request. An update will be available shortly.';
    expect(screen.getByText(text)).toBeDefined();
    await waitFor(() => expect([field.value, field.disabled]).toEqual(['UNDER_REVIEW', true]));
  });

  it('says that the server was not reached rather than that somebody works on it', async () => {
    const { id } = await ask('Sync');
    await show({ [`PUT /api/jobs/${id}/status`]: () => Promise.reject(new TypeError('Failed to fetch')) });
    const field = await statusField();
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
    await show({}, at);
    if (!at.includes('modal')) await press('Start a New Support Request');
    await fillAndSubmit();
    expect(await row('Words')).toBeDefined();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(await screen.findByText('Job Submitted!')).toBeDefined();
  });

  it('leads to the plans, and from paying back to the draft', async () => {
    founder = await app.signUp();
    await ask('The free one', { issueDescriptions: ['It breaks.'] });
    await show();
    await press('Start a New Support Request');
    await type('App Name', 'Three Homes');
    await press('Compare the plans');
    const plans = { name: 'Support Plan for non-technical founders' };
    expect(await screen.findByRole('dialog', plans)).toBeDefined();
    const way = '/startup-spark-suite/dashboard?modal=jobForm';
    expect(sessionStorage.getItem('postPaymentRedirect')).toBe(way);
    await userEvent.keyboard('{Escape}');
    await press('Start a New Support Request');
    expect(await (await form()).findByDisplayValue('Three Homes')).toBeDefined();
  });
});

describe('an unsent support request among the activities', () => {
  it('is named for its own account alone, and goes on', async () => {
    await show();
    expect(screen.queryByText(/unsent request/)).toBeNull();
    await press('Start a New Support Request');
    await type('App Name', 'Two Homes');
    expect(page().getByText('Two Homes')).toBeDefined();
    await type('Request Title', 'Sync breaks');
    await userEvent.keyboard('{Escape}');
    expect(page().getByText(/^You have an unsent request/).textContent).toContain('Sync breaks');
    cleanup();
    const other = await app.signUp();
    await showOnApp(app, <Suite />, other, { at: '/dashboard' });
    expect(screen.queryByText(/unsent request/)).toBeNull();
    cleanup();
    await show();
    await userEvent.click(page().getByRole('button', { name: 'Continue' }));
    expect(await (await form()).findByDisplayValue('Sync breaks')).toBeDefined();
  });

  it('leads to the request that an unsent change is of', async () => {
    await ask('Sync');
    await show();
    await userEvent.click((await row('Sync')).getByRole('button', { name: 'Edit' }));
    await type('Request Title', 'In other words', 'Edit Support Request');
    cleanup();
    await show();
    const unsaved = page().getByText(/^You have changes to a request that are not saved:/);
    expect(unsaved.textContent).toContain('In other words');
    await userEvent.click(page().getByRole('button', { name: 'Continue' }));
    expect(await (await form('Edit Support Request')).findByDisplayValue('In other words')).toBeDefined();
  });

  it('says that a request without a response may not have arrived', async () => {
    await show({ 'POST /api/jobs': loseResponse });
    await press('Start a New Support Request');
    await fillAndSubmit();
    expect(await screen.findByText(/may or may not have arrived\./)).toBeDefined();
    expect(page().getByText(/^Your request may not have arrived:/)).toBeDefined();
    expect(page().queryByText(/unsent/)).toBeNull();
  });
});
