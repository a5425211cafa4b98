import { beforeAll, describe, expect, it } from 'vitest';
import { respondentContacts } from '#server/database/tables.ts';
import { memoryLimits } from '#server/http/limits.ts';
import { answersTo, markedDraft, openSurvey } from '#server/testing/survey-samples.ts';
import { openTestServer, type TestUser } from '#server/testing/test-server.ts';
import type { CountedGroup, Submission, SubmissionCounts } from '#shared/contracts/surveys/submissions.ts';
import type { SurveyDraft } from '#shared/contracts/surveys/surveys.ts';

// Only the limit of networks is on.
const limits = ((name, points, seconds, code) =>
  memoryLimits(
    name,
    name === 'survey-network' ? points : 1_000_000,
    seconds,
    code,
  )) satisfies typeof memoryLimits;
const server = openTestServer({ limits }, { TRUSTED_PROXIES: 'loopback' });
let owner: TestUser;
beforeAll(async () => {
  owner = await server.signUp('pro');
});

type Sending = { choice?: string; text?: string; from?: string; token?: string; address?: string };

let strangers = 0;

/** Sends one answer; each stranger has a network of their own. */
async function answer(draft: SurveyDraft, { choice, text, from, token, address }: Sending = {}) {
  strangers += 1;
  const sent = await server.app.http.request(
    'http://localhost:3000/api/submit-survey',
    {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-forwarded-for': address ?? `10.${strangers >> 8}.${strangers & 255}.1`,
        ...(token && { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify({ ...answersTo(draft, choice, text), from }),
    },
    {
      incoming: {
        complete: true,
        socket: { remoteAddress: '127.0.0.1', remotePort: 1, remoteFamily: 'IPv4' },
      },
    },
  );
  expect(sent.status).toBe(201);
}

const path = ({ surveyId }: SurveyDraft, rest: string) => `/api/surveys/${surveyId}/${rest}`;
const asOwner = (method: string, at: string, body?: unknown) =>
  server.call(method, at, { token: owner.token, body });

async function list(draft: SurveyDraft, query: Record<string, string> = {}): Promise<number[]> {
  const { body } = await asOwner('GET', path(draft, `submissions?${new URLSearchParams(query)}`));
  return (body as unknown[] as Submission[]).map(({ number }) => number);
}

async function counts(draft: SurveyDraft, query: Record<string, string> = {}): Promise<SubmissionCounts> {
  const { body } = await asOwner('GET', path(draft, `submission-counts?${new URLSearchParams(query)}`));
  return body as unknown as SubmissionCounts;
}

async function stateOf({ surveyId }: SurveyDraft) {
  const { rows } = await server.database.pool.query<{ number: number; counted: boolean; reason: string }>(
    'select number, counted, reason from submissions where survey_id = $1 order by number',
    [surveyId],
  );
  return rows.map(({ number, counted, reason }) => `#${number} ${counted ? 'counts' : reason}`);
}

async function tallyOf({ surveyId }: SurveyDraft) {
  const { rows } = await server.database.pool.query(
    `select t.counts, t.set_apart - t.deleted as apart, t.deleted, t.deleted_answers,
       (select count(*)::int from submissions s where s.survey_id = t.survey_id and not counted) as stored_apart,
       (select coalesce(json_agg(n order by slot), '[]') from (
         select slot, count(s.number)::int as n from generate_series(0, cardinality(t.counts) - 1) as slot
         left join submissions s on s.survey_id = t.survey_id and s.counted and slot = any(s.slots) group by slot
       ) as c) as wanted
     from survey_tallies t where survey_id = $1`,
    [surveyId],
  );
  const { wanted, stored_apart, ...tally } = rows[0];
  expect(tally.counts).toEqual(wanted);
  expect(tally.apart).toBe(stored_apart);
  return tally;
}

const leaveContact = ({ surveyId }: SurveyDraft, number: number, email: string) =>
  server.database.sql.insert(respondentContacts).values({ surveyId, number, email });

describe('the list of all answers', () => {
  let draft: SurveyDraft;
  beforeAll(async () => {
    draft = await openSurvey(server, owner, markedDraft());
    await answer(draft, { choice: 'About every week', text: 'We bake in two parts.', from: 'Parents' });
    await answer(draft, { choice: 'Once or twice', text: 'He said "no", twice\\ and left' });
    await answer(draft, { choice: 'Not once', text: 'NULL, void\nand gone' });
    await answer(draft, { choice: 'Not once', text: 'In Two Parts again', from: 'Parents' });
    await answer(draft, { choice: 'About every week', text: '....' });
    await answer(draft, { token: owner.token, text: 'My own in two parts' });
    await leaveContact(draft, 1, 'jonas@hofbrot.example');
  });

  it('keeps those that chose all the options, came from a place, or left a contact', async () => {
    expect(await list(draft)).toEqual([6, 5, 4, 3, 2, 1]);
    expect(await list(draft, { apart: 'false' })).toEqual([4, 3, 2, 1]);
    expect(await list(draft, { apart: 'false', options: '3' })).toEqual([4, 3]);
    expect(await list(draft, { options: '1,5' })).toEqual([6, 5, 1]);
    expect(await list(draft, { from: 'Parents' })).toEqual([4, 1]);
    expect(await list(draft, { from: '' })).toEqual([6, 5, 3, 2]);
    expect(await list(draft, { from: 'Parents', options: '3' })).toEqual([4]);
    expect(await list(draft, { contact: 'true' })).toEqual([1]);
  });

  it('keeps those set apart, the owner’s own among them, and those of one reason', async () => {
    expect(await list(draft, { apart: 'true' })).toEqual([6, 5]);
    expect(await list(draft, { apart: 'true', reason: 'empty' })).toEqual([5]);
    expect(await list(draft, { apart: 'true', reason: 'preview' })).toEqual([6]);
  });

  it.each([
    ['in two parts', [6, 4, 1]],
    ['IN TWO PARTS AGAIN', [4]],
    ['null', [3]],
    ['", "', []],
    ['null, void', [3]],
    ['said "no"', [2]],
    ['twice\\', [2]],
    ['about every', [6, 5, 1]],
    ['%', []],
    ['l, v', [3]],
    ['nand', []],
    ['twice\\nand', []],
  ])('finds %j in the words of one answer', async (search, found) => {
    expect(await list(draft, { search })).toEqual(found);
  });

  it('is paged by the number of the last one', async () => {
    const first = await asOwner('GET', path(draft, 'submissions?limit=2'));
    const rows = first.body as unknown[] as Submission[];
    const before = `${rows[1]?.created_at}~${rows[1]?.number}`;
    expect(await list(draft, { limit: '2', before })).toEqual([4, 3]);
  });

  it('counts what it lists, with and without a search', async () => {
    expect(await counts(draft)).toMatchObject({
      counted: 4,
      apart: 2,
      contacts: 1,
      listed: 6,
      found: { counted: 4, apart: 2 },
      slots: [4, 1, 1, 2, 4, 4, 4, 0, 4],
      places: [
        { name: 'Parents', count: 2 },
        { name: null, count: 2 },
      ],
      groups: [
        { reason: 'empty', count: 1, newest: 5, isOneSender: false },
        { reason: 'preview', count: 1, newest: 6, isOneSender: false },
      ],
    });
    expect(await counts(draft, { apart: 'false', options: '3' })).toMatchObject({ listed: 2 });
    expect(await counts(draft, { apart: 'false', search: 'in two parts' })).toMatchObject({
      listed: 2,
      found: { counted: 2, apart: 1 },
      slots: [2, 1, 0, 1, 2, 2, 2, 0, 2],
      places: [{ name: 'Parents', count: 2 }],
    });
  });

  it('gives one answer by its number, with its contact', async () => {
    const { body } = await asOwner('GET', path(draft, 'submissions/1'));
    expect(body).toMatchObject({ number: 1, contact: 'jonas@hofbrot.example', channel: 'Parents' });
    expect((await asOwner('GET', path(draft, 'submissions/99'))).status).toBe(404);
    expect((await asOwner('GET', path(draft, 'submissions/x'))).status).toBe(404);
  });
});

describe('a group set apart for one network', () => {
  const flood = async (draft: SurveyDraft, address: string, count: number, token?: string) => {
    for (let sent = 0; sent < count; sent += 1)
      await answer(draft, { address, token, text: `It was ${sent}` });
  };

  it('is counted in one act, and set apart again', async () => {
    const draft = await openSurvey(server, owner, markedDraft());
    await flood(draft, '203.0.113.9', 8);
    await flood(draft, '203.0.114.9', 7);
    const before = await tallyOf(draft);
    expect((await counts(draft)).groups).toEqual([
      { reason: 'burst', count: 3, newest: 8, isOneSender: true },
      { reason: 'burst', count: 2, newest: 15, isOneSender: true },
    ]);
    expect(await list(draft, { apart: 'true', group: '8' })).toEqual([8, 7, 6]);
    const counted = await asOwner('POST', path(draft, 'groups/count'), { number: 8 });
    const group = counted.body as unknown as CountedGroup;
    expect(group.counted.toSorted()).toEqual([6, 7, 8]);
    expect(await list(draft, { apart: 'true' })).toEqual([15, 14]);
    expect(await tallyOf(draft)).toMatchObject({ apart: 2 });
    const back = await asOwner('POST', path(draft, 'groups/set-apart'), group);
    expect(back.body).toEqual({ setApart: 3 });
    expect(await tallyOf(draft)).toEqual(before);
    expect((await counts(draft)).groups).toHaveLength(2);
  });

  it('stores its hash only where it is the reason', async () => {
    const draft = await openSurvey(server, owner);
    await flood(draft, '203.0.115.9', 7);
    const { rows } = await server.database.pool.query(
      'select number, network is not null as kept from submissions where survey_id = $1 order by number',
      [draft.surveyId],
    );
    expect(rows.filter(({ kept }) => kept).map(({ number }) => number)).toEqual([6, 7]);
  });

  it('counts an account once, with its newest answer, and gives its vote back', async () => {
    const draft = await openSurvey(server, owner, markedDraft());
    const { token } = await server.signUp();
    await flood(draft, '203.0.116.9', 5);
    for (const choice of ['Not once', 'Once or twice'])
      await answer(draft, { address: '203.0.116.9', token, choice });
    await flood(draft, '203.0.116.9', 1);
    expect((await stateOf(draft)).slice(5)).toEqual(['#6 burst', '#7 burst', '#8 burst']);
    await answer(draft, { token });
    expect((await stateOf(draft)).slice(5)).toEqual(['#6 burst', '#7 burst', '#8 burst', '#9 counts']);
    const { body } = await asOwner('POST', path(draft, 'groups/count'), { number: 6 });
    const group = body as unknown as CountedGroup;
    expect([group.counted.toSorted(), group.replaced]).toEqual([[7, 8], [9]]);
    expect((await stateOf(draft)).slice(5)).toEqual(['#6 replaced', '#7 counts', '#8 counts', '#9 replaced']);
    await tallyOf(draft);
    await asOwner('POST', path(draft, 'groups/set-apart'), group);
    expect((await stateOf(draft)).slice(5)).toEqual(['#6 burst', '#7 burst', '#8 burst', '#9 counts']);
    await tallyOf(draft);
  });

  it('is none for answers that count, are the owner’s own, or were set apart by hand', async () => {
    const draft = await openSurvey(server, owner);
    await answer(draft);
    await answer(draft, { token: owner.token });
    await answer(draft);
    await asOwner('PUT', path(draft, 'submissions/3'), { counted: false });
    const countGroup = (number: number) => asOwner('POST', path(draft, 'groups/count'), { number });
    for (const number of [1, 2, 3])
      expect((await countGroup(number)).body).toEqual({ counted: [], replaced: [], earlier: [] });
    expect((await countGroup(99)).status).toBe(404);
    // Numbers that were never counted as a group stay as they are.
    await asOwner('POST', path(draft, 'groups/set-apart'), {
      counted: [1, 2],
      replaced: [2, 3],
      earlier: [],
    });
    expect(await stateOf(draft)).toEqual(['#1 counts', '#2 preview', '#3 by-hand']);
  });
});

it('says how many answers were deleted, without the owner’s own', async () => {
  const draft = await openSurvey(server, owner, markedDraft());
  await answer(draft);
  await answer(draft, { token: owner.token });
  await answer(draft, { text: '....' });
  for (const number of [1, 2, 3]) await asOwner('DELETE', path(draft, `submissions/${number}`));
  expect(await tallyOf(draft)).toMatchObject({ apart: 0, deleted: 3, deleted_answers: 2 });
});

it('lists contacts newest first, which go with their answers', async () => {
  const draft = await openSurvey(server, owner);
  for (const number of [1, 2]) {
    await answer(draft);
    await leaveContact(draft, number, `person-${number}@example.com`);
  }
  const contacts = async () => (await asOwner('GET', path(draft, 'contacts'))).body;
  expect(await contacts()).toMatchObject([
    { number: 2, email: 'person-2@example.com' },
    { number: 1, email: 'person-1@example.com' },
  ]);
  await asOwner('DELETE', path(draft, 'submissions/2'));
  expect(await contacts()).toMatchObject([{ number: 1 }]);
});
