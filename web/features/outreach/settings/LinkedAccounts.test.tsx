// @vitest-environment page
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { worldStart } from '#server/testing/fake-sources.ts';
import { openOutreachApp, press, rowOf } from '#web/testing/outreach-app.tsx';
import { type Answers, lateResponse, refusal } from '#web/testing/stub-server.ts';
import { LinkedAccounts } from './LinkedAccounts.tsx';

const app = openOutreachApp();
const { world } = app;
const link = 'POST /api/linked-accounts';
const away = refusal(500, 'internal', 'Away.');

beforeEach(async () => {
  await app.campaign();
});

const showAccounts = (answers?: Answers, isReadOnly = false) =>
  app.show(<LinkedAccounts userId={world.founder.id} isReadOnly={isReadOnly} />, answers);

const form = async () => within(await screen.findByRole('region', { name: 'Link an account' }));
const choose = async (source: string) =>
  userEvent.selectOptions((await form()).getByRole('combobox', { name: 'Source' }), source);
const type = async (label: string, text: string) =>
  userEvent.type((await form()).getByLabelText(new RegExp(`^${label}`)), text);

const onMastodon = 'ada on mastodon.social';
const unlinkOf = async () => {
  const { body } = await world.call('GET', '/api/linked-accounts');
  return `DELETE /api/linked-accounts/${(body as unknown as { id: string }[])[0]?.id}`;
};

describe('the linked accounts', () => {
  it('say where they are, how they reply, since when, and what is known of them', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: worldStart });
    const accountCreatedAt = new Date('2019-05-03');
    const maker = { source: 'hacker-news', host: 'news.ycombinator.com', username: 'maker' } as const;
    await world.linkAccount('mastodon', 'mastodon.social');
    await app.account({ ...maker, karma: 120, accountCreatedAt });
    await showAccounts();
    const sends = await rowOf(onMastodon);
    expect(sends.getByText('Mastodon · mastodon.social')).toBeDefined();
    expect(sends.getByText('Sends replies')).toBeDefined();
    const proven = await rowOf('maker on news.ycombinator.com');
    expect(proven.getByText('By hand')).toBeDefined();
    expect(proven.getByText(/Karma 120 · 7 years old/)).toBeDefined();
    expect(proven.getByText(/You post by hand, and we find your reply there/)).toBeDefined();
    expect(screen.getByText(/stay valid at their source until you revoke them there/)).toBeDefined();
  });

  it.each([
    ['needs_link = true', 'Sign in again', /^Your sign-in has ended\./, ['Be kind.']],
    ['rules = null', 'By hand', /^We don't know this server's rules/, []],
  ] as const)('say why one sends nothing: %s', async (change, badge, text, rules) => {
    await world.linkAccount('mastodon', 'mastodon.social');
    await world.query(`update linked_accounts set ${change}`);
    await showAccounts();
    const account = await rowOf(onMastodon);
    for (const shown of [badge, text, ...rules]) expect(account.getByText(shown)).toBeDefined();
  });

  it('say when they can not be loaded, and that there is none', async () => {
    let isAway = true;
    await showAccounts({ 'GET /api/linked-accounts': () => (isAway ? away : undefined) });
    await screen.findByText('Your accounts could not be loaded.');
    isAway = false;
    await press('Try again');
    expect(await screen.findByText('No account is linked')).toBeDefined();
  });

  it.each([false, true])(
    'are unlinked at once, with a notice (after a downgrade: %s)',
    async (isReadOnly) => {
      await world.linkAccount('mastodon', 'mastodon.social');
      const { answer, arrive } = lateResponse();
      await showAccounts({ [await unlinkOf()]: answer }, isReadOnly);
      await press('Unlink ada');
      await waitFor(() => expect(screen.queryByRole('article')).toBeNull());
      expect(screen.queryByText('Account unlinked')).toBeNull();
      await arrive();
      expect(await screen.findByText('Account unlinked')).toBeDefined();
      expect((await world.call('GET', '/api/linked-accounts')).body).toEqual([]);
      expect(screen.queryByText('Link an account') === null).toBe(isReadOnly);
      // Without campaigns and accounts there is nothing to say.
      await waitFor(() => expect(screen.queryByText('No account is linked') === null).toBe(isReadOnly));
    },
  );

  it('come back when they could not be unlinked', async () => {
    await world.linkAccount('mastodon', 'mastodon.social');
    await showAccounts({ [await unlinkOf()]: away });
    await press('Unlink ada');
    expect(await screen.findByText('The account could not be unlinked. Please try again.')).toBeDefined();
    expect(await rowOf(onMastodon)).toBeDefined();
  });
});

describe('linking', () => {
  it.each([
    [
      'Mastodon',
      { Server: 'mastodon.social', 'Access token': 't0ken' },
      { source: 'mastodon', host: 'mastodon.social', username: '', secret: 't0ken' },
      'mastodon.social',
    ],
    [
      'Lemmy',
      { Server: 'lemmy.world', Name: 'ada', Password: 'pass word' },
      { source: 'lemmy', host: 'lemmy.world', username: 'ada', secret: 'pass word' },
      'lemmy.world',
    ],
    [
      'Discourse',
      { Forum: 'forum.example.com', Name: 'ada', 'User API key': 'k3y' },
      { source: 'discourse', host: 'forum.example.com', username: 'ada', secret: 'k3y' },
      'forum.example.com',
    ],
    [
      'Bluesky',
      { Handle: 'ada.bsky.social', 'App password': 'abcd-efgh' },
      { source: 'bluesky', host: '', username: 'ada.bsky.social', secret: 'abcd-efgh' },
      'bsky.social',
    ],
  ])('sends what %s needs, and keeps no secret', async (source, fields, body, host) => {
    const { callsOf, client } = await showAccounts();
    await choose(source);
    for (const [label, text] of Object.entries(fields)) await type(label, text);
    await press(`Link ${source} account`);
    expect(await screen.findByText(`${body.username || 'ada'} on ${host} is linked.`)).toBeDefined();
    expect(callsOf(link).map((call) => call.body)).toEqual([body]);
    expect(await rowOf(`${body.username || 'ada'} on ${host}`)).toBeDefined();
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
    const { callsOf } = await showAccounts();
    await choose('Lemmy');
    await press('Link Lemmy account');
    for (const text of ['Server is missing.', 'Name is missing.', 'Password is missing.'])
      expect(screen.getByText(text)).toBeDefined();
    expect(document.activeElement).toBe((await form()).getByLabelText('Server'));
    expect(callsOf(link)).toEqual([]);
  });

  const tooMany = refusal(429, 'too_many_requests', 'Too many tries. Please wait.');
  const elsewhere = 'social.example.org does not answer like Mastodon.';
  const closed = 'localhost is not the public address of a server.';
  const gone = 'social.example.org can not be reached now.';
  it.each([
    ['mastodon.social', 'wrong', undefined, /^mastodon.social does not accept these/, 'token'],
    ['localhost', 't0ken', refusal(400, 'account_host_not_allowed', closed), closed, 'Server'],
    ['social.example.org', 't0ken', refusal(400, 'account_host_other_kind', elsewhere), elsewhere, 'Server'],
    ['social.example.org', 't0ken', refusal(409, 'account_host_unavailable', gone), gone, 'Server'],
    ['social.example.org', 't0ken', tooMany, /Too many tries\. Please wait\./, null],
  ])(
    'says why %s with %s was refused, and keeps what was typed',
    async (host, secret, answer, text, field) => {
      await showAccounts({ [link]: () => answer });
      await type('Server', host);
      await type('Access token', secret);
      await press('Link Mastodon account');
      expect((await screen.findAllByText(text)).length).toBeGreaterThan(1);
      expect((await form()).getByDisplayValue(host)).toBeDefined();
      expect((await form()).getByDisplayValue(secret)).toBeDefined();
      if (field === null) return;
      const input = (await form()).getByLabelText(new RegExp(field));
      await waitFor(() => expect(document.activeElement).toBe(input));
    },
  );

  it('keeps server and name for another source, never a secret, and sends only its own fields', async () => {
    const { callsOf } = await showAccounts({ [link]: away });
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
    const username = 'founder.bsky.social';
    expect(callsOf(link)[0]?.body).toEqual({ source: 'bluesky', host: '', username, secret: 'abcd-efgh' });
  });

  it('says where a Hacker News account is linked, with a campaign and without one', async () => {
    const { unmount } = await showAccounts();
    expect(await screen.findByText('For Hacker News, use the card above.')).toBeDefined();
    unmount();
    await world.query('delete from campaigns');
    await showAccounts();
    expect(await screen.findByText('For Hacker News, create a campaign first.')).toBeDefined();
  });

  it('leads to the page that gives the secret out', async () => {
    await showAccounts();
    expect((await form()).queryByRole('link')).toBeNull();
    await type('Server', 'social.example.org');
    expect((await form()).getByRole('link', { name: /^Open that page/ }).getAttribute('href')).toBe(
      'https://social.example.org/settings/applications/new',
    );
  });
});
