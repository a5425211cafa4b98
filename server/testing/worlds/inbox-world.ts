import { asc } from 'drizzle-orm';
import { afterAll, beforeAll } from 'vitest';
import type { Database } from '#server/database/connect.ts';
import { outbox } from '#server/database/tables.ts';
import { signUpVerified } from '#server/testing/agents.ts';
import { putOnPlan, submitJob } from '#server/testing/request-samples.ts';
import {
  startTestServer,
  type TestResponse,
  type TestServer,
  type TestUser,
} from '#server/testing/test-server.ts';
import type { Plan } from '#shared/contracts/account.ts';
import type { InboxThread } from '#shared/contracts/support-requests/support-inbox.ts';
import type { Job, JobDraft } from '#shared/contracts/support-requests/support-requests.ts';

type SentMail = typeof outbox.$inferSelect;

/** A server with two agents, Grace and Linus, and a clock that tests set. Tasks wait for `sent` or `runDueTasks`. */
export type InboxWorld = {
  server: TestServer;
  /** Another process on the same database. */
  other: TestServer;
  database: Database;
  grace: TestUser;
  linus: TestUser;
  setTime(time: string | number): void;
  /** A founder on this plan with a new request. */
  ask(plan: Plan, changes?: Partial<JobDraft>): Promise<{ founder: TestUser; id: string }>;
  /** Calls `/api/inbox/{id}…`; without an agent it is Grace. */
  act(path: string, body?: unknown, agent?: TestUser): Promise<TestResponse>;
  claim(id: string, agent?: TestUser): Promise<TestResponse>;
  write(
    id: string,
    kind: 'reply' | 'question' | 'note',
    text?: string,
    agent?: TestUser,
  ): Promise<TestResponse>;
  answer(founder: TestUser, id: string, text?: string): Promise<TestResponse>;
  read(id: string, agent?: TestUser): Promise<InboxThread>;
  readAsCustomer(founder: TestUser, id: string): Promise<Job>;
  /** Mails that were enqueued about the request, oldest first, as `answer:customer`. */
  mails(id: string): Promise<string[]>;
  /** Works the due tasks and gives the mails in the outbox: all to an address, with such a subject or title. */
  sent(recipient: string, begin?: string): Promise<SentMail[]>;
  extraRequests(founder: TestUser): Promise<number>;
  close(): Promise<void>;
};

const agents = 'Grace@support.example, linus@support.example, new@support.example';

/** For the tests of a file one world. */
export function openInboxWorld(env: Record<string, string> = {}): InboxWorld {
  const world = {} as InboxWorld;
  beforeAll(async () => void Object.assign(world, await startInboxWorld(env)));
  afterAll(() => world.close());
  return world;
}

async function startInboxWorld(env: Record<string, string>): Promise<InboxWorld> {
  let time = Date.parse('2026-11-02T09:00:00Z');
  const overrides = { now: () => time };
  const settings = { SUPPORT_AGENTS: agents, ...env };
  const server = await startTestServer(overrides, settings);
  const other = await startTestServer(overrides, settings, server);
  const { database } = server;
  const grace = await signUpVerified(server, 'grace@support.example', 'Grace');
  const linus = await signUpVerified(server, 'linus@support.example', 'Linus');
  let messages = 0;
  const act: InboxWorld['act'] = (path, body, { token } = grace) =>
    server.call('POST', `/api/inbox/${path}`, { token, body });
  return {
    server,
    other,
    database,
    grace,
    linus,
    act,
    setTime(to) {
      time = new Date(to).getTime();
    },
    async ask(plan, changes) {
      const founder = await server.signUp();
      await putOnPlan(database, founder, plan);
      const { body } = await submitJob(server, founder, changes);
      return { founder, id: (body.job as unknown as Job).id };
    },
    claim: (id, agent) => act(`${id}/claim`, {}, agent),
    write: (id, kind, text = 'Please look at the log.', agent = grace) =>
      act(`${id}/messages`, { id: `message-${++messages}`, kind, text }, agent),
    answer: (founder, id, text = 'It says nothing.') =>
      server.call('POST', `/api/jobs/${id}/messages`, {
        token: founder.token,
        body: { id: `answer-${++messages}`, text },
      }),
    async read(id, { token } = grace) {
      return (await server.call('GET', `/api/inbox/${id}`, { token })).body as unknown as InboxThread;
    },
    async readAsCustomer({ token }, id) {
      return (await server.call('GET', `/api/jobs/${id}`, { token })).body as unknown as Job;
    },
    async mails(id) {
      const { rows } = await database.pool.query(
        `select data from pgboss.job where name = 'mail-support-request' and data->>'requestId' = $1 order by created_on, data->>'to'`,
        [id],
      );
      return rows.map(({ data }) => `${data.kind}:${data.to}`);
    },
    async sent(recipient, begin = '') {
      await server.app.runDueTasks();
      const mails = await database.sql.select().from(outbox).orderBy(asc(outbox.id));
      return mails.filter(
        ({ recipient: to, subject, body }) =>
          to === recipient && (subject.startsWith(begin) || body.startsWith(begin)),
      );
    },
    async extraRequests({ id }) {
      const { rows } = await database.pool.query('select extra_requests from users where id = $1', [id]);
      return rows[0].extra_requests;
    },
    async close() {
      await other.close();
      await server.close();
    },
  };
}
