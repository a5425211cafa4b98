import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { toast } from 'sonner';
import { vi } from 'vitest';
import type { User } from '#shared/contracts/account.ts';
import { SessionContext } from '#web/identity/session.ts';
import { setTokenSource } from '#web/identity/token.ts';
import { Suite } from '#web/pages/suite/Suite.tsx';
import { Toaster } from '#web/ui/overlays/Toaster.tsx';
import { founder, testConfig, testSession } from './accounts.data.ts';
import { type StubServer, stubServer } from './stub-server.ts';

export type Answers = Parameters<typeof stubServer>[0];

/** Shows a page of the suite to a signed-in user, on a server with these answers. */
export function showSuite(at: string, answers: Answers, user: Partial<User> = {}): StubServer {
  setTokenSource(async () => 'token');
  const server = stubServer({ 'GET /api/config': testConfig, ...answers });
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter initialEntries={[at]}>
        <SessionContext value={testSession({ user: { ...founder, ...user } })}>
          <Suite />
        </SessionContext>
      </MemoryRouter>
      <Toaster />
    </QueryClientProvider>,
  );
  return server;
}

/** Ends what a test has shown and stored. */
export function closeSuite(): void {
  cleanup();
  toast.dismiss();
  localStorage.clear();
  sessionStorage.clear();
  vi.useRealTimers();
}
