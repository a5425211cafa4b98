import { beforeAll, describe, expect, it } from 'vitest';
import { memoryLimits } from '#server/http/limits.ts';
import { jobDraft, putOnPlan, submitJob } from '#server/testing/request-samples.ts';
import { surveyDraft } from '#server/testing/survey-samples.ts';
import { openTestServer, startTestServer, type TestUser } from '#server/testing/test-server.ts';
import type { Job, JobDraft } from '#shared/contracts/support-requests/support-requests.ts';
import type { JobThread } from '#shared/contracts/support-requests/support-threads.ts';

let now = Date.parse('2026-03-10T15:00:00Z');
const server = openTestServer({ now: () => now });
let ada: TestUser;
let eve: TestUser;
beforeAll(async () => {
  ada = await founder();
  eve = await founder();
});

async function founder(): Promise<TestUser> {
  const user = await server.signUp();
  await putOnPlan(server.database, user, 'developer');
  return user;
}

async function submit(changes: Partial<JobDraft> = {}, user = ada): Promise<Job> {
  const reply = await submitJob(server, user, changes);
  if (reply.status !== 201) throw new Error(JSON.stringify(reply.body));
  return reply.body.job as Job;
}
const call = (method: string, path: string, body?: unknown, { token } = ada) =>
  server.call(method, `/api/jobs${path}`, { token, body });
const edit = (id: string, changes: object = {}, user = ada) =>
  call('PUT', `/${id}`, { ...jobDraft(), ...changes }, user);
const setStatus = (id: string, status: string, user = ada) => call('PUT', `/${id}/status`, { status }, user);
const read = async (id: string) => (await call('GET', `/${id}`)).body as unknown as JobThread;
const list = async (query = '', user = ada) =>
  (await call('GET', query, undefined, user)).body as unknown as Job[];
const change = (id: string, columns: string) =>
  server.database.pool.query(`update support_requests set ${columns} where id = $1`, [id]);

describe('a submitted request', () => {
  it('is answered with the job and the user, and is listed and found under its own address', async () => {
    const user = await founder();
    const reply = await submitJob(server, user);
    expect(reply.body.user).toEqual({ id: user.id, email: user.email, name: user.name, plan: 'developer' });
    expect(reply.body.job).toEqual({
      ...jobDraft(),
      id: expect.any(String),
      status: 'PENDING',
      created_at: '2026-03-10T15:00:00.000Z',
      updatedAt: '2026-03-10T15:00:00.000Z',
      trailId: null,
      attachments: [],
      claimed: false,
      waitingForCustomer: false,
      resolvedAt: null,
      messageCount: 0,
      newMessages: 0,
      due: {
        state: 'running',
        hours: 4,
        dueAt: '2026-03-10T19:00:00.000Z',
        remainingMs: null,
        answeredAt: null,
        requestGivenBack: false,
      },
    });
    expect(await list('', user)).toEqual([reply.body.job]);
    const { id } = reply.body.job as Job;
    const thread = await call('GET', `/${id}`, undefined, user);
    expect(thread.body).toEqual({
      ...(reply.body.job as Job),
      messages: [],
      history: [
        {
          id: 1,
          actor: 'customer',
          actorName: user.name,
          action: 'submitted',
          created_at: '2026-03-10T15:00:00.000Z',
        },
      ],
    });
  });

  it('stores trimmed fields and no empty issues', async () => {
    const job = await submit({
      appName: '  Dog Walks\n',
      requestTitle: '\tLogin\r\nbroken ',
      appUrl: ' https://dogs.example ',
      email: ' ada@example.com ',
      issueDescriptions: ['', ' first\n  second line ', '   ', 'another'],
    });
    expect(job).toMatchObject({
      appName: 'Dog Walks',
      requestTitle: 'Login broken',
      appUrl: 'https://dogs.example',
      email: 'ada@example.com',
      issueDescriptions: ['first\n  second line', 'another'],
    });
  });

  it('stores any script, emoji and direction, and names of 300 characters', async () => {
    const fields = {
      appName: '🐕'.repeat(150),
      requestTitle: 'x'.repeat(300),
      issueDescriptions: ['שלום עולם \u200f!', '日本語\n👩‍👩‍👧‍👦', 'ß'.repeat(10_000)],
    };
    expect(await submit(fields)).toMatchObject(fields);
  });

  it('needs no app URL', async () => {
    expect((await submit({ appUrl: undefined })).appUrl).toBe('');
    expect((await submit({ appUrl: '  ' })).appUrl).toBe('');
  });

  it('never stores a secret, wherever it was typed', async () => {
    const secret = 'sk_live_51H8xYzAbCdEfGhIjKlMnOpQrStUvWxYz0123456789';
    const job = await submit({
      requestTitle: `Key ${secret}`,
      appUrl: 'https://ada:hunter2secret@dogs.example/',
      issueDescriptions: [`STRIPE_SECRET_KEY=${secret}`],
    });
    const { rows } = await server.database.pool.query('select * from support_requests where id = $1', [
      job.id,
    ]);
    expect(JSON.stringify(rows)).not.toContain(secret);
    expect(JSON.stringify(rows)).not.toContain('hunter2secret');
    expect(job.issueDescriptions[0]).toContain('[masked');
    // A masked text can be sent again.
    expect((await edit(job.id, { appUrl: job.appUrl, requestTitle: job.requestTitle })).body).toMatchObject({
      appUrl: job.appUrl,
      requestTitle: job.requestTitle,
    });
  });

  it('ignores fields that only the server sets', async () => {
    const forged = {
      id: 'mine',
      status: 'ACTIVE',
      created_at: '2000-01-01',
      countedAs: 'extra',
      ownerId: eve.id,
    };
    const job = await submit(forged as object);
    expect(job).toMatchObject({ status: 'PENDING', created_at: '2026-03-10T15:00:00.000Z' });
    expect(job.id).not.toBe('mine');
  });

  it.each([
    ['only blank issues', { issueDescriptions: [' ', ''] }, 'job_fields_missing'],
    ['no issue', { issueDescriptions: [] }, 'job_fields_missing'],
    ['an app name of control characters', { appName: '\u0007' }, 'job_fields_missing'],
    ['a blank title', { requestTitle: ' ' }, 'body_invalid'],
    ['an e-mail without a host', { email: 'ada' }, 'email_invalid'],
    ['two e-mails', { email: 'ada@example.com,eve@evil.example' }, 'email_invalid'],
    ['an e-mail on two lines', { email: 'ada@example.com\nBcc: eve@evil.example' }, 'email_invalid'],
    ['a URL without a protocol', { appUrl: 'dogs.example' }, 'job_url_invalid'],
    ['a URL of script', { appUrl: 'javascript:alert(1)' }, 'job_url_invalid'],
    ['a name of 1,001 characters', { appName: 'x'.repeat(1_001) }, 'request_text_long'],
    ['NUL', { issueDescriptions: ['a\0b'] }, 'body_invalid'],
    ['51 issues', { issueDescriptions: Array(51).fill('x') }, 'body_invalid'],
    ['an issue of 20,001', { issueDescriptions: ['x'.repeat(20_001)] }, 'request_text_long'],
    ['six attachments', { attachmentIds: Array(6).fill('x'.repeat(20)) }, 'body_invalid'],
  ])('is refused with %s, on making and on editing', async (_case, changes, code) => {
    const count = (await list()).length;
    const made = await submitJob(server, ada, changes);
    expect([made.status, made.body.code]).toEqual([400, code]);
    expect(await list()).toHaveLength(count);
    const { id } = await submit();
    const before = await read(id);
    const edited = await edit(id, changes);
    expect([edited.status, edited.body.code]).toEqual([400, code]);
    expect(await read(id)).toEqual(before);
  });

  it('is refused to a token that never synced', async () => {
    const signedUp = await server.fetch('/api/auth/sign-up/email', {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: 'http://localhost:3000' },
      body: JSON.stringify({ name: 'Bob', email: 'bob@example.com', password: 'secret-enough' }),
    });
    const cookie = signedUp.headers
      .getSetCookie()
      .map((entry) => entry.split(';')[0])
      .join('; ');
    const session = await (await server.fetch('/api/auth/token', { headers: { cookie } })).json();
    const user = { ...ada, token: session.token };
    expect((await submitJob(server, user)).body.code).toBe('sync_refused');
    expect(await list('', user)).toEqual([]);
  });
});

describe('the survey and idea of a request', () => {
  it('is a survey and an idea of the caller; somebody else’s are dropped', async () => {
    const survey = surveyDraft();
    const made = await server.call('POST', '/api/surveys', { token: ada.token, body: survey });
    expect(made.status).toBe(201);
    const trails = await server.call('GET', '/api/trails', { token: ada.token });
    const trailId = (trails.body as { id: string }[])[0]?.id ?? '';
    const about = { surveySlug: survey.surveyId, trailId };
    expect(await submit(about)).toMatchObject(about);
    const stolen = await submit(about, eve);
    expect(stolen.trailId).toBeNull();
    expect(stolen).not.toHaveProperty('surveySlug');
    const unknown = await submit({ surveySlug: 'survey-x-1234567', trailId: 'nothing' });
    expect(unknown.trailId).toBeNull();
    expect(unknown).not.toHaveProperty('surveySlug');
  });

  it('can be changed to a survey, left as it is, and taken away', async () => {
    const survey = surveyDraft();
    await server.call('POST', '/api/surveys', { token: ada.token, body: survey });
    const { id } = await submit();
    const surveySlug = survey.surveyId;
    expect((await edit(id, { surveySlug })).body).toMatchObject({ surveySlug });
    expect((await edit(id)).body).toMatchObject({ surveySlug });
    expect((await edit(id, { surveySlug: 'survey-x-1234567' })).body).not.toHaveProperty('surveySlug');
  });
});

describe('editing', () => {
  it('replaces the text regardless of the limits, and is in the history once', async () => {
    const user = await founder();
    await putOnPlan(server.database, user, 'free');
    const { id } = await submit({}, user);
    now += 1000;
    const changes = { requestTitle: 'Solved half', issueDescriptions: ['one', 'two', ' '], appUrl: '' };
    const edited = await edit(id, changes, user);
    expect(edited.body).toMatchObject({
      ...changes,
      issueDescriptions: ['one', 'two'],
      updatedAt: new Date(now).toISOString(),
    });
    expect((await edit(id, changes, user)).status).toBe(200);
    const thread = (await call('GET', `/${id}`, undefined, user)).body as unknown as JobThread;
    expect(thread.history.map(({ action }) => action)).toEqual(['submitted', 'edited']);
    expect((await submitJob(server, user)).body.code).toBe('request_limit_free');
  });

  it('changes nothing with equal fields and files', async () => {
    const { id } = await submit();
    const before = await read(id);
    now += 1000;
    expect((await edit(id, { attachmentIds: [] })).status).toBe(200);
    expect(await read(id)).toEqual(before);
  });

  it('is refused once it is resolved', async () => {
    const { id } = await submit();
    await change(id, 'resolved_at = now()');
    const refused = await edit(id, { requestTitle: 'Too late' });
    expect([refused.status, refused.body.code]).toEqual([409, 'request_resolved_customer']);
    expect(refused.body.error).toContain('Write an answer in its thread');
    expect(await read(id)).toMatchObject({ requestTitle: 'Nobody can log in' });
  });
});

describe('the status', () => {
  it('is changed by its owner until an agent works on the request', async () => {
    const { id } = await submit();
    expect((await setStatus(id, 'UNDER_REVIEW')).body).toMatchObject({ status: 'UNDER_REVIEW' });
    await setStatus(id, 'UNDER_REVIEW');
    expect((await read(id)).history.slice(1)).toMatchObject([
      { action: 'status_changed', from: 'PENDING', to: 'UNDER_REVIEW', actor: 'customer' },
    ]);
    await change(id, `claimed_by = '${eve.id}', claimed_at = now()`);
    const refused = await setStatus(id, 'ACTIVE');
    expect([refused.status, refused.body.error]).toEqual([
      409,
      'An agent is already working on this request. An update will be available shortly.',
    ]);
    expect(await read(id)).toMatchObject({ status: 'UNDER_REVIEW', claimed: true });
    await change(id, 'resolved_at = now()');
    expect((await setStatus(id, 'ACTIVE')).body.code).toBe('request_resolved_customer');
  });

  it.each(['RESOLVED', 'pending', '', null])('is never %j', async (status) => {
    const { id } = await submit();
    expect((await call('PUT', `/${id}/status`, { status })).body.code).toBe('body_invalid');
  });
});

describe('somebody else’s request', () => {
  it('is not found by any call', async () => {
    const { id } = await submit();
    const before = await read(id);
    const message = { id: 'message-1', text: 'Hello' };
    for (const reply of [
      await call('GET', `/${id}`, undefined, eve),
      await edit(id, { requestTitle: 'Stolen' }, eve),
      await setStatus(id, 'ACTIVE', eve),
      await call('POST', `/${id}/messages`, message, eve),
      await call('GET', '/no-such-id'),
      await edit('no-such-id'),
      await setStatus('no-such-id', 'ACTIVE'),
    ]) {
      expect([reply.status, reply.body.code]).toEqual([404, 'job_not_found']);
    }
    expect(await read(id)).toEqual(before);
    expect((await list('', eve)).map((job) => job.id)).not.toContain(id);
  });
});

describe('the list', () => {
  it('comes newest first in pages, and is searched in title, app name and issues', async () => {
    const user = await founder();
    for (const n of [1, 2, 3]) {
      now += 1000;
      await submit(
        { requestTitle: `Title ${n}`, appName: `App ${n}`, issueDescriptions: [`Issue "${n}"\nGrüße`] },
        user,
      );
    }
    const titles = async (query: string) => (await list(query, user)).map(({ requestTitle }) => requestTitle);
    expect(await titles('')).toEqual(['Title 3', 'Title 2', 'Title 1']);
    const [first] = await list('?limit=1', user);
    expect(await titles(`?before=${first?.created_at}~${first?.id}`)).toEqual(['Title 2', 'Title 1']);
    const [, second] = await list('', user);
    await change(second?.id ?? '', 'resolved_at = now()');
    expect(await titles('?open=1')).toEqual(['Title 3', 'Title 1']);
    expect(await titles('?open=1&limit=1')).toEqual(['Title 3']);
    expect(await titles('?search=TITLE%202')).toEqual(['Title 2']);
    expect(await titles('?search=app%203')).toEqual(['Title 3']);
    expect(await titles(`?search=${encodeURIComponent('"1"\ngrü')}`)).toEqual(['Title 1']);
    expect(await titles('?search=nothing')).toEqual([]);
  });
});

describe('the trail of a request', () => {
  it('shows it, grows newer with it, and takes it along when it is joined', async () => {
    const user = await founder();
    const startSurvey = async (idea: string) => {
      const body = { ...surveyDraft(), idea };
      await server.call('POST', '/api/surveys', { token: user.token, body });
      const trails = await server.call('GET', '/api/trails', { token: user.token });
      return (trails.body as { id: string; idea: string }[]).find((trail) => trail.idea === idea)?.id ?? '';
    };
    const [from, into] = [await startSurvey('One idea'), await startSurvey('Other words')];
    now = Date.now() + 60_000;
    const job = await submit({ trailId: from }, user);
    const trail = await server.call('GET', `/api/trails/${from}`, { token: user.token });
    const part = {
      id: job.id,
      requestTitle: job.requestTitle,
      status: 'PENDING',
      waitingForCustomer: false,
      resolvedAt: null,
      answerDueAt: job.due.dueAt,
      created_at: job.created_at,
      updatedAt: job.updatedAt,
    };
    expect(trail.body).toMatchObject({ supportRequests: [part], updatedAt: job.updatedAt });
    const joined = await server.call('POST', `/api/trails/${from}/join`, {
      token: user.token,
      body: { into },
    });
    expect(joined.body).toMatchObject({ id: into, supportRequests: [part] });
    expect(await list('', user)).toMatchObject([{ trailId: into }]);
  });
});

describe('limits of length and number', () => {
  it('a text that masking made longer is stored, and taken again as it is', async () => {
    const typed = `${'password: abc1\n'.repeat(660)}${'x'.repeat(90)}`;
    expect(typed.length).toBeLessThan(10_000);
    const made = await submitJob(server, ada, { issueDescriptions: [typed] });
    expect(made.status).toBe(201);
    const { id, issueDescriptions } = made.body.job as Job;
    expect(issueDescriptions[0]?.length).toBeGreaterThan(10_000);
    const edited = await edit(id, { issueDescriptions, requestTitle: 'Other words' });
    expect([edited.status, edited.body.issueDescriptions]).toEqual([200, issueDescriptions]);
  });

  it('a text that is too long once it is masked is refused by its field', async () => {
    const long = 'pw: hunter2\n'.repeat(1_600);
    expect(long.length).toBeLessThan(20_000);
    const refused = await submitJob(server, ada, { issueDescriptions: ['One', ' ', long] });
    expect([refused.status, refused.body]).toEqual([
      400,
      {
        code: 'request_text_long',
        error:
          'Issue 3 is too long: 20,000 characters at most, with what is masked in it. Nothing you typed is lost.',
        message: expect.any(String),
        about: ['issueDescriptions.2'],
      },
    ]);
    const name = await submitJob(server, ada, { appName: 'pw: hunter2 '.repeat(50) });
    expect(name.body).toMatchObject({ code: 'request_text_long', about: ['appName'] });
  });

  it('as many of the longest issues as are stored come through, in every script, made or edited', async () => {
    for (const character of ['y', 'ß', '語', '\u0001']) {
      const issueDescriptions = Array.from({ length: 8 }, () => character.repeat(20_000));
      const made = await submitJob(server, ada, { issueDescriptions });
      expect(made.status).toBe(201);
      const { id } = made.body.job as Job;
      expect((await edit(id, { issueDescriptions, requestTitle: 'Again' })).status).toBe(200);
    }
  });

  it('issues that are too long together are refused by the first one too many', async () => {
    const issueDescriptions = Array.from({ length: 9 }, () => 'y'.repeat(20_000));
    const refused = await submitJob(server, ada, { issueDescriptions });
    expect([refused.status, refused.body]).toMatchObject([
      400,
      { code: 'request_text_long', about: ['issueDescriptions.8'] },
    ]);
  });

  it('a user makes and changes thirty things in ten minutes, and others go on', async () => {
    const limited = await startTestServer({ limits: memoryLimits }, {}, server);
    const user = await founder();
    const { token } = user;
    const body = { status: 'ACTIVE' };
    const statuses: number[] = [];
    for (let count = 0; count < 14; count += 1) statuses.push((await submitJob(limited, user)).status);
    for (let count = 0; count < 14; count += 1)
      statuses.push((await limited.call('PUT', '/api/jobs/x', { token, body: jobDraft() })).status);
    for (let count = 0; count < 2; count += 1)
      statuses.push((await limited.call('PUT', '/api/jobs/x/status', { token, body })).status);
    expect(statuses).toEqual([...Array(14).fill(201), ...Array(16).fill(404)]);
    const mails = (await limited.call('GET', '/api/mail-settings', { token })).body;
    for (const refused of [
      await submitJob(limited, user),
      await limited.call('PUT', '/api/jobs/x', { token, body: jobDraft() }),
      await limited.call('PUT', '/api/jobs/x/status', { token, body }),
      await limited.call('PUT', '/api/mail-settings', { token, body: mails }),
    ])
      expect([refused.status, refused.body.code]).toEqual([429, 'too_many_requests']);
    expect((await submitJob(limited, await founder())).status).toBe(201);
    await limited.close();
  });
});
