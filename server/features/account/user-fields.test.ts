import { describe, expect, it } from 'vitest';
import { signUpVerified } from '#server/testing/agents.ts';
import { submitJob } from '#server/testing/request-samples.ts';
import { openTestServer, type TestUser } from '#server/testing/test-server.ts';

const server = openTestServer({}, { SUPPORT_AGENTS: 'grace@support.example,unproved@support.example' });

const sync = async ({ token, id, email }: TestUser) =>
  (await server.call('POST', '/api/user/sync', { token, body: { id, email } })).body;

describe('the synced user', () => {
  it('carries no counters before the first support request', async () => {
    const user = await server.signUp();
    expect(await sync(user)).toEqual({ id: user.id, email: user.email, name: user.name, plan: 'free' });
  });

  it('carries what was made on each plan and what was given back', async () => {
    const user = await server.signUp();
    const { body } = await submitJob(server, user);
    await server.database.pool.query(
      "update users set pro_month = '2026-03', pro_month_requests = 4, extra_requests = 2 where id = $1",
      [user.id],
    );
    expect(await sync(user)).toEqual({
      ...(body.user as object),
      lastFreeRequestTimestamp: expect.any(Number),
      proRequestsThisMonth: { monthYear: '2026-03', count: 4 },
      extraRequests: 2,
    });
  });

  it('says who works on support requests to these alone, by a verified address', async () => {
    const grace = await signUpVerified(server, 'grace@support.example', 'Grace');
    expect(await sync(grace)).toMatchObject({ supportAgent: true });
    const submitted = await submitJob(server, grace);
    expect(submitted.body.user).toMatchObject({ supportAgent: true });
    for (const user of [
      await server.signUp('free', 'unproved@support.example'),
      await signUpVerified(server, 'somebody@support.example', 'Somebody'),
    ]) {
      expect(await sync(user)).not.toHaveProperty('supportAgent');
      expect((await submitJob(server, user)).body.user).not.toHaveProperty('supportAgent');
    }
  });
});
