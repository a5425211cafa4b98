import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { strFromU8, unzipSync } from 'fflate';
import Papa from 'papaparse';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type S3, startS3 } from '#fakes/s3/s3.ts';
import { verifyAddress } from '#server/testing/agents.ts';
import type { Things } from '#server/testing/authorization-table.ts';
import { fakeForum } from '#server/testing/fake-forum.ts';
import { fakeSources, somePost, worldStart } from '#server/testing/fake-sources.ts';
import { type OutboxReader, readOutbox } from '#server/testing/outbox.ts';
import { makeThings } from '#server/testing/own-things.ts';
import { putOnPlan, submitJob } from '#server/testing/request-samples.ts';
import { answersTo, openSurvey, surveyDraft } from '#server/testing/survey-samples.ts';
import { startTestServer, type TestServer, type TestUser } from '#server/testing/test-server.ts';
import { undoDays } from '#shared/contracts/personal-data.ts';
import type { Submission } from '#shared/contracts/surveys/submissions.ts';
import { storedDays } from '#shared/rules/stored-days.ts';
import { answersHead, answersRows } from '#shared/rules/surveys/answers-csv.ts';
import { deleteDueAccountsQueue, deleteOldRowsQueue } from './deletion.ts';

const dayMs = 86_400_000;
let time = worldStart.getTime();
let server: TestServer;
let s3: S3;
let outbox: OutboxReader;
beforeAll(async () => {
  const sources = fakeSources();
  sources.posts = Array.from({ length: 6 }, () => somePost());
  const posters = fakeForum();
  s3 = await startS3();
  server = await startTestServer({ sources, posters, now: () => time }, s3.env);
  outbox = readOutbox(server.databaseUrl);
});
afterAll(async () => {
  await outbox.close();
  await server.close();
  await s3.stop();
});

type Person = TestUser & { things: Things };

async function person(): Promise<Person> {
  const user = await server.signUp('developer');
  // Things are made by somebody who can still buy a plan.
  await putOnPlan(server.database, user, 'free');
  const things = await makeThings(server, user);
  const switched = await server.call('PUT', '/api/daily-mail', {
    token: user.token,
    body: { isOn: true, atFirst: true },
  });
  expect(switched.status).toBe(200);
  return { ...user, things };
}

const json = { 'content-type': 'application/json', origin: 'http://localhost:3000' };

async function signInAgain({ id, email }: TestUser): Promise<TestUser> {
  const signedIn = await server.fetch('/api/auth/sign-in/email', {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ email, password: 'secret-enough' }),
  });
  if (!signedIn.ok) throw new Error(`sign-in failed: ${signedIn.status}`);
  const cookie = signedIn.headers.getSetCookie().map((entry) => entry.split(';')[0]);
  const reply = await server.fetch('/api/auth/token', { headers: { cookie: cookie.join('; ') } });
  const { token } = (await reply.json()) as { token: string };
  const synced = await server.call('POST', '/api/user/sync', { token, body: { id, email } });
  return { ...(synced.body as unknown as TestUser), token };
}

async function exportOf({ token }: TestUser) {
  const response = await server.fetch('/api/user/export', { headers: { authorization: `Bearer ${token}` } });
  expect(response.status).toBe(200);
  const files = unzipSync(new Uint8Array(await response.arrayBuffer()));
  const text = (path: string) => strFromU8(files[path] ?? new Uint8Array());
  return {
    files,
    names: Object.keys(files),
    text,
    rows: (name: string) => JSON.parse(text(`${name}.json`)) as Record<string, unknown>[],
  };
}

const count = async (query: string, ...values: unknown[]) =>
  Number((await server.database.pool.query(query, values)).rows[0].count);

const writeToUs = async (email: string, message: string) => {
  const body = { fullName: 'Ada', email, message, openMs: 60_000 };
  expect((await server.call('POST', '/api/send-email', { body })).status).toBe(200);
};

/** Somebody whose request may be made at any time. */
async function asker(): Promise<TestUser & { job: string }> {
  const user = await server.signUp('developer');
  const { job } = (await submitJob(server, user)).body as unknown as { job: { id: string } };
  return { ...user, job: job.id };
}

/** A mail to a request, as the inbound service stores it. @returns the name of its file. */
async function storeMail(job: string, raw: string): Promise<string> {
  const key = randomUUID();
  const { rows } = await server.database.pool.query(
    `insert into support_mails (id, request_id, file, text) values ('mail-1', $1, $2, '')
     returning (select id from installation)`,
    [job, key],
  );
  const name = `${rows[0].id}/${key}`;
  s3.files.set(name, { bytes: Buffer.from(raw), type: 'message/rfc822', written: new Date(time) });
  return name;
}

const remove = ({ token }: TestUser) => server.call('POST', '/api/user/deletion', { token });
const readSurvey = async ({ things }: Person, token?: string) =>
  (await server.call('GET', `/api/surveys/${things.survey}`, { token })).status;

describe('the export', () => {
  it('names passkeys and accounts of other providers, without their keys', async () => {
    const user = await server.signUp();
    await server.database.pool.query(
      `insert into identity_passkeys (id, user_id, name, credential_id, public_key, counter, device_type, backed_up)
       values ('own-key', $1, 'My phone', 'credential', 'key', 0, 'singleDevice', false)`,
      [user.id],
    );
    await server.database.pool.query(
      `insert into identity_accounts (id, user_id, provider_id, account_id)
       values ('own-account', $1, 'github', '4711')`,
      [user.id],
    );
    const { rows } = await exportOf(user);
    const createdAt = expect.any(String);
    expect(rows('passkeys')).toEqual([{ name: 'My phone', createdAt }]);
    expect(rows('provider-accounts')).toEqual([{ provider: 'github', account: '4711', createdAt }]);
  });

  it('holds everything that its owner made, as it is stored, and opens as a ZIP', async () => {
    const owner = await person();
    const archive = await exportOf(owner);
    expect(archive.text('README.txt')).toContain('Open the .csv file in a spreadsheet.');
    const stored = async (table: string, column: string) =>
      (
        await server.database.pool.query(`select id from ${table} where ${column} = $1 order by id`, [
          owner.id,
        ])
      ).rows.map(({ id }) => id);
    const ids = (name: string) =>
      archive
        .rows(name)
        .map(({ id }) => String(id))
        .toSorted();
    for (const [name, table, column] of [
      ['ideas', 'trails', 'owner_id'],
      ['ideation-sessions', 'ideation_sessions', 'owner_id'],
      ['build-prompts', 'build_prompts', 'owner_id'],
      ['surveys', 'surveys', 'owner_id'],
      ['support-requests', 'support_requests', 'owner_id'],
      ['attachments', 'attachments', 'owner_id'],
      ['campaigns', 'campaigns', 'owner_id'],
      ['conversations', 'conversations', 'owner_id'],
      ['linked-accounts', 'linked_accounts', 'owner_id'],
    ] as const) {
      const expected = (await stored(table, column)).toSorted();
      expect(expected.length, name).toBeGreaterThan(0);
      expect(ids(name), name).toEqual(expected);
    }
    expect(archive.rows('payments')).toHaveLength(
      await count('select count(*) from payments where user_id = $1', owner.id),
    );
    expect(archive.rows('analyses')).toHaveLength(
      await count('select count(*) from survey_analyses where owner_id = $1', owner.id),
    );
    expect(archive.rows('daily-mail')).toMatchObject([{ isOn: true }]);
    expect(archive.rows('account')[0]).toMatchObject({ id: owner.id, email: owner.email });
    const attachment = archive.names.find((name) =>
      name.startsWith(`attachments/${owner.things.attachment}`),
    );
    expect(archive.text(attachment ?? '')).toBe('a line of a log');
  });

  it('has the answers of each survey as they are stored', async () => {
    const owner = await person();
    const archive = await exportOf(owner);
    const answers = archive.rows(`answers/${owner.things.survey}`);
    const stored = await server.database.pool.query('select answers from submissions where survey_id = $1', [
      owner.things.survey,
    ]);
    expect(answers.map((row) => row.answers)).toEqual(stored.rows.map((row) => row.answers));
  });

  it('has the answers for a spreadsheet as the results page saves them, and no empty file', async () => {
    const owner = await person();
    const draft = surveyDraft();
    await openSurvey(server, owner, draft);
    const texts = ['＝1+1', ' =1+1', '@SUM(A1)\r\nx', '-2+3\nmore', 'Größe, 日本', '00123'];
    for (const text of texts) {
      const body = answersTo(draft, 'Not once', text);
      expect((await server.call('POST', '/api/submit-survey', { body })).status).toBe(201);
    }
    const archive = await exportOf(owner);
    const path = `/api/surveys/${draft.surveyId}/submissions`;
    const listed = (await server.call('GET', path, { token: owner.token })).body as unknown as Submission[];
    const titles = draft.questions.map(({ question }) => question);
    const file = archive.text(`answers/${draft.surveyId}.csv`);
    expect([...(archive.files[`answers/${draft.surveyId}.csv`] ?? [])].slice(0, 3)).toEqual([239, 187, 191]);
    expect(`\ufeff${file}`).toBe(answersHead(titles) + answersRows(titles, listed.toReversed()));
    const { data } = Papa.parse<Record<string, string>>(file, { header: true, skipEmptyLines: true });
    expect(data.map((row) => row['What happened the last time?'])).toEqual([
      ...["'＝1+1", "' =1+1", "'@SUM(A1)\r\nx", "'-2+3\nmore", 'Größe, 日本', "'00123"],
    ]);
    expect(data[0]?.['What did you do about it?']).toBe('I paid for something\nI asked somebody');
    const bare = await exportOf(await server.signUp());
    for (const name of [...archive.names, ...bare.names])
      expect((archive.files[name] ?? bare.files[name])?.length, name).toBeGreaterThan(0);
    expect(bare.names.filter((name) => name.endsWith('.csv'))).toEqual([]);
  });

  it('has the answers that the person gave to surveys of others, beside the questions', async () => {
    const [owner, respondent] = [await person(), await server.signUp()];
    const draft = surveyDraft();
    await server.call('POST', '/api/surveys', { token: owner.token, body: draft });
    await server.call('PUT', `/api/surveys/${draft.surveyId}/access`, {
      token: owner.token,
      body: { publicLink: true },
    });
    const given = answersTo(draft);
    await server.call('POST', '/api/submit-survey', { token: respondent.token, body: given });
    const own = (await exportOf(respondent)).rows('own-answers');
    expect(own).toMatchObject([{ surveyId: draft.surveyId }]);
    expect(own[0]?.answers).toMatchObject([
      { question: draft.questions[0]?.question, answer: 'About every week' },
      {},
      {},
    ]);
    const others = (await exportOf(owner)).rows('own-answers');
    expect(others.map(({ surveyId }) => surveyId)).toEqual([owner.things.survey]);
  });

  it('has the contacts that people left, and for these people their own', async () => {
    const [owner, respondent] = [await person(), await server.signUp()];
    const body = {
      ...answersTo({ ...surveyDraft(), surveyId: owner.things.survey }),
      contact: respondent.email,
    };
    const sent = await server.call('POST', '/api/submit-survey', { token: respondent.token, body });
    expect(sent.status).toBe(201);
    const archive = await exportOf(owner);
    expect(archive.rows('contacts')).toMatchObject([
      { surveyId: owner.things.survey, email: respondent.email },
    ]);
    expect(archive.text('contacts.csv')).toContain(respondent.email);
    const others = archive.names.filter((name) => !name.startsWith('contacts.'));
    expect(others.map(archive.text).join()).not.toContain(respondent.email);
    expect((await exportOf(respondent)).rows('own-answers')).toMatchObject([{ contact: respondent.email }]);
  });

  it('has the mails to support requests in full, without the secret link', async () => {
    const [owner, other] = [await person(), await person()];
    const link = `http://localhost:3000/support-answer#token=${owner.things.thread}`;
    await storeMail(
      owner.things.job,
      `From: Ada <${owner.email}>\r\nSubject: Re: Help\r\n\r\nIt works.\r\n> ${link}`,
    );
    const archive = await exportOf(owner);
    const mail = archive.text(`mails/${owner.things.job} mail-1.txt`);
    expect(mail).toContain('It works.');
    expect(mail).not.toContain(owner.things.thread);
    expect((await exportOf(other)).names.filter((name) => name.startsWith('mails/'))).toEqual([]);
  });

  it('has sign-ins, devices, the history of requests, and messages of a proven address', async () => {
    const owner = await person();
    await writeToUs(owner.email.toUpperCase(), 'Do you have an API?');
    const before = await exportOf(owner);
    expect(before.rows('contact-messages')).toEqual([]);
    expect(before.rows('sign-ins')).toMatchObject([{ provider: 'embedded' }]);
    expect(before.rows('devices')).toHaveLength(2);
    expect(before.rows('support-history').map(({ action }) => action)).toEqual([
      'submitted',
      'customer_answered',
    ]);
    const after = await exportOf(await verifyAddress(server, owner));
    expect(after.rows('contact-messages')).toMatchObject([{ message: 'Do you have an API?' }]);
  });

  it('holds nothing of others, and no secrets', async () => {
    const [owner, other] = [await person(), await person()];
    const archive = await exportOf(owner);
    const all = archive.names.map(archive.text).join('\n');
    for (const id of [other.id, other.email, other.things.job, other.things.survey, other.things.ideation])
      expect(all).not.toContain(id);
    for (const secret of [owner.things.thread, 'sealedSession', 'answerToken', 'idempotencyKey'])
      expect(all).not.toContain(secret);
  });

  it('holds survey answers by the thousand, in their order', async () => {
    const owner = await person();
    await server.database.pool.query(
      `insert into submissions (survey_id, number, idempotency_key, answers, slots)
       select $1, n, 'key-' || n, '["=1+1"]'::jsonb, '{}' from generate_series(2, 1203) n`,
      [owner.things.survey],
    );
    const archive = await exportOf(owner);
    const numbers = archive.rows(`answers/${owner.things.survey}`).map(({ number }) => number);
    expect(numbers).toEqual(Array.from({ length: 1203 }, (_, at) => at + 1));
    expect(archive.text(`answers/${owner.things.survey}.csv`).split('\r\n')[2]).toContain("'=1+1");
  });
});

describe('a deletion', () => {
  it('closes surveys at once, signs out everywhere, pauses campaigns, cancels the subscription and says so by mail', async () => {
    const owner = await person();
    await server.call('PUT', `/api/surveys/${owner.things.survey}/access`, {
      token: owner.token,
      body: { publicLink: true },
    });
    const reply = await remove(owner);
    expect(reply.body).toEqual({ deletesAt: time + undoDays * dayMs });
    time += 2_001;
    expect(await readSurvey(owner)).toBe(404);
    expect((await server.call('GET', '/api/jobs', { token: owner.token })).status).toBe(401);
    expect(await count('select count(*) from campaigns where owner_id = $1 and active', owner.id)).toBe(0);
    expect(
      await count(
        'select count(*) from subscriptions where user_id = $1 and not cancel_at_period_end',
        owner.id,
      ),
    ).toBe(0);
    await server.app.runDueTasks();
    expect((await outbox.newest()).recipient).toBe(owner.email);
  });

  it('can be undone for seven days, with everything as it was', async () => {
    const owner = await person();
    await remove(owner);
    time += undoDays * dayMs - 60_000;
    await server.app.runDueTasks(deleteDueAccountsQueue);
    const back = await signInAgain(owner);
    expect(back.deletesAt).toBeGreaterThan(time);
    expect((await server.call('DELETE', '/api/user/deletion', { token: back.token })).body).toEqual({
      kept: true,
    });
    time += dayMs;
    await server.app.runDueTasks(deleteDueAccountsQueue);
    const kept = await signInAgain(owner);
    expect(kept).not.toHaveProperty('deletesAt');
    expect(await readSurvey(owner, kept.token)).toBe(200);
    expect((await exportOf(kept)).rows('ideation-sessions')).toHaveLength(1);
  });

  it('asked for again keeps its day', async () => {
    const owner = await person();
    const { deletesAt } = (await remove(owner)).body as unknown as { deletesAt: number };
    time += dayMs;
    const again = await remove(await signInAgain(owner));
    expect(again.body).toEqual({ deletesAt });
  });

  it('deletes everything after seven days but payments, and lets the address sign up anew', async () => {
    const [owner, other] = [await person(), await person()];
    await remove(owner);
    time += undoDays * dayMs;
    await server.app.runDueTasks(deleteDueAccountsQueue);
    const { rows: tables } = await server.database.pool.query<{ name: string; column: string }>(
      `select table_name as name, column_name as column from information_schema.columns
       where table_schema = 'public' and column_name in ('owner_id', 'user_id', 'author_id', 'actor_id')`,
    );
    const left: string[] = [];
    for (const { name, column } of tables)
      if ((await count(`select count(*) from ${name} where ${column} = $1`, owner.id)) > 0) left.push(name);
    expect(left.toSorted()).toEqual(['checkouts', 'payments', 'subscriptions', 'test_checkout_sessions']);
    expect(await count('select count(*) from submissions where survey_id = $1', owner.things.survey)).toBe(0);
    expect(
      await count("select count(*) from users where id = $1 and email = '' and name = ''", owner.id),
    ).toBe(1);
    for (const table of ['users', 'identity_users', 'test_checkout_sessions', 'contact_messages']) {
      const column = table === 'test_checkout_sessions' ? 'user_email' : 'email';
      expect(await count(`select count(*) from ${table} where ${column} = $1`, owner.email)).toBe(0);
    }
    await expect(signInAgain(owner)).rejects.toThrow('sign-in failed: 401');
    const anew = await server.signUp('free', owner.email);
    expect(anew.id).not.toBe(owner.id);
    expect((await exportOf(other)).rows('surveys')).toHaveLength(1);
  });

  it('takes the mails to its requests with it, and a day later their files', async () => {
    const [owner, other] = [await asker(), await asker()];
    const names = [await storeMail(owner.job, 'Subject: x'), await storeMail(other.job, 'Subject: x')];
    await remove(owner);
    time += undoDays * dayMs;
    await server.app.runDueTasks(deleteDueAccountsQueue);
    await server.app.runDueTasks({ name: 'delete-unused-files', onePerKey: true });
    expect(await count('select count(*) from support_mails where request_id = $1', owner.job)).toBe(0);
    expect(names.map((name) => s3.files.has(name))).toEqual([false, true]);
  });

  it('takes the messages of the contact form with it, if the address is proven', async () => {
    const [proven, claimed] = [await server.signUp(), await server.signUp()];
    for (const { email } of [proven, claimed]) await writeToUs(email, 'Hello');
    for (const user of [await verifyAddress(server, proven), claimed]) await remove(user);
    time += undoDays * dayMs;
    await server.app.runDueTasks(deleteDueAccountsQueue);
    const left = ({ email }: TestUser) =>
      count('select count(*) from contact_messages where email = $1', email);
    expect([await left(proven), await left(claimed)]).toEqual([0, 1]);
  });

  it('takes the mails of the outbox to its address with it', async () => {
    const [owner, other] = [await asker(), await asker()];
    const left = ({ email }: TestUser) => count('select count(*) from outbox where recipient = $1', email);
    await remove(owner);
    await server.app.runDueTasks();
    expect(await left(owner)).toBeGreaterThan(0);
    time += undoDays * dayMs;
    await server.app.runDueTasks(deleteDueAccountsQueue);
    expect(await left(owner)).toBe(0);
    expect(await left(other)).toBeGreaterThan(0);
  });

  it('of an agent leaves "Support" in the threads of customers', async () => {
    const [owner, agent] = [await server.signUp('developer'), await server.signUp()];
    const { job } = (await submitJob(server, owner)).body as unknown as { job: { id: string } };
    const { pool } = server.database;
    await pool.query("update users set name = 'Grace Hopper' where id = $1", [agent.id]);
    await pool.query(
      `insert into support_messages (id, request_id, kind, author_id, author_name, text)
       values ('reply-of-grace', $1, 'reply', $2, 'Grace Hopper', 'Clear the cache.')`,
      [job.id, agent.id],
    );
    await pool.query(
      `insert into support_history (request_id, actor, actor_id, actor_name, action, to_value)
       values ($1, 'agent', $2, 'Grace Hopper', 'replied', null),
         ($1, 'agent', null, 'Linus', 'assigned', 'Grace Hopper')`,
      [job.id, agent.id],
    );
    await remove(agent);
    time += undoDays * dayMs;
    await server.app.runDueTasks(deleteDueAccountsQueue);
    const thread = await server.call('GET', `/api/jobs/${job.id}`, {
      token: (await signInAgain(owner)).token,
    });
    expect(thread.body).toMatchObject({
      messages: [{ author: 'Support', text: 'Clear the cache.' }],
      history: [{}, { actorName: 'Support' }, { actorName: 'Linus', to: 'Support' }],
    });
  });

  it('of one account that fails leaves the others to be deleted', async () => {
    const [stuck, owner] = [await server.signUp(), await server.signUp()];
    const { pool } = server.database;
    await pool.query('create table stuck (id text references users (id))');
    await pool.query('insert into stuck values ($1)', [stuck.id]);
    for (const user of [stuck, owner]) await remove(user);
    time += undoDays * dayMs;
    await server.app.runDueTasks(deleteDueAccountsQueue);
    await pool.query('drop table stuck');
    expect(await count('select count(*) from users where id = $1', stuck.id)).toBe(1);
    expect(await count('select count(*) from users where id = $1', owner.id)).toBe(0);
  });

  it('takes the contact from an answer to somebody else, which stays', async () => {
    const [owner, respondent] = [await server.signUp('pro'), await server.signUp()];
    const draft = surveyDraft();
    await server.call('POST', '/api/surveys', { token: owner.token, body: draft });
    const body = { ...answersTo(draft), contact: respondent.email };
    await server.call('POST', '/api/submit-survey', { token: respondent.token, body });
    await remove(respondent);
    time += undoDays * dayMs;
    await server.app.runDueTasks(deleteDueAccountsQueue);
    expect(await count('select count(*) from submissions where survey_id = $1', draft.surveyId)).toBe(1);
    expect(await count('select count(*) from respondent_contacts where survey_id = $1', draft.surveyId)).toBe(
      0,
    );
  });

  it('of somebody who never paid leaves no row', async () => {
    const owner = await server.signUp();
    await remove(owner);
    time += undoDays * dayMs;
    await server.app.runDueTasks(deleteDueAccountsQueue);
    expect(await count('select count(*) from users where id = $1', owner.id)).toBe(0);
  });
});

describe('what is stored for a year', () => {
  const tables = [
    [
      'contact_messages',
      `(kind, full_name, email, phone, message, created_at) select 'contact', '', 'a@b.example', '', 'x'`,
    ],
    ['outbox', `(recipient, subject, body, created_at) select 'a@b.example', 'x', 'x'`],
    ['support_history', `(request_id, actor, action, created_at) select $3, 'system', 'noted'`],
  ] as const;

  it.each(tables)('is deleted from %s after it, however much, and nothing newer', async (table, columns) => {
    const { job } = await asker();
    const old = new Date(time - storedDays * dayMs - 1000);
    const fresh = new Date(time - storedDays * dayMs + 60_000);
    await server.database.pool.query(`delete from ${table}`);
    await server.database.pool.query('update support_requests set resolved_at = $1 where id = $2', [
      old,
      job,
    ]);
    for (const [at, rows] of [
      [old, 2_500],
      [fresh, 3],
    ] as const)
      await server.database.pool.query(
        `insert into ${table} ${columns}, $1 from generate_series(1, $2::int) where $3::text is not null`,
        [at, rows, job],
      );
    await server.app.runDueTasks(deleteOldRowsQueue);
    expect(await count(`select count(*) from ${table} where created_at <= $1`, fresh)).toBe(3);
  });

  it.each([
    ['is open', null],
    ['was resolved less than a year ago', 1000],
  ])('keeps the old changes of a request that %s', async (_, sinceMs) => {
    const { job } = await asker();
    const old = new Date(time - storedDays * dayMs - 1000);
    const resolved = sinceMs && new Date(old.getTime() + sinceMs + 1);
    const { pool } = server.database;
    await pool.query('update support_requests set resolved_at = $1 where id = $2', [resolved, job]);
    await pool.query('update support_history set created_at = $1 where request_id = $2', [old, job]);
    await server.app.runDueTasks(deleteOldRowsQueue);
    expect(await count('select count(*) from support_history where request_id = $1', job)).toBe(1);
  });

  it('is said with its time where operators read it', async () => {
    const security = await readFile(new URL('../../../docs/security.md', import.meta.url), 'utf8');
    expect(new Set(security.match(/for \d+ days/g))).toEqual(new Set([`for ${storedDays} days`]));
  });
});
