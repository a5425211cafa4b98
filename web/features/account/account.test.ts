// @vitest-environment page
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { draftKey } from '#web/drafts/draft-store.ts';
import { isSessionPending } from '#web/identity/remembered-account.ts';
import { founder, signedInAnswers, signedOutAnswers } from '#web/testing/accounts.data.ts';
import { refusal, stubServer } from '#web/testing/stub-server.ts';
import { Account, type AccountState } from './account.ts';
import { keepSession } from './own-session.ts';

afterEach(() => {
  keepSession();
});

it('an answer about who was here does not undo a sign-in that came later', async () => {
  let answer = (_: Response) => {};
  const waiting = new Promise<Response>((resolve) => {
    answer = resolve;
  });
  stubServer({
    ...signedInAnswers,
    'GET /api/auth/get-session': () => waiting,
    'POST /api/auth/sign-in/email': { user: founder },
  });
  const states: AccountState[] = [];
  const account = new Account(new QueryClient(), (state) => states.push(state));
  const loading = account.load();
  await account.attempt((identity) => identity.signIn({ email: founder.email, password: 'secret1' }));
  answer(Response.json(null));
  await loading;
  expect(states).toEqual([{ status: 'signed-in', user: founder }]);
});

it('leaving forgets what this person had typed and not sent, and no one else’s', async () => {
  stubServer(signedInAnswers);
  const account = new Account(new QueryClient(), () => {});
  await account.load();
  const kept = [draftKey('visitor', 'contact'), draftKey('u10', 'contact'), 'theme'];
  for (const key of [draftKey(founder.id, 'contact'), draftKey(founder.id, 'demo'), ...kept])
    localStorage.setItem(key, '{}');
  account.leave();
  expect(Object.keys(localStorage).sort()).toEqual(kept.sort());
});

it('asks nothing without a token for a screen that is drawn once more while its user leaves', async () => {
  stubServer(signedInAnswers);
  const cache = new QueryClient();
  const account = new Account(cache, () => {});
  await account.load();
  const queryFn = vi.fn(async () => ['note']);
  const options = { queryKey: ['notes'], queryFn };
  const screen = new QueryObserver(cache, options);
  const leaveScreen = screen.subscribe(() => {});
  await vi.waitFor(() => expect(cache.getQueryData(['notes'])).toEqual(['note']));
  account.leave();
  screen.setOptions(options);
  leaveScreen();
  account.clearLeftUser();
  expect(queryFn).toHaveBeenCalledTimes(1);
  expect(cache.getQueryData(['notes'])).toBeUndefined();
});

it('leaves the answers of a visitor alone, whom no one was before', async () => {
  stubServer(signedOutAnswers);
  const cache = new QueryClient();
  cache.setQueryData(['thread'], 'an answer');
  const account = new Account(cache, () => {});
  await account.load();
  account.clearLeftUser();
  expect(cache.getQueryData(['thread'])).toBe('an answer');
});

it('asks again for a screen that was already open to visitors when its user is known', async () => {
  stubServer(signedInAnswers);
  const cache = new QueryClient();
  const queryFn = vi.fn<() => Promise<string>>();
  queryFn.mockReturnValueOnce(new Promise(() => {})).mockResolvedValue('a conversation');
  const leaveScreen = new QueryObserver(cache, { queryKey: ['thread'], queryFn }).subscribe(() => {});
  await new Account(cache, () => {}).load();
  await vi.waitFor(() => expect(cache.getQueryData(['thread'])).toBe('a conversation'));
  leaveScreen();
});

describe('while our server is away', () => {
  const end = 'DELETE /api/user/session';
  const leave = 'POST /api/auth/sign-out';
  const away = () => {
    throw new TypeError('no network');
  };
  const show = () => {};

  it('whom it could not take in leaves the provider all the same', async () => {
    const { callsOf } = stubServer({ ...signedInAnswers, 'POST /api/user/sync': away, [end]: away });
    const states: AccountState[] = [];
    const cache = new QueryClient({ defaultOptions: { queries: { retry: false } } });
    await new Account(cache, (state) => states.push(state)).load();
    expect(states.at(-1)).toEqual({ status: 'signed-out', user: null });
    expect(callsOf(leave)).toHaveLength(1);
    expect(isSessionPending()).toBe(true);
  });

  it('whoever wants to leave leaves the provider, sees what is left, and it is tried again', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    let isAway = true;
    const { callsOf } = stubServer({
      ...signedInAnswers,
      [end]: () => (isAway ? away() : { ended: true }),
    });
    const account = new Account(new QueryClient(), show);
    await account.load();
    expect(await account.signOut(show)).toBe(true);
    account.leave();
    expect(callsOf(leave)).toHaveLength(1);
    expect([isSessionPending(), callsOf(end).length]).toEqual([true, 1]);
    isAway = false;
    await vi.advanceTimersByTimeAsync(30_000);
    expect([isSessionPending(), callsOf(end).length]).toEqual([false, 2]);
  });

  it('what is left is ended at the next visit', async () => {
    stubServer({ ...signedInAnswers, [end]: refusal(503, 'unavailable', 'Later.') });
    const account = new Account(new QueryClient(), show);
    await account.load();
    await account.signOut(show);
    account.leave();
    const { callsOf } = stubServer(signedOutAnswers);
    await new Account(new QueryClient(), show).load();
    await vi.waitFor(() => expect(isSessionPending()).toBe(false));
    expect(callsOf(end)).toHaveLength(1);
  });

  it('whoever stays at the provider stays, and nothing is tried again', async () => {
    stubServer({ ...signedInAnswers, [leave]: refusal(503, 'unavailable', 'Later.'), [end]: away });
    const account = new Account(new QueryClient(), show);
    await account.load();
    expect(await account.signOut(show)).toBe(false);
    expect(isSessionPending()).toBe(false);
  });
});
