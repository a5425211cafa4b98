// @vitest-environment page
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { MailSettings } from '#shared/contracts/mail-settings.ts';
import { KeepAccountDialog } from '#web/features/personal-data/KeepAccountDialog.tsx';
import { type Session, SessionContext, type SignOutNotice } from '#web/identity/session.ts';
import { founder, testSession } from '#web/testing/accounts.data.ts';
import { openOutreachApp, press } from '#web/testing/outreach-app.tsx';
import { address } from '#web/testing/show.tsx';
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
  answerOverdue: true,
  paymentFailed: true,
  surveyAnswers: true,
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

  it('have the account, the devices, the mails and the plan first', async () => {
    await show();
    await mail('Answers from support');
    const headings = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
    expect(headings.slice(0, 5)).toEqual([
      'Signed in on',
      'Your data',
      'Emails',
      'Plan and payments',
      'Automated Posting Settings',
    ]);
    for (const link of within(screen.getByRole('navigation', { name: 'Settings' })).getAllByRole('link'))
      expect(document.getElementById(link.getAttribute('href')?.split('#')[1] ?? '')).not.toBeNull();
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
    const link = await screen.findByRole('link', { name: 'See payments' });
    expect(link.getAttribute('href')).toBe('/startup-spark-suite/billing');
  });
});

describe('the mail settings', () => {
  it('show which mails come, and that receipts always do', async () => {
    await show();
    expect((await mail('Answers from support')).checked).toBe(true);
    expect((await mail('Support request resolved')).checked).toBe(false);
    const mails = within(screen.getByRole('region', { name: 'Emails' }));
    expect(mails.getAllByRole('switch')).toHaveLength(7);
    expect(screen.getByText(/Receipts always come/)).toBeDefined();
  });

  it('are saved with the click, all of them', async () => {
    const { callsOf } = await show();
    await userEvent.click(await mail('Answers from support'));
    await waitFor(() => expect(callsOf(write).map(({ body }) => body)).toEqual([{ ...all, answer: false }]));
    await userEvent.click(await mail('Support request resolved'));
    await waitFor(() => expect(callsOf(write)[1]?.body).toEqual({ ...all, answer: false, resolved: true }));
    expect((await mail('Answers from support')).checked).toBe(false);
  });

  it('show at once, and go back when the server refuses', async () => {
    const { answer, arrive } = lateResponse();
    await show({ [write]: answer });
    await userEvent.click(await mail('Answers from support'));
    expect((await mail('Answers from support')).checked).toBe(false);
    await arrive(refusal(503, 'internal', 'Away.'));
    expect(await screen.findByText('Your mail settings could not be saved. Please try again.')).toBeDefined();
    expect((await mail('Answers from support')).checked).toBe(true);
  });

  it('say when they can not be loaded, and try again', async () => {
    let isAway = true;
    await show({ [read]: () => (isAway ? refusal(500, 'internal', 'Broken.') : undefined) });
    await screen.findByText('Your mail settings could not be loaded.');
    isAway = false;
    await press('Try again');
    expect((await mail('Answers from support')).checked).toBe(true);
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
    expect(await screen.findAllByText(/A link to confirm your address is on its way/)).toHaveLength(1);
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

const type = async (label: string, text: string) => {
  const field = await screen.findByLabelText(new RegExp(`^${label}`));
  await userEvent.clear(field);
  await userEvent.type(field, text);
};
const alerts = () => screen.queryAllByRole('alert').map(({ textContent }) => textContent);

describe('the rows of the account', () => {
  it('change the name, and the account is read again', async () => {
    const rename = 'POST /api/auth/update-user';
    const { callsOf, refresh } = await show({ [rename]: { status: true } });
    await press('Change name');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/^Full name/)));
    await type('Full name', 'Grace Hopper');
    await press('Save name');
    expect(await screen.findByText('We call you Grace Hopper from now on.')).toBeDefined();
    expect(callsOf(rename).map(({ body }) => body)).toEqual([{ name: 'Grace Hopper' }]);
    expect(refresh).toHaveBeenCalled();
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Change name' })),
    );
  });

  it('keep what was typed when the server is away', async () => {
    await show({ 'POST /api/auth/update-user': refusal(503, 'sign_in_unavailable', 'Away.') });
    await press('Change name');
    await type('Full name', 'Grace Hopper');
    await press('Save name');
    expect(await screen.findByText(/nothing has changed/)).toBeDefined();
    expect(screen.getByLabelText<HTMLInputElement>(/^Full name/).value).toBe('Grace Hopper');
  });

  it('change the email by a link to the new one', async () => {
    const change = 'POST /api/auth/change-email';
    const { callsOf } = await show({ [change]: { status: true } });
    await press('Change email');
    await type('New email', 'not an address');
    await press('Send link');
    expect(alerts()).toEqual([
      'Enter an email address like name@example.com.',
      'Enter your current password.',
    ]);
    await type('Current password', 'secret-enough');
    await type('New email', world.founder.email.toUpperCase());
    await press('Send link');
    expect(alerts()).toEqual(['That is your email already.']);
    await type('New email', 'new@example.org');
    await press('Send link');
    expect(
      await screen.findByText('Open the link we sent to new@example.org. Your email changes then.'),
    ).toBeDefined();
    expect(callsOf(change).map(({ body }) => body)).toEqual([
      { currentPassword: 'secret-enough', newEmail: 'new@example.org' },
    ]);
  });

  it('change the password with the present one', async () => {
    const change = 'POST /api/auth/change-password';
    let isWrong = true;
    const { callsOf, refresh } = await show({
      [change]: () => (isWrong ? refusal(400, 'INVALID_PASSWORD', 'No.') : { user: founder }),
      // The password changed only here, so the session of the other tests stays.
      'DELETE /api/user/session': { ended: true },
    });
    await press('Change password');
    await press('Save password');
    expect(alerts()).toEqual(['Enter your current password.', 'Enter a password.']);
    await type('Current password', 'guessed');
    await type('New password', 'brand-new-one');
    await press('Save password');
    expect(await screen.findByText('That is not your current password.')).toBeDefined();
    expect(screen.getByLabelText<HTMLInputElement>(/^New password/).value).toBe('brand-new-one');
    isWrong = false;
    await type('Current password', 'secret-enough');
    await press('Save password');
    expect(await screen.findByText('Your other devices are signed out.')).toBeDefined();
    expect(callsOf(change)[1]?.body).toEqual({
      currentPassword: 'secret-enough',
      newPassword: 'brand-new-one',
    });
    expect(callsOf('DELETE /api/user/session')).toHaveLength(1);
    expect(refresh).toHaveBeenCalled();
    expect(screen.queryByLabelText(/^New password/)).toBeNull();
  });
});

describe('the second step', () => {
  const uri = 'otpauth://totp/Startup%20Spark:founder?secret=ABCDEFGH&issuer=Startup%20Spark';
  const backupCodes = ['aaaaa-11111', 'bbbbb-22222'];
  const ended = { 'DELETE /api/user/session': { ended: true } };
  const enable = 'POST /api/auth/two-factor/enable';
  const verify = 'POST /api/auth/two-factor/verify-totp';
  const withFactor = { [provider]: { user: { ...founder, twoFactorEnabled: true } } };

  it('is set up with the password and a code of the app, and gives backup codes', async () => {
    let isOn = false;
    const { callsOf, refresh } = await show({
      [provider]: () => Response.json({ user: { ...founder, twoFactorEnabled: isOn } }),
      [enable]: { totpURI: uri, backupCodes },
      [verify]: ({ body }: { body: unknown }) => {
        isOn = (body as { code: string }).code === '123456';
        return isOn ? { user: founder } : refusal(401, 'INVALID_CODE', 'No.');
      },
      ...ended,
    });
    await press('Set up second step');
    await press('Continue');
    expect(alerts()).toEqual(['Enter your current password.']);
    await type('Current password', 'secret-enough');
    await press('Continue');
    expect(await screen.findByRole('img', { name: 'QR code for an authenticator app' })).toBeDefined();
    expect(screen.getByText('ABCD EFGH')).toBeDefined();
    await press('Turn on');
    expect(alerts()).toEqual(['Enter the code of your app.']);
    await type('Code', '000000');
    await press('Turn on');
    expect(await screen.findByText('That code is not right. Enter the newest one.')).toBeDefined();
    await type('Code', '123 456');
    await press('Turn on');
    expect(await screen.findByText('aaaaa-11111')).toBeDefined();
    expect(screen.getByText('On')).toBeDefined();
    expect(callsOf('DELETE /api/user/session')).toHaveLength(1);
    expect(refresh).toHaveBeenCalled();
    await press('Done');
    expect(screen.queryByText('aaaaa-11111')).toBeNull();
  });

  it('is turned off with the password', async () => {
    const disable = 'POST /api/auth/two-factor/disable';
    const { callsOf } = await show({ ...withFactor, [disable]: { status: true }, ...ended });
    await press('Change second step');
    await type('Current password', 'secret-enough');
    await press('Turn off');
    expect(await screen.findByText(/^Your password alone signs you in\./)).toBeDefined();
    expect(callsOf(disable)[0]?.body).toEqual({ password: 'secret-enough' });
  });

  it('gives new backup codes for the password', async () => {
    const renew = 'POST /api/auth/two-factor/generate-backup-codes';
    let isWrong = true;
    await show({
      ...withFactor,
      [renew]: () => (isWrong ? refusal(400, 'INVALID_PASSWORD', 'No.') : { status: true, backupCodes }),
    });
    await press('Change second step');
    await press('New backup codes');
    expect(alerts()).toEqual(['Enter your current password.']);
    await type('Current password', 'secret-enough');
    await press('New backup codes');
    expect(await screen.findByText('That is not your current password.')).toBeDefined();
    isWrong = false;
    await press('New backup codes');
    expect(await screen.findByText('bbbbb-22222')).toBeDefined();
  });

  it('is named to somebody who needs it for the inbox', async () => {
    await show({}, { user: { ...world.founder, needsSecondFactor: true } });
    expect(await screen.findByText('The inbox opens with this or a passkey.')).toBeDefined();
  });
});

describe('a passkey', () => {
  it('is added with a name and the password', async () => {
    await show({
      'GET /api/auth/passkey/list-user-passkeys': () => Response.json([]),
      'GET /api/auth/list-accounts': () => Response.json([{ providerId: 'credential' }]),
      'POST /api/auth/passkey/generate-register-options': () => refusal(400, 'INVALID_PASSWORD', 'No.'),
    });
    await press('Add passkey');
    await press('Add passkey');
    expect(alerts()).toEqual(['Enter your current password.', 'Enter a name, like My phone.']);
    await type('Current password', 'wrong-one');
    await userEvent.type(screen.getByLabelText('Name'), 'My phone');
    await press('Add passkey');
    expect(await screen.findByText('That is not your current password.')).toBeDefined();
  });
});

describe('the devices', () => {
  const at = '2026-03-01T10:00:00.000Z';
  const here = { id: 'a', name: 'Chrome on Mac', isPhone: false, lastSeenAt: at, isCurrent: true };
  const phone = { id: 'b', name: 'Safari on iPhone', isPhone: true, lastSeenAt: at, isCurrent: false };
  const list = 'GET /api/user/devices';

  it('show the present one, and end another with a click', async () => {
    let devices = [here, phone];
    const { callsOf } = await show({
      [list]: () => Response.json(devices),
      'DELETE /api/user/devices/b': () => {
        devices = [here];
        return { ended: true };
      },
    });
    expect(await screen.findByText('This device')).toBeDefined();
    await press('End Safari on iPhone');
    expect(await screen.findByText('Safari on iPhone is signed out.')).toBeDefined();
    expect(callsOf('DELETE /api/user/devices/b')).toHaveLength(1);
    await waitFor(() => expect(screen.queryByRole('button', { name: 'End all others' })).toBeNull());
  });

  it('come back when ending one fails', async () => {
    await show({
      [list]: () => Response.json([here, phone]),
      'DELETE /api/user/devices/b': refusal(503, 'internal', 'Away.'),
    });
    await press('End Safari on iPhone');
    expect(await screen.findByText('That did not work. Please try again.')).toBeDefined();
    expect(await screen.findByRole('button', { name: 'End Safari on iPhone' })).toBeDefined();
  });

  it('end all at once but the present one', async () => {
    let devices = [here, phone];
    await show({
      [list]: () => Response.json(devices),
      'DELETE /api/user/devices': () => {
        devices = [here];
        return { ended: 1 };
      },
    });
    await press('End all others');
    expect(await screen.findByText('Only this device is signed in now.')).toBeDefined();
    expect(screen.queryByText('Safari on iPhone')).toBeNull();
  });

  it('of the real server are those that are signed in', async () => {
    await show();
    expect(await screen.findByText('This device')).toBeDefined();
  });
});

describe('the data of the account', () => {
  const remove = 'POST /api/user/deletion';

  it('are downloaded as one ZIP', async () => {
    const create = vi.spyOn(URL, 'createObjectURL');
    const { callsOf } = await show();
    await press('Download');
    await waitFor(() => expect(create).toHaveBeenCalledTimes(1));
    const [blob] = create.mock.calls[0] as [Blob];
    expect(new Uint8Array(await blob.arrayBuffer()).slice(0, 2)).toEqual(new Uint8Array([0x50, 0x4b]));
    expect(callsOf('GET /api/user/export')).toHaveLength(1);
    create.mockRestore();
  });

  it('say when they can not be collected', async () => {
    await show({ 'GET /api/user/export': refusal(500, 'internal', 'Broken.') });
    await press('Download');
    expect(await screen.findByText('Not downloaded.')).toBeDefined();
  });

  it('are deleted after one question, and the person is signed out, with the way back', async () => {
    const signOut = vi.fn(async (_notice?: SignOutNotice) => {});
    const { callsOf } = await show(
      { [remove]: { deletesAt: new Date(2026, 11, 3, 12).getTime() } },
      { user: { ...world.founder, plan: 'developer' }, signOut },
    );
    await press('Delete…');
    const asked = within(await screen.findByRole('dialog', { name: 'Delete your account?' }));
    expect(asked.getByText(/^You can undo it until/)).toBeDefined();
    expect(asked.getByText('Your subscription is canceled.')).toBeDefined();
    await userEvent.click(asked.getByRole('button', { name: 'Keep account' }));
    expect(callsOf(remove)).toHaveLength(0);
    await press('Delete…');
    await press('Delete account');
    await waitFor(() => expect(signOut).toHaveBeenCalledTimes(1));
    expect(callsOf(remove)).toHaveLength(1);
    const notice = signOut.mock.calls[0]?.[0];
    expect(notice?.text).toBe('You can undo it until December 3: sign in and press “Keep my account”.');
    act(() => notice?.action?.run());
    expect(address()).toBe('/?signIn=1');
  });

  it('stay when the server refuses', async () => {
    const signOut = vi.fn(async () => {});
    await show(
      { [remove]: refusal(503, 'billing_unavailable', 'The payment provider is away.') },
      { user: world.founder, signOut },
    );
    await press('Delete…');
    await press('Delete account');
    expect(await screen.findByText('The payment provider is away.')).toBeDefined();
    expect(signOut).not.toHaveBeenCalled();
  });

  it('are kept by whoever comes back', async () => {
    let isKept = false;
    const keep = 'DELETE /api/user/deletion';
    const { refresh } = await showKeep({
      [keep]: () => {
        isKept = true;
        return { kept: true };
      },
    });
    await press('Keep my account');
    expect(
      await screen.findByText(/resume them on the dashboard and under Plan and payments\.$/, {
        selector: '[role=status] *',
      }),
    ).toBeDefined();
    expect(isKept).toBe(true);
    expect(refresh).toHaveBeenCalled();
  });

  it('are not said to be kept when they are not', async () => {
    await showKeep({ 'DELETE /api/user/deletion': refusal(500, 'internal', 'Broken.') });
    await press('Keep my account');
    expect(await screen.findByText('Not kept.')).toBeDefined();
  });

  async function showKeep(answers: Answers) {
    const refresh = vi.fn(async () => world.founder);
    await app.show(
      <SessionContext value={testSession({ refresh, user: world.founder })}>
        <KeepAccountDialog deletesAt={Date.parse('2026-11-29T10:00:00Z')} />
      </SessionContext>,
      answers,
    );
    expect(await screen.findByText('It is deleted on November 29.')).toBeDefined();
    return { refresh };
  }
});
