import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { somePost } from '#server/testing/fake-sources.ts';
import type { TestUser } from '#server/testing/test-server.ts';
import {
  failureOf,
  type OutreachWorld,
  someProduct,
  startOutreachWorld,
} from '#server/testing/worlds/outreach-world.ts';
import { activeCampaignLimit, type Campaign } from '#shared/contracts/campaigns.ts';
import { outreachMessages } from '#shared/messages/outreach.ts';

let world: OutreachWorld;
let stranger: TestUser;
beforeAll(async () => {
  world = await startOutreachWorld();
  stranger = await world.server.signUp('developer');
});
afterAll(() => world.close());
beforeEach(async () => {
  world.sources.posts = [];
  await world.query('update campaigns set active = false');
});

const call: OutreachWorld['call'] = (...given) => world.call(...given);
const list = async (query = '', user = world.founder) =>
  (await call('GET', `/api/products/campaign?${query}`, undefined, user)).body as unknown as Campaign[];

describe('starting a campaign', () => {
  it('takes what was found, with a tracked link in place of the address of the product; what is only to be read waits for nobody', async () => {
    world.sources.posts = [
      somePost(),
      somePost({ source: 'lemmy', host: 'lemmy.world', community: 'baking' }),
    ];
    const opportunities = await world.findOpportunities();
    const reply = await world.start(opportunities);
    const { campaign, saved } = reply.body as unknown as { campaign: Campaign; saved: number };
    expect([reply.status, saved]).toEqual([201, 2]);
    expect(campaign).toMatchObject({
      product: someProduct,
      active: true,
      pausedBecause: null,
      autoPost: false,
      confidenceThreshold: 95,
      lastListenedAt: null,
      conversations: { total: 2, awaitingReview: 2, posted: 0 },
    });
    expect(campaign.keywords.length).toBeGreaterThan(0);
    const saw = await world.conversations(`campaign=${campaign.id}`);
    expect(saw.map(({ status }) => status)).toEqual(['AWAITING_REVIEW', 'AWAITING_REVIEW']);
    const onLemmy = saw.find(({ source }) => source === 'lemmy');
    expect(onLemmy?.suggestedReply).not.toContain(someProduct.url);
    expect(onLemmy?.suggestedReply).toContain(onLemmy?.trackedLink);
    expect(onLemmy?.trackedLink).toMatch(/^http:\/\/localhost:3000\/go\/\w+$/);
    await world.query("update conversations set reply_way = 'none' where id = $1", [onLemmy?.id]);
    const [listed] = (await list()).filter(({ id }) => id === campaign.id);
    expect(listed?.conversations).toEqual({ total: 2, awaitingReview: 1, posted: 0 });
  });

  it('makes one campaign of two clicks', async () => {
    world.sources.posts = [somePost()];
    const opportunities = await world.findOpportunities();
    const before = (await list()).length;
    const start = () =>
      world.server.call('POST', '/api/campaigns/start', {
        token: world.founder.token,
        headers: { 'idempotency-key': 'two-clicks-of-one-founder' },
        body: { userId: world.founder.id, product: someProduct, opportunities },
      });
    const [one, other] = await Promise.all([start(), start()]);
    expect([one.status, other.status]).toEqual([201, 201]);
    expect(one.body).toEqual(other.body);
    expect(await list()).toHaveLength(before + 1);
  });

  it('knows an opportunity by its link, and takes each only once', async () => {
    world.sources.posts = [somePost()];
    const [{ link = '' } = {}] = await world.findOpportunities();
    const byLink = await world.start([{ link }, { link }]);
    expect(byLink.body).toMatchObject({ saved: 1 });
    const again = await world.start([{ link }]);
    expect(failureOf(again)).toBe('409 opportunities_outdated');
  });

  it('takes nothing for a product that has changed since the search', async () => {
    world.sources.posts = [somePost()];
    const product = { ...someProduct, name: 'Crumb Clock' };
    const changed = await world.start(await world.findOpportunities(), { product });
    expect(failureOf(changed)).toBe('409 opportunities_outdated');
  });

  it('takes two hundred long posts as they were found', async () => {
    const body = 'パン種の世話。'.repeat(210);
    const many = Array.from({ length: 200 }, (_, at) => ({
      link: `https://forum.example.com/${at}`,
      original_post: body,
    }));
    const reply = await world.start(many);
    // The body is valid; it is refused because no search found its posts.
    expect(failureOf(reply)).toBe('409 opportunities_outdated');
  });

  it('keeps ten active, and takes another once one is paused', async () => {
    const ids: string[] = [];
    for (let count = 0; count < activeCampaignLimit; count += 1) {
      world.sources.posts = [somePost()];
      ids.push((await world.startCampaign()).campaign.id);
    }
    world.sources.posts = [somePost()];
    const opportunities = await world.findOpportunities();
    const refused = await world.start(opportunities);
    expect(failureOf(refused)).toBe('409 too_many_campaigns');
    expect(refused.body.message).toContain('10 campaigns');
    await call('PATCH', `/api/campaign/${ids[0]}/pause`);
    expect((await world.start(opportunities)).status).toBe(201);
    const resumed = await call('PATCH', `/api/campaign/${ids[0]}/resume`);
    expect(failureOf(resumed)).toBe('409 too_many_campaigns');
    expect((await call('PATCH', `/api/campaign/${ids[1]}/resume`)).status).toBe(200);
  });

  it('refuses what was found too long ago, or for somebody else', async () => {
    world.sources.posts = [somePost()];
    const opportunities = await world.findOpportunities();
    const foreign = await world.start(opportunities, {}, stranger);
    expect(failureOf(foreign)).toBe('409 opportunities_outdated');
    world.clock.ahead += 8 * 86_400_000;
    const late = await world.start(opportunities);
    expect(late.body).toMatchObject({
      code: 'opportunities_outdated',
      message: outreachMessages.opportunities_outdated.text,
    });
    world.clock.ahead -= 8 * 86_400_000;
  });

  it.each([
    ['nothing to post', { opportunities: [] }, 400, 'no_opportunities'],
    ['no name', { product: { ...someProduct, name: ' ' } }, 400, 'product_fields_missing'],
    ['another user', { userId: 'somebody-else' }, 403, 'foreign_user'],
    ['what is no forum', { forums: ['10.0.0.1'] }, 400, 'forum_not_allowed'],
  ])('refuses a start with %s', async (_, changes, status, code) => {
    const reply = await world.start([{ link: 'https://news.ycombinator.com/item?id=1' }], changes);
    expect(failureOf(reply)).toBe(`${status} ${code}`);
  });
});

describe('campaigns', () => {
  it('are paused and resumed, and keep their settings', async () => {
    world.sources.posts = [somePost()];
    const { campaign } = await world.startCampaign();
    const path = `/api/campaign/${campaign.id}`;
    const paused = await call('PATCH', `${path}/pause`);
    expect(paused.body).toMatchObject({ active: false, pausedBecause: 'owner', nextListenAt: null });
    const resumed = await call('PATCH', `${path}/resume`);
    expect(resumed.body).toMatchObject({ active: true, pausedBecause: null });
    expect(resumed.body.nextListenAt).toBe(campaign.nextListenAt);
    const change = { autoPost: true, confidenceThreshold: 80, keywords: ['Levain', ' levain ', 'rye bread'] };
    const changed = await call('PUT', `${path}/settings`, {
      ...change,
      forums: ['https://Forum.Example.com/latest?order=new'],
    });
    expect(changed.body).toMatchObject({
      autoPost: true,
      confidenceThreshold: 80,
      keywords: ['levain', 'rye bread'],
      forums: ['forum.example.com'],
    });
    expect((await call('PUT', `${path}/settings`, {})).body).toEqual(changed.body);
  });

  it.each([
    { confidenceThreshold: 49 },
    { confidenceThreshold: 101 },
    { confidenceThreshold: 75.5 },
    { keywords: [] },
    { keywords: Array(21).fill('bread') },
    { active: true },
  ])('refuse the settings %j', async (change) => {
    const [campaign] = await list();
    const reply = await call('PUT', `/api/campaign/${campaign?.id}/settings`, change);
    expect(failureOf(reply)).toBe('400 body_invalid');
  });

  it('are nothing to anybody else', async () => {
    const [campaign] = await list();
    const path = `/api/campaign/${campaign?.id}`;
    const tries = await Promise.all([
      call('PATCH', `${path}/pause`, undefined, stranger),
      call('PATCH', `${path}/resume`, undefined, stranger),
      call('PUT', `${path}/settings`, { autoPost: true }, stranger),
      call('PATCH', '/api/campaign/none/pause'),
    ]);
    expect(new Set(tries.map(failureOf))).toEqual(new Set(['404 campaign_not_found']));
    expect(await list('', stranger)).toEqual([]);
    expect((await call('GET', '/api/conversations', undefined, stranger)).body).toEqual([]);
  });

  it('come in pages, newest first, and can be searched', async () => {
    const all = await list();
    const [first] = await list('limit=1');
    const rest = await list(`before=${first?.createdAt}~${first?.id}`);
    expect([first, ...rest]).toEqual(all);
    expect((await list('search=LEVAIN%20keeper')).length).toBe(all.length);
    expect(await list('search=crumb')).toEqual([]);
  });
});

it('are read only after a downgrade, and start with the Developer plan', async () => {
  world.sources.posts = [somePost()];
  const { campaign, conversations } = await world.startCampaign();
  await world.setPlan(world.founder, 'pro');
  const path = `/api/campaign/${campaign.id}`;
  const id = conversations[0]?.id ?? '';
  const refused = await Promise.all([
    call('PATCH', `${path}/resume`),
    call('PUT', `${path}/settings`, { autoPost: true }),
    world.setStatus(id, { status: 'APPROVED', reply: 'Feed it every day.' }),
    world.start([{ link: 'https://news.ycombinator.com/item?id=1' }]),
  ]);
  expect(new Set(refused.map(failureOf))).toEqual(new Set(['403 campaign_read_only']));
  expect((await world.find()).body.code).toBe('upgrade_to_developer');
  expect((await world.setStatus(id, { status: 'REJECTED' })).status).toBe(200);
  expect((await call('PATCH', `${path}/pause`)).body).toMatchObject({ active: false });
  expect((await list()).length).toBeGreaterThan(0);
  await world.setPlan(world.founder, 'developer');
  const newcomer = await world.server.signUp('pro');
  const reply = await world.start([{ link: 'https://news.ycombinator.com/item?id=1' }], {}, newcomer);
  expect(failureOf(reply)).toBe('403 upgrade_to_developer');
});
