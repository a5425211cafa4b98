import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signUpVerified, verifyAddress } from '#server/testing/agents.ts';
import { type InboxWorld, openInboxWorld } from '#server/testing/worlds/inbox-world.ts';
import * as inbox from '#shared/contracts/support-inbox.ts';

let world: InboxWorld;
let id: string;
beforeAll(async () => {
  world = await openInboxWorld();
  id = (await world.ask('free')).id;
});
afterAll(() => world.close());

const endpoints = [
  inbox.listInbox,
  inbox.readInboxThread,
  inbox.claimRequest,
  inbox.releaseRequest,
  inbox.writeInboxMessage,
  inbox.setRequestStatus,
  inbox.resolveRequest,
  inbox.reopenRequest,
];

async function reply(method: string, path: string, token?: string) {
  const { status, headers, body } = await world.server.call(method, path, {
    token,
    ...(method === 'GET' ? {} : { body: { takeOver: 'perhaps', text: 5 } }),
  });
  const { 'x-request-id': _own, ...rest } = Object.fromEntries(headers);
  return { status, headers: rest, body };
}

describe('the inbox', () => {
  it('lets in who is listed, with a verified address, whatever its letters', async () => {
    for (const { token } of [world.grace, world.linus]) {
      const list = await world.server.call('GET', '/api/inbox', { token });
      expect(list.status).toBe(200);
      const synced = await world.server.call('GET', `/api/inbox/${id}`, { token });
      expect(synced.body).toMatchObject({ id, customer: { name: 'Ada Founder', plan: 'free' } });
    }
  });

  it('is nowhere for everybody else: each address answers as one that does not exist', async () => {
    const { founder } = await world.ask('developer');
    const verified = await signUpVerified(world.server, 'somebody@support.example', 'Somebody');
    // The address is listed but unverified at first; then the token omits the verification.
    const unverified = await world.server.signUp('free', 'new@support.example');
    const tokens = [undefined, 'made-up', founder.token, verified.token, unverified.token];
    for (const token of tokens) await isNowhere(token);
    const agent = await verifyAddress(world.server, unverified);
    expect((await reply('GET', '/api/inbox', agent.token)).status).toBe(200);
    await isNowhere(unverified.token);
  });

  it('tells agents that a request is not there', async () => {
    const { token } = world.grace;
    const missing = await world.server.call('GET', '/api/inbox/no-such-request', { token });
    expect([missing.status, missing.body.code]).toEqual([404, 'job_not_found']);
    expect((await world.claim('no-such-request')).body.code).toBe('job_not_found');
  });
});

async function isNowhere(token: string | undefined): Promise<void> {
  for (const { method, path } of endpoints) {
    const nothing = await reply(method, '/api/nothing-here', token);
    expect(nothing.status).toBe(404);
    for (const request of [id, 'no-such-request'])
      expect(await reply(method, path.replace('{id}', request), token)).toEqual(nothing);
  }
}
