import type { User } from '#shared/contracts/account.ts';
import { setTokenSource } from '#web/identity/token.ts';
import { Suite } from '#web/pages/suite/Suite.tsx';
import { founder, testConfig } from './accounts.data.ts';
import { show } from './show.tsx';
import { type Answers, type StubServer, stubServer } from './stub-server.ts';

/** Shows a page of the suite to a signed-in user, on a server with these answers. */
export function showSuite(at: string, answers: Answers, user: Partial<User> = {}): StubServer {
  setTokenSource(async () => 'token');
  const server = stubServer({ 'GET /api/config': testConfig, ...answers });
  show(<Suite />, { user: { ...founder, ...user } }, at);
  return server;
}
