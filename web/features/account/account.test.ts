// @vitest-environment happy-dom
import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { draftKey } from '#web/identity/drafts.ts';
import { founder, signedInAnswers } from '#web/testing/accounts.data.ts';
import { stubServer } from '#web/testing/stub-server.ts';
import { Account, type AccountState } from './account.ts';

afterEach(() => {
  localStorage.clear();
  vi.unstubAllGlobals();
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

it('leaving forgets what this person had typed and not sent, and nobody else’s', async () => {
  stubServer(signedInAnswers);
  const account = new Account(new QueryClient(), () => {});
  await account.load();
  const kept = [draftKey('visitor', 'contact'), draftKey('u10', 'contact'), 'theme'];
  for (const key of [draftKey(founder.id, 'contact'), draftKey(founder.id, 'demo'), ...kept])
    localStorage.setItem(key, '{}');
  account.leave();
  expect(Object.keys(localStorage).sort()).toEqual(kept.sort());
});
