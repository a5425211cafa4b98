// @vitest-environment page
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import {
  type Answers,
  aroundEachTest,
  listCampaignsCall,
  mastodonAccount,
  pendingAnswer,
  press,
  provenAccount,
  rowOf,
  show,
} from '#web/features/outreach/outreach.fixture.tsx';
import { founder } from '#web/testing/accounts.data.ts';
import { refusal } from '#web/testing/stub-server.ts';
import { LinkedAccounts } from './LinkedAccounts.tsx';

aroundEachTest();

const list = 'GET /api/linked-accounts';
const unlink = 'DELETE /api/linked-accounts/account-1';
const link = 'POST /api/linked-accounts';

const showAccounts = (accounts: Answers[string] = [], answers: Answers = {}, isReadOnly = false) =>
  show(<LinkedAccounts userId={founder.id} isReadOnly={isReadOnly} />, { [list]: accounts, ...answers });

const form = async () => within(await screen.findByRole('region', { name: 'Link an account' }));
const choose = async (source: string) =>
  userEvent.selectOptions((await form()).getByRole('combobox', { name: 'Source' }), source);
const type = async (label: string, text: string) =>
  userEvent.type((await form()).getByLabelText(new RegExp(`^${label}`)), text);

describe('the linked accounts', () => {
  it('say where they are, how they reply, since when, and what is known of them', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-12-01T12:00:00Z') });
    showAccounts([mastodonAccount, provenAccount]);
    const sends = await rowOf('founder on social.example.org');
    expect(sends.getByText('Mastodon · social.example.org')).toBeDefined();
    expect(sends.getByText('Sends replies')).toBeDefined();
    const proven = await rowOf('maker on news.ycombinator.com');
    expect(proven.getByText('By hand')).toBeDefined();
    expect(proven.getByText(/Karma 120 · 7 years old/)).toBeDefined();
    expect(proven.getByText(/You post by hand, and we find your reply there/)).toBeDefined();
    expect(screen.getByText(/stays valid at its source until you revoke it there/)).toBeDefined();
  });

  it.each([
    [{ needsLink: true }, 'Sign in again', /^Your sign-in has ended\./, ['Be kind.']],
    [{ rules: null }, 'By hand', /^We don't know this server's rules/, []],
  ] as const)('say why one sends nothing: %o', async (change, badge, text, rules) => {
    showAccounts([{ ...mastodonAccount, canPost: false, ...change }]);
    const account = await rowOf('founder on social.example.org');
    for (const shown of [badge, text, ...rules]) expect(account.getByText(shown)).toBeDefined();
  });

  it('say when they can not be loaded, and that there is none', async () => {
    let answer: object = refusal(500, 'internal', 'Broken.');
    showAccounts(() => answer);
    await screen.findByText('Your accounts could not be loaded.');
    answer = [];
    await press('Try again');
    expect(await screen.findByText('No account is linked')).toBeDefined();
  });

  it.each([false, true])(
    'are unlinked at once, with a notice (after a downgrade: %s)',
    async (isReadOnly) => {
      let accounts: object[] = [mastodonAccount];
      const { answer, give } = pendingAnswer();
      const { callsOf } = showAccounts(() => accounts, { [unlink]: answer }, isReadOnly);
      await press('Unlink founder');
      await waitFor(() => expect(screen.queryByRole('article')).toBeNull());
      expect(screen.queryByText('Account unlinked')).toBeNull();
      accounts = [];
      give(Response.json({ unlinked: true }));
      expect(await screen.findByText('Account unlinked')).toBeDefined();
      expect(callsOf(unlink)).toHaveLength(1);
      await waitFor(() => expect(callsOf(list)).toHaveLength(2));
      expect(screen.queryByText('Link an account') === null).toBe(isReadOnly);
      // Without campaigns and accounts there is nothing to say.
      await waitFor(() => expect(screen.queryByText('No account is linked') === null).toBe(isReadOnly));
    },
  );

  it('come back when they could not be unlinked', async () => {
    showAccounts([mastodonAccount], { [unlink]: refusal(500, 'internal', 'Away.') });
    await press('Unlink founder');
    expect(await screen.findByText('The account could not be unlinked. Please try again.')).toBeDefined();
    expect(await rowOf('founder on social.example.org')).toBeDefined();
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
  ])('sends what %s needs, and keeps no secret', async (source, fields, body) => {
    let accounts: object[] = [];
    const { callsOf, client } = showAccounts(() => accounts, {
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
    expect(await rowOf('founder on social.example.org')).toBeDefined();
    expect((await form()).queryByDisplayValue(body.secret)).toBeNull();
    const remembered = () =>
      JSON.stringify(
        client
          .getMutationCache()
          .getAll()
          .map(({ state }) => state.variables),
      );
    await waitFor(() => expect(remembered()).not.toContain(body.secret));
  });

  it('asks for what is missing, and puts the cursor there', async () => {
    const { callsOf } = showAccounts();
    await choose('Lemmy');
    await press('Link Lemmy account');
    for (const text of ['Server is missing.', 'Name is missing.', 'Password is missing.'])
      expect(screen.getByText(text)).toBeDefined();
    expect(document.activeElement).toBe((await form()).getByLabelText('Server'));
    expect(callsOf(link)).toEqual([]);
  });

  it.each([
    [400, 'account_wrong_credentials', 'social.example.org does not accept these sign-in details.', 'token'],
    [400, 'account_host_not_allowed', 'localhost is not the public address of a server.', 'Server'],
    [400, 'account_host_other_kind', 'social.example.org does not answer like Mastodon.', 'Server'],
    [409, 'account_host_unavailable', 'social.example.org can not be reached now.', 'Server'],
    [429, 'too_many_requests', 'Too many tries. Please wait.', null],
  ])('says why it was refused (%i %s), and keeps what was typed', async (status, code, text, field) => {
    showAccounts([], { [link]: refusal(status, code, text) });
    await type('Server', 'social.example.org');
    await type('Access token', 't0ken');
    await press('Link Mastodon account');
    expect((await screen.findAllByText(text, { exact: false })).length).toBe(2);
    expect((await form()).getByDisplayValue('social.example.org')).toBeDefined();
    expect((await form()).getByDisplayValue('t0ken')).toBeDefined();
    if (field === null) return;
    const input = (await form()).getByLabelText(new RegExp(field));
    await waitFor(() => expect(document.activeElement).toBe(input));
  });

  it('keeps server and name for another source, never a secret, and sends only its own fields', async () => {
    const { callsOf } = showAccounts([], { [link]: refusal(500, 'internal', 'Away.') });
    await type('Server', 'lemmy.example.org');
    await choose('Lemmy');
    expect((await form()).getByLabelText<HTMLInputElement>('Server').value).toBe('lemmy.example.org');
    await type('Name', 'founder');
    await type('Password', 'pass word');
    await choose('Bluesky');
    const secret = (await form()).getByLabelText<HTMLInputElement>('App password');
    expect([secret.value, secret.type, secret.autocomplete]).toEqual(['', 'password', 'new-password']);
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

  it.each([
    ['with a campaign', {}, /is linked above, beside its campaign/],
    ['without one', { [listCampaignsCall]: [] }, /above, once you have one/],
  ])('says where a Hacker News account is linked %s', async (_, answers, text) => {
    showAccounts([], answers);
    expect(await screen.findByText(text)).toBeDefined();
  });

  it('leads to the page that gives the secret out', async () => {
    showAccounts();
    expect((await form()).queryByRole('link')).toBeNull();
    await type('Server', 'social.example.org');
    expect((await form()).getByRole('link', { name: /^Open that page/ }).getAttribute('href')).toBe(
      'https://social.example.org/settings/applications/new',
    );
  });
});
