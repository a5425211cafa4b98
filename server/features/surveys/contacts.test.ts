import { beforeAll, describe, expect, it } from 'vitest';
import { memoryLimits } from '#server/http/limits.ts';
import { answersTo, openSurvey, surveyDraft } from '#server/testing/survey-samples.ts';
import { openTestServer, startTestServer, type TestUser } from '#server/testing/test-server.ts';
import type { SurveyDraft } from '#shared/contracts/surveys/surveys.ts';
import { qualityThresholds } from '#shared/rules/verdict/rule.ts';

// Only the limit of networks is on: a test sends more than a person.
const limits = ((name, points, seconds, code) =>
  memoryLimits(
    name,
    name === 'survey-network' ? points : 1_000_000,
    seconds,
    code,
  )) satisfies typeof memoryLimits;
const server = openTestServer({ limits }, { TRUSTED_PROXIES: 'loopback' });
let owner: TestUser;
let other: TestUser;
beforeAll(async () => {
  owner = await server.signUp('pro');
  other = await server.signUp('pro');
});

const address = 'baker.jo@example.com';

type Sending = { token?: string; key?: string; contact?: string; text?: string; cookie?: string };
const send = (draft: SurveyDraft, { token, key, contact, text, cookie }: Sending = {}) =>
  server.call('POST', '/api/submit-survey', {
    token,
    body: { ...answersTo(draft, undefined, text), contact },
    headers: { ...(key && { 'idempotency-key': key }), ...(cookie && { cookie }) },
  });
const change = ({ surveyId }: SurveyDraft, body: object, { token } = owner) =>
  server.call('PUT', `/api/surveys/${surveyId}/settings`, { token, body });
const contactsOf = ({ surveyId }: SurveyDraft, query = '', { token } = owner) =>
  server.call('GET', `/api/surveys/${surveyId}/contacts${query}`, { token });
const emailsOf = async (draft: SurveyDraft) =>
  (await contactsOf(draft)).body.map((row) => row as { number: number; email: string });
const listOf = async ({ surveyId }: SurveyDraft) =>
  (await server.call('GET', `/api/surveys/${surveyId}/submissions`, owner)).body;

async function reasonsOf({ surveyId }: SurveyDraft) {
  const { rows } = await server.database.pool.query<{ reason: string | null }>(
    'select reason from submissions where survey_id = $1 order by number',
    [surveyId],
  );
  return rows.map(({ reason }) => reason);
}

describe('the settings of a survey', () => {
  it('ask for a contact and show results to everybody, until its owner says otherwise, at once', async () => {
    const draft = await openSurvey(server, owner);
    const read = async (user?: TestUser) =>
      (await server.call('GET', `/api/surveys/${draft.surveyId}`, { token: user?.token })).body;
    const settings = { asksContact: true, ownerOnlyResults: false, sharedDevice: false };
    for (const user of [owner, other, undefined])
      expect(await read(user)).toMatchObject({ ...settings, askedBy: 'Ada Founder' });
    const changed = await change(draft, { asksContact: false, sharedDevice: true });
    expect(changed.body).toMatchObject({ asksContact: false, ownerOnlyResults: false, sharedDevice: true });
    expect(await read()).toMatchObject({ asksContact: false });
  });

  it('stay when the survey is saved again', async () => {
    const draft = await openSurvey(server, owner);
    await change(draft, { asksContact: false, ownerOnlyResults: true });
    const saved = await server.call('POST', '/api/surveys', { token: owner.token, body: draft });
    expect(saved.body).toMatchObject({ asksContact: false, ownerOnlyResults: true });
  });

  it('are unknown to anybody but the owner, and refuse what is no setting', async () => {
    const draft = await openSurvey(server, owner);
    expect((await change(draft, { asksContact: false }, other)).status).toBe(404);
    for (const body of [{}, { publicLink: true }, { asksContact: 'no' }])
      expect((await change(draft, body)).status).toBe(400);
  });
});

describe('a contact', () => {
  it('is kept beside the answer, for the owner alone', async () => {
    const draft = await openSurvey(server, owner);
    expect((await send(draft, { contact: `  ${address} ` })).status).toBe(201);
    expect((await send(draft, { contact: ' ', text: 'It was fine.' })).status).toBe(201);
    expect((await send(draft, { text: 'Nothing went wrong.' })).status).toBe(201);
    expect(await emailsOf(draft)).toMatchObject([{ number: 1, email: address }]);
    expect((await listOf(draft)).map((row) => (row as { contact: string | null }).contact)).toEqual([
      null,
      null,
      address,
    ]);
    expect((await contactsOf(draft, '', other)).status).toBe(404);
  });

  it('that is no mail address is refused with its text, and nothing is stored', async () => {
    const draft = await openSurvey(server, owner);
    for (const contact of ['jo', 'jo@', 'jo@example', 'Jo <jo@example.com>', 'a@b.co, c@d.co']) {
      const reply = await send(draft, { contact });
      expect([reply.status, reply.body.message]).toEqual([
        400,
        'Check your e-mail address, or leave it empty.',
      ]);
    }
    expect(await listOf(draft)).toEqual([]);
  });

  it('is dropped where the survey does not ask for it, and from the owner’s preview', async () => {
    const draft = await openSurvey(server, owner);
    expect((await send(draft, { token: owner.token, contact: owner.email })).status).toBe(201);
    await change(draft, { asksContact: false });
    expect((await send(draft, { contact: 'no address' })).status).toBe(201);
    expect(await emailsOf(draft)).toEqual([]);
  });

  it('is stored once for one key, and stays with an answer that is replaced or set apart', async () => {
    const draft = await openSurvey(server, owner);
    const { token } = await server.signUp();
    const sent = [0, 1, 2].map(() => send(draft, { token, key: 'one-and-the-same', contact: address }));
    expect((await Promise.all(sent)).map(({ status }) => status)).toEqual([201, 201, 201]);
    await send(draft, { token, contact: 'new@example.com' });
    await send(draft, { contact: 'empty@example.com', text: '...' });
    expect(await reasonsOf(draft)).toEqual(['replaced', null, 'empty']);
    expect((await emailsOf(draft)).map(({ email }) => email)).toEqual([
      'empty@example.com',
      'new@example.com',
      address,
    ]);
  });

  it('is stored with its own answer when many arrive together', async () => {
    const draft = await openSurvey(server, owner, surveyDraft());
    await change(draft, { sharedDevice: true });
    const sent = Array.from({ length: 60 }, (_, at) =>
      send(draft, {
        text: `Answer ${at}`,
        contact: at % 3 === 0 ? `person-${at}@example.com` : undefined,
      }),
    );
    await Promise.all(sent);
    const list = (await listOf(draft)) as unknown as { answers: string[]; contact: string | null }[];
    expect(list).toHaveLength(60);
    for (const { answers, contact } of list) {
      const at = Number(answers[2]?.split(' ')[1]);
      expect(contact).toBe(at % 3 === 0 ? `person-${at}@example.com` : null);
    }
  });

  it('is listed in pages, newest first', async () => {
    const draft = await openSurvey(server, owner);
    for (const name of ['a', 'b', 'c'])
      await send(draft, { contact: `${name}@example.com`, text: `Text of ${name}` });
    const first = (await contactsOf(draft, '?limit=2')).body as unknown as {
      number: number;
      created_at: string;
    }[];
    expect(first.map(({ number }) => number)).toEqual([3, 2]);
    const last = first.at(-1);
    const rest = await contactsOf(draft, `?limit=2&before=${last?.created_at}~${last?.number}`);
    expect(rest.body).toMatchObject([{ number: 1, email: 'a@example.com' }]);
    expect((await contactsOf(draft, `?before=${last?.created_at}~x`)).status).toBe(400);
  });

  it('goes with its answer', async () => {
    const draft = await openSurvey(server, owner);
    await send(draft, { contact: address });
    await server.call('DELETE', `/api/surveys/${draft.surveyId}/submissions/1`, owner);
    expect(await emailsOf(draft)).toEqual([]);
  });

  it('leaves the server in no response but the owner’s two lists', async () => {
    const draft = await openSurvey(server, owner);
    await send(draft, { contact: address });
    await server.call('POST', '/api/analyze-survey', {
      token: owner.token,
      body: { surveyId: draft.surveyId },
    });
    await server.app.runDueTasks();
    const link = await server.call('PUT', `/api/surveys/${draft.surveyId}/results-link`, {
      token: owner.token,
      body: { days: 7, hidden: [], showsTexts: true },
    });
    const results = [
      `/api/analyze-survey?surveyId=${draft.surveyId}`,
      `/api/results/${link.body.token}`,
      `/api/surveys/${draft.surveyId}`,
      '/api/survey-analyses',
      '/api/trails',
    ];
    const lists = ['submissions', 'contacts'].map((name) => `/api/surveys/${draft.surveyId}/${name}`);
    for (const path of [...results, ...lists]) {
      for (const token of [other.token, undefined])
        expect(JSON.stringify((await server.call('GET', path, { token })).body), path).not.toContain(address);
      const own = JSON.stringify((await server.call('GET', path, owner)).body);
      expect(own.includes(address), path).toBe(lists.includes(path));
    }
    expect(server.logs.join()).not.toContain(address);
  });
});

describe('results for the owner alone', () => {
  it('are refused to everybody else, at once, but not by the owner’s own link', async () => {
    const draft = await openSurvey(server, owner);
    await send(draft, {});
    await server.call('POST', '/api/analyze-survey', {
      token: owner.token,
      body: { surveyId: draft.surveyId },
    });
    await server.app.runDueTasks();
    const link = await server.call('PUT', `/api/surveys/${draft.surveyId}/results-link`, {
      token: owner.token,
      body: { days: 7, hidden: [], showsTexts: true },
    });
    const read = async ({ token }: TestUser) =>
      server.call('GET', `/api/analyze-survey?surveyId=${draft.surveyId}`, { token });
    expect((await read(other)).status).toBe(200);
    await change(draft, { ownerOnlyResults: true });
    const refused = await read(other);
    expect([refused.status, refused.body.message]).toEqual([
      403,
      'Only the person who made this survey sees its results.',
    ]);
    expect(JSON.stringify(refused.body)).not.toContain(draft.idea);
    expect((await read(owner)).status).toBe(200);
    expect((await server.call('GET', `/api/results/${link.body.token}`)).status).toBe(200);
    await change(draft, { ownerOnlyResults: false });
    expect((await read(other)).status).toBe(200);
  });

  it('are refused before there are any', async () => {
    const draft = await openSurvey(server, owner);
    await change(draft, { ownerOnlyResults: true });
    const path = `/api/analyze-survey?surveyId=${draft.surveyId}`;
    expect((await server.call('GET', path, other)).status).toBe(403);
  });
});

describe('one device for many people', () => {
  const asMany = qualityThresholds.burstSubmissions + 2;

  async function answerAll(draft: SurveyDraft) {
    const opened = await server.call('GET', `/api/surveys/${draft.surveyId}`);
    const cookie = opened.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    expect(cookie).not.toBe('');
    for (let at = 0; at < asMany; at += 1) await send(draft, { cookie, text: `Person ${at} says so` });
  }

  it('counts each answer of one browser and one network', async () => {
    const draft = await openSurvey(server, owner);
    await change(draft, { sharedDevice: true });
    await answerAll(draft);
    expect(await reasonsOf(draft)).toEqual(Array(asMany).fill(null));
  });

  it('counts everybody on the phone of a signed-in helper, but for copies', async () => {
    const draft = await openSurvey(server, owner);
    await change(draft, { sharedDevice: true });
    const { token } = await server.signUp();
    const text = 'We both forgot the bread in the oven on Friday night.';
    await send(draft, { token, text: 'The first person' });
    await send(draft, { token, text });
    await send(draft, { text });
    expect(await reasonsOf(draft)).toEqual([null, null, 'copy']);
  });

  it('counts everybody on the owner’s own phone, with their contacts', async () => {
    const draft = await openSurvey(server, owner);
    await change(draft, { sharedDevice: true });
    const { token } = owner;
    await send(draft, { token, text: 'The first person', contact: address });
    await send(draft, { token, text: 'The second person' });
    expect(await reasonsOf(draft)).toEqual([null, null]);
    expect(await emailsOf(draft)).toMatchObject([{ number: 1, email: address }]);
  });

  it('counts an account once, and the owner’s never, where everybody signs in', async () => {
    const draft = surveyDraft();
    await server.call('POST', '/api/surveys', { token: owner.token, body: draft });
    await change(draft, { sharedDevice: true });
    const { token } = await server.signUp();
    await send(draft, { token, text: 'The first time' });
    await send(draft, { token, text: 'The second time' });
    await send(draft, { token: owner.token, text: 'A try' });
    expect(await reasonsOf(draft)).toEqual(['replaced', null, 'preview']);
  });

  it('is what the owner must ask for: else a browser counts once', async () => {
    const draft = await openSurvey(server, owner);
    await answerAll(draft);
    expect(new Set((await reasonsOf(draft)).slice(1))).toEqual(new Set(['same-browser']));
  });

  it('is seen by another process within moments', async () => {
    const draft = await openSurvey(server, owner);
    const second = await startTestServer({ limits }, {}, server);
    await change(draft, { sharedDevice: true });
    const read = await second.call('GET', `/api/surveys/${draft.surveyId}`, owner);
    expect(read.body).toMatchObject({ sharedDevice: true });
    await second.close();
  });
});
