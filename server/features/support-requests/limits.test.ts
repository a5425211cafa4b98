import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { putOnPlan, submitJob } from '#server/testing/request-samples.ts';
import {
  openTestServer,
  startTestServer,
  type TestServer,
  type TestUser,
} from '#server/testing/test-server.ts';
import type { Plan } from '#shared/contracts/account.ts';

const freeWindowMs = 2_592_000_000;
const day = 86_400_000;
const start = Date.parse('2026-03-31T23:00:00.000Z');

let now = start;
const server = openTestServer({ now: () => now });
let other: TestServer;
beforeAll(async () => {
  other = await startTestServer({ now: () => now }, {}, server);
});
afterAll(async () => {
  await other.close();
});

async function founder(plan: Plan = 'free'): Promise<TestUser> {
  now = start;
  const user = await server.signUp();
  await putOnPlan(server.database, user, plan);
  return user;
}

const submit = (user: TestUser, changes = {}, key?: string) => submitJob(server, user, changes, key);
const requestsOf = async ({ id }: TestUser) =>
  (
    await server.database.pool.query(
      'select * from support_requests where owner_id = $1 order by created_at',
      [id],
    )
  ).rows;
const submitTimes = (user: TestUser, times: number) =>
  Promise.all(Array.from({ length: times }, () => submit(user)));

describe('the free plan', () => {
  it('takes one request in thirty days and says how many days are left', async () => {
    const user = await founder();
    expect((await submit(user)).body.user).toMatchObject({ lastFreeRequestTimestamp: start });
    now = start + 10 * day + 1;
    const early = await submit(user);
    expect([early.status, early.body.code]).toEqual([403, 'request_limit_free']);
    expect(early.body.error).toBe(
      'You have used your free request for this month. Please wait 20 days or upgrade your plan.',
    );
    now = start + freeWindowMs;
    expect((await submit(user)).body.user).toMatchObject({ lastFreeRequestTimestamp: now });
    expect(await requestsOf(user)).toHaveLength(2);
  });

  it('makes exactly one of ten that come to two servers at once', async () => {
    const user = await founder();
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, index) => submitJob(index % 2 ? server : other, user)),
    );
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(await requestsOf(user)).toHaveLength(1);
  });

  it('allows one issue a request, and a refused request uses nothing up', async () => {
    const user = await founder();
    const refused = await submit(user, { issueDescriptions: ['one', 'two'] });
    expect([refused.status, refused.body.error]).toEqual([
      403,
      'Issues in a request on your plan: 1 at most. Nothing you typed is lost.',
    ]);
    expect((await submit(user, { issueDescriptions: ['one', ' ', ''] })).status).toBe(201);
  });

  it('is not used up by a request that fails for another reason', async () => {
    const user = await founder();
    const refused = await submit(user, { attachmentIds: ['nobody-uploaded-this'] });
    expect([refused.status, refused.body.code]).toEqual([404, 'attachment_not_found']);
    expect(await requestsOf(user)).toEqual([]);
    expect((await submit(user)).status).toBe(201);
  });

  it('uses a request that was given back only when its own is used up', async () => {
    const user = await founder();
    await server.database.pool.query('update users set extra_requests = 1 where id = $1', [user.id]);
    expect((await submit(user)).body.user).toMatchObject({ extraRequests: 1 });
    now = start + day;
    const { user: after } = (await submit(user)).body;
    expect(after).not.toHaveProperty('extraRequests');
    expect(after).toMatchObject({ lastFreeRequestTimestamp: start });
    expect((await submit(user)).body.code).toBe('request_limit_free');
    expect((await requestsOf(user)).map((row) => row.counted_as)).toEqual(['free', 'extra']);
  });
});

describe('the pro plan', () => {
  it('takes ten requests in a month, with five issues each', async () => {
    const user = await founder('pro');
    const issueDescriptions = ['1', '2', '3', '4', '5'];
    const first = await submit(user, { issueDescriptions });
    expect(first.body.user).toMatchObject({ proRequestsThisMonth: { monthYear: '2026-03', count: 1 } });
    const tooMany = await submit(user, { issueDescriptions: [...issueDescriptions, '6'] });
    expect([tooMany.body.code, tooMany.body.error]).toEqual([
      'request_issue_limit',
      'Issues in a request on your plan: 5 at most. Nothing you typed is lost.',
    ]);
    const statuses = (await submitTimes(user, 12)).map(({ status }) => status).toSorted();
    expect(statuses).toEqual([...Array(9).fill(201), ...Array(3).fill(403)]);
    const refused = await submit(user);
    expect(refused.body.error).toBe(
      'You have reached your limit of 10 requests for this month. Please upgrade to the Developer plan for unlimited requests.',
    );
  });
});

describe('a request that comes again with its key', () => {
  it('is the one from before and counts once, also when its repetitions overtake it', async () => {
    const user = await founder();
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        submitJob(index % 2 ? server : other, user, {}, 'the-same-key'),
      ),
    );
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(replies.map(({ body }) => (body.job as { id: string }).id)).size).toBe(1);
    expect(await requestsOf(user)).toHaveLength(1);
  });

  it('is somebody else’s own request when they use the same key', async () => {
    const [ada, bob] = [await founder(), await founder()];
    await submit(ada, {}, 'the-same-key');
    expect((await submit(bob, {}, 'the-same-key')).status).toBe(201);
    expect(await requestsOf(bob)).toHaveLength(1);
  });

  it.each(['short', 'x'.repeat(101), 'with a blank'])('is refused with the key %j', async (key) => {
    const reply = await submit(await founder(), {}, key);
    expect([reply.status, reply.body.code]).toEqual([400, 'body_invalid']);
  });
});
