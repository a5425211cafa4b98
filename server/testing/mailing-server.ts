import { afterAll, beforeAll } from 'vitest';
import type { Overrides } from '#server/app.ts';
import type { Database } from '#server/database/connect.ts';
import { type ArrivedMail, type MailServer, startMailServer } from './mail-server.ts';
import { startTestServer, type TestServer } from './test-server.ts';

/** A test server that sends by SMTP, with the mail server that takes it and a look into the queues. */
export type MailingServer = {
  server: TestServer;
  database: Database;
  /** Mails received since the last start. */
  arrived(): ArrivedMail[];
  refuseNext: MailServer['refuseNext'];
  /** Has the mail server refuse this recipient for good. */
  refuse(address: string): void;
  stopMail(): Promise<void>;
  startMail(): Promise<void>;
  /** The states of the tasks of a queue; of one key only where one is given. */
  taskStates(queue: string, key?: string): Promise<string[]>;
  /** Makes failed tasks due at once: the growing pauses between tries would take minutes. */
  retryNow(): Promise<void>;
  close(): Promise<void>;
};

export const supportEmail = 'help@spark.example';

/** For the tests of a file one server and its mail server. */
export function openMailingServer(
  overrides: Overrides = {},
  env: Record<string, string> = {},
): MailingServer {
  const mailing = {} as MailingServer;
  beforeAll(async () => void Object.assign(mailing, await startMailingServer(overrides, env)));
  afterAll(() => mailing.close());
  return mailing;
}

async function startMailingServer(
  overrides: Overrides,
  moreEnv: Record<string, string>,
): Promise<MailingServer> {
  let mailServer = await startMailServer();
  const addresses = { MAIL_FROM: 'Startup Spark <hello@spark.example>', SUPPORT_EMAIL: supportEmail };
  const env = { MAIL: 'smtp', SMTP_URL: mailServer.url, ...addresses, ...moreEnv };
  const server = await startTestServer(overrides, env);
  const { database } = server;
  const { pool } = database;
  return {
    server,
    database,
    arrived: () => mailServer.arrived,
    refuseNext: (...refusal) => mailServer.refuseNext(...refusal),
    refuse: (address) => void mailServer.unreachable.add(address),
    stopMail: () => mailServer.stop(),
    async startMail() {
      mailServer = await startMailServer(mailServer.port);
    },
    async taskStates(queue, key) {
      const ofKey =
        'select state from pgboss.job where name = $1 and ($2::text is null or singleton_key = $2)';
      const { rows } = await pool.query(ofKey, [queue, key ?? null]);
      return rows.map(({ state }) => state as string);
    },
    async retryNow() {
      await pool.query("update pgboss.job set start_after = now() where state = 'retry'");
    },
    async close() {
      await server.close();
      await mailServer.stop();
    },
  };
}
