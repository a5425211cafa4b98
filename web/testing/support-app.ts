import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { connectDatabase } from '#server/database/connect.ts';
import { signUpVerified } from '#server/testing/agents.ts';
import { jobDraft, putOnPlan, submitJob } from '#server/testing/request-samples.ts';
import type { TestUser } from '#server/testing/test-server.ts';
import type { Plan } from '#shared/contracts/account.ts';
import type { InboxThread } from '#shared/contracts/support-requests/support-inbox.ts';
import type { Job, JobDraft } from '#shared/contracts/support-requests/support-requests.ts';
import { startTestApp } from './test-app.ts';

export type SupportApp = Awaited<ReturnType<typeof startSupportApp>>;

/** The application with a founder on the Developer plan, and two agents. Its clock is `ahead` milliseconds. */
export async function startSupportApp() {
  const clock = { ahead: 0 };
  const app = await startTestApp(
    { tasksByHand: true, now: () => Date.now() + clock.ahead },
    { SUPPORT_AGENTS: 'grace@support.example, linus@support.example' },
  );
  const founder = await app.signUp('developer');
  const grace = await signUpVerified(app, 'grace@support.example', 'Grace');
  const linus = await signUpVerified(app, 'linus@support.example', 'Linus');

  async function send<T>(method: string, path: string, { token }: TestUser, body?: object): Promise<T> {
    const response = await app.call(method, path, { token, body });
    expect(response.status, JSON.stringify(response.body)).toBeLessThan(300);
    return response.body as T;
  }
  return {
    ...app,
    clock,
    founder,
    grace,
    linus,
    send,
    async setPlan(user: TestUser, plan: Plan): Promise<void> {
      const database = connectDatabase(app.databaseUrl, () => {});
      await putOnPlan(database, user, plan);
      await database.close();
    },
    async ask(changes: Partial<JobDraft> = {}, asker = founder): Promise<Job> {
      const { body } = await submitJob(app, asker, { ...sample, ...changes });
      return body.job as Job;
    },
    act: (id: string, action: string, agent = grace, body: object = {}) =>
      send<InboxThread>('POST', `/api/inbox/${id}/${action}`, agent, body),
    write: (id: string, kind: 'reply' | 'question' | 'note', text: string, agent = grace) =>
      send<InboxThread>('POST', `/api/inbox/${id}/messages`, agent, { id: randomUUID(), kind, text }),
    answer: (id: string, text: string, asker = founder) =>
      send<Job>('POST', `/api/jobs/${id}/messages`, asker, { id: randomUUID(), text }),
  };
}

const sample = jobDraft({
  appName: 'Two Homes',
  requestTitle: 'Calendar sync breaks on iOS',
  appUrl: 'https://two-homes.example/app',
  issueDescriptions: ['It logs me out on mobile data.', 'The widget stays empty.'],
});
