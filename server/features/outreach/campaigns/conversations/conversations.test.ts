import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { memoryLimits } from '#server/http/limits.ts';
import type { FoundPost } from '#server/integrations/sources/port.ts';
import { somePost, worldStart } from '#server/testing/scripted-sources.ts';
import type { TestUser } from '#server/testing/test-server.ts';
import {
  type OutreachWorld,
  someProduct,
  startOutreachWorld,
} from '#server/testing/worlds/outreach-world.ts';
import type { Conversation, Guidance } from '#shared/contracts/conversations.ts';
import type { ConversationStatus, Opportunity } from '#shared/contracts/opportunities.ts';

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
  await world.query('delete from linked_accounts');
});

const call = (method: string, path: string, body?: unknown, user = world.founder) =>
  world.server.call(method, path, { token: user.token, body });

/** Each on a host of its own, so that no budget is shared. */
let hosts = 0;
async function newConversation(source: 'hacker-news' | 'discourse' = 'hacker-news'): Promise<Conversation> {
  const host = `forum-${++hosts}.example.com`;
  world.sources.posts = [source === 'discourse' ? somePost({ source, host }) : somePost()];
  return startWith(await world.findOpportunities({ forums: [host] }));
}

/** The conversation of a campaign that is started with one post. */
async function startWith(opportunities: Opportunity[]): Promise<Conversation> {
  const reply = await world.start(opportunities);
  expect(reply.status).toBe(201);
  const { campaign } = reply.body as unknown as { campaign: { id: string } };
  const [conversation] = await world.conversations(`campaign=${campaign.id}`);
  if (!conversation) throw new Error('no conversation was found');
  return conversation;
}

/** Words that are unlike those of every other reply. */
let replies = 0;
const reply = () => `Feed it ${createHash('sha256').update(String(++replies)).digest('hex')} times.`;

describe('a conversation', () => {
  it('is approved with the words of its owner, and posted by hand', async () => {
    const { id, suggestionKind, replyWay } = await newConversation();
    expect([suggestionKind, replyWay]).toEqual(['briefing', 'hand']);
    const text = reply();
    const approved = await world.setStatus(id, { status: 'APPROVED', reply: `  ${text}\n` });
    expect(approved.body).toMatchObject({
      status: 'READY',
      reply: text,
      replyWay: 'hand',
      heldBecause: null,
    });
  });

  it('needs own words where only a briefing is suggested', async () => {
    const { id, suggestedReply } = await newConversation();
    const without = await world.setStatus(id, { status: 'APPROVED' });
    expect([without.status, without.body.code]).toEqual([400, 'reply_own_words']);
    const copied = await world.setStatus(id, { status: 'APPROVED', reply: suggestedReply });
    expect([copied.status, copied.body.code]).toEqual([400, 'reply_own_words']);
    const elsewhere = await newConversation('discourse');
    const unread = await world.setStatus(elsewhere.id, { status: 'APPROVED' });
    expect([unread.status, unread.body.code]).toEqual([400, 'reply_too_alike']);
  });

  it.each([
    [
      'names the product twice',
      `I built ${someProduct.name}. Try it. Once more: ${someProduct.name} is good.`,
      'reply_promotes_twice',
    ],
    ['hides who made it', `Have a look at ${someProduct.name}, it reminds you.`, 'reply_without_disclosure'],
  ])('is not approved with a reply that %s', async (_, text, code) => {
    const { id } = await newConversation();
    const refused = await world.setStatus(id, { status: 'APPROVED', reply: text });
    expect([refused.status, refused.body.code]).toEqual([400, code]);
  });

  it('is not answered with the words of an earlier reply', async () => {
    const text = reply();
    const one = await newConversation('discourse');
    const other = await newConversation('discourse');
    expect((await world.setStatus(one.id, { status: 'APPROVED', reply: text })).status).toBe(200);
    const again = await world.setStatus(other.id, { status: 'APPROVED', reply: `${text} Bye` });
    expect([again.status, again.body.code]).toEqual([400, 'reply_too_alike']);
  });

  it('is rejected, taken back and approved with its draft', async () => {
    const { id } = await newConversation('discourse');
    const suggestedReply = reply();
    await world.suggest(id, suggestedReply);
    expect((await world.setStatus(id, { status: 'REJECTED' })).body).toMatchObject({ status: 'REJECTED' });
    const moved = await world.setStatus(id, { status: 'APPROVED' });
    expect([moved.status, moved.body]).toMatchObject([
      409,
      { code: 'conversation_moved_on', message: 'This conversation has moved on: it is rejected now.' },
    ]);
    const back = await world.setStatus(id, { status: 'AWAITING_REVIEW' });
    expect(back.body).toMatchObject({ status: 'AWAITING_REVIEW', reply: null });
    const approved = await world.setStatus(id, { status: 'APPROVED' });
    expect(approved.body).toMatchObject({ status: 'READY', reply: suggestedReply });
    const kept = await world.setStatus(id, { status: 'AWAITING_REVIEW' });
    expect(kept.body).toMatchObject({ status: 'AWAITING_REVIEW', reply: suggestedReply });
  });

  it('that is withdrawn hides its earlier attempt', async () => {
    const { id } = await newConversation('discourse');
    const tried = `update conversations set status = 'APPROVED', outcome = 'too-fast', outcome_text = 'Too fast.',
      held_because = 'It waits.'`;
    await world.query(`${tried} where id = '${id}'`);
    const back = await world.setStatus(id, { status: 'AWAITING_REVIEW' });
    expect(back.body).toMatchObject({ status: 'AWAITING_REVIEW', problem: null, heldBecause: null });
  });

  it('is decided once by two tabs', async () => {
    const { id } = await newConversation();
    const both = await Promise.all([
      world.setStatus(id, { status: 'APPROVED', reply: reply() }),
      world.setStatus(id, { status: 'REJECTED' }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(both.find(({ status }) => status === 409)?.body.code).toBe('conversation_moved_on');
  });

  it('promotes no more than the budget of its place allows, also in two tabs', async () => {
    const host = `forum-${++hosts}.example.com`;
    world.sources.posts = [somePost({ source: 'discourse', host }), somePost({ source: 'discourse', host })];
    await world.start(await world.findOpportunities({ forums: [host] }));
    const both = (await world.conversations()).filter((one) => one.host === host);
    const answers = await Promise.all(
      both.map(({ id }) =>
        world.setStatus(id, {
          status: 'APPROVED',
          reply: `${reply()} I built ${someProduct.name} for that.`,
        }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.body.code).toBe('reply_over_budget');
    const waiting = both.find((_, at) => answers[at]?.status === 409);
    const guidance = await call('GET', `/api/conversations/${waiting?.id}/guidance`);
    expect(guidance.body).toMatchObject({
      rules: { place: host, expired: false },
      budget: { promotionAllowed: false, repliesLeftToday: 2 },
      account: null,
    });
    expect(String(guidance.body.disclosure)).toContain(someProduct.name);
  });

  it('is measured by the account that sends, whichever host of a federated source it answers on', async () => {
    const post = { source: 'lemmy' as const, host: 'lemmy.world', community: 'baking@home.example' };
    world.sources.posts = [somePost(post), somePost({ ...post, community: 'bread' })];
    const { conversations } = await world.startCampaign();
    const [one, other] = conversations.toSorted((a, b) =>
      (a.community ?? '').localeCompare(b.community ?? ''),
    );
    expect((await world.linkAccount('lemmy', 'lemmy.world')).status).toBe(201);
    const replies = (id = '', place = '', at = 0) =>
      world.query(
        `insert into conversations select (jsonb_populate_record(c, jsonb_build_object('id', c.id || $3::text,
          'external_id', c.id || $3::text, 'thread_id', c.id || $3::text, 'url', c.url || $3::text, 'host', $2::text,
          'status', 'POSTED', 'is_promotion', true, 'replied_at', c.created_at - $4 * interval '1 hour',
          'account_id', (select id from linked_accounts where owner_id = c.owner_id and host = 'lemmy.world')))).*
         from conversations c where id = $1`,
        [id, place, place, at],
      );
    await replies(one?.id, 'far.example', 30);
    await replies(one?.id, 'home.example', 200);
    const guidance = async (id = '') =>
      (await call('GET', `/api/conversations/${id}/guidance`)).body as unknown as Guidance;
    const { budget } = await guidance(one?.id);
    expect(budget.arithmetic.join(' ')).toContain('2 named it');
    expect(budget.arithmetic.join(' ')).toMatch(/in baking@home\.example: 1 did/);
    expect((await guidance(other?.id)).budget.arithmetic.join(' ')).toMatch(
      /in bread@lemmy\.world: none did/,
    );
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
    expect((await world.setStatus(earlier.id, { status: 'APPROVED', reply: reply() })).status).toBe(200);
    const refused = await world.setStatus(later.id, { status: 'APPROVED', reply: reply() });
    expect([refused.status, refused.body.code]).toEqual([409, 'thread_answered']);
  });

  it('is not approved on Hacker News with what was suggested for another, or with padding around it', async () => {
    const draft = await newConversation('discourse');
    const briefing = await newConversation();
    const padding = Array.from({ length: 20 }, reply).join(' ');
    for (const text of [draft.suggestedReply, `${draft.suggestedReply} ${padding}`]) {
      const refused = await world.setStatus(briefing.id, { status: 'APPROVED', reply: text });
      expect([refused.status, refused.body.code]).toEqual([400, 'reply_own_words']);
    }
  });

  it('is not approved with marks that its place would show as they are typed', async () => {
    const { id } = await newConversation();
    const refused = await world.setStatus(id, { status: 'APPROVED', reply: `${reply()} **Truly**` });
    expect([refused.status, refused.body.code]).toEqual([400, 'reply_form']);
  });

  it('can be read and rejected, and no more approved, once its thread is closed', async () => {
    const { id } = await newConversation();
    const own = reply();
    const write = (age: string) =>
      world.query(`update conversations set posted_at = $2::timestamptz - $3::interval where id = $1`, [
        id,
        new Date(worldStart.getTime() + world.clock.ahead),
        age,
      ]);
    await write('13 days 23 hours');
    expect((await world.conversations(`ids=${id}`))[0]?.replyWay).toBe('hand');
    await write('15 days');
    expect((await world.conversations(`ids=${id}`))[0]).toMatchObject({
      status: 'AWAITING_REVIEW',
      replyWay: 'none',
    });
    const late = await world.setStatus(id, { status: 'APPROVED', reply: own });
    expect([late.status, late.body.code]).toEqual([409, 'thread_over']);
    expect(late.body.message).toMatch(/^Hacker News closes its threads after two weeks/);
    expect((await world.setStatus(id, { status: 'REJECTED' })).body).toMatchObject({ status: 'REJECTED' });
  });

  it('is handed to its owner when sending failed', async () => {
    const { id } = await newConversation('discourse');
    const early = await call('POST', `/api/conversations/${id}/take-over`);
    expect([early.status, early.body.code]).toEqual([409, 'conversation_moved_on']);
    await world.query(
      `update conversations set status = 'FAILED', outcome = 'captcha', outcome_text = 'It asks for a captcha.',
        held_because = 'It waits.' where id = $1`,
      [id],
    );
    const [failed] = await world.conversations('status=FAILED');
    expect(failed?.problem).toEqual({ outcome: 'captcha', text: 'It asks for a captcha.' });
    const over = await call('POST', `/api/conversations/${id}/take-over`);
    expect(over.body).toMatchObject({ status: 'READY', problem: null, heldBecause: null, replyWay: 'hand' });
  });

  it('without a title is called what its post begins with', async () => {
    const { id } = await newConversation();
    const post = `Chasing ${'late '.repeat(30)}invoices\nIs there a tool?`;
    await world.query(`update conversations set title = '', original_post = $2 where id = $1`, [id, post]);
    const [untitled] = await world.conversations(`ids=${id}`);
    expect(untitled?.postTitle).toBe(`${post.slice(0, 80)}...`);
  });

  it('is reviewed again when sending failed, with the words kept', async () => {
    const { id } = await newConversation('discourse');
    const own = reply();
    await world.setStatus(id, { status: 'APPROVED', reply: own });
    await world.query(
      `update conversations set status = 'FAILED', outcome = 'logged-out', outcome_text = 'Who?' where id = $1`,
      [id],
    );
    const back = await world.setStatus(id, { status: 'AWAITING_REVIEW' });
    expect(back.body).toMatchObject({ status: 'AWAITING_REVIEW', reply: own, problem: null });
  });

  it('says that a reply by hand can not be seen yet, and refuses an address elsewhere', async () => {
    const { id } = await newConversation('discourse');
    const path = `/api/conversations/${id}/posted`;
    expect((await call('POST', path, {})).body.code).toBe('conversation_moved_on');
    await world.setStatus(id, { status: 'APPROVED', reply: reply() });
    const [blind] = await world.conversations(`ids=${id}`);
    expect([blind?.status, blind?.replyFindable]).toEqual(['READY', false]);
    const needed = await call('POST', path, {});
    expect([needed.status, needed.body.code]).toEqual([409, 'reply_address_needed']);
    await world.query(
      `insert into linked_accounts (id, owner_id, source, host, username, way) values ($1, $2, 'discourse', $3, 'ada', 'proof')`,
      [`account of ${id}`, world.founder.id, blind?.host],
    );
    expect((await call('POST', path, {})).body).toMatchObject({
      status: 'READY',
      replyFindable: true,
      replyPostedUrl: null,
    });
    const elsewhere = await call('POST', path, { url: 'https://elsewhere.example.org/t/1' });
    expect([elsewhere.status, elsewhere.body.code]).toEqual([400, 'reply_url_elsewhere']);
  });

  it('is nothing to anybody else', async () => {
    const { id } = await newConversation();
    const path = `/api/conversations/${id}`;
    const tries = await Promise.all([
      world.setStatus(id, { status: 'APPROVED', reply: reply() }, stranger),
      world.setStatus(id, { status: 'REJECTED' }, stranger),
      call('POST', `${path}/posted`, {}, stranger),
      call('POST', `${path}/take-over`, undefined, stranger),
      call('GET', `${path}/guidance`, undefined, stranger),
      call('GET', '/api/conversations/none/guidance'),
    ]);
    expect(tries.map(({ status, body }) => [status, body.code])).toEqual(
      tries.map(() => [404, 'conversation_not_found']),
    );
  });

  it.each([
    ['a state that it gets by itself', { status: 'POSTED' }],
    ['a blank reply', { status: 'APPROVED', reply: ' ' }],
    ['characters that can not be stored', { status: 'APPROVED', reply: 'a\u0000b' }],
    ['a reply that is too long', { status: 'APPROVED', reply: 'x'.repeat(10_001) }],
    ['no state', {}],
  ])('takes no body with %s', async (_, body) => {
    const [conversation] = await world.conversations();
    const refused = await world.setStatus(conversation?.id ?? '', body);
    expect([refused.status, refused.body.code]).toEqual([400, 'body_invalid']);
  });
});

describe('the list of conversations', () => {
  it('keeps those of a state, a source or a campaign, and those that hold a text', async () => {
    const { id, campaignId } = await newConversation('discourse');
    const only = async (filter: string) => (await world.conversations(filter)).map((one) => one.id);
    expect(await only(`campaign=${campaignId}`)).toEqual([id]);
    expect(await only(`campaign=${campaignId}&source=hacker-news`)).toEqual([]);
    expect(await only('source=discourse&status=AWAITING_REVIEW')).toContain(id);
    expect(await only(`ids=none,${id}`)).toEqual([id]);
    expect(await only('ids=none')).toEqual([]);
    expect(await only('search=no%20such%20words')).toEqual([]);
    expect(await only(`search=FORUM-${hosts}.EXAMPLE`)).toEqual([id]);
    const wrong = await call('GET', '/api/conversations?status=LOST');
    expect([wrong.status, wrong.body.code]).toEqual([400, 'body_invalid']);
  });

  it('comes in pages, newest first', async () => {
    const all = await world.conversations();
    const [first] = await world.conversations('limit=1');
    const rest = await world.conversations(`before=${first?.createdAt}~${first?.id}`);
    expect([first, ...rest].map((one) => one?.id)).toEqual(all.map(({ id }) => id));
  });
});

it('names every state in words', async () => {
  const { id } = await newConversation();
  const states: ConversationStatus[] = ['APPROVED', 'POSTING', 'POSTED', 'FAILED', 'READY', 'UNCONFIRMED'];
  for (const status of states) {
    await world.query('update conversations set status = $2 where id = $1', [id, status]);
    const refused = await world.setStatus(id, { status: 'REJECTED' });
    expect([refused.status, refused.body.code]).toEqual([409, 'conversation_moved_on']);
    expect(refused.body.message).not.toMatch(/[A-Z_]{4}/);
  }
});

it('a source is asked for replies only so often by one owner', async () => {
  const limited = await startOutreachWorld({ limits: memoryLimits });
  const { token } = limited.founder;
  const look = async () =>
    (await limited.server.call('POST', '/api/conversations/unknown/posted', { token, body: {} })).status;
  const statuses: number[] = [];
  for (let n = 0; n < 31; n += 1) statuses.push(await look());
  expect([new Set(statuses.slice(0, 30)), statuses[30]]).toEqual([new Set([404]), 429]);
  await limited.close();
});
