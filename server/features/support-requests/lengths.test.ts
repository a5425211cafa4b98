import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectDatabase, type Database } from '#server/database/connect.ts';
import { memoryLimits } from '#server/http/limits.ts';
import { jobDraft, putOnPlan, submitJob } from '#server/testing/request-samples.ts';
import { startTestServer, type TestServer, type TestUser } from '#server/testing/test-server.ts';
import type { Job, JobDraft } from '#shared/contracts/support-requests.ts';

let server: TestServer;
let database: Database;
let ada: TestUser;
beforeAll(async () => {
  server = await startTestServer();
  database = connectDatabase(server.databaseUrl, () => {});
  ada = await founder();
});
afterAll(async () => {
  await database.close();
  await server.close();
});

async function founder(): Promise<TestUser> {
  const user = await server.signUp();
  await putOnPlan(database, user, 'developer');
  return user;
}
const edit = (id: string, changes: Partial<JobDraft>) =>
  server.call('PUT', `/api/jobs/${id}`, { token: ada.token, body: jobDraft(changes) });

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
