import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectDatabase, type Database } from '#server/database/connect.ts';
import { groupCommit } from '#server/database/group-commit.ts';
import { campaigns, conversations, trackedLinks } from '#server/database/tables.ts';
import { noLimits } from '#server/http/limits.ts';
import { answersTo, openSurvey, someSubmission, surveyDraft } from '#server/testing/survey-samples.ts';
import { openTestServer, type TestUser } from '#server/testing/test-server.ts';
import type { SurveyDraft } from '#shared/contracts/surveys/surveys.ts';
import { type NewSubmission, writeSubmissions } from './write-submissions.ts';

const server = openTestServer();
let one: Database;
let other: Database;
let owner: TestUser;
beforeAll(async () => {
  const broken = (error: Error) => {
    throw error;
  };
  one = connectDatabase(server.databaseUrl, broken);
  other = connectDatabase(server.databaseUrl, broken);
  owner = await server.signUp('pro');
});
afterAll(async () => {
  await one.close();
  await other.close();
});

const submit = (body: unknown, { token, key }: { token?: string; key?: string } = {}) =>
  server.call('POST', '/api/submit-survey', {
    token,
    body,
    headers: key ? { 'idempotency-key': key } : {},
  });

/** The counters as they were raised, beside what is really stored. */
async function tallyOf({ surveyId }: Pick<SurveyDraft, 'surveyId'>) {
  const { rows } = await one.pool.query(
    `select t.submissions, t.submissions - t.set_apart as counted, t.set_apart - t.deleted as apart, t.changes,
       t.counts, count(s.number)::int as rows, coalesce(max(s.number), 0) as last
     from survey_tallies t left join submissions s using (survey_id) where t.survey_id = $1 group by t.survey_id`,
    [surveyId],
  );
  return rows[0];
}

describe('an answer', () => {
  it('is stored once for one idempotency key, however often and at once it is sent', async () => {
    const draft = await openSurvey(server, owner);
    const send = () => submit(answersTo(draft), { key: 'one-and-the-same' });
    const replies = await Promise.all([send(), send(), send()]);
    replies.push(await send());
    expect(replies.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect(await tallyOf(draft)).toMatchObject({ submissions: 1 });
  });

  it('that comes again changed is refused, and the first one stays', async () => {
    const draft = await openSurvey(server, owner);
    const send = (choice: string, key: string) => submit(answersTo(draft, choice), { key });
    expect((await send('About every week', 'sent-and-edited')).status).toBe(201);
    const edited = await send('Not once', 'sent-and-edited');
    expect([edited.status, edited.body.code]).toEqual([409, 'already_sent']);
    const together = await Promise.all([
      send('Once or twice', 'both-at-once'),
      send('Not once', 'both-at-once'),
    ]);
    expect(together.map(({ status }) => status)).toEqual([201, 409]);
    const { submissions, counts } = await tallyOf(draft);
    expect([submissions, counts.slice(1, 4)]).toEqual([2, [1, 1, 0]]);
  });

  it('raises exact counts under many senders at once', async () => {
    const drafts = [surveyDraft(), surveyDraft(), surveyDraft()];
    for (const draft of drafts) await openSurvey(server, owner, draft);
    const replies = await Promise.all(
      Array.from({ length: 300 }, (_, index) =>
        submit(answersTo(drafts[index % 3]), { key: `sender-${index % 240}` }),
      ),
    );
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201]));
    for (const draft of drafts)
      expect(await tallyOf(draft)).toMatchObject({
        submissions: 80,
        rows: 80,
        last: 80,
        counts: [80, 80, 0, 0, 80, 80, 80, 0, 80],
      });
  });

  it('keeps options that hold a comma apart', async () => {
    const where = { question: 'Where?', type: 'multiple-choice' as const, multiSelect: true };
    const questions = [{ ...where, options: ['Paris', 'Paris, Texas', 'Rome'] }];
    const { surveyId } = await openSurvey(server, owner, { ...surveyDraft(), questions });
    const send = (answer: string) => submit({ surveyId, responses: [{ question: 'Where?', answer }] });
    for (const answer of ['Paris, Texas, Rome', 'Paris, Paris, Texas', ''])
      expect((await send(answer)).status).toBe(201);
    expect((await send('Rome, Berlin')).body.message).toContain('“Where?” has no such option');
    expect((await send('Rome, Rome')).body.message).toContain('“Where?” has an option twice');
    expect((await tallyOf({ surveyId })).counts).toEqual([3, 1, 2, 1]);
  });

  it('is read from the list of ticked options first, then from their joined text', async () => {
    const draft = await openSurvey(server, owner);
    const [first, second, third] = answersTo(draft).responses;
    const send = (several: object) =>
      submit({ surveyId: draft.surveyId, responses: [first, { ...second, ...several }, third] });
    expect((await send({ answer: 'Nothing', choices: ['I asked somebody'] })).status).toBe(201);
    expect((await send({ answer: 'Nothing' })).status).toBe(201);
    expect((await send({ answer: 'Nothing', choices: [] })).status).toBe(201);
    const unknown = await send({ answer: 'Nothing', choices: ['Nothing', 'Else'] });
    expect([unknown.status, unknown.body.message]).toEqual([400, expect.stringContaining('no such option')]);
    const twice = await send({ answer: 'Nothing', choices: ['Nothing', 'Nothing'] });
    expect([twice.status, twice.body.message]).toEqual([400, expect.stringContaining('an option twice')]);
    expect((await tallyOf(draft)).counts.slice(4, 8)).toEqual([3, 0, 1, 1]);
  });

  it.each([null, -5, 34_560_000, 1e300, 'soon', [], {}])(
    'is stored with a time to answer of %j, which is unknown then',
    async (seconds) => {
      const draft = await openSurvey(server, owner);
      expect((await submit({ ...answersTo(draft), seconds })).status).toBe(201);
      expect(await tallyOf(draft)).toMatchObject({ counted: 1 });
    },
  );

  it('is stored under a link and from a place that cannot be read', async () => {
    const draft = await openSurvey(server, owner);
    for (const more of [{ via: 'x'.repeat(33) }, { via: 7 }, { from: null }, { from: 'x'.repeat(201) }])
      expect((await submit({ ...answersTo(draft), ...more })).status).toBe(201);
  });

  it.each([
    ['a missing required answer', (r: Responses) => r.slice(1), 'is not answered'],
    [
      'an empty required answer',
      (r: Responses) => [{ ...r[0], answer: ' ' }, ...r.slice(1)],
      'is not answered',
    ],
    [
      'an unlisted option',
      (r: Responses) => [{ ...r[0], answer: 'Perhaps' }, ...r.slice(1)],
      'has no such option',
    ],
    [
      'an unknown question',
      (r: Responses) => [...r, { question: 'And you?', answer: 'x' }],
      '“And you?” is not a question of it',
    ],
    ['a question answered twice', (r: Responses) => [...r, r[0]], 'a question is answered twice'],
  ])('with %s is refused and nothing is counted', async (_case, change, problem) => {
    const draft = await openSurvey(server, owner);
    const body = answersTo(draft);
    const reply = await submit({ ...body, responses: change(body.responses) });
    expect([reply.status, reply.body.code]).toEqual([400, 'answers_invalid']);
    expect(reply.body.message).toContain(problem);
    expect(await tallyOf(draft)).toMatchObject({ submissions: 0, rows: 0 });
  });

  it('that it did not happen needs no others', async () => {
    const [often, ...rest] = surveyDraft().questions;
    const questions = often ? [{ ...often, endsWith: 'Not once' }, ...rest] : [];
    const { surveyId } = await openSurvey(server, owner, { ...surveyDraft(), questions });
    const send = (answer: string) =>
      submit({ surveyId, responses: [{ question: often?.question ?? '', answer }] });
    expect((await send('Not once')).status).toBe(201);
    expect((await send('About every week')).body.code).toBe('answers_invalid');
  });

  it('to an unknown survey is 404, a visitor’s to a closed one 401, and one with a key that is none 400', async () => {
    const draft = surveyDraft();
    const { token } = owner;
    expect((await submit(answersTo(draft), { token })).status).toBe(404);
    await server.call('POST', '/api/surveys', { token, body: draft });
    const reply = await submit(answersTo(draft));
    expect([reply.status, reply.body.code]).toEqual([401, 'survey_sign_in']);
    expect((await submit(answersTo(draft), { token, key: 'short' })).status).toBe(400);
  });

  it('ignores the idea and links that the browser sends', async () => {
    const draft = await openSurvey(server, owner);
    const body = { ...answersTo(draft), idea: 'Something else', socialLinks: [{ any: 'thing' }] };
    expect((await submit(body)).status).toBe(201);
    const { body: stored } = await server.call('GET', `/api/surveys/${draft.surveyId}`, owner);
    expect(stored).toMatchObject({ idea: draft.idea, socialLinks: draft.socialLinks });
  });
});

type Responses = { question?: string; answer?: string }[];

describe('the owner’s list of answers', () => {
  const answer = (draft: SurveyDraft, given: { token?: string; choice?: string; text?: string } = {}) =>
    submit(answersTo(draft, given.choice, given.text), given);
  const pathOf = ({ surveyId }: SurveyDraft, rest = '') => `/api/surveys/${surveyId}/submissions${rest}`;
  const list = async (draft: SurveyDraft, query = '') =>
    (await server.call('GET', pathOf(draft, query), owner)).body as unknown as Listed[];
  const set = (draft: SurveyDraft, number: number | string, counted: boolean) =>
    server.call('PUT', pathOf(draft, `/${number}`), { token: owner.token, body: { counted } });
  const remove = (draft: SurveyDraft, number: number) =>
    server.call('DELETE', pathOf(draft, `/${number}`), owner);

  it('shows each with its number, its place, and why it is set apart, newest first', async () => {
    const draft = await openSurvey(server, owner);
    await answer(draft);
    await answer(draft, { token: owner.token, choice: 'Not once' });
    const several = ['I paid for something', 'I asked somebody'];
    const created_at = expect.stringMatching(/Z$/);
    expect(await list(draft)).toEqual([
      {
        number: 2,
        created_at,
        counted: false,
        reason: 'preview',
        channel: null,
        contact: null,
        answers: ['Not once', several, 'We both forgot.'],
      },
      {
        number: 1,
        created_at,
        counted: true,
        reason: null,
        channel: null,
        contact: null,
        answers: ['About every week', several, 'We both forgot.'],
      },
    ]);
    expect(await list(draft, '?apart=true')).toMatchObject([{ number: 2 }]);
  });

  it('comes in pages and can be searched', async () => {
    const draft = await openSurvey(server, owner);
    for (let turn = 1; turn <= 12; turn += 1) await answer(draft, { text: `Mix-up ${turn}` });
    const first = await list(draft, '?limit=5');
    expect(first.map(({ number }) => number)).toEqual([12, 11, 10, 9, 8]);
    const last = first.at(-1);
    const before = encodeURIComponent(`${last?.created_at}~${last?.number}`);
    const rest = await list(draft, `?before=${before}`);
    expect(rest.map(({ number }) => number)).toEqual([7, 6, 5, 4, 3, 2, 1]);
    expect(await list(draft, '?search=MIX-UP%203')).toMatchObject([{ number: 3 }]);
    const wrong = await server.call('GET', pathOf(draft, '?before=2026-01-01T00:00:00.000Z~x'), owner);
    expect([wrong.status, wrong.body.code]).toEqual([400, 'body_invalid']);
    for (const number of ['13', '0', 'x', '99999999999', '1.5'])
      expect((await set(draft, number, false)).body.code).toBe('submission_not_found');
  });

  it('sets an answer apart and counts it again, with the tallies', async () => {
    const draft = await openSurvey(server, owner);
    await answer(draft);
    await answer(draft, { choice: 'Not once' });
    expect((await set(draft, 1, false)).body).toMatchObject({ number: 1, counted: false, reason: 'by-hand' });
    const apart = { counted: 1, apart: 1, changes: 1, counts: [1, 0, 0, 1, 1, 1, 1, 0, 1] };
    expect(await tallyOf(draft)).toMatchObject(apart);
    // The same again changes nothing.
    await set(draft, 1, false);
    expect(await tallyOf(draft)).toMatchObject(apart);
    expect((await set(draft, 1, true)).body).toMatchObject({ counted: true, reason: 'by-hand' });
    expect(await tallyOf(draft)).toMatchObject({
      counted: 2,
      apart: 0,
      changes: 2,
      counts: [2, 1, 0, 1, 2, 2, 2, 0, 2],
    });
  });

  it('counts an answer that looked wrong, which keeps its reason, but never the owner’s own', async () => {
    const draft = await openSurvey(server, owner);
    await answer(draft, { text: '...' });
    await answer(draft, { token: owner.token });
    expect((await set(draft, 1, true)).body).toMatchObject({ counted: true, reason: 'empty' });
    const own = await set(draft, 2, true);
    expect([own.status, own.body.code]).toEqual([409, 'own_preview']);
    expect(own.body.message).toBe('Your own answers never count.');
    expect(await tallyOf(draft)).toMatchObject({ counted: 1, apart: 1 });
  });

  it('lets only one answer of an account count, whichever is counted by hand', async () => {
    const draft = await openSurvey(server, owner);
    const { token } = await server.signUp();
    await answer(draft, { token });
    await answer(draft, { token, choice: 'Not once' });
    await answer(draft, { token, text: '...' });
    const counted = async (number: number) => {
      expect((await set(draft, number, true)).body).toMatchObject({ number, counted: true });
      expect(await tallyOf(draft)).toMatchObject({ counted: 1, apart: 2 });
      return (await list(draft)).map((one) => `#${one.number} ${one.counted ? 'counts' : ''} ${one.reason}`);
    };
    // One that its sender replaced, in place of the later one; then one that looked wrong.
    expect(await counted(1)).toEqual(['#3  empty', '#2  replaced', '#1 counts replaced']);
    expect(await counted(3)).toEqual(['#3 counts empty', '#2  replaced', '#1  replaced']);
  });

  it('deletes an answer from everything that cites it, and never gives its number again', async () => {
    const draft = await openSurvey(server, owner);
    await answer(draft, { text: 'Mine is the address 12 Elm Street' });
    await answer(draft, { token: owner.token });
    await answer(draft, { text: 'We were late.' });
    const analysis = async () =>
      JSON.stringify(
        (await server.call('GET', `/api/analyze-survey?surveyId=${draft.surveyId}`, owner)).body,
      );
    await server.call('POST', '/api/analyze-survey', { body: { surveyId: draft.surveyId } });
    await server.app.runDueTasks();
    expect(await analysis()).toContain('12 Elm Street');

    expect((await remove(draft, 1)).body).toEqual({ deleted: true });
    await remove(draft, 2);
    expect(await tallyOf(draft)).toMatchObject({
      counted: 1,
      apart: 0,
      changes: 2,
      counts: [1, 1, 0, 0, 1, 1, 1, 0, 1],
    });
    await server.app.runDueTasks();
    expect(await analysis()).not.toContain('12 Elm Street');
    await answer(draft);
    expect(await list(draft)).toMatchObject([{ number: 4 }, { number: 3 }]);
    expect((await remove(draft, 1)).body.code).toBe('submission_not_found');
  });
});

type Listed = { number: number; created_at: string; counted: boolean; reason: string | null };

describe('two processes that write at the same time', () => {
  const site = 'https://spark.example';
  const networkLimit = noLimits('survey-network', 5, 600);
  const writerOn = (database: Database) =>
    groupCommit(
      (group: NewSubmission[]) => writeSubmissions({ database, siteUrl: () => site, networkLimit }, group),
      200,
    );
  const submission = (draft: SurveyDraft, idempotencyKey: string): NewSubmission => {
    const answers = ['Not once', null, `It was ${idempotencyKey}`];
    return { ...someSubmission, surveyId: draft.surveyId, idempotencyKey, answers };
  };

  it('store each answer once', async () => {
    const draft = await openSurvey(server, owner);
    const sent = Array.from({ length: 400 }, (_, index) => submission(draft, `shared-${index}`));
    // Small bites in two orders, so that their groups overlap again and again.
    const send = async (write: ReturnType<typeof writerOn>, list: NewSubmission[]) => {
      const outcomes: string[] = [];
      for (let from = 0; from < list.length; from += 20)
        outcomes.push(...(await Promise.all(list.slice(from, from + 20).map(write))));
      return outcomes;
    };
    const all = await Promise.all(
      [one, other].flatMap((database) => {
        const write = writerOn(database);
        return [send(write, sent), send(write, database === one ? sent : sent.toReversed())];
      }),
    );
    expect(new Set(all.flat())).toEqual(new Set(['stored']));
    expect(await tallyOf(draft)).toMatchObject({ submissions: 400, rows: 400, last: 400 });
    expect((await tallyOf(draft)).counts[2]).toBe(400);
  });

  it('store each once also when one stores between the other’s look and its next try', async () => {
    const draft = await openSurvey(server, owner);
    const writeOther = writerOn(other);
    await writeOther(submission(draft, 'key-first'));
    let looks = 0;
    const query = async (asked: string | pg.QueryConfig, values?: unknown[]) => {
      const result = await one.pool.query(asked as string, values);
      const text = typeof asked === 'string' ? asked : asked.text;
      if (text.startsWith('select s.survey_id') && ++looks === 1)
        await writeOther(submission(draft, 'key-second'));
      return result;
    };
    const write = writerOn({ ...one, pool: { query } as unknown as pg.Pool });
    const keys = ['key-first', 'key-second', 'key-third'];
    const outcomes = await Promise.all(keys.map((key) => write(submission(draft, key))));
    expect([outcomes, looks]).toEqual([['stored', 'stored', 'stored'], 2]);
    expect(await tallyOf(draft)).toMatchObject({ submissions: 3, rows: 3, last: 3 });
  });

  it('credit links in one order, so that they can not wait for each other', async () => {
    const draft = await openSurvey(server, owner);
    const codes = Array.from({ length: 8 }, (_, index) => `code-${index + 1}`);
    await addLinks(codes, `${site}/survey/${draft.surveyId}`);
    const write = writerOn(one);
    const client = await one.pool.connect();
    const lock = async (which: string) =>
      (
        await client.query(
          `select code from tracked_links where code ${which} 'code-1' for update skip locked`,
        )
      ).rows.length;
    await client.query('begin');
    await lock('=');
    const writing = Promise.all(
      codes
        .toReversed()
        .map((code) =>
          write({ ...submission(draft, `answer by ${code}`), via: { code, isQualified: true } }),
        ),
    );
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(async () => (await one.pool.query(waiting)).rows.length).toBe(1);
    const free = await lock('>');
    await client.query('rollback');
    client.release();
    expect(await writing).toEqual(codes.map(() => 'stored'));
    expect(free).toBe(codes.length - 1);
    const credited = await one.sql.select({ answers: trackedLinks.surveyAnswers }).from(trackedLinks);
    expect(credited).toEqual(codes.map(() => ({ answers: 1 })));
  });

  async function addLinks(codes: string[], destination: string): Promise<void> {
    const { id: ownerId } = owner;
    const at = new Date('2040-01-01T00:00:00Z');
    await one.sql.insert(campaigns).values({
      id: 'campaign',
      ownerId,
      idempotencyKey: 'campaign',
      keywords: [],
      nextListenAt: at,
      name: 'Bread',
      url: destination,
      description: 'Plans bread.',
    });
    await one.sql.insert(conversations).values(
      codes.map((code) => ({
        id: code,
        campaignId: 'campaign',
        ownerId,
        externalId: code,
        threadId: code,
        source: 'lemmy' as const,
        host: 'lemmy.world',
        url: `https://lemmy.world/post/${code}`,
        title: 'Bread',
        originalPost: 'Help',
        postedAt: at,
        suggestedReply: 'Freeze it.',
        suggestionKind: 'draft' as const,
        confidence: 96,
        why: [],
        keywords: [],
        day: 1,
        replyWay: 'hand' as const,
      })),
    );
    const links = codes.map((code) => ({ code, conversationId: code, campaignId: 'campaign', destination }));
    await one.sql.insert(trackedLinks).values(links.toReversed());
  }
});
