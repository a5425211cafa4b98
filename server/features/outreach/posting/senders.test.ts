import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  hour,
  linked,
  minute,
  type PostingWorld,
  startPostingWorld,
} from '#server/testing/worlds/posting-world.ts';

let world: PostingWorld;
let exact: PostingWorld;

beforeAll(async () => {
  [world, exact] = await Promise.all([startPostingWorld(), startPostingWorld({ isIdempotent: true })]);
});
afterAll(() => Promise.all([world.close(), exact.close()]));
beforeEach(() => Promise.all([world.clear(), exact.clear()]));

const other = { ...linked, id: 'account-2', username: 'grace' };
const writers = (on: PostingWorld) => on.forum.posts.map(({ by }) => by);

/** A reply that arrived, whose answer is lost and that can not be seen. */
async function lose(on: PostingWorld): Promise<string> {
  on.forum.answers = ['lost-after', 'lost-after'];
  on.forum.at.arrived = async () => {
    on.forum.isBlind = true;
  };
  const id = await on.approve();
  await on.advance(id);
  on.forum.at = {};
  return id;
}

describe('a reply whose answer was lost', () => {
  it('is not sent as another account, though a key makes it one', async () => {
    const id = await lose(exact);
    exact.account = other;
    exact.clock.forward(5 * minute);
    await exact.advance(id);
    expect(writers(exact)).toEqual(['ada']);
  });

  it('is not sent as another account that it was approved for later', async () => {
    const id = await lose(exact);
    exact.account = other;
    await exact.change(id, { status: 'APPROVED', accountId: other.id });
    exact.clock.forward(5 * minute);
    await exact.advance(id);
    expect(writers(exact)).toEqual(['ada']);
  });

  it('is looked for as the account that sent it, by what everybody may read', async () => {
    const id = await lose(world);
    world.account = { ...other, host: 'elsewhere.example.com' };
    world.forum.isBlind = false;
    expect(await world.worker().findNow(id)).toBe('found');
    expect(await world.read(id)).toMatchObject({ status: 'POSTED', replyExternalId: '9000' });
  });

  it('is not sent again once its owner has taken it over, also during a check', async () => {
    exact.forum.answers = ['lost-before', 'lost-before'];
    const id = await exact.approve();
    await exact.advance(id);
    expect([(await exact.read(id)).status, exact.forum.sends]).toEqual(['UNCONFIRMED', 2]);
    exact.forum.at.look = () => exact.change(id, { status: 'READY', replyWay: 'hand', outcome: null });
    exact.clock.forward(2 * minute);
    await exact.advance(id);
    expect([(await exact.read(id)).status, exact.forum.sends]).toEqual(['READY', 2]);
  });

  it('is on its way while it is sent again, so that its owner can not take it over', async () => {
    exact.forum.answers = ['lost-before', 'lost-before'];
    const id = await exact.approve();
    await exact.advance(id);
    let seen = '';
    exact.forum.at.arriving = async () => {
      seen = (await exact.read(id)).status;
    };
    exact.clock.forward(2 * minute);
    await exact.advance(id);
    expect([seen, (await exact.read(id)).status]).toEqual(['POSTING', 'POSTED']);
  });

  it('keeps a session that the source renewed, and is sent again with it', async () => {
    exact.forum.answers = [{ outcome: 'unknown', text: '', session: 'new' }];
    await exact.advance(await exact.approve());
    expect([exact.sessions, exact.forum.sender?.session, exact.forum.sends]).toEqual([['new'], 'new', 2]);
  });
});

it('an earlier try that arrived is found before another account sends it', async () => {
  world.forum.answers = ['busy-after'];
  const id = await world.approve();
  await world.advance(id);
  world.account = other;
  world.clock.forward(3 * minute);
  await world.advance(id);
  expect([(await world.read(id)).status, writers(world)]).toEqual(['POSTED', ['ada']]);
});

it('a renewed session is kept when nothing was posted', async () => {
  world.forum.answers = [{ outcome: 'busy', text: '', session: 'new' }];
  await world.advance(await world.approve());
  expect(world.sessions).toEqual(['new']);
});

describe('an account that was too fast', () => {
  it('is left alone also when that reply is withdrawn and approved again', async () => {
    world.forum.answers = [{ outcome: 'too-fast', text: '' }];
    const campaignId = await world.startCampaign();
    const [one, two] = [await world.approve({ campaignId }), await world.approve({ campaignId })];
    await world.advance(one);
    const anew = {
      status: 'APPROVED' as const,
      approvedAt: world.clock.at,
      outcome: null,
      outcomeText: null,
    };
    await world.change(one, anew);
    await world.advance(two);
    expect((await world.read(two)).outcomeText).toMatch(/too fast.*wait until/);
    expect(world.forum.sends).toBe(1);
    world.clock.forward(15 * hour);
    await world.advance(two);
    expect((await world.read(two)).status).toBe('POSTED');
  });

  it('holds up no other account of its owner', async () => {
    world.forum.answers = [{ outcome: 'too-fast', text: '' }];
    const campaignId = await world.startCampaign();
    const [one, two] = [await world.approve({ campaignId }), await world.approve({ campaignId })];
    await world.advance(one);
    world.account = other;
    await world.advance(two);
    expect((await world.read(two)).status).toBe('POSTED');
  });
});
