import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connectDatabase, type Database } from '#server/database/connect.ts';
import { noLimits } from '#server/http/limits.ts';
import { someSubmission, surveyDraft } from '#server/testing/survey-samples.ts';
import { startTestServer, type TestServer } from '#server/testing/test-server.ts';
import { type NewSubmission, submissionWriter } from './submissions.ts';

let server: TestServer;
let one: Database;
let other: Database;
let surveyId: string;
let token: string;
beforeAll(async () => {
  server = await startTestServer();
  const broken = (error: Error) => {
    throw error;
  };
  one = connectDatabase(server.databaseUrl, broken);
  other = connectDatabase(server.databaseUrl, broken);
  ({ token } = await server.signUp('pro'));
});
beforeEach(async () => {
  const draft = surveyDraft();
  surveyId = draft.surveyId;
  await server.call('POST', '/api/surveys', { token, body: draft });
});
afterAll(async () => {
  await one.close();
  await other.close();
  await server.close();
});

const siteUrl = () => 'https://spark.example';
const networkLimit = noLimits('survey-network', 5, 600);

function submission(idempotencyKey: string): NewSubmission {
  const answers = ['Not once', null, `It was ${idempotencyKey}`];
  return { ...someSubmission, surveyId, idempotencyKey, answers };
}

async function counted() {
  const { rows } = await one.pool.query(
    `select t.submissions, t.counts[3] as third, count(s.number)::int as rows, max(s.number) as last
     from survey_tallies t join submissions s using (survey_id) where survey_id = $1 group by 1, 2`,
    [surveyId],
  );
  return rows[0];
}

/** The database, with something that happens after each query so far has been answered. */
function interrupted(database: Database, happen: (query: string) => Promise<unknown>): Database {
  const query = async (asked: string | pg.QueryConfig, values?: unknown[]) => {
    const result = await database.pool.query(asked as string, values);
    await happen(typeof asked === 'string' ? asked : asked.text);
    return result;
  };
  return { ...database, pool: { query } as unknown as pg.Pool };
}

describe('two processes that get the same answers', () => {
  it('store each once, at the same time', async () => {
    const sent = Array.from({ length: 400 }, (_, index) => submission(`shared-${index}`));
    // Small bites in two orders, so that their groups overlap again and again.
    const send = async (write: ReturnType<typeof submissionWriter>, list: NewSubmission[]) => {
      const outcomes: string[] = [];
      for (let from = 0; from < list.length; from += 20)
        outcomes.push(...(await Promise.all(list.slice(from, from + 20).map(write))));
      return outcomes;
    };
    const all = await Promise.all(
      [one, other].flatMap((database) => {
        const write = submissionWriter({ database, siteUrl, networkLimit });
        return [send(write, sent), send(write, database === one ? sent : sent.toReversed())];
      }),
    );
    expect(new Set(all.flat())).toEqual(new Set(['stored']));
    expect(await counted()).toEqual({ submissions: 400, third: 400, rows: 400, last: 400 });
  });

  it('store each once, also when one stores between the other’s look and its next try', async () => {
    const writeOther = submissionWriter({ database: other, siteUrl, networkLimit });
    await writeOther(submission('key-first'));
    let looks = 0;
    const database = interrupted(one, async (query) => {
      if (!query.startsWith('select s.survey_id') || ++looks > 1) return;
      await writeOther(submission('key-second'));
    });
    const write = submissionWriter({ database, siteUrl, networkLimit });
    const keys = ['key-first', 'key-second', 'key-third'];
    const outcomes = await Promise.all(keys.map((key) => write(submission(key))));
    expect([outcomes, looks]).toEqual([['stored', 'stored', 'stored'], 2]);
    expect(await counted()).toEqual({ submissions: 3, third: 3, rows: 3, last: 3 });
  });
});
