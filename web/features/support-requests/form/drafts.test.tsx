// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { sendUnsent } from '#web/drafts/unsent.ts';
import { founder } from '#web/testing/accounts.data.ts';
import { refusal } from '#web/testing/stub-server.ts';
import {
  button,
  field,
  fill,
  jobOf,
  onSubmitted,
  post,
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

const keyOf = ({ headers }: { headers: Headers }) => headers.get('Idempotency-Key');

describe('a draft', () => {
  it('is there again after the tab was closed, and gone once it was sent', async () => {
    const first = showForm();
    fill();
    first.unmount();
    showForm();
    await screen.findByText('Your draft from this browser. It was not sent yet.');
    expect(field('Issue Description').value).toBe('It logs me out.');
    await press('Submit Request');
    await waitFor(() => expect(onSubmitted).toHaveBeenCalled());
    expect(savedDrafts()).toEqual([]);
  });

  it('is kept while the dialog is closed, and the next request begins empty', async () => {
    const { turn, callsOf } = showForm();
    fill();
    turn({ open: false });
    turn({ open: true });
    expect(field('App Name').value).toBe('Two Homes');
    await press('Submit Request');
    await waitFor(() => expect(onSubmitted).toHaveBeenCalled());
    turn({ open: false });
    turn({ open: true });
    expect(field('App Name').value).toBe('');
    fill();
    await press('Submit Request');
    await waitFor(() => expect(callsOf(post)).toHaveLength(2));
    const [one, two] = callsOf(post).map(keyOf);
    expect(one).not.toBe(two);
  });

  it('of another open tab stays as it is, and is not shown here', async () => {
    const theirs = 'draft:u1:support-request:other:slot';
    localStorage.setItem(theirs, JSON.stringify({ document: { id: 'x' }, unanswered: null, at: 1 }));
    localStorage.setItem('tabAlive:other', String(Date.now()));
    const before = localStorage.getItem(theirs);
    showForm();
    fill();
    expect(savedDrafts()).toHaveLength(2);
    await press('Submit Request');
    await waitFor(() => expect(onSubmitted).toHaveBeenCalled());
    expect(savedDrafts()).toEqual([theirs]);
    expect(localStorage.getItem(theirs)).toBe(before);
  });

  it('that blocks the way can be set aside, opened again, thrown away and brought back', async () => {
    const first = showForm();
    fill();
    first.unmount();
    showForm();
    await screen.findByText(/^Your draft from this browser/);
    await press('Start a new one');
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Drafts in this browser' }));
    expect(field('App Name').value).toBe('');
    type('App Name', 'Another');
    expect(screen.getByText('Sync breaks')).toBeDefined();
    await press('Open');
    expect(field('App Name').value).toBe('Two Homes');
    expect(screen.getByText('Another')).toBeDefined();
    await press('Discard');
    expect(screen.queryByText('Another')).toBeNull();
    await press('Put it back');
    expect(screen.getByText('Another')).toBeDefined();
    expect(savedDrafts()).toHaveLength(2);
  });

  it('of one trail does not stand in the form of another', async () => {
    const { turn } = showForm({ start: { trailId: 'trail-1', appName: 'One' } });
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

  it('is listed for whoever signs out, once, and not when nothing was typed', async () => {
    showForm({ start: { appName: 'Two Homes' } });
    expect(await sendUnsent(founder.id)).toEqual([]);
    fill();
    const unsent = await sendUnsent(founder.id);
    expect(unsent).toHaveLength(1);
    expect(unsent[0]).toMatchObject({
      request: { requestTitle: 'Sync breaks', issues: ['It logs me out.'] },
    });
  });

  it('of another account is not shown', async () => {
    const first = showForm();
    fill();
    first.unmount();
    showForm({ user: { id: 'u2' } });
    await screen.findByText(/^The first answer is due/);
    expect(field('App Name').value).toBe('');
  });
});

describe('a lost reply', () => {
  /** The first request arrives and its reply is lost; after that the server is there. */
  function lostOnce() {
    let isLost = true;
    return ({ body }: { body: unknown }) => {
      if (!isLost) return Response.json({ job: jobOf(body), user: founder }, { status: 201 });
      isLost = false;
      throw new TypeError('Failed to fetch');
    };
  }

  it('leads to the same request when it is sent again, also from the next tab', async () => {
    const answers = { [post]: lostOnce() };
    const first = showForm({ answers });
    fill();
    await press('Submit Request');
    await screen.findByText('Submission Failed');
    expect(screen.getByText(/^Your request may or may not have arrived\./)).toBeDefined();
    expect(screen.queryByText('Not sent.')).toBeNull();
    expect(screen.queryByText(/The server could not be reached/)).toBeNull();
    first.unmount();
    const second = showForm({ answers });
    await screen.findByText(/^Your draft from this browser/);
    await press('Submit Request');
    await waitFor(() => expect(onSubmitted).toHaveBeenCalled());
    const [sent, again] = [...first.callsOf(post), ...second.callsOf(post)];
    expect(again && keyOf(again)).toBe(sent && keyOf(sent));
    expect(again?.body).toEqual(sent?.body);
  });

  it('does not turn into "Limit Reached": the request may be the one that was used', async () => {
    const answers = { [post]: lostOnce() };
    const first = showForm({ answers });
    fill();
    await press('Submit Request');
    await screen.findByText('Submission Failed');
    first.unmount();
    showForm({ answers, user: { lastFreeRequestTimestamp: Date.now() } });
    await screen.findByText(/^Your draft from this browser/);
    expect(button('Submit Request').disabled).toBe(false);
  });

  it('loses nothing that was changed since: the request is sent again as it was, and then changed', async () => {
    const answers = {
      [post]: lostOnce(),
      [put]: ({ body }: { body: unknown }) => Response.json(jobOf(body)),
      [read]: jobOf(written),
    };
    const { callsOf } = showForm({ answers });
    fill();
    await press('Submit Request');
    await screen.findByText('Submission Failed');
    type('Issue Description', 'It logs me out, twice.');
    await press('Submit Request');
    await waitFor(() => expect(onSubmitted).toHaveBeenCalledTimes(1));
    expect(callsOf(post).map(({ body }) => body)).toEqual([
      expect.objectContaining({ issueDescriptions: ['It logs me out.'] }),
      expect.objectContaining({ issueDescriptions: ['It logs me out.'] }),
    ]);
    expect(callsOf(put)[0]?.body).toMatchObject({ issueDescriptions: ['It logs me out, twice.'] });
    expect(savedDrafts()).toEqual([]);
  });

  it('is no reason to send again what the server has refused since', async () => {
    let turn = 0;
    const { callsOf } = showForm({
      answers: {
        [post]: ({ body }) => {
          turn += 1;
          if (turn === 1) throw new TypeError('Failed to fetch');
          if (turn === 2) return refusal(400, 'job_fields_missing', 'Missing.');
          return Response.json({ job: jobOf(body), user: founder });
        },
      },
    });
    fill();
    await press('Submit Request');
    await screen.findByText('Submission Failed');
    type('Request Title', 'Sync breaks again');
    await press('Submit Request');
    await waitFor(() => expect(onSubmitted).toHaveBeenCalled());
    expect(callsOf(post).map(({ body }) => (body as { requestTitle: string }).requestTitle)).toEqual([
      'Sync breaks',
      'Sync breaks',
      'Sync breaks again',
    ]);
  });
});
