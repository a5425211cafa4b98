import type { Database } from '#server/database/connect.ts';
import type { Plan } from '#shared/contracts/account.ts';
import type { JobDraft } from '#shared/contracts/support-requests/support-requests.ts';
import type { TestServer, TestUser } from './test-server.ts';

/** A filled job form. */
export function jobDraft(changes: Partial<JobDraft> = {}): JobDraft {
  return {
    appName: 'Dog Walks',
    requestTitle: 'Nobody can log in',
    appUrl: 'https://dogs.example/login',
    email: 'ada@example.com',
    issueDescriptions: ['The login page stays white.'],
    ...changes,
  };
}

/** Somebody who is on this plan from now on, however they came to it. */
export async function putOnPlan(database: Database, user: TestUser, plan: Plan): Promise<void> {
  await database.pool.query('update users set plan = $2 where id = $1', [user.id, plan]);
}

/** Sends the form as the browser does. */
export function submitJob(
  server: TestServer,
  { token }: TestUser,
  changes: Partial<JobDraft> = {},
  key?: string,
) {
  const headers: Record<string, string> = key === undefined ? {} : { 'idempotency-key': key };
  return server.call('POST', '/api/jobs', { token, body: jobDraft(changes), headers });
}
