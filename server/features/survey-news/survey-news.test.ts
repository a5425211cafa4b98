import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type OutboxReader, readOutbox } from '#server/testing/outbox.ts';
import { answersTo, markedDraft, openSurvey } from '#server/testing/survey-samples.ts';
import { openTestServer, startTestServer, type TestUser } from '#server/testing/test-server.ts';
import type { SurveyDraft } from '#shared/contracts/surveys/surveys.ts';
import { noteChangedVerdictsQueue } from './feature.ts';

const hour = 3_600_000;
const clock = { ahead: 0 };
const server = openTestServer({ now: () => Date.now() + clock.ahead });
let outbox: OutboxReader;
let owner: TestUser;

beforeAll(() => {
  outbox = readOutbox(server.databaseUrl);
});
afterAll(() => outbox.close());
beforeEach(async () => {
  owner = await server.signUp('pro');
});

const has = 'About every week';
const hasnt = 'Not once';
let said = 0;

async function openMarked(): Promise<SurveyDraft> {
  const draft = markedDraft();
  return openSurvey(server, owner, { ...draft, appName: 'Swap Run', minimumAnswers: 5 });
}

async function answer(draft: SurveyDraft, times = 1, choice = has): Promise<void> {
  for (let n = 0; n < times; n += 1) {
    said += 1;
    const body = answersTo(draft, choice, `The ${said}th time we both forgot.`);
    expect((await server.call('POST', '/api/submit-survey', { body })).status).toBe(201);
  }
  await analyse(draft);
}

async function analyse({ surveyId }: SurveyDraft): Promise<void> {
  await server.call('POST', '/api/analyze-survey', { body: { surveyId } });
  await server.app.runDueTasks();
}

/** All but the receipt of the plan, which can't be stopped. */
const mails = async () =>
  (await outbox.all()).filter(
    ({ recipient, unsubscribeUrl }) => recipient === owner.email && unsubscribeUrl !== null,
  );
const subjects = async () => (await mails()).map(({ subject }) => subject);
const newest = async () => (await mails()).at(-1) ?? { subject: '', body: '', html: '', unsubscribeUrl: '' };
/** As many as its reader reads, with subject and foot. */
const wordsOf = ({ subject, body }: { subject: string; body: string }) =>
  `${subject} ${body}`.split(/\s+/).filter(Boolean).length;

describe('the mail about the first answer', () => {
  it('shows the answer under its question and how many more bring a verdict', async () => {
    const draft = await openMarked();
    await answer(draft);
    const mail = await newest();
    expect(await subjects()).toEqual(['Your first answer']);
    for (const text of ['1 of 5', '4 more bring a verdict.', draft.questions[0]?.question ?? '', has])
      expect(mail.body).toContain(text);
    expect(mail.body).toContain(`http://localhost:3000/survey/${draft.surveyId}/results`);
    expect(mail.body).toContain('Sent because people answer your survey “Swap Run”. Stop these mails');
    expect(mail.html?.match(/class="button"/g)).toHaveLength(1);
    expect(wordsOf(mail)).toBeLessThanOrEqual(65);
  });

  it('is as short for long questions, long answers and a long name', async () => {
    const draft = markedDraft();
    for (const question of draft.questions) question.question += ` ${'so very '.repeat(30)}?`;
    const name = 'A name of far too many words for the foot of a mail';
    await openSurvey(server, owner, { ...draft, appName: name });
    const body = answersTo(draft, has, 'We forgot it again and again. '.repeat(40));
    await server.call('POST', '/api/submit-survey', { body });
    await analyse(draft);
    expect(wordsOf(await newest())).toBeLessThanOrEqual(65);
  });

  it('comes once, whatever is analysed again', async () => {
    const draft = await openMarked();
    await answer(draft);
    await analyse(draft);
    await answer(draft, 2);
    expect(await subjects()).toEqual(['Your first answer']);
  });

  it('comes once when several processes analyse at once', async () => {
    const draft = await openMarked();
    const body = answersTo(draft, has, 'It was the handover on Friday.');
    await server.call('POST', '/api/submit-survey', { body });
    const workers = [
      await startTestServer({ tasksByHand: false }, {}, server),
      await startTestServer({ tasksByHand: false }, {}, server),
    ];
    const trigger = { body: { surveyId: draft.surveyId } };
    for (let n = 0; n < 40; n += 1) await workers[n % 2]?.call('POST', '/api/analyze-survey', trigger);
    await expect.poll(unfinished, { timeout: 20_000 }).toBe(0);
    for (const worker of workers) await worker.close();
    expect(await subjects()).toEqual(['Your first answer']);
  });

  it('does not come for the owner’s own answer', async () => {
    const draft = await openMarked();
    await server.call('POST', '/api/submit-survey', { token: owner.token, body: answersTo(draft) });
    await analyse(draft);
    expect(await subjects()).toEqual([]);
  });

  it('asks for marks where nothing decides', async () => {
    const draft = await openSurvey(server, owner);
    await answer(draft);
    const { body } = await newest();
    expect(body).toContain('1 answer');
    expect(body).toContain('Mark what counts to get a verdict.');
  });

  it('does not come once the account is being deleted', async () => {
    const draft = await openMarked();
    await server.database.pool.query('update users set deletes_at = now() where id = $1', [owner.id]);
    await answer(draft);
    expect(await subjects()).toEqual([]);
  });
});

async function unfinished(): Promise<number> {
  const { rows } = await server.database.pool.query(
    "select count(*)::int as count from pgboss.job where name in ('analyze-survey', 'mail-survey-news') and state < 'completed'",
  );
  return rows[0].count;
}

describe('the mail about the verdict', () => {
  it('comes at the number worth reading, with sentence, range and line', async () => {
    const draft = await openMarked();
    await answer(draft, 4);
    await answer(draft);
    const mail = await newest();
    expect(mail.subject).toBe('5 answers: your verdict');
    expect(mail.body).toMatch(/^Go\n/);
    expect(mail.body).toContain('5 of 5');
    expect(mail.body).toMatch(/\d+–100 % · your line: 40 %/);
    expect(mail.body).toContain('More answers can still change this.');
    expect(wordsOf(mail)).toBeLessThanOrEqual(65);
    await answer(draft, 2);
    expect(await subjects()).toEqual(['Your first answer', '5 answers: your verdict']);
  });

  it('takes the place of the first one when all answers came together', async () => {
    const draft = await openMarked();
    await answer(draft, 6);
    expect(await subjects()).toEqual(['6 answers: your verdict']);
  });

  it('comes again when the verdict changes, at most once a day', async () => {
    const draft = await openMarked();
    await answer(draft, 5);
    await answer(draft, 5, hasnt);
    expect(await subjects()).toEqual(['5 answers: your verdict']);
    await server.app.runDueTasks(noteChangedVerdictsQueue);
    expect(await subjects()).toHaveLength(1);
    clock.ahead += 25 * hour;
    await server.app.runDueTasks(noteChangedVerdictsQueue);
    await server.app.runDueTasks(noteChangedVerdictsQueue);
    const [, changed, ...more] = await mails();
    expect([changed?.subject, more]).toEqual(['10 answers: your verdict changed', []]);
    expect(changed?.body).toMatch(/^Can't tell yet\n/);
    expect(changed?.body).toContain('It was Go. More answers can still change this.');
    expect(wordsOf(changed ?? { subject: '', body: '' })).toBeLessThanOrEqual(65);
    await answer(draft, 40, hasnt);
    expect(await subjects()).toHaveLength(2);
    clock.ahead += 25 * hour;
    await answer(draft);
    expect((await subjects()).at(-1)).toBe('51 answers: your verdict changed');
  });

  it('does not come again when the verdict is the same at the end of the day', async () => {
    const draft = await openMarked();
    await answer(draft, 5);
    await answer(draft, 5, hasnt);
    await answer(draft, 40);
    clock.ahead += 25 * hour;
    await server.app.runDueTasks(noteChangedVerdictsQueue);
    expect(await subjects()).toEqual(['5 answers: your verdict']);
  });
});

describe('the switch', () => {
  const settings = () => server.call('GET', '/api/mail-settings', { token: owner.token });

  it('keeps all mails about answers back', async () => {
    const body = { ...(await settings()).body, surveyAnswers: false };
    await server.call('PUT', '/api/mail-settings', { token: owner.token, body });
    const draft = await openMarked();
    await answer(draft);
    await answer(draft, 5);
    expect(await subjects()).toEqual([]);
  });

  it('is turned off by the signed link of a mail, without a login, and by no other', async () => {
    const draft = await openMarked();
    await answer(draft);
    const { unsubscribeUrl, body } = await newest();
    const { pathname, search } = new URL(unsubscribeUrl ?? '');
    expect(body).toContain(`${pathname}${search}`);
    const isOn = async () => (await settings()).body.surveyAnswers;
    // A scanner opens every link.
    expect((await server.fetch(pathname + search)).status).toBe(200);
    const forged = `${Buffer.from(owner.id).toString('base64url')}.forged`;
    await server.fetch(`${pathname}?token=${forged}`, { method: 'POST' });
    expect(await isOn()).toBe(true);
    const form = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
    for (const _twice of [1, 2])
      expect((await server.fetch(pathname + search, { method: 'POST', body: form })).status).toBe(200);
    expect(await isOn()).toBe(false);
    await answer(draft, 5);
    expect(await subjects()).toEqual(['Your first answer']);
  });
});

describe('new answers', () => {
  type Row = { surveyId: string; newAnswers: number };
  const listed = async () =>
    (await server.call('GET', '/api/survey-analyses', { token: owner.token })).body as unknown[] as Row[];
  const onTrail = async () => {
    const [trail] = (await server.call('GET', '/api/trails', { token: owner.token })).body as unknown[] as {
      surveys: Row[];
    }[];
    return trail?.surveys[0]?.newAnswers;
  };
  const see = (draft: SurveyDraft, number: number) =>
    server.call('PUT', `/api/surveys/${draft.surveyId}/seen`, { token: owner.token, body: { number } });

  it('are counted until the owner opens them, without the owner’s own', async () => {
    const draft = await openMarked();
    await server.call('POST', '/api/submit-survey', { token: owner.token, body: answersTo(draft) });
    await answer(draft, 3);
    expect([(await listed())[0]?.newAnswers, await onTrail()]).toEqual([3, 3]);
    const path = `/api/analyze-survey?surveyId=${draft.surveyId}`;
    const { newest: number } = (await server.call('GET', path, { token: owner.token })).body;
    expect(number).toBe(4);
    expect((await see(draft, 4)).body).toEqual({ seen: true });
    expect([(await listed())[0]?.newAnswers, await onTrail()]).toEqual([0, 0]);
    await answer(draft);
    expect((await listed())[0]?.newAnswers).toBe(1);
  });

  it('stay seen when an older page says less, and none is seen before it came', async () => {
    const draft = await openMarked();
    await answer(draft, 3);
    await see(draft, 1000);
    await see(draft, 1);
    await answer(draft, 2);
    expect((await listed())[0]?.newAnswers).toBe(2);
  });

  it('say nothing of their number to others', async () => {
    const draft = await openMarked();
    await answer(draft);
    const { token } = await server.signUp();
    const path = `/api/analyze-survey?surveyId=${draft.surveyId}`;
    expect((await server.call('GET', path, { token })).body).not.toHaveProperty('newest');
  });

  it('bring the analysis into the list with the first that counts', async () => {
    const draft = await openMarked();
    await server.call('POST', '/api/submit-survey', { token: owner.token, body: answersTo(draft) });
    await analyse(draft);
    expect(await listed()).toEqual([]);
    await answer(draft);
    expect(await listed()).toMatchObject([{ surveyId: draft.surveyId, newAnswers: 1 }]);
  });
});
