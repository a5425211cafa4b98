// @vitest-environment page
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { MailSettings } from '#shared/contracts/mail-settings.ts';
import { type Session, SessionContext } from '#web/identity/session.ts';
import { founder, testSession } from '#web/testing/accounts.data.ts';
import { openOutreachApp, press } from '#web/testing/outreach-app.tsx';
import { type Answers, lateResponse, refusal } from '#web/testing/stub-server.ts';
import { SettingsPage } from './SettingsPage.tsx';

const app = openOutreachApp();
const { world } = app;
const read = 'GET /api/mail-settings';
const write = 'PUT /api/mail-settings';
const provider = 'GET /api/auth/get-session';
const sendLink = 'POST /api/auth/send-verification-email';
const all: MailSettings = {
  requestReceived: true,
  answer: true,
  waitingForYou: true,
  resolved: false,
  promiseBroken: true,
  paymentFailed: true,
};

beforeEach(async () => {
  await world.call('PUT', '/api/mail-settings', all);
});

async function show(answers: Answers = {}, given: Partial<Session> = { user: world.founder }) {
  const refresh = vi.fn(async () => world.founder);
  const page = (
    <SessionContext value={testSession({ refresh, ...given })}>
      <SettingsPage />
    </SessionContext>
  );
  return { ...(await app.show(page, { [provider]: { user: founder }, ...answers })), refresh };
}

const mail = (name: string) =>
  screen.findByRole<HTMLInputElement>('switch', { name: new RegExp(`^${name}`) });

describe('the settings', () => {
  it('ask visitors to log in', async () => {
    const openSignIn = vi.fn();
    const { calls } = await show({}, { openSignIn });
    expect(screen.getByRole('heading', { level: 1, name: 'Settings' })).toBeDefined();
    expect(await screen.findByText('Authentication Error')).toBeDefined();
    expect(screen.getAllByText('You must be logged in to view this page.').length).toBeGreaterThan(0);
    await press('Sign In');
    expect(openSignIn).toHaveBeenCalledExactlyOnceWith('sign-in');
    expect(calls).toEqual([]);
  });

  it('have the address, the mails and the plan first', async () => {
    await show();
    await mail('Answers');
    expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
      'E-mail address',
      'Mail',
      'Plan and payments',
      'Automated Posting Settings',
    ]);
  });

  it('have the campaign of a founder with the Developer plan, and the linked accounts', async () => {
    await app.campaign();
    await show();
    expect(await screen.findByRole('button', { name: 'Save Settings' })).toBeDefined();
    expect(await screen.findByRole('region', { name: 'Linked accounts' })).toBeDefined();
    expect(screen.queryByRole('button', { name: 'See the plans' })).toBeNull();
  });

  it('can only be read without the plan', async () => {
    await app.campaign();
    await show({}, { user: { ...world.founder, plan: 'free' } });
    expect(await screen.findByRole('button', { name: 'See the plans' })).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Save Settings' })).toBeNull();
  });

  it('lead to plan and payments', async () => {
    await show();
    const link = await screen.findByRole('link', { name: 'See plan and payments' });
    expect(link.getAttribute('href')).toBe('/startup-spark-suite/billing');
  });
});

describe('the mail settings', () => {
  it('show which mails come, and that receipts always do', async () => {
    await show();
    expect((await mail('Answers')).checked).toBe(true);
    expect((await mail('Resolved')).checked).toBe(false);
    expect(screen.getAllByRole('switch')).toHaveLength(6);
    expect(screen.getByText(/Receipts for payments always come/)).toBeDefined();
  });

  it('are saved with the click, all of them', async () => {
    const { callsOf } = await show();
    await userEvent.click(await mail('Answers'));
    await waitFor(() => expect(callsOf(write).map(({ body }) => body)).toEqual([{ ...all, answer: false }]));
    await userEvent.click(await mail('Resolved'));
    await waitFor(() => expect(callsOf(write)[1]?.body).toEqual({ ...all, answer: false, resolved: true }));
    expect((await mail('Answers')).checked).toBe(false);
  });

  it('show at once, and go back when the server refuses', async () => {
    const { answer, arrive } = lateResponse();
    await show({ [write]: answer });
    await userEvent.click(await mail('Answers'));
    expect((await mail('Answers')).checked).toBe(false);
    await arrive(refusal(503, 'internal', 'Away.'));
    expect(await screen.findByText('Your mail settings could not be saved. Please try again.')).toBeDefined();
    expect((await mail('Answers')).checked).toBe(true);
  });

  it('say when they can not be loaded, and try again', async () => {
    let isAway = true;
    await show({ [read]: () => (isAway ? refusal(500, 'internal', 'Broken.') : undefined) });
    await screen.findByText('Your mail settings could not be loaded.');
    isAway = false;
    await press('Try again');
    expect((await mail('Answers')).checked).toBe(true);
  });
});

describe('the address of the account', () => {
  it('is said to be confirmed, and then nothing is offered', async () => {
    await show({ [provider]: { user: { ...founder, emailVerified: true } } });
    expect(await screen.findByText('Confirmed')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Send the confirmation link' })).toBeNull();
  });

  it('can be confirmed by a link that is mailed on request', async () => {
    const { callsOf } = await show({ [sendLink]: { status: true } });
    expect(await screen.findByText('Not confirmed yet')).toBeDefined();
    await press('Send the confirmation link');
    expect((await screen.findAllByText(/A link to confirm your address is on its way/)).length).toBe(2);
    expect(callsOf(sendLink).map(({ body }) => body)).toEqual([{ email: world.founder.email }]);
    expect(screen.getByRole('link', { name: 'development outbox' })).toBeDefined();
  });

  it.each([
    ['503 without a mail server', 503, 'mail_not_configured', /This site can't send mail yet/],
    ['429 after many links', 429, 'too_many_requests', /Please use the newest link in your mail/],
    ['500 for whatever reason', 500, 'internal', /The link could not be sent/],
  ])('says why no link came: %s', async (_case, status, code, text) => {
    await show({ [sendLink]: refusal(status, code, 'No.') });
    await press('Send the confirmation link');
    expect(await screen.findByText(text)).toBeDefined();
    expect(screen.getByRole('button', { name: 'Send the confirmation link' })).toBeDefined();
  });

  it('confirmed elsewhere is noticed on coming back, and the account is read again', async () => {
    let emailVerified = false;
    const { refresh } = await show({ [provider]: () => ({ user: { ...founder, emailVerified } }) });
    await screen.findByText('Not confirmed yet');
    expect(refresh).not.toHaveBeenCalled();
    emailVerified = true;
    window.dispatchEvent(new Event('visibilitychange'));
    expect(await screen.findByText('Confirmed')).toBeDefined();
    await waitFor(() => expect(refresh).toHaveBeenCalledTimes(1));
  });

  it('says when no one could look', async () => {
    await show({ [provider]: refusal(500, 'internal', 'Broken.') });
    expect(await screen.findByText('We could not look whether it is confirmed.')).toBeDefined();
  });
});
