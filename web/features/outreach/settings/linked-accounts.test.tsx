// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toast } from 'sonner';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { setTokenSource } from '#web/identity/token.ts';
import { refusal } from '#web/testing/stub-server.ts';
import { mastodonAccount, press, provenAccount, showSettings } from './show-settings.tsx';

const list = 'GET /api/linked-accounts';
const unlink = 'DELETE /api/linked-accounts/account-1';
const link = 'POST /api/linked-accounts';

const row = async (name: string) => within(await screen.findByRole('article', { name }));
const form = async () => within(await screen.findByRole('region', { name: 'Link an account' }));
const choose = async (source: string) =>
  userEvent.selectOptions((await form()).getByRole('combobox', { name: 'Source' }), source);
const type = async (label: string, text: string) =>
  userEvent.type((await form()).getByLabelText(new RegExp(`^${label}`)), text);

beforeEach(() => setTokenSource(async () => 'token'));
afterEach(() => {
  cleanup();
  toast.dismiss();
  vi.useRealTimers();
});

describe('the linked accounts', () => {
  it('say where they are, how they reply, since when, and what is known of them', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-12-01T12:00:00Z') });
    showSettings({ [list]: [mastodonAccount, provenAccount] });
    const sends = await row('founder on social.example.org');
    expect(sends.getByText('Mastodon · social.example.org')).toBeDefined();
    expect(sends.getByText('Sends replies')).toBeDefined();
    const proven = await row('maker on news.ycombinator.com');
    expect(proven.getByText('By hand')).toBeDefined();
    expect(proven.getByText(/Karma 120 · 7 years old/)).toBeDefined();
    expect(proven.getByText(/You post by hand, and we find your reply there/)).toBeDefined();
    expect(screen.getByText(/stays valid at its source until you revoke it there/)).toBeDefined();
  });

  it('say when one must be linked again', async () => {
    showSettings({ [list]: [{ ...mastodonAccount, canPost: false, needsLink: true }] });
    const account = await row('founder on social.example.org');
    expect(account.getByText('Sign in again')).toBeDefined();
    expect(account.getByText(/^Your sign-in has ended\./)).toBeDefined();
    expect(account.getByText('Be kind.')).toBeDefined();
  });

  it('whose server’s rules are not known posts by hand, and says so', async () => {
    showSettings({ [list]: [{ ...mastodonAccount, canPost: false, rules: null }] });
    const account = await row('founder on social.example.org');
    expect(account.getByText('By hand')).toBeDefined();
    expect(account.getByText(/^We don't know this server's rules/)).toBeDefined();
  });

  it('say that there is none, and when they can not be loaded', async () => {
    let answer: object = refusal(500, 'internal', 'Broken.');
    showSettings({ [list]: () => answer });
    await screen.findByText('Your accounts could not be loaded.');
    answer = [];
    await press('Try again');
    expect(await screen.findByText('No account is linked')).toBeDefined();
  });

  it('are unlinked at once, with a notice', async () => {
    let accounts: object[] = [mastodonAccount];
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const { callsOf } = showSettings({
      [list]: () => accounts,
      [unlink]: async () => {
        await held;
        accounts = [];
        return Response.json({ unlinked: true });
      },
    });
    await press('Unlink founder');
    await waitFor(() => expect(screen.queryByRole('article')).toBeNull());
    expect(screen.queryByText('Account unlinked')).toBeNull();
    release();
    expect(await screen.findByText('Account unlinked')).toBeDefined();
    expect(callsOf(unlink)).toHaveLength(1);
    expect(await screen.findByText('No account is linked')).toBeDefined();
  });

  it('come back when they could not be unlinked', async () => {
    showSettings({ [list]: [mastodonAccount], [unlink]: refusal(500, 'internal', 'Away.') });
    await press('Unlink founder');
    expect(await screen.findByText('The account could not be unlinked. Please try again.')).toBeDefined();
    expect(await row('founder on social.example.org')).toBeDefined();
  });

  it('can be unlinked after a downgrade, though none can be added', async () => {
    const { callsOf } = showSettings({ [list]: [mastodonAccount], [unlink]: { unlinked: true } }, true);
    await press('Unlink founder');
    expect(await screen.findByText('Account unlinked')).toBeDefined();
    expect(callsOf(unlink)).toHaveLength(1);
    expect(screen.queryByRole('region', { name: 'Link an account' })).toBeNull();
  });

  it('are not spoken of where the plan has no campaigns and nothing is linked', async () => {
    const { callsOf } = showSettings({}, true);
    await waitFor(() => expect(callsOf(list).length).toBeGreaterThan(0));
    await screen.findByRole('region', { name: 'Automated Posting Settings' });
    expect(screen.queryByRole('region', { name: 'Linked accounts' })).toBeNull();
  });
});

describe('linking', () => {
  it.each([
    [
      'Mastodon',
      { Server: 'social.example.org', 'Access token': 't0ken' },
      { source: 'mastodon', host: 'social.example.org', username: '', secret: 't0ken' },
    ],
    [
      'Lemmy',
      { Server: 'lemmy.example.org', Name: 'founder', Password: 'pass word' },
      { source: 'lemmy', host: 'lemmy.example.org', username: 'founder', secret: 'pass word' },
    ],
    [
      'Discourse',
      { Forum: 'forum.example.com', Name: 'founder', 'User API key': 'k3y' },
      { source: 'discourse', host: 'forum.example.com', username: 'founder', secret: 'k3y' },
    ],
    [
      'Bluesky',
      { Handle: 'founder.bsky.social', 'App password': 'abcd-efgh' },
      { source: 'bluesky', host: '', username: 'founder.bsky.social', secret: 'abcd-efgh' },
    ],
  ])('takes what %s needs', async (source, fields, body) => {
    let accounts: object[] = [];
    const { callsOf } = showSettings({
      [list]: () => accounts,
      [link]: () => {
        accounts = [mastodonAccount];
        return Response.json(mastodonAccount, { status: 201 });
      },
    });
    await choose(source);
    for (const [label, text] of Object.entries(fields)) await type(label, text);
    await press(`Link ${source} account`);
    expect(await screen.findByText('founder on social.example.org is linked.')).toBeDefined();
    expect(callsOf(link).map((call) => call.body)).toEqual([body]);
    expect(await row('founder on social.example.org')).toBeDefined();
    // The form keeps no secret.
    expect((await form()).queryByDisplayValue(body.secret)).toBeNull();
  });

  it('asks for what is missing, and puts the cursor there', async () => {
    const { callsOf } = showSettings();
    await choose('Lemmy');
    await press('Link Lemmy account');
    for (const text of ['Server is missing.', 'Name is missing.', 'Password is missing.'])
      expect(screen.getByText(text)).toBeDefined();
    expect(document.activeElement).toBe((await form()).getByLabelText('Server'));
    expect(callsOf(link)).toEqual([]);
  });

  it.each([
    [400, 'account_wrong_credentials', 'social.example.org does not accept these sign-in details.'],
    [400, 'account_host_not_allowed', 'localhost is not the public address of a server.'],
    [400, 'account_host_other_kind', 'social.example.org does not answer like a Mastodon server.'],
    [409, 'account_host_unavailable', 'social.example.org can not be reached now.'],
    [429, 'too_many_requests', 'Too many tries. Please wait.'],
  ])('says why it was refused (%i %s), and keeps what was typed', async (status, code, text) => {
    showSettings({ [link]: refusal(status, code, text) });
    await type('Server', 'social.example.org');
    await type('Access token', 't0ken');
    await press('Link Mastodon account');
    expect((await screen.findAllByText(text, { exact: false })).length).toBe(2);
    expect((await form()).getByDisplayValue('social.example.org')).toBeDefined();
    expect((await form()).getByDisplayValue('t0ken')).toBeDefined();
  });

  it('leaves the cursor in the field that the server refuses', async () => {
    showSettings({ [link]: refusal(400, 'account_host_other_kind', 'It is no Mastodon server.') });
    await type('Server', 'social.example.org');
    await type('Access token', 't0ken');
    await press('Link Mastodon account');
    await waitFor(async () => expect(document.activeElement).toBe((await form()).getByLabelText('Server')));
  });

  it('has forgotten the secret once the account is linked', async () => {
    const { client } = showSettings({ [link]: mastodonAccount });
    await type('Server', 'social.example.org');
    await type('Access token', 't0ken');
    await press('Link Mastodon account');
    await screen.findByText('founder on social.example.org is linked.');
    const kept = () =>
      JSON.stringify(
        client
          .getMutationCache()
          .getAll()
          .map(({ state }) => state.variables),
      );
    await waitFor(() => expect(kept()).not.toContain('t0ken'));
  });

  it('never takes a secret from one source to another, nor has a browser fill one in', async () => {
    showSettings();
    await choose('Lemmy');
    await type('Password', 'pass word');
    await choose('Bluesky');
    const field = (await form()).getByLabelText<HTMLInputElement>('App password');
    expect([field.value, field.type, field.autocomplete]).toEqual(['', 'password', 'new-password']);
  });

  it('keeps the address and the name when another source is chosen, and sends what is asked alone', async () => {
    const { callsOf } = showSettings({ [link]: refusal(500, 'internal', 'Away.') });
    await type('Server', 'lemmy.example.org');
    await choose('Lemmy');
    expect((await form()).getByLabelText<HTMLInputElement>('Server').value).toBe('lemmy.example.org');
    await type('Name', 'founder');
    await choose('Bluesky');
    await type('Handle', '.bsky.social');
    await type('App password', 'abcd-efgh');
    await press('Link Bluesky account');
    await waitFor(() => expect(callsOf(link)).toHaveLength(1));
    expect(callsOf(link)[0]?.body).toEqual({
      source: 'bluesky',
      host: '',
      username: 'founder.bsky.social',
      secret: 'abcd-efgh',
    });
  });

  it('says where a Hacker News account is linked, with a campaign and without', async () => {
    const { unmount } = showSettings();
    expect(await screen.findByText(/is linked above, beside its campaign/)).toBeDefined();
    unmount();
    showSettings({ 'GET /api/products/campaign': [] });
    expect(await screen.findByText(/above, once you have one/)).toBeDefined();
  });

  it('leads to the page that gives the secret out', async () => {
    showSettings();
    expect((await form()).queryByRole('link')).toBeNull();
    await type('Server', 'social.example.org');
    expect((await form()).getByRole('link', { name: /^Open that page/ }).getAttribute('href')).toBe(
      'https://social.example.org/settings/applications/new',
    );
  });
});
