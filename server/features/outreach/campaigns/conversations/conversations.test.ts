import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { FoundPost } from '#server/integrations/sources/port.ts';
import { somePost, worldStart } from '#server/testing/fake-sources.ts';
import { failureOf, openOutreachWorld, someProduct } from '#server/testing/worlds/outreach-world.ts';
import type { Conversation } from '#shared/contracts/outreach/conversations.ts';
import type { ConversationStatus, Opportunity } from '#shared/contracts/outreach/opportunities.ts';

const world = openOutreachWorld();

/** Each on a host of its own, so that no budget is shared. */
let hosts = 0;
async function newConversation(source: 'hacker-news' | 'discourse' = 'hacker-news'): Promise<Conversation> {
  const host = `forum-${++hosts}.example.com`;
  world.sources.posts = [source === 'discourse' ? somePost({ source, host }) : somePost()];
  return startWith(await world.findOpportunities({ forums: [host] }));
}

/** The conversation of a campaign that is started with one post. */
async function startWith(opportunities: Opportunity[]): Promise<Conversation> {
  const { body } = await world.start(opportunities);
  const { campaign } = body as unknown as { campaign: { id: string } };
  const [conversation] = await world.conversations(`campaign=${campaign.id}`);
  if (!conversation) throw new Error('no conversation was found');
  return conversation;
}

const approve = (id: string, reply?: string) => world.setStatus(id, { status: 'APPROVED', reply });
const find = async (id: string) => (await world.conversations(`ids=${id}`))[0];
const set = (id: string, assignments: string) =>
  world.query(`update conversations set ${assignments} where id = $1`, [id]);

/** Words that are unlike those of every other reply. */
let replies = 0;
const reply = () => `Feed it ${createHash('sha256').update(String(++replies)).digest('hex')} times.`;

describe('a conversation', () => {
  it('is approved with the words of its owner, which serve once, and posted by hand', async () => {
    const { id, suggestionKind, replyWay } = await newConversation();
    expect([suggestionKind, replyWay]).toEqual(['briefing', 'hand']);
    const text = reply();
    expect((await approve(id, `  ${text}\n`)).body).toMatchObject({
      status: 'READY',
      reply: text,
      replyWay: 'hand',
      heldBecause: null,
    });
    const again = await approve((await newConversation('discourse')).id, `${text} Bye`);
    expect(failureOf(again)).toBe('400 reply_too_alike');
  });

  it('is left to its owner where its community is on a server whose rules were not read', async () => {
    const post = somePost({ source: 'lemmy', host: 'lemmy.world', community: 'baking@other.example' });
    world.sources.posts = [post];
    const { id } = await startWith(await world.findOpportunities());
    await world.linkAccount('lemmy', 'lemmy.world');
    await world.suggest(id, reply());
    expect((await approve(id)).body).toMatchObject({ status: 'READY', replyWay: 'hand' });
  });

  it('is rejected, taken back and approved with its draft', async () => {
    const { id } = await newConversation('discourse');
    const suggestedReply = reply();
    await world.suggest(id, suggestedReply);
    expect((await world.setStatus(id, { status: 'REJECTED' })).body).toMatchObject({ status: 'REJECTED' });
    const moved = await approve(id);
    expect(failureOf(moved)).toBe('409 conversation_moved_on');
    expect(moved.body.message).toBe('This conversation has moved on: it is rejected now.');
    const back = await world.setStatus(id, { status: 'AWAITING_REVIEW' });
    expect(back.body).toMatchObject({ status: 'AWAITING_REVIEW', reply: null });
    expect((await approve(id)).body).toMatchObject({ status: 'READY', reply: suggestedReply });
    const again = await world.setStatus(id, { status: 'AWAITING_REVIEW' });
    expect(again.body).toMatchObject({ status: 'AWAITING_REVIEW', reply: suggestedReply });
  });

  it.each([
    ['APPROVED', 'too-fast'],
    ['FAILED', 'logged-out'],
  ])('that is withdrawn when %s shows no earlier attempt, and the words stay', async (status, outcome) => {
    const { id } = await newConversation('discourse');
    const own = reply();
    await approve(id, own);
    await set(id, `status = '${status}', outcome = '${outcome}', held_because = '{"code": "plan"}'`);
    const back = await world.setStatus(id, { status: 'AWAITING_REVIEW' });
    expect(back.body).toMatchObject({
      status: 'AWAITING_REVIEW',
      reply: own,
      outcome: null,
      heldBecause: null,
    });
  });

  it('is handed to its owner when sending failed', async () => {
    const { id } = await newConversation('discourse');
    const takeOver = () => world.call('POST', `/api/conversations/${id}/take-over`);
    expect(failureOf(await takeOver())).toBe('409 conversation_moved_on');
    await set(
      id,
      `status = 'FAILED', outcome = 'refused', held_because = '{"code": "refused", "host": "forum.example.com"}'`,
    );
    const [failed] = await world.conversations('status=FAILED');
    expect(failed).toMatchObject({
      outcome: 'refused',
      heldBecause: { code: 'refused', host: 'forum.example.com' },
    });
    expect((await takeOver()).body).toMatchObject({
      status: 'READY',
      outcome: null,
      heldBecause: null,
      replyWay: 'hand',
    });
  });

  it('ends when a moderator refuses it, and is neither handed over nor taken back', async () => {
    const { id } = await newConversation('discourse');
    const reject = () => world.setStatus(id, { status: 'REJECTED' });
    await set(id, `status = 'UNCONFIRMED', outcome = 'unknown'`);
    expect(failureOf(await reject())).toBe('409 conversation_moved_on');
    await set(id, `outcome = 'moderation', held_because = '{"code": "moderation", "host": "a.example"}'`);
    const takeOver = await world.call('POST', `/api/conversations/${id}/take-over`);
    expect(failureOf(takeOver)).toBe('409 conversation_moved_on');
    expect((await reject()).body).toMatchObject({ status: 'REJECTED', heldBecause: null });
    const back = await world.setStatus(id, { status: 'AWAITING_REVIEW' });
    expect(failureOf(back)).toBe('409 conversation_moved_on');
  });

  it('is decided once by two tabs', async () => {
    const { id } = await newConversation();
    const both = await Promise.all([approve(id, reply()), world.setStatus(id, { status: 'REJECTED' })]);
    expect(both.map(failureOf).sort()).toEqual(['200 undefined', '409 conversation_moved_on']);
  });

  it('needs own words where only a briefing is suggested, also padded or suggested elsewhere', async () => {
    const { id, suggestedReply } = await newConversation();
    const elsewhere = await newConversation('discourse');
    const padded = `${elsewhere.suggestedReply} ${Array.from({ length: 20 }, reply).join(' ')}`;
    for (const text of [undefined, suggestedReply, elsewhere.suggestedReply, padded])
      expect(failureOf(await approve(id, text))).toBe('400 reply_own_words');
    expect(failureOf(await approve(elsewhere.id))).toBe('400 reply_too_alike');
  });

  it.each([
    [`I built ${someProduct.name}. Once more: ${someProduct.name} is good.`, 'reply_promotes_twice'],
    [`Have a look at ${someProduct.name}, it reminds you.`, 'reply_without_disclosure'],
    ['Feed it every morning. **Truly**', 'reply_marked_up'],
  ])('is not approved with: %s', async (text, code) => {
    expect(failureOf(await approve((await newConversation()).id, text))).toBe(`400 ${code}`);
  });

  it('promotes no more than the budget of its place allows, also in two tabs', async () => {
    const host = `forum-${++hosts}.example.com`;
    world.sources.posts = [somePost({ source: 'discourse', host }), somePost({ source: 'discourse', host })];
    await world.start(await world.findOpportunities({ forums: [host] }));
    const both = (await world.conversations()).filter((one) => one.host === host);
    const answers = await Promise.all(
      both.map(({ id }) => approve(id, `${reply()} I built ${someProduct.name} for that.`)),
    );
    expect(answers.map(failureOf).sort()).toEqual(['200 undefined', '409 reply_over_budget']);
    const waiting = both.find((_, at) => answers[at]?.status === 409);
    const guidance = await world.call('GET', `/api/conversations/${waiting?.id}/guidance`);
    expect(guidance.body).toMatchObject({
      rules: { place: host, expired: false },
      budget: { promotionAllowed: false, repliesLeftToday: 2 },
      account: null,
    });
    expect(String(guidance.body.disclosure)).toContain(someProduct.name);
  });

  it.each([
    [
      'another post of a thread',
      (post: FoundPost) => ({ ...post, externalId: 'answer', url: `${post.url}-a` }),
    ],
    ['a post by another host', (post: FoundPost) => ({ ...post, externalId: 'copy', threadId: 'copy' })],
  ])('is not answered when a reply of its owner is under %s', async (_, again) => {
    const post = somePost({ source: 'lemmy', host: 'lemmy.world', community: 'baking' });
    world.sources.posts = [post];
    const first = await world.findOpportunities();
    world.sources.posts = [again(post)];
    const second = await world.findOpportunities();
    const [earlier, later] = [await startWith(first), await startWith(second)];
    expect((await approve(earlier.id, reply())).status).toBe(200);
    expect(failureOf(await approve(later.id, reply()))).toBe('409 thread_answered');
  });

  it('can be read and rejected, and no more approved, once its thread is closed', async () => {
    const { id } = await newConversation();
    const now = new Date(worldStart.getTime() + world.clock.ahead).toISOString();
    await set(id, `posted_at = '${now}'::timestamptz - interval '13 days 23 hours'`);
    expect((await find(id))?.replyWay).toBe('hand');
    await set(id, `posted_at = '${now}'::timestamptz - interval '15 days'`);
    expect(await find(id)).toMatchObject({ status: 'AWAITING_REVIEW', replyWay: 'none' });
    const late = await approve(id, reply());
    expect(failureOf(late)).toBe('409 thread_over');
    expect(late.body.message).toMatch(/^Hacker News closes its threads after two weeks/);
    expect((await world.setStatus(id, { status: 'REJECTED' })).body).toMatchObject({ status: 'REJECTED' });
  });

  it('without a title is called what its post begins with', async () => {
    const { id } = await newConversation();
    const post = `Chasing ${'late '.repeat(30)}invoices\nIs there a tool?`;
    await set(id, `title = '', original_post = '${post}'`);
    expect((await find(id))?.postTitle).toBe(`${post.slice(0, 80)}...`);
  });

  it('has its reply by hand looked for, and refuses an address elsewhere', async () => {
    const { id } = await newConversation('discourse');
    const posted = (body: object) => world.call('POST', `/api/conversations/${id}/posted`, body);
    expect((await posted({})).body.code).toBe('conversation_moved_on');
    await approve(id, reply());
    const blind = await find(id);
    expect([blind?.status, blind?.replyFindable]).toEqual(['READY', false]);
    expect(failureOf(await posted({}))).toBe('409 reply_address_needed');
    await world.query(
      `insert into linked_accounts (id, owner_id, source, host, username, way) values ($1, $2, 'discourse', $3, 'ada', 'proof')`,
      [`account of ${id}`, world.founder.id, blind?.host],
    );
    expect((await posted({})).body).toMatchObject({
      status: 'READY',
      replyFindable: true,
      replyPostedUrl: null,
    });
    const elsewhere = await posted({ url: 'https://elsewhere.example.org/t/1' });
    expect(failureOf(elsewhere)).toBe('400 reply_url_elsewhere');
  });

  it.each([
    ['a state that it gets by itself', { status: 'POSTED' }],
    ['a blank reply', { status: 'APPROVED', reply: ' ' }],
    ['characters that can not be stored', { status: 'APPROVED', reply: 'a\u0000b' }],
    ['a reply that is too long', { status: 'APPROVED', reply: 'x'.repeat(10_001) }],
    ['no state', {}],
  ])('takes no body with %s', async (_, body) => {
    const [conversation] = await world.conversations();
    expect(failureOf(await world.setStatus(conversation?.id ?? '', body))).toBe('400 body_invalid');
  });

  it('names every state in words', async () => {
    const { id } = await newConversation();
    const states: ConversationStatus[] = ['APPROVED', 'POSTING', 'POSTED', 'FAILED', 'READY', 'UNCONFIRMED'];
    for (const status of states) {
      await set(id, `status = '${status}'`);
      const refused = await world.setStatus(id, { status: 'REJECTED' });
      expect(failureOf(refused)).toBe('409 conversation_moved_on');
      expect(refused.body.message).not.toMatch(/[A-Z_]{4}/);
    }
  });
});

it('a reply goes within the lengths of its server, with the warning of the post or of its owner', async () => {
  await world.query("update conversations set status = 'REJECTED', replied_at = null");
  world.forum.longest = 60;
  world.forum.warning = 'money talk';
  await world.linkAccount('lemmy', 'lemmy.world');
  world.sources.posts = [somePost({ source: 'lemmy', host: 'lemmy.world', community: 'baking' })];
  const [{ id } = { id: '' }] = (await world.startCampaign()).conversations;
  const { body } = await world.call('GET', `/api/conversations/${id}/guidance`);
  expect(body).toMatchObject({ contentWarning: 'money talk', limits: { shortest: null, longest: 60 } });
  const approve = (reply: string) =>
    world.call('PATCH', `/api/conversations/${id}/status`, {
      status: 'APPROVED',
      reply,
      contentWarning: 'bread talk',
    });
  expect(
    failureOf(await approve('It rests in the cold, for as long as a week or even two.'.padEnd(61, '!'))),
  ).toBe('400 reply_too_long');
  expect(failureOf(await approve('Keep it in the fridge and feed it weekly.'))).toMatch(/^200/);
  await world.runTasks();
  expect(world.forum.warnings).toEqual(['bread talk']);
});

it('conversations are filtered by state, source, campaign, id and text, and come in pages, newest first', async () => {
  const { id, campaignId } = await newConversation('discourse');
  const only = async (filter: string) => (await world.conversations(filter)).map((one) => one.id);
  expect(await only(`campaign=${campaignId}`)).toEqual([id]);
  expect(await only(`campaign=${campaignId}&source=hacker-news`)).toEqual([]);
  expect(await only('source=discourse&status=AWAITING_REVIEW')).toContain(id);
  expect(await only(`ids=none,${id}`)).toEqual([id]);
  expect(await only('search=no%20such%20words')).toEqual([]);
  expect(await only(`search=FORUM-${hosts}.EXAMPLE`)).toEqual([id]);
  expect(failureOf(await world.call('GET', '/api/conversations?status=LOST'))).toBe('400 body_invalid');
  const [first] = await world.conversations('limit=1');
  expect([first?.id, ...(await only(`before=${first?.createdAt}~${first?.id}`))]).toEqual(await only(''));
});
