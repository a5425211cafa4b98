import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectDatabase, type Database } from '#server/database/connect.ts';
import { campaigns, conversations, trackedLinks } from '#server/database/tables.ts';
import { noLimits } from '#server/http/limits.ts';
import { someSubmission, surveyDraft } from '#server/testing/survey-samples.ts';
import { startTestServer, type TestServer } from '#server/testing/test-server.ts';
import { submissionWriter } from './submissions.ts';

const site = 'https://spark.example';
const codes = ['code-1', 'code-2', 'code-3', 'code-4', 'code-5', 'code-6', 'code-7', 'code-8'];
const { surveyId, ...draft } = surveyDraft();
let server: TestServer;
let database: Database;
beforeAll(async () => {
  server = await startTestServer();
  database = connectDatabase(server.databaseUrl, () => {});
  const { id: ownerId, token } = await server.signUp('pro');
  await server.call('POST', '/api/surveys', { token, body: { surveyId, ...draft } });
  await addLinks(ownerId);
});
afterAll(async () => {
  await database.close();
  await server.close();
});

async function addLinks(ownerId: string): Promise<void> {
  const { sql: db } = database;
  const at = new Date('2040-01-01T00:00:00Z');
  const destination = `${site}/survey/${surveyId}`;
  const own = { id: 'campaign', ownerId, idempotencyKey: 'campaign', keywords: [], nextListenAt: at };
  await db.insert(campaigns).values({ ...own, name: 'Bread', url: destination, description: 'Plans bread.' });
  const post = { source: 'lemmy' as const, host: 'lemmy.world', title: 'Bread', originalPost: 'Help' };
  const suggestion = { suggestedReply: 'Freeze it.', suggestionKind: 'draft' as const };
  const match = { postedAt: at, confidence: 96, why: [], keywords: [], day: 1, replyWay: 'hand' as const };
  const rows = codes.map((code) => ({
    ...post,
    ...suggestion,
    ...match,
    id: code,
    campaignId: 'campaign',
    ownerId,
    externalId: code,
    threadId: code,
    url: `https://lemmy.world/post/${code}`,
  }));
  await db.insert(conversations).values(rows);
  const links = codes.map((code) => ({ code, conversationId: code, campaignId: 'campaign', destination }));
  await db.insert(trackedLinks).values(links.toReversed());
}

it('links are credited in one order, so that two processes can not wait for each other', async () => {
  const networkLimit = noLimits('survey-network', 5, 600);
  const write = submissionWriter({ database, siteUrl: () => site, networkLimit });
  const client = await database.pool.connect();
  const lock = async (which: string) =>
    (await client.query(`select code from tracked_links where code ${which} 'code-1' for update skip locked`))
      .rows.length;
  await client.query('begin');
  await lock('=');
  const writing = Promise.all(
    codes.toReversed().map((code) =>
      write({
        ...someSubmission,
        surveyId,
        idempotencyKey: `answer by ${code}`,
        via: { code, isQualified: true },
      }),
    ),
  );
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await expect.poll(async () => (await database.pool.query(waiting)).rows.length).toBe(1);
  const free = await lock('>');
  await client.query('rollback');
  client.release();
  expect(await writing).toEqual(codes.map(() => 'stored'));
  expect(free).toBe(codes.length - 1);
  const counted = await database.sql.select({ answers: trackedLinks.surveyAnswers }).from(trackedLinks);
  expect(counted).toEqual(codes.map(() => ({ answers: 1 })));
});
