import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answersTo, openSurvey, surveyDraft } from '#server/testing/survey-samples.ts';
import { startTestServer, type TestServer, type TestUser } from '#server/testing/test-server.ts';

let server: TestServer;
let owner: TestUser;
let respondent: TestUser;
beforeAll(async () => {
  server = await startTestServer();
  owner = await server.signUp('pro');
  respondent = await server.signUp();
});
afterAll(() => server.close());

async function newSurvey(changes: object = {}): Promise<string> {
  const draft = { ...surveyDraft(), ...changes };
  const reply = await server.call('POST', '/api/surveys', { token: owner.token, body: draft });
  expect(reply.status).toBe(201);
  return draft.surveyId;
}

const read = (id: string, token?: string) => server.call('GET', `/api/surveys/${id}`, { token });
const submit = (body: unknown, options: { token?: string; key?: string } = {}) =>
  server.call('POST', '/api/submit-survey', {
    token: options.token,
    body,
    headers: options.key ? { 'idempotency-key': options.key } : {},
  });

describe('a survey', () => {
  it('is stored by a founder on the pro plan and read by whoever is signed in', async () => {
    const id = await newSurvey();
    const { status, body } = await read(id, respondent.token);
    expect(status).toBe(200);
    expect(body).toMatchObject({ surveyId: id, publicLink: false, isOwner: false });
    expect((await read(id, owner.token)).body.isOwner).toBe(true);
  });

  it('keeps the marks of its options, and which option ends it', async () => {
    const [often, ...rest] = surveyDraft().questions;
    const marked = { ...often, marks: ['has', 'hasnt', null], endsWith: 'Not once' };
    const id = await newSurvey({ questions: [marked, ...rest] });
    expect((await read(id, owner.token)).body.questions).toEqual([marked, ...rest]);

    const responses = [{ question: marked.question, answer: 'Not once' }];
    expect((await submit({ surveyId: id, responses }, { token: respondent.token })).status).toBe(201);
    const weekly = [{ question: marked.question, answer: 'About every week' }];
    const refused = await submit({ surveyId: id, responses: weekly }, { token: respondent.token });
    expect([refused.status, refused.body.code]).toEqual([400, 'answers_invalid']);
  });

  it.each([
    { marks: ['has'] },
    { marks: ['has', 'hasnt', 'maybe'] },
    { marks: 'has' },
    { endsWith: 'Not listed' },
    { endsWith: null },
    { type: 'open-ended', options: null, endsWith: 'Not once' },
    { type: 'open-ended', options: null, marks: [null, null, null] },
  ])('refuses marks that fit no options: %j', async (extra) => {
    const draft = surveyDraft();
    const questions = [{ ...draft.questions[0], ...extra }];
    const reply = await server.call('POST', '/api/surveys', {
      token: owner.token,
      body: { ...draft, questions },
    });
    expect([reply.status, reply.body.code]).toEqual([400, 'body_invalid']);
  });

  it('needs the pro plan', async () => {
    const reply = await server.call('POST', '/api/surveys', { token: respondent.token, body: surveyDraft() });
    expect([reply.status, reply.body.message]).toEqual([
      403,
      'Please upgrade to the Pro or Developer plan to access this feature.',
    ]);
  });

  it('is replaced by a second call of its owner and taken for anybody else', async () => {
    const id = await newSurvey();
    const other = await server.signUp('pro');
    const draft = { ...surveyDraft(), surveyId: id, idea: 'A better idea' };
    expect((await server.call('POST', '/api/surveys', { token: owner.token, body: draft })).status).toBe(201);
    expect((await read(id, owner.token)).body.idea).toBe('A better idea');
    const stolen = await server.call('POST', '/api/surveys', { token: other.token, body: draft });
    expect([stolen.status, stolen.body.code]).toEqual([409, 'survey_taken']);
  });

  it('keeps its questions once somebody has answered, but not its idea', async () => {
    const draft = surveyDraft();
    const save = (body: object) => server.call('POST', '/api/surveys', { token: owner.token, body });
    await save(draft);
    await submit(answersTo(draft), { token: respondent.token });
    const [first, ...rest] = draft.questions;
    const changed = { ...draft, questions: [{ ...first, question: 'Something else?' }, ...rest] };
    expect((await save(changed)).body.code).toBe('survey_has_answers');
    expect((await save({ ...draft, idea: 'Clearer words' })).status).toBe(201);
  });

  it('brings a new idea into the analysis of its answers', async () => {
    const draft = surveyDraft();
    const { token } = owner;
    const analysedIdea = async () =>
      (await server.call('GET', `/api/analyze-survey?surveyId=${draft.surveyId}`, { token })).body.idea;
    await server.call('POST', '/api/surveys', { token, body: draft });
    await submit(answersTo(draft), { token: respondent.token });
    await server.call('POST', '/api/analyze-survey', { token, body: { surveyId: draft.surveyId } });
    await expect.poll(analysedIdea, { timeout: 15_000 }).toBe(draft.idea);
    await server.call('POST', '/api/surveys', { token, body: { ...draft, idea: 'Clearer words' } });
    await expect.poll(analysedIdea, { timeout: 15_000 }).toBe('Clearer words');
  });

  it('is hidden from visitors until its owner opens the link, and no one else can', async () => {
    const id = await newSurvey();
    expect((await read(id)).status).toBe(401);
    const open = (token: string) =>
      server.call('PUT', `/api/surveys/${id}/access`, { token, body: { publicLink: true } });
    expect((await open(respondent.token)).status).toBe(404);
    expect((await open(owner.token)).body).toMatchObject({ publicLink: true });
    expect((await read(id)).status).toBe(200);
  });

  it('that nobody stored is not found', async () => {
    const unknown = await read('survey-none-1234567', owner.token);
    expect([unknown.status, unknown.body.code]).toEqual([404, 'survey_not_found']);
    for (const id of ['%00', '%ff', '%', '..%2f', "'%3B--", 'x'.repeat(5000)]) {
      expect((await read(id, owner.token)).status).toBe(404);
    }
  });

  it('keeps emoji, right-to-left text, markup and 10,000 characters as they were typed', async () => {
    const idea = `<script>alert(1)</script> تقويم مشترك 🐝👩‍👩‍👧 ${'ы'.repeat(9_900)}`;
    const id = await newSurvey({ idea });
    expect((await read(id, owner.token)).body.idea).toBe(idea);
  });

  it.each([
    ['no questions', { questions: [] }],
    ['one option', { questions: [{ question: 'Q?', type: 'multiple-choice', options: ['a'] }] }],
    ['an option twice', { questions: [{ question: 'Q?', type: 'multiple-choice', options: ['a', 'a'] }] }],
    ['a question twice', { questions: Array(2).fill({ question: 'Q?', type: 'open-ended', options: null }) }],
    [
      'a question that no result can be filed under',
      { questions: [{ question: ' __proto__ ', type: 'open-ended', options: null }] },
    ],
    ['an unknown type', { questions: [{ question: 'Q?', type: 'slider', options: null }] }],
    ['a path outside its own', { surveyId: '../../etc/passwd' }],
    ['a blank idea', { idea: '  ' }],
    ['a number for its idea', { idea: 7 }],
    ['NUL in its idea', { idea: 'a\0b' }],
    ['a lone surrogate in its idea', { idea: '\ud800' }],
    ['a field of its own', { admin: true }],
    ['no idea at all', { idea: undefined }],
    ['a link that is a script', { socialLinks: [{ type: 'a', name: 'b', url: 'javascript:alert(1)' }] }],
  ])('with %s is refused and not stored', async (_case, changes) => {
    const body = { ...surveyDraft(), ...changes };
    const reply = await server.call('POST', '/api/surveys', { token: owner.token, body });
    expect([reply.status, reply.body.code]).toEqual([400, 'body_invalid']);
    expect((await read(body.surveyId, owner.token)).status).toBe(404);
  });
});

describe('an answer', () => {
  it('is stored once for one idempotency key, however often and at once it is sent', async () => {
    const draft = surveyDraft();
    await newSurvey(draft);
    const send = () => submit(answersTo(draft), { token: respondent.token, key: 'one-and-the-same' });
    const replies = await Promise.all([send(), send(), send()]);
    replies.push(await send());
    expect(replies.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect(await counted(draft.surveyId)).toMatchObject({ submissions: 1 });
  });

  it('that comes again changed is refused, and the first one stays', async () => {
    const draft = surveyDraft();
    await openSurvey(server, owner, draft);
    const send = (choice: string, key: string) => submit(answersTo(draft, choice), { key });
    expect((await send('About every week', 'sent-and-edited')).status).toBe(201);
    const edited = await send('Not once', 'sent-and-edited');
    expect([edited.status, edited.body.code]).toEqual([409, 'already_sent']);
    const together = await Promise.all([
      send('Once or twice', 'both-at-once'),
      send('Not once', 'both-at-once'),
    ]);
    expect(together.map(({ status }) => status)).toEqual([201, 409]);
    const { submissions, counts } = await counted(draft.surveyId);
    expect([submissions, counts.slice(1, 4)]).toEqual([2, [1, 1, 0]]);
  });

  it('raises exact counts under many senders at once', async () => {
    const drafts = [surveyDraft(), surveyDraft(), surveyDraft()];
    for (const draft of drafts) await openSurvey(server, owner, draft);
    const replies = await Promise.all(
      Array.from({ length: 300 }, (_, index) =>
        submit(answersTo(drafts[index % 3] ?? drafts[0]), { key: `sender-${index % 240}` }),
      ),
    );
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201]));
    for (const { surveyId } of drafts) {
      const { submissions, counts, rows, numbers } = await counted(surveyId);
      expect({ submissions, rows, numbers }).toEqual({ submissions: 80, rows: 80, numbers: 80 });
      expect(counts).toEqual([80, 80, 0, 0, 80, 80, 80, 0, 80]);
    }
  });

  it('keeps options that hold a comma apart', async () => {
    const questions = [
      {
        question: 'Where?',
        type: 'multiple-choice' as const,
        options: ['Paris', 'Paris, Texas', 'Rome'],
        multiSelect: true,
      },
    ];
    const { surveyId } = await openSurvey(server, owner, { ...surveyDraft(), questions });
    const answer = (text: string) => submit({ surveyId, responses: [{ question: 'Where?', answer: text }] });
    expect((await answer('Paris, Texas, Rome')).status).toBe(201);
    expect((await answer('Paris, Paris, Texas')).status).toBe(201);
    expect((await answer('')).status).toBe(201);
    expect((await answer('Rome, Berlin')).body.code).toBe('answers_invalid');
    expect((await answer('Rome, Rome')).body.message).toContain('“Where?” has an option twice');
    expect((await counted(surveyId)).counts).toEqual([2, 1, 2, 1]);
  });

  it.each([
    ['a missing required answer', (r: Responses) => r.slice(1)],
    ['an empty required answer', (r: Responses) => [{ ...r[0], answer: ' ' }, ...r.slice(1)]],
    ['an unlisted option', (r: Responses) => [{ ...r[0], answer: 'Perhaps' }, ...r.slice(1)]],
    ['an unknown question', (r: Responses) => [...r, { question: 'And you?', answer: 'x' }]],
    ['a question answered twice', (r: Responses) => [...r, r[0]]],
  ])('with %s is refused and nothing is counted', async (_case, change) => {
    const draft = surveyDraft();
    await newSurvey(draft);
    const body = answersTo(draft);
    const reply = await submit({ ...body, responses: change(body.responses) }, { token: respondent.token });
    expect([reply.status, reply.body.code]).toEqual([400, 'answers_invalid']);
    expect(await counted(draft.surveyId)).toMatchObject({ submissions: 0, rows: 0 });
  });

  it('to an unknown survey is 404, and a visitor’s to a closed one 401', async () => {
    const draft = surveyDraft();
    expect((await submit(answersTo(draft), { token: respondent.token })).status).toBe(404);
    await newSurvey(draft);
    const reply = await submit(answersTo(draft));
    expect([reply.status, reply.body.code]).toEqual([401, 'survey_sign_in']);
  });

  it('with a key that is no key is refused', async () => {
    const draft = surveyDraft();
    await newSurvey(draft);
    expect((await submit(answersTo(draft), { token: respondent.token, key: 'short' })).status).toBe(400);
  });

  it('ignores the idea and links that the browser sends', async () => {
    const draft = surveyDraft();
    await newSurvey(draft);
    const body = { ...answersTo(draft), idea: 'Something else', socialLinks: [{ any: 'thing' }] };
    expect((await submit(body, { token: respondent.token })).status).toBe(201);
    expect((await read(draft.surveyId, owner.token)).body.idea).toBe(draft.idea);
  });
});

type Responses = { question?: string; answer?: string }[];

async function counted(surveyId: string) {
  const client = new pg.Client({ connectionString: server.databaseUrl });
  await client.connect();
  const { rows } = await client.query(
    `select t.submissions, t.counts, count(s.number)::int as rows, coalesce(max(s.number), 0) as numbers
     from survey_tallies t left join submissions s using (survey_id) where t.survey_id = $1 group by 1, 2`,
    [surveyId],
  );
  await client.end();
  return rows[0];
}
