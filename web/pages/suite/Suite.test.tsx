// @vitest-environment page
import { render, screen } from '@testing-library/react';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router';
import { expect, it } from 'vitest';
import type { BrowserIdentity, SignInWays } from '#web/identity/port.ts';
import { SessionContext } from '#web/identity/session.ts';
import { founder, testSession } from '#web/testing/accounts.data.ts';
import { show } from '#web/testing/show.tsx';
import { Suite } from './Suite.tsx';

/** Final address of a visitor who opens this one. */
function openSignedOut(address: string): URL {
  render(
    <MemoryRouter initialEntries={[address]}>
      <SessionContext value={testSession({})}>
        <Routes>
          <Route path="/startup-spark-suite/*" element={<Suite />} />
          <Route path="*" element={<Place />} />
        </Routes>
      </SessionContext>
    </MemoryRouter>,
  );
  return new URL(screen.getByTestId('place').textContent, 'https://spark.example');
}

function Place() {
  const { pathname, search } = useLocation();
  return <p data-testid="place">{pathname + search}</p>;
}

it.each([
  '/startup-spark-suite/inbox/request-1',
  '/startup-spark-suite/requests/request-1#your-answer',
  '/startup-spark-suite/inbox?queue=mine&search=calendar',
])('a visitor who opens %s is asked to sign in and comes back there', (address) => {
  const { pathname, searchParams } = openSignedOut(address);
  expect(pathname).toBe('/');
  expect(Object.fromEntries(searchParams)).toEqual({ next: address, signIn: '1' });
});

it.each([
  [[], 'Turn on your second step first'],
  [[{ id: 'a', name: 'My phone', createdAt: '2026-03-01T10:00:00.000Z' }], 'Sign in with your passkey'],
])('an agent without a second factor, whose passkeys are %j, reads: %s', async (passkeys, title) => {
  const ways = { list: async () => ({ passkeys, hasPassword: true }) } as unknown as SignInWays;
  const identity = { ways: async () => ways } as BrowserIdentity;
  const user = { ...founder, needsSecondFactor: true as const };
  show(
    <Routes>
      <Route path="/startup-spark-suite/*" element={<Suite />} />
    </Routes>,
    { user, status: 'signed-in', askIdentity: (run) => run(identity) },
    '/startup-spark-suite/inbox',
  );
  expect((await screen.findByRole('heading')).textContent).toBe(title);
});

it.each([
  ['/startup-spark-suite', { signIn: '1' }],
  ['/startup-spark-suite/dashboard?modal=jobForm', { modal: 'jobForm', signIn: '1' }],
])('a visitor who opens %s finds the dashboard at the first page', (address, asked) => {
  const { pathname, searchParams } = openSignedOut(address);
  expect(pathname).toBe('/');
  expect(Object.fromEntries(searchParams)).toEqual(asked);
});
