import { beforeEach, describe, expect, it } from 'vitest';
import {
  day,
  hour,
  linked,
  minute,
  openPostingWorld,
  otherAccount,
  signedOut,
} from '#server/testing/worlds/posting-world.ts';
import { findReplyNow } from './find-reply.ts';

const world = openPostingWorld();

describe('an approved reply', () => {
  it('is sent once and linked', async () => {
    const id = await world.send();
    await world.advance(id);
    expect(await world.read(id)).toMatchObject({
      status: 'POSTED',
      replyExternalId: '9000',
      replyUrl: 'https://forum.example.com/comment/9000',
      repliedAt: world.clock.at,
      accountId: 'account-1',
      outcome: null,
    });
    expect(world.forum.sent).toHaveLength(1);
    expect(await world.attempt(id)).toMatchObject({ state: 'done', holder: null });
  });

  it('that a moderator reads first says so, is looked for, and never sent twice', async () => {
    world.forum.answers = ['moderated'];
    const id = await world.send();
    const waiting = { status: 'UNCONFIRMED', outcome: 'moderation', replyUrl: null };
    expect(await world.read(id)).toMatchObject(waiting);
    for (let days = 0; days < 3; days += 1) {
      world.clock.forward(day);
      expect(await world.sweep()).toEqual([id]);
      await world.advance(id);
      expect(await world.read(id)).toMatchObject(waiting);
    }
    world.forum.write('ada', (await world.read(id)).externalId, 'Freeze half of it.');
    await world.advance(id, day);
    expect(await world.outcome(id)).toEqual(['POSTED', 1, 1]);
  });

  it('that no moderator lets through is its owner’s after two weeks', async () => {
    world.forum.answers = ['moderated'];
    const id = await world.send();
    await world.advance(id, 15 * day);
    expect(await world.read(id)).toMatchObject({
      status: 'UNCONFIRMED',
      outcome: 'unknown',
      heldBecause: { code: 'moderation-over' },
    });
    expect(await world.sweep()).toEqual([]);
  });

  it('before a moderator says that nothing can look for it while its account is unlinked', async () => {
    world.forum.answers = ['moderated'];
    const id = await world.send();
    world.facts.account = null;
    await world.advance(id, day);
    const waiting = { status: 'UNCONFIRMED', outcome: 'moderation' };
    expect(await world.read(id)).toMatchObject({ ...waiting, heldBecause: { code: 'account-gone' } });
    world.facts.account = linked;
    await world.advance(id, day);
    expect(await world.read(id)).toMatchObject({ ...waiting, heldBecause: { code: 'moderation' } });
  });

  it('keeps a session that the source renewed, whatever became of it, but not one that is refused', async () => {
    const results = [
      { outcome: 'posted', externalId: '7', url: 'https://forum.example.com/comment/7', changedText: null },
      { outcome: 'refused', text: 'No.' },
      { outcome: 'unknown', text: 'cut' },
      { outcome: 'busy', text: '' },
      { outcome: 'logged-out', text: '' },
    ] as const;
    for (const result of results) {
      world.forum.answers = [{ ...result, session: `after ${result.outcome}` }];
      await world.send();
    }
    expect(world.facts.sessions).toEqual(['after posted', 'after refused', 'after unknown', 'after busy']);
    expect(world.facts.needLink).toEqual(['account-1']);
  });

  it('that is there already is linked and not sent', async () => {
    const id = await world.approve();
    world.forum.write('ada', (await world.read(id)).externalId, 'Freeze half of it.');
    await world.advance(id);
    expect(await world.outcome(id)).toEqual(['POSTED', 0, 1]);
    expect((await world.read(id)).replyExternalId).toBe('9000');
  });

  it.each(['closed', 'gone'] as const)('is not sent to a thread that is %s', async (open) => {
    world.facts.open = open;
    const id = await world.send();
    expect(await world.read(id)).toMatchObject({ status: 'FAILED', outcome: 'closed', repliedAt: null });
    expect(world.forum.sent).toEqual([]);
  });

  it('waits for the plan, then up to an hour for a thread that can not be looked at', async () => {
    world.facts.mayPost = false;
    const id = await world.send();
    expect((await world.read(id)).heldBecause).toEqual({ code: 'plan' });
    Object.assign(world.facts, { mayPost: true, open: 'unknown' });
    await world.advance(id, 3 * hour);
    expect(await world.read(id)).toMatchObject({ status: 'APPROVED', outcome: 'busy' });
    expect(world.forum.sent).toEqual([]);
    await world.advance(id, 61 * minute);
    expect(await world.read(id)).toMatchObject({ status: 'POSTED', heldBecause: null });
  });

  it('waits while its campaign is paused, also when that happens at the last moment', async () => {
    const id = await world.approve();
    await world.setActive(false);
    await world.advance(id);
    await world.setActive(true);
    world.forum.at.look = () => world.setActive(false);
    await world.advance(id);
    await world.sweep();
    expect([await world.outcome(id), await world.sweep()]).toEqual([['APPROVED', 0, 0], []]);
    world.forum.at = {};
    await world.setActive(true);
    await world.advance(id);
    expect(await world.outcome(id)).toEqual(['POSTED', 1, 1]);
  });

  it('can be withdrawn until it is on its way, and arrives from then on', async () => {
    const withdrawn = await world.approve();
    world.forum.at.look = () => world.change(withdrawn, { status: 'AWAITING_REVIEW' });
    await world.advance(withdrawn);
    expect(await world.outcome(withdrawn)).toEqual(['AWAITING_REVIEW', 0, 0]);
    let seen = '';
    const id = await world.approve();
    world.forum.at = {
      arriving: async () => {
        seen = (await world.read(id)).status;
        await world.setActive(false);
      },
    };
    await world.advance(id);
    await world.setActive(true);
    expect([seen, ...(await world.outcome(id))]).toEqual(['POSTING', 'POSTED', 1, 1]);
  });

  const aiRules = { ...linked, rules: { texts: ['Disclose the use of AI.'], readOn: '2040-05-05' } };
  const draft = 'Freeze half of the loaf on the day you bake it, and it keeps for a month.';
  const ownDraft = { suggestedReply: draft, reply: draft };
  const automatic = { autoApproved: true };

  it.each([
    ['no account can post', {}, { account: null }, {}, 'account-unlinked'],
    ['the card allows no sending', {}, {}, { replyWay: 'hand' }, 'by-hand'],
    ['the card allows no automated posting', automatic, {}, { automatedPosting: false }, 'not-automated'],
    [
      'its post is on another server',
      { url: 'https://other.example/post/7' },
      {},
      {},
      'server-rules-unknown',
    ],
    ['no rules were read', {}, { account: { ...linked, rules: null } }, {}, 'server-rules-unknown'],
    ['the rules mention AI and it is the draft', ownDraft, { account: aiRules }, {}, 'too-close-to-draft'],
    ['the rules mention AI and it is automatic', automatic, { account: aiRules }, {}, 'not-automated'],
  ])('is left to its owner when %s', async (_, changes, facts, card, code) => {
    Object.assign(world.facts, facts);
    Object.assign(world.facts.card, card);
    const id = await world.send(changes);
    expect(await world.read(id)).toMatchObject({
      status: 'READY',
      repliedAt: null,
      heldBecause: expect.objectContaining({ code }),
    });
    expect(world.forum.sent).toEqual([]);
  });

  it('that names the product needs another approval once a rule forbids promotion', async () => {
    const texts = ['Be kind. No advertising or promotion.'];
    world.facts.account = { ...linked, rules: { texts, readOn: '2040-05-05' } };
    const promoting = await world.send({ isPromotion: true });
    expect(await world.read(promoting)).toMatchObject({
      status: 'AWAITING_REVIEW',
      heldBecause: { code: 'promotion-banned', rule: 'No advertising or promotion.' },
    });
    expect(world.forum.sent).toEqual([]);
    expect(await world.outcome(await world.send())).toEqual(['POSTED', 1, 1]);
  });

  it('that has no room behind the warning of its post is its owner’s to shorten', async () => {
    world.forum.warning = 'w'.repeat(60);
    const long = { source: 'mastodon', reply: 'a'.repeat(409) } as const;
    const own = await world.send({ ...long, contentWarning: 'w'.repeat(60) });
    for (const id of [await world.send(long), own])
      expect(await world.read(id)).toMatchObject({
        status: 'AWAITING_REVIEW',
        heldBecause: {
          code: 'refused-by-check',
          message: 'reply_too_long',
          params: { place: 'Mastodon', most: 408, length: 409 },
        },
      });
    expect(world.forum.sent).toEqual([]);
    expect((await world.read(await world.send({ ...long, contentWarning: '' }))).status).toBe('POSTED');
  });

  it('is sent in own words where the rules mention AI', async () => {
    world.facts.account = aiRules;
    expect(await world.outcome(await world.send())).toEqual(['POSTED', 1, 1]);
  });

  it('never exceeds the budget when many are sent at once, and says the sum', async () => {
    const campaignId = await world.startCampaign();
    const ids: string[] = [];
    for (let n = 0; n < 8; n += 1) ids.push(await world.approve({ campaignId }));
    await Promise.all(ids.map((id) => world.advance(id)));
    expect(world.forum.posts).toHaveLength(3);
    const left = (await Promise.all(ids.map(world.read))).filter(({ status }) => status === 'READY');
    expect(left).toHaveLength(5);
    expect(left[0]?.heldBecause).toMatchObject({
      code: 'over-budget',
      figures: { today: { used: 3, allowed: 3 } },
    });
  });

  it('uses up the budget of its account on whichever host it answers, and of its community', async () => {
    const campaignId = await world.startCampaign();
    const hosts = ['one.example', 'two.example', 'three.example', 'four.example'];
    await Promise.all(hosts.map((host) => world.send({ campaignId, source: 'bluesky', host })));
    expect(world.forum.posts).toHaveLength(3);
    world.clock.forward(2 * day);
    const named = { isPromotion: true, source: 'bluesky' as const, campaignId: await world.startCampaign() };
    const home = await world.send({ ...named, host: 'home.example', community: 'bread' });
    const copy = await world.send({ ...named, host: 'one.example', community: 'bread@home.example' });
    expect([(await world.read(home)).status, (await world.read(copy)).status]).toEqual(['POSTED', 'READY']);
    expect((await world.read(copy)).heldBecause).toMatchObject({
      code: 'over-budget',
      figures: { community: 'bread@home.example', here: { named: 1 } },
    });
  });
});

describe('a source that refuses', () => {
  it.each(['closed', 'refused'] as const)('with %s posts nothing and says why', async (refusal) => {
    world.forum.answers = [{ outcome: refusal, text: 'Not like that.' }];
    const id = await world.send();
    await world.advance(id);
    expect(await world.read(id)).toMatchObject({
      status: 'FAILED',
      outcome: refusal,
      repliedAt: null,
      heldBecause: { code: refusal, host: 'forum.example.com', quote: 'Not like that.' },
    });
    expect(world.facts.needLink).toEqual([]);
    expect(world.forum.sent).toHaveLength(1);
  });

  it('as the author of the post takes no replies from the owner says so', async () => {
    world.forum.answers = [{ outcome: 'closed', text: '', reason: 'not-from-you' }];
    expect(await world.read(await world.send())).toMatchObject({
      status: 'FAILED',
      outcome: 'closed',
      heldBecause: { code: 'not-from-you', host: 'forum.example.com' },
    });
  });

  it('to show the thread, as the session has ended, asks to sign in again, and the reply waits for it', async () => {
    world.forum.isLockedOut = true;
    const id = await world.send();
    expect(await world.read(id)).toMatchObject({
      status: 'APPROVED',
      outcome: 'logged-out',
      heldBecause: { code: 'logged-out', host: 'forum.example.com', quote: 'Who are you?' },
    });
    expect([world.facts.needLink, world.forum.sent]).toEqual([['account-1'], []]);
    world.clock.forward(6 * minute);
    expect(await world.sweep()).toEqual([id]);
    await world.advance(id);
    expect(await world.outcome(id)).toEqual(['APPROVED', 0, 0]);
    world.forum.isLockedOut = false;
    world.facts.account = linked;
    await world.advance(id, 6 * minute);
    expect(await world.read(id)).toMatchObject({ status: 'POSTED', outcome: null, heldBecause: null });
  });

  it.each(['closed', 'refused'] as const)(
    'with %s for want of a session asks to sign in again',
    async (refusal) => {
      world.forum.answers = [{ outcome: refusal, text: 'No such page.' }];
      world.forum.at.arriving = async () => {
        world.forum.isLockedOut = true;
      };
      const row = await world.read(await world.send());
      expect(row).toMatchObject({ status: 'APPROVED', outcome: 'logged-out' });
      expect(row.heldBecause?.code).toBe('logged-out');
      expect(world.facts.needLink).toEqual(['account-1']);
    },
  );
});

describe('a source that is busy', () => {
  const busy = { outcome: 'busy', text: '', retryAfterSeconds: 1_800 } as const;

  it('is asked again when it said so, and given up after two days', async () => {
    world.forum.answers = [busy, busy];
    const id = await world.send();
    await world.advance(id, 29 * minute);
    expect([world.forum.sent.length, await world.sweep()]).toEqual([1, []]);
    world.clock.forward(3 * minute);
    expect(await world.sweep()).toEqual([id]);
    await world.advance(id, 2 * day);
    expect(await world.read(id)).toMatchObject({ status: 'FAILED', outcome: 'busy' });
  });

  it.each([0, 1])('is not given up for a pause of the campaign after %i tries', async (tries) => {
    world.forum.answers = [busy, busy];
    const id = await world.approve();
    for (let n = 0; n < tries; n += 1) await world.advance(id);
    await world.setActive(false);
    world.clock.forward(3 * day);
    await world.setActive(true, (await world.read(id)).campaignId);
    await world.advance(id);
    expect(await world.outcome(id)).toEqual(['APPROVED', tries + 1, 0]);
  });

  it('although it took the reply gets no second one: it is found, or left to its owner after two days', async () => {
    world.forum.answers = ['busy-after', 'busy-after'];
    const [seen, unseen] = [await world.send(), await world.send()];
    await world.advance(seen, 3 * minute);
    expect(await world.outcome(seen)).toEqual(['POSTED', 2, 2]);
    world.forum.isBlind = true;
    for (let hours = 0; hours < 60; hours += 1) await world.advance(unseen, hour);
    expect(await world.outcome(unseen)).toEqual(['UNCONFIRMED', 2, 2]);
    expect((await world.read(unseen)).heldBecause?.code).toBe('never-found');
    world.forum.isBlind = false;
    expect(await findReplyNow(world.deps, unseen)).toBe('found');
  });

  it('although it took the reply has it found before another account sends it', async () => {
    world.forum.answers = ['busy-after'];
    const id = await world.send();
    world.facts.account = otherAccount;
    await world.advance(id, 3 * minute);
    expect(await world.outcome(id)).toEqual(['POSTED', 1, 1]);
    expect(world.forum.posts.map(({ by }) => by)).toEqual(['ada']);
  });
});

describe('an account that was too fast', () => {
  beforeEach(() => {
    world.forum.answers = [{ outcome: 'too-fast', text: '' }];
  });

  it('is left alone for the day with all of its replies, also when one is approved again', async () => {
    const campaignId = await world.startCampaign();
    const one = await world.send({ campaignId });
    expect(await world.read(one)).toMatchObject({ status: 'APPROVED', outcome: 'too-fast', repliedAt: null });
    await world.approveAgain(one);
    const two = await world.send({ campaignId });
    await world.advance(one);
    for (const id of [one, two])
      expect((await world.read(id)).heldBecause).toMatchObject({
        code: 'too-fast',
        until: expect.any(String),
      });
    expect(await world.outcome(await world.send())).toEqual(['POSTED', 2, 1]);
    world.clock.forward(day);
    expect(await world.sweep()).toEqual([one, two].sort());
    await world.advance(two);
    expect(await world.outcome(two)).toEqual(['POSTED', 3, 2]);
  });

  it('does not delay another account of its owner', async () => {
    const campaignId = await world.startCampaign();
    await world.send({ campaignId });
    world.facts.account = otherAccount;
    expect(await world.outcome(await world.send({ campaignId }))).toEqual(['POSTED', 2, 1]);
  });
});

describe('a reply that waits for a sign-in', () => {
  async function sendSignedOut(autoApproved = false): Promise<string> {
    world.facts.account = signedOut;
    const id = await world.send({ autoApproved });
    expect(await world.read(id)).toMatchObject({ status: 'APPROVED', heldBecause: { code: 'sign-in' } });
    return id;
  }

  it.each([false, true])(
    'is sent when the same account signs in within a week (automatic: %s)',
    async (automatic) => {
      const id = await sendSignedOut(automatic);
      world.facts.account = linked;
      await world.advance(id, 7 * day - minute);
      expect(await world.outcome(id)).toEqual(['POSTED', 1, 1]);
    },
  );

  it.each([
    ['another account signs in', 5 * minute, otherAccount, 'other-account'],
    ['its account signs in after a week', 7 * day, linked, 'approval-expired'],
    ['no one signs in for a week', 7 * day, signedOut, 'approval-expired'],
  ])('needs another approval when %s', async (_, passedMs, account, code) => {
    const id = await sendSignedOut();
    world.facts.account = account;
    await world.advance(id, passedMs);
    const row = await world.read(id);
    expect(row).toMatchObject({ status: 'AWAITING_REVIEW', approvedAt: null, reply: 'Freeze half of it.' });
    expect(row.heldBecause?.code).toBe(code);
    world.facts.account = otherAccount;
    await world.change(id, { accountId: otherAccount.id });
    await world.approveAgain(id);
    await world.advance(id);
    expect(await world.outcome(id)).toEqual(['POSTED', 1, 1]);
  });

  it('and was refused while it was sent needs another approval for another account', async () => {
    world.forum.answers = [{ outcome: 'logged-out', text: '' }];
    const id = await world.send();
    world.facts.account = otherAccount;
    await world.advance(id, 5 * minute);
    const noProblem = { outcome: null, heldBecause: { code: 'other-account' } };
    expect(await world.read(id)).toMatchObject({ status: 'AWAITING_REVIEW', ...noProblem });
    expect(world.forum.sent).toHaveLength(1);
  });
});
