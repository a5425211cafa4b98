import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter, useLocation } from 'react-router';
import { vi } from 'vitest';
import type { TestUser } from '#server/testing/test-server.ts';
import { type Session, SessionContext } from '#web/identity/session.ts';
import { Toaster } from '#web/ui/overlays/Toaster.tsx';
import { testSession } from './accounts.data.ts';
import type { Answers } from './stub-server.ts';
import type { TestApp } from './test-app.ts';

/** Shows a part of the product at an address, inside all that the application puts around it. */
export function show(part: ReactNode, session: Partial<Session> = {}, at = '/') {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const page = (becomes: Partial<Session>, changed: ReactNode) => (
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[at]}>
        <SessionContext value={testSession(becomes)}>{changed}</SessionContext>
        <Address />
      </MemoryRouter>
      <Toaster />
    </QueryClientProvider>
  );
  const { rerender, unmount, container } = render(page(session, part));
  return {
    client,
    container,
    unmount,
    /** Shows it to a changed session, or with other properties. */
    become: (becomes: Partial<Session>, changed = part) => rerender(page(becomes, changed)),
  };
}

type AppOptions = { at?: string; answers?: Answers; session?: Partial<Session> };

/** Shows a part on the real application to this user; `refresh` of the session reads the account again. */
export async function showOnApp(
  app: TestApp,
  part: ReactNode,
  user: TestUser | null,
  { at, answers, session }: AppOptions = {},
) {
  const server = app.connect(answers);
  const refresh = vi.fn(async () => {
    if (!user) throw new Error('nobody is signed in');
    const current = await app.signIn(user);
    shown.become({ user: current, refresh, ...session });
    return current;
  });
  const known = user && (await app.signIn(user));
  const shown = show(part, { user: known, refresh, ...session }, at);
  return { ...server, ...shown, refresh };
}

function Address() {
  const { pathname, search, hash } = useLocation();
  return <data value={pathname + search + hash} />;
}

/** The address that the shown part has moved to. */
export function address(): string | undefined {
  return document.querySelector('data')?.value;
}
