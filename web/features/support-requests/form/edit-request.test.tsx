// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Attachment } from '#shared/contracts/attachments.ts';
import { refusal } from '#web/testing/stub-server.ts';
import {
  button,
  errorOf,
  field,
  jobOf,
  onSubmitted,
  press,
  put,
  read,
  savedDrafts,
  showForm,
  type,
  withForm,
  written,
} from './show-form.tsx';

withForm();

const start = { jobId: 'job-1' };
const job = jobOf({ ...written, issueDescriptions: ['First', 'Second'] }, { surveySlug: 'survey-a' });
const saved = ({ body }: { body: unknown }) => Response.json(jobOf(body));
const issue = (number: number) => field(`Issue Description ${number}`);
const ready = () => screen.findByRole('textbox', { name: 'App Name' });

describe('editing a request', () => {
  it('shows what it says, and sends all of it back, whatever the limits', async () => {
    const user = { lastFreeRequestTimestamp: Date.now() };
    const { callsOf } = showForm({ start, user, answers: { [read]: job, [put]: saved } });
    expect(screen.getByRole('dialog', { name: 'Edit Support Request' })).toBeDefined();
    await ready();
    expect([issue(1).value, issue(2).value]).toEqual(['First', 'Second']);
    expect(screen.queryByText('Limit Reached')).toBeNull();
    expect(screen.getByText('A change uses none of your requests.')).toBeDefined();
    type('Issue Description 2', 'Second, in more words');
    await press('Update Request');
    expect(await screen.findByText('Job Updated!')).toBeDefined();
    expect(callsOf(put)[0]?.body).toEqual({
      ...written,
      issueDescriptions: ['First', 'Second, in more words'],
      surveySlug: 'survey-a',
    });
    expect(onSubmitted).toHaveBeenCalledTimes(1);
    expect(savedDrafts()).toEqual([]);
  });

  it.each(['free', 'pro'] as const)('skips the issue limit of the %s plan', async (plan) => {
    const issueDescriptions = ['a', 'b', 'c', 'd', 'e'];
    const answers = { [read]: { ...job, issueDescriptions }, [put]: saved };
    const { callsOf } = showForm({ start, user: { plan }, answers });
    await ready();
    await press('Add another issue');
    type('Issue Description 6', 'f');
    await press('Update Request');
    await waitFor(() => expect(onSubmitted).toHaveBeenCalled());
    expect(callsOf(put)[0]?.body).toMatchObject({ issueDescriptions: [...issueDescriptions, 'f'] });
  });

  it('names the files only when they are others than before', async () => {
    const attachments: Attachment[] = [
      { id: 'a1', name: 'shot.png', type: 'image/png', size: 7, created_at: '2026-03-10' },
    ];
    const answers = {
      [read]: { ...job, attachments },
      [put]: saved,
      'DELETE /api/attachments/a1': refusal(404, 'attachment_not_found', 'There is no such attachment.'),
    };
    const { callsOf } = showForm({ start, answers });
    await ready();
    await press('Remove shot.png');
    await press('Update Request');
    await waitFor(() => expect(onSubmitted).toHaveBeenCalled());
    expect(callsOf(put)[0]?.body).toMatchObject({ attachmentIds: [] });
  });

  it('sends again what masking has made longer than may be typed, up to what is stored', async () => {
    const long = `${'[masked: password] '.repeat(600)}end`;
    const stored = { ...job, requestTitle: '[masked: password] '.repeat(60), issueDescriptions: [long] };
    const { callsOf } = showForm({ start, answers: { [read]: stored, [put]: saved } });
    await ready();
    await press('Update Request');
    expect(errorOf('Request Title')).toMatch(/^140 characters too many once its secrets are masked\./);
    expect(errorOf('Issue Description')).toBeNull();
    type('Request Title', 'Mine');
    await press('Update Request');
    await waitFor(() => expect(callsOf(put)[0]?.body).toMatchObject({ issueDescriptions: [long] }));
  });

  it('of a resolved one says what helps instead', async () => {
    const resolvedAt = new Date().toISOString();
    showForm({ start, answers: { [read]: { ...job, resolvedAt } } });
    await ready();
    expect(screen.getByText('This request is resolved and can’t be changed.')).toBeDefined();
    expect(screen.getByText(/An answer in its thread opens it again/)).toBeDefined();
    expect(button('Update Request').disabled).toBe(true);
    const thread = screen.getByRole('link', { name: 'Open its thread' });
    expect(thread.getAttribute('href')).toBe('/startup-spark-suite/requests/job-1');
  });

  it('sends nothing to a request that was resolved meanwhile, and keeps what was typed', async () => {
    let resolvedAt: string | null = null;
    const answers = { [read]: () => Response.json({ ...job, resolvedAt }), [put]: saved };
    const { callsOf } = showForm({ start, answers });
    await ready();
    type('Request Title', 'Mine');
    resolvedAt = new Date().toISOString();
    await press('Update Request');
    expect(await screen.findByText('This request is resolved and can’t be changed.')).toBeDefined();
    expect(callsOf(put)).toHaveLength(0);
    expect(field('Request Title').value).toBe('Mine');
  });

  it('is kept as a draft of its own, which can be thrown away and brought back', async () => {
    const first = showForm({ start, answers: { [read]: job } });
    await ready();
    type('Request Title', 'Mine');
    first.unmount();
    showForm({ start, answers: { [read]: job } });
    await screen.findByText('Your changes from this browser. They are not saved yet.');
    expect(field('Request Title').value).toBe('Mine');
    await press('Discard my changes');
    expect(field('Request Title').value).toBe(job.requestTitle);
    expect(screen.getByText('Your changes are discarded.')).toBeDefined();
    await press('Put it back');
    await waitFor(() => expect(field('Request Title').value).toBe('Mine'));
  });

  it.each([
    [refusal(409, 'request_resolved', 'This request is resolved.'), 'This request is resolved.'],
    [new Response('', { status: 500 }), 'An error occurred while updating your request.'],
  ])('that fails says so, and keeps what was typed', async (answer, text) => {
    showForm({ start, answers: { [read]: job, [put]: answer } });
    await ready();
    type('Request Title', 'Mine');
    await press('Update Request');
    expect(await screen.findByText('Update Failed')).toBeDefined();
    expect(screen.getAllByText(text, { exact: false }).length).toBeGreaterThan(0);
    expect(field('Request Title').value).toBe('Mine');
    expect(savedDrafts()).toHaveLength(1);
  });

  it('says while it loads, when it can’t be loaded, and when there is none', async () => {
    let isAway = true;
    const away = refusal(500, 'internal', 'Away.');
    const { turn } = showForm({
      start,
      answers: { [read]: () => (isAway ? away : Response.json(job)) },
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
});

describe('a request that was changed elsewhere meanwhile', () => {
  const newer = { ...job, requestTitle: 'Theirs' };

  async function changeBoth() {
    let now = job;
    const { callsOf } = showForm({ start, answers: { [read]: () => Response.json(now), [put]: saved } });
    await ready();
    type('Request Title', 'Mine');
    now = newer;
    await press('Update Request');
    await screen.findByText(/^This request was changed elsewhere/);
    return callsOf;
  }

  it('is shown before anything is replaced, and replaced only then', async () => {
    const callsOf = await changeBoth();
    expect(screen.getByText(/Theirs/)).toBeDefined();
    expect(callsOf(put)).toHaveLength(0);
    await press('Update Request');
    await waitFor(() => expect(callsOf(put)[0]?.body).toMatchObject({ requestTitle: 'Mine' }));
  });

  it('can be taken as it is now, and what was typed can be put back', async () => {
    await changeBoth();
    await press('Use what it says now');
    expect(field('Request Title').value).toBe('Theirs');
    await press('Put mine back');
    expect(field('Request Title').value).toBe('Mine');
    expect(screen.queryByText(/^This request was changed elsewhere/)).toBeNull();
    expect(button('Update Request').disabled).toBe(false);
  });
});
