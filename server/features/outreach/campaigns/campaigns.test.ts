import { describe, expect, it } from 'vitest';
import { somePost, worldStart } from '#server/testing/fake-sources.ts';
import { failureOf, openOutreachWorld, someProduct } from '#server/testing/worlds/outreach-world.ts';
import { activeCampaignLimit, type Campaign } from '#shared/contracts/outreach/campaigns.ts';
import { outreachMessages } from '#shared/messages/outreach.ts';

const world = openOutreachWorld();
const somewhere = [{ link: 'https://news.ycombinator.com/item?id=1' }];

/** Results of a search among one new post. */
function findOne() {
  world.sources.posts = [somePost()];
  return world.findOpportunities();
}

describe('starting a campaign', () => {
  it('takes what was found, with a tracked link in place of the address of the product; what is only to be read waits for nobody', async () => {
    world.sources.posts = [
      somePost(),
      somePost({ source: 'lemmy', host: 'lemmy.world', community: 'baking' }),
    ];
    const opportunities = await world.findOpportunities();
    const { status, body } = await world.start(opportunities);
    const { campaign, saved } = body as unknown as { campaign: Campaign; saved: number };
    expect([status, saved]).toEqual([201, 2]);
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
    const [listed] = (await world.listCampaigns()).filter(({ id }) => id === campaign.id);
    expect(listed?.conversations).toEqual({ total: 2, awaitingReview: 1, posted: 0 });
  });

  it('makes one campaign of two clicks', async () => {
    const opportunities = await findOne();
    const before = (await world.listCampaigns()).length;
    const start = () =>
      world.server.call('POST', '/api/campaigns/start', {
        token: world.founder.token,
        headers: { 'idempotency-key': 'two-clicks-of-one-founder' },
        body: { userId: world.founder.id, product: someProduct, opportunities },
      });
    const [one, other] = await Promise.all([start(), start()]);
    expect([one.status, other.status]).toEqual([201, 201]);
    expect(one.body).toEqual(other.body);
    expect(await world.listCampaigns()).toHaveLength(before + 1);
  });

  it('knows an opportunity by its link, and takes each only once', async () => {
    const [{ link = '' } = {}] = await findOne();
    const byLink = await world.start([{ link }, { link }]);
    expect(byLink.body).toMatchObject({ saved: 1 });
    const again = await world.start([{ link }]);
    expect(failureOf(again)).toBe('409 opportunities_outdated');
  });

  it('takes two hundred long posts as they were found, and those that were brought back', async () => {
    const body = 'パン種の世話。'.repeat(210);
    const many = Array.from({ length: 200 }, (_, at) => ({
      link: `https://forum.example.com/${at}`,
      original_post: body,
    }));
    const broughtBack = Array.from({ length: 100 }, (_, at) => ({ link: `https://other.example/${at}` }));
    const response = await world.start([...many, ...broughtBack]);
    // The body is valid; it is refused because no search found its posts.
    expect(failureOf(response)).toBe('409 opportunities_outdated');
  });

  it('keeps ten active, and takes another once one is paused', async () => {
    const ids: string[] = [];
    for (let count = 0; count < activeCampaignLimit; count += 1) {
      world.sources.posts = [somePost()];
      ids.push((await world.startCampaign()).campaign.id);
    }
    const opportunities = await findOne();
    const refused = await world.start(opportunities);
    expect(failureOf(refused)).toBe('409 too_many_campaigns');
    expect(refused.body.message).toContain('10 campaigns');
    await world.call('PATCH', `/api/campaign/${ids[0]}/pause`);
    expect((await world.start(opportunities)).status).toBe(201);
    const resumed = await world.call('PATCH', `/api/campaign/${ids[0]}/resume`);
    expect(failureOf(resumed)).toBe('409 too_many_campaigns');
    expect((await world.call('PATCH', `/api/campaign/${ids[1]}/resume`)).status).toBe(200);
  });

  it('refuses what was found too long ago, for somebody else or for another product text', async () => {
    const opportunities = await findOne();
    const foreign = await world.start(opportunities, {}, world.stranger);
    expect(failureOf(foreign)).toBe('409 opportunities_outdated');
    const product = { ...someProduct, name: 'Crumb Clock' };
    expect(failureOf(await world.start(opportunities, { product }))).toBe('409 opportunities_outdated');
    world.clock.ahead += 8 * 86_400_000;
    const late = await world.start(opportunities);
    expect(late.body).toMatchObject({
      code: 'opportunities_outdated',
      message: outreachMessages.opportunities_outdated.text,
    });
  });

  it.each([
    ['nothing to post', { opportunities: [] }, 400, 'no_opportunities'],
    ['no name', { product: { ...someProduct, name: ' ' } }, 400, 'product_fields_missing'],
    ['what is no forum', { forums: ['10.0.0.1'] }, 400, 'forum_not_allowed'],
  ])('refuses a start with %s', async (_, changes, status, code) => {
    const response = await world.start(somewhere, changes);
    expect(failureOf(response)).toBe(`${status} ${code}`);
  });
});

describe('campaigns', () => {
  it('are paused and resumed, and keep their settings', async () => {
    world.sources.posts = [somePost()];
    const { campaign } = await world.startCampaign();
    const path = `/api/campaign/${campaign.id}`;
    const paused = await world.call('PATCH', `${path}/pause`);
    expect(paused.body).toMatchObject({ active: false, pausedBecause: 'owner', nextListenAt: null });
    const resumed = await world.call('PATCH', `${path}/resume`);
    expect(resumed.body).toMatchObject({ active: true, pausedBecause: null });
    expect(resumed.body.nextListenAt).toBe(campaign.nextListenAt);
    const change = { autoPost: true, confidenceThreshold: 80, keywords: ['Levain', ' levain ', 'rye bread'] };
    const changed = await world.call('PUT', `${path}/settings`, {
      ...change,
      forums: ['https://Forum.Example.com/latest?order=new'],
    });
    expect(changed.body).toMatchObject({
      autoPost: true,
      confidenceThreshold: 80,
      keywords: ['levain', 'rye bread'],
      forums: ['forum.example.com'],
    });
    expect((await world.call('PUT', `${path}/settings`, {})).body).toEqual(changed.body);
  });

  it.each([
    { confidenceThreshold: 49 },
    { confidenceThreshold: 101 },
    { confidenceThreshold: 75.5 },
    { keywords: [] },
    { keywords: Array(21).fill('bread') },
    { active: true },
  ])('refuse the settings %j', async (change) => {
    const [campaign] = await world.listCampaigns();
    const response = await world.call('PUT', `/api/campaign/${campaign?.id}/settings`, change);
    expect(failureOf(response)).toBe('400 body_invalid');
  });

  it('come in pages, newest first, can be searched, and are their owner’s', async () => {
    const all = await world.listCampaigns();
    const [first] = await world.listCampaigns('limit=1');
    const rest = await world.listCampaigns(`before=${first?.createdAt}~${first?.id}`);
    expect([first, ...rest]).toEqual(all);
    expect((await world.listCampaigns('search=LEVAIN%20keeper')).length).toBe(all.length);
    expect(await world.listCampaigns('search=crumb')).toEqual([]);
    expect(await world.listCampaigns('', world.stranger)).toEqual([]);
    expect((await world.call('GET', '/api/conversations', undefined, world.stranger)).body).toEqual([]);
  });
});

it('are read only after a downgrade, and start with the Developer plan', async () => {
  world.sources.posts = [somePost()];
  const { campaign, conversations } = await world.startCampaign();
  await world.setPlan(world.founder, 'pro');
  const path = `/api/campaign/${campaign.id}`;
  const id = conversations[0]?.id ?? '';
  const refused = await Promise.all([
    world.call('PATCH', `${path}/resume`),
    world.call('PUT', `${path}/settings`, { autoPost: true }),
    world.setStatus(id, { status: 'APPROVED', reply: 'Feed it every day.' }),
    world.start(somewhere),
  ]);
  expect(new Set(refused.map(failureOf))).toEqual(new Set(['403 campaign_read_only']));
  expect((await world.find()).body.code).toBe('upgrade_to_developer');
  expect((await world.setStatus(id, { status: 'REJECTED' })).status).toBe(200);
  expect((await world.call('PATCH', `${path}/pause`)).body).toMatchObject({ active: false });
  expect((await world.listCampaigns()).length).toBeGreaterThan(0);
  await world.setPlan(world.founder, 'developer');
  const newcomer = await world.server.signUp('pro');
  const response = await world.start(somewhere, {}, newcomer);
  expect(failureOf(response)).toBe('403 upgrade_to_developer');
});

describe('renaming, ending and deleting', () => {
  it('renames a campaign and keeps words to exclude, each once', async () => {
    await findOne();
    const { campaign } = await world.startCampaign();
    const change = { name: ' Rye Keeper ', excludedWords: ['Keto', 'keto', 'gluten free'] };
    const { status } = await world.call('PUT', `/api/campaign/${campaign.id}/settings`, change);
    expect(status).toBe(200);
    const [changed] = (await world.listCampaigns()).filter(({ id }) => id === campaign.id);
    expect(changed).toMatchObject({
      product: { name: 'Rye Keeper' },
      excludedWords: ['keto', 'gluten free'],
    });
  });

  it('finds no post that holds an excluded word, as a whole word in any case', async () => {
    world.sources.posts = [somePost()];
    const { campaign } = await world.startCampaign();
    await world.call('PUT', `/api/campaign/${campaign.id}/settings`, { excludedWords: ['Spam bread'] });
    const posts = ['A sourdough starter for SPAM  bread?', 'A sourdough starter for spam breads?'].map(
      (title) => somePost({ title, createdAt: new Date(worldStart.getTime() + 3_600_000) }),
    );
    world.sources.posts = posts;
    await world.listen();
    const titles = (await world.conversations(`campaign=${campaign.id}`)).map(({ postTitle }) => postTitle);
    expect(titles).toContain(posts[1]?.title);
    expect(titles).not.toContain(posts[0]?.title);
  });

  it('ends a campaign, which can be started again', async () => {
    await findOne();
    const { campaign } = await world.startCampaign();
    const ended = await world.call('PATCH', `/api/campaign/${campaign.id}/end`);
    expect(ended.body).toMatchObject({ active: false, nextListenAt: null, endedAt: expect.any(String) });
    const again = await world.call('PATCH', `/api/campaign/${campaign.id}/resume`);
    expect(again.body).toMatchObject({ active: true, endedAt: null });
  });

  it('deletes a campaign with everything that nobody saw outside, and goes on counting what was posted', async () => {
    world.sources.posts = [somePost(), somePost(), somePost()];
    const { campaign, conversations } = await world.startCampaign();
    const [posted, approved] = conversations.map(({ id }) => id);
    const reply = { status: 'POSTED', replied_at: worldStart };
    await world.query('update conversations set status = $2, replied_at = $3 where id = $1', [
      posted,
      reply.status,
      reply.replied_at,
    ]);
    await world.query("update conversations set status = 'APPROVED', approved_at = now() where id = $1", [
      approved,
    ]);
    const remove = () => world.call('DELETE', `/api/products/campaign/${campaign.id}`);
    expect((await remove()).body).toEqual({ deleted: true });
    expect(failureOf(await remove())).toBe('404 campaign_not_found');
    expect((await world.listCampaigns()).map(({ id }) => id)).not.toContain(campaign.id);
    expect(await world.conversations(`campaign=${campaign.id}`)).toEqual([]);
    expect(failureOf(await world.setStatus(posted ?? '', { status: 'REJECTED' }))).toMatch(/^404/);
    const left = await world.query(
      'select status from conversations where campaign_id = $1 order by status',
      [campaign.id],
    );
    expect(left).toEqual([{ status: 'POSTED' }, { status: 'REJECTED' }]);
    expect(
      await world.query('select code from tracked_links where campaign_id = $1', [campaign.id]),
    ).toHaveLength(2);
  });
});
