import { beforeEach, describe, expect, it } from 'vitest';
import { listDue } from '#server/features/outreach/campaigns/repository.ts';
import { findDueCampaigns } from '#server/features/outreach/campaigns/tasks.ts';
import type { Ai } from '#server/integrations/ai/port.ts';
import { somePost } from '#server/testing/fake-sources.ts';
import { openOutreachWorld } from '#server/testing/worlds/outreach-world.ts';
import { nextListening } from './listening.ts';

const world = openOutreachWorld();
beforeEach(() => {
  world.sources.posts = [somePost()];
});

const read = async (id: string) => (await world.listCampaigns()).find((one) => one.id === id);
const switchTo = (id: string, state: 'pause' | 'resume') =>
  world.call('PATCH', `/api/campaign/${id}/${state}`);
const automate = (id: string) =>
  world.call('PUT', `/api/campaign/${id}/settings`, { autoPost: true, confidenceThreshold: 50 });
const onMastodon = (number: number) =>
  somePost({ source: 'mastodon', host: 'mastodon.social', externalId: `toot-${number}` });

it('adds new conversations, each once', async () => {
  const { campaign } = await world.startCampaign();
  world.sources.posts.push(somePost(), somePost());
  await world.listen();
  const after = await read(campaign.id);
  expect(after?.conversations).toEqual({ total: 3, awaitingReview: 3, posted: 0 });
  expect(after?.sources.map(({ outcome }) => outcome)).toContain('answered');
  expect(Date.parse(after?.nextListenAt ?? '')).toBeGreaterThan(Date.parse(after?.lastListenedAt ?? ''));
  await world.listen();
  expect((await read(campaign.id))?.conversations.total).toBe(3);
});

it('takes no post of a person in distress, as one that was found before the rule', async () => {
  world.sources.posts = [somePost(), somePost()];
  const opportunities = await world.findOpportunities();
  await world.query(
    `update found_opportunities set opportunity = jsonb_set(opportunity, '{original_post}', '"I want to die."') where id = $1`,
    [opportunities[0]?.id],
  );
  const response = await world.start(opportunities);
  expect([response.status, response.body.saved]).toEqual([201, 1]);
  world.sources.posts = [somePost({ community: 'GriefSupport' }), somePost()];
  await world.listen();
  const [campaign] = await world.listCampaigns();
  expect(campaign?.conversations.total).toBe(2);
});

it('leaves out another post of a thread that it has, and a post by another name at the same address', async () => {
  const post = somePost({ source: 'lemmy', host: 'lemmy.world' });
  const inThread = () => somePost({ threadId: 'one-thread' });
  world.sources.posts = [inThread(), post];
  const { campaign } = await world.startCampaign();
  world.sources.posts = [inThread(), { ...post, externalId: 'copy', threadId: 'copy' }, somePost()];
  await world.listen();
  expect((await read(campaign.id))?.conversations.total).toBe(3);
});

it('takes one campaign of each owner before the next of any', async () => {
  const { campaign } = await world.startCampaign();
  const add = (id: string, ownerId: string, hours: number) =>
    world.query(
      `insert into campaigns select (jsonb_populate_record(c, jsonb_build_object('id', $2::text, 'owner_id', $3::text, 'feed_key', $2::text,
        'idempotency_key', $2::text, 'next_listen_at', c.next_listen_at + $4 * interval '1 hour'))).*
       from campaigns c where id = $1`,
      [campaign.id, id, ownerId, hours],
    );
  await add('second', world.founder.id, 1);
  await add('third', world.founder.id, 2);
  await add('of another', world.stranger.id, 3);
  const due = await listDue(world.database, new Date('2999-01-01'), 3);
  expect(due).toEqual([campaign.id, 'of another', 'second']);
});

describe('with a model', () => {
  const asked: string[] = [];
  const model: Ai = {
    async complete({ prompt }) {
      const sent: { id: string; text: string }[] = JSON.parse(prompt.split('\n')[1] ?? '').posts;
      asked.push(...sent.map(({ text }) => text));
      const posts = sent.map(({ id, text }) => ({
        id,
        fit: text.includes('of no use') ? 1 : 99,
        intent: 'asks_tool',
      }));
      return { text: JSON.stringify({ posts }), model: 'test-model' };
    },
  };
  const judged = openOutreachWorld({ ai: model });

  it('asks once about a post that the model leaves out', async () => {
    judged.sources.posts = [somePost()];
    const { campaign } = await judged.startCampaign();
    const unfit = somePost();
    judged.sources.posts.push({ ...unfit, body: `${unfit.body} It is of no use to anybody.` });
    const asksAboutUnfit = () => asked.filter((text) => text.includes('of no use')).length;
    await judged.listen();
    await judged.listen();
    expect(asksAboutUnfit()).toBe(1);
    judged.clock.ahead = 31 * 86_400_000;
    await judged.listen();
    expect(await judged.query('select post from left_out_posts')).toEqual([]);
    const [listed] = await judged.listCampaigns();
    expect([listed?.id, listed?.conversations.total]).toEqual([campaign.id, 1]);
  });
});

it('does not listen before its time, while it is paused, or twice at once', async () => {
  const { campaign } = await world.startCampaign();
  world.sources.posts.push(somePost());
  await switchTo(campaign.id, 'pause');
  await world.listen();
  expect(await read(campaign.id)).toMatchObject({ lastListenedAt: null, conversations: { total: 1 } });
  await switchTo(campaign.id, 'resume');
  await Promise.all([world.listen(), world.listen()]);
  expect(await read(campaign.id)).toMatchObject({ conversations: { total: 2 } });
});

it('pauses the campaigns of an owner without the plan, who resumes them', async () => {
  const { campaign } = await world.startCampaign();
  await world.setPlan(world.founder, 'free');
  await world.listen();
  expect(await read(campaign.id)).toMatchObject({ active: false, pausedBecause: 'plan' });
  await world.setPlan(world.founder, 'developer');
  await world.listen();
  expect(await read(campaign.id)).toMatchObject({ active: false });
  const resumed = await switchTo(campaign.id, 'resume');
  expect(resumed.body).toMatchObject({ active: true, pausedBecause: null });
});

it('says why automated posting left a reply to its owner', async () => {
  world.sources.posts.push(onMastodon(1), somePost({ source: 'lemmy', host: 'lemmy.world' }));
  const { campaign, conversations: found } = await world.startCampaign();
  const idOn = (source: string) => found.find((one) => one.source === source)?.id ?? '';
  await world.suggest(idOn('mastodon'), 'feed it twice a day');
  // It was taken before the rule that leaves such posts out.
  await world.query("update conversations set original_post = 'I want to die.' where id = $1", [
    idOn('lemmy'),
  ]);
  await automate(campaign.id);
  await world.listen();
  const conversations = await world.conversations(`campaign=${campaign.id}`);
  expect(Object.fromEntries(conversations.map(({ source, heldBecause }) => [source, heldBecause]))).toEqual({
    mastodon: { code: 'no-account', place: 'mastodon.social' },
    lemmy: { code: 'distress' },
    'hacker-news': { code: 'not-automated', place: 'Hacker News' },
  });
  expect(new Set(conversations.map(({ status }) => status))).toEqual(new Set(['AWAITING_REVIEW']));
});

const drafts = [
  'rye wakes a slow starter within two days.\n\nDisclosure: I built Levain Keeper, which keeps the schedule.',
  'write the next feeding on the lid, and it is never forgotten.\n\nDisclosure: I built Levain Keeper.',
  'a spoon of it dries on paper and survives any holiday in a drawer',
  'keep it cold and stiff: half the water, and a week passes before it is hungry',
  'most bakers use Crumbly for that, and so would anybody else',
];

/** Replies that the founder approved: every sentence of the drafts but the last is in one of them. */
const approvedReplies = [
  'rye wakes a slow starter within two days.\nwrite the next feeding on the lid, and it is never forgotten.\nWhole grains carry more of what it lives on, so a pinch is enough in winter.',
  'Disclosure: I built Levain Keeper, which keeps the schedule.\nBread that was frozen in slices tastes fresh from the toaster, and nobody counts loaves.',
  'Disclosure: I built Levain Keeper.\na spoon of it dries on paper and survives any holiday in a drawer\nFlour from a small mill behaves in its own way, so write down what you changed.',
  'keep it cold and stiff: half the water, and a week passes before it is hungry\nA glass jar shows how far it has risen, and a rubber band marks where it began.',
];

it('sends approved sentences where the place, the budget and the threshold allow it, and no more', async () => {
  world.sources.posts = approvedReplies.map(() => somePost());
  const { conversations: earlier } = await world.startCampaign();
  for (const [at, { id }] of earlier.entries())
    await world.query(
      "update conversations set status = 'POSTED', reply = $2, approved_at = now(), replied_at = now() where id = $1",
      [id, approvedReplies[at]],
    );
  world.sources.posts = [2, 3, 4, 5, 6].map(onMastodon);
  const { campaign, conversations } = await world.startCampaign();
  await world.linkAccount('mastodon', 'mastodon.social');
  for (const [at, { id }] of conversations.entries()) await world.suggest(id, drafts[at] ?? '');
  const inState = (status: string) => world.conversations(`campaign=${campaign.id}&status=${status}`);
  await world.listen();
  expect(await inState('AWAITING_REVIEW')).toHaveLength(5);
  await automate(campaign.id);
  await world.listen();
  const [posted, waiting] = [await inState('POSTED'), await inState('AWAITING_REVIEW')];
  expect([posted.length, waiting.length]).toEqual([3, 2]);
  expect(posted.filter(({ reply }) => reply?.includes('Levain Keeper'))).toHaveLength(1);
  const reasons = waiting.map(({ heldBecause }) => heldBecause);
  const sentence = 'most bakers use Crumbly for that, and so would anybody else';
  expect(reasons).toContainEqual({ code: 'unapproved', sentence });
  expect(reasons).toContainEqual({
    code: expect.stringMatching(/used-up$/),
    place: expect.stringContaining('mastodon.social'),
  });
  expect(world.forum.sent).toHaveLength(posted.length);
  await world.listen();
  expect(world.forum.sent).toHaveLength(posted.length);
});

it('sends no approved replies while the campaign is paused', async () => {
  world.sources.posts = [somePost({ source: 'lemmy', host: 'lemmy.world', community: 'baking' })];
  const { campaign, conversations } = await world.startCampaign();
  await world.linkAccount('lemmy', 'lemmy.world');
  const sent = world.forum.sent.length;
  await switchTo(campaign.id, 'pause');
  const id = conversations[0]?.id ?? '';
  await world.suggest(id, 'feed it once more before the journey, then leave it in the cold');
  const approved = await world.setStatus(id, { status: 'APPROVED' });
  expect(approved.body).toMatchObject({ status: 'APPROVED', replyWay: 'account' });
  await world.runTasks();
  expect(world.forum.sent).toHaveLength(sent);
  expect((await world.conversations(`campaign=${campaign.id}`))[0]?.status).toBe('APPROVED');
  await switchTo(campaign.id, 'resume');
  await world.runTasks();
  expect(world.forum.sent).toHaveLength(sent + 1);
});

it('asks each source as often as its limits allow, and one that failed in the next round', async () => {
  const forum = 'forum.example.com';
  const { campaign } = await world.startCampaign();
  await world.call('PUT', `/api/campaign/${campaign.id}/settings`, { forums: [forum] });
  const asked: string[] = [];
  world.sources.before = ({ host }) => void asked.push(host);
  const roundAfter = async (minutes: number) => {
    asked.length = 0;
    await world.query("update campaigns set next_listen_at = '2020-01-01' where id = $1", [campaign.id]);
    world.clock.ahead += minutes * 60_000;
    await world.runTasks(findDueCampaigns.name);
    return asked.toSorted();
  };
  const hourly = ['lemmy.world', 'mastodon.social', 'news.ycombinator.com'];
  expect(await roundAfter(120)).toEqual([forum, ...hourly]);
  expect(await roundAfter(10)).toEqual([]);
  world.sources.failing.set('lemmy.world', 'timed-out');
  expect(await roundAfter(50)).toEqual(hourly);
  expect(await roundAfter(10)).toEqual(['lemmy.world']);
  const sources = (await read(campaign.id))?.sources ?? [];
  expect(sources.map(({ host, outcome }) => `${host} ${outcome}`).toSorted()).toEqual([
    `${forum} answered`,
    'lemmy.world failed',
    'mastodon.social answered',
    'news.ycombinator.com answered',
  ]);
  const askedAt = (host: string) => Date.parse(sources.find((one) => one.host === host)?.askedAt ?? '');
  expect(askedAt('lemmy.world')).toBeGreaterThan(askedAt('mastodon.social'));
  world.sources.failing.clear();
  expect(await roundAfter(100)).toEqual([forum, ...hourly]);
});

it('listens every hour at times that spread campaigns, also when a round was late', () => {
  const from = new Date('2040-01-01T00:00:00Z');
  const times = Array.from({ length: 50 }, (_, at) => nextListening(`campaign ${at}`, from).getTime());
  const hours = (count: number) => from.getTime() + count * 3_600_000;
  expect(Math.min(...times)).toBeGreaterThanOrEqual(hours(0.25));
  expect(Math.max(...times)).toBeLessThanOrEqual(hours(1.25));
  expect(new Set(times).size).toBeGreaterThan(45);
  let at = nextListening('campaign', from);
  for (const lateMinutes of [0, 1, 29, 0, 44]) {
    const next = nextListening('campaign', new Date(at.getTime() + lateMinutes * 60_000));
    expect(next.getTime() - at.getTime()).toBe(3_600_000);
    at = next;
  }
});
