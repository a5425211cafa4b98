import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { campaigns } from '#server/database/tables.ts';
import {
  day,
  hour,
  linked,
  minute,
  type PostingWorld,
  startPostingWorld,
} from '#server/testing/worlds/posting-world.ts';

let world: PostingWorld;
beforeAll(async () => {
  world = await startPostingWorld();
});
afterAll(() => world.close());
beforeEach(() => world.clear());

const pause = (active: boolean) => world.database.sql.update(campaigns).set({ active });

describe('an approved reply', () => {
  it('is sent once and linked', async () => {
    const id = await world.approve();
    await world.advance(id);
    await world.advance(id);
    const [post] = world.forum.posts;
    expect(await world.read(id)).toMatchObject({
      status: 'POSTED',
      replyExternalId: post?.id,
      replyUrl: `https://forum.example.com/comment/${post?.id}`,
      repliedAt: world.clock.at,
      accountId: 'account-1',
      outcome: null,
    });
    expect(world.forum.sends).toBe(1);
    expect(await world.attempt(id)).toMatchObject({ state: 'done', holder: null });
  });

  it('is found when the source does not say where it is', async () => {
    world.forum.answers = ['posted-without-id'];
    const id = await world.approve();
    await world.advance(id);
    expect(await world.read(id)).toMatchObject({ status: 'POSTED', replyExternalId: '9000' });
  });

  it('stays posted when it was accepted and is not to be seen, and its address comes later', async () => {
    world.forum.answers = ['posted-without-id'];
    world.forum.at.arrived = async () => {
      world.forum.isBlind = true;
    };
    const id = await world.approve();
    await world.advance(id);
    expect(await world.read(id)).toMatchObject({ status: 'POSTED', replyUrl: null, outcome: null });
    world.forum.isBlind = false;
    world.clock.forward(2 * minute);
    expect(await world.sweep()).toEqual([id]);
    await world.advance(id);
    expect((await world.read(id)).replyUrl).toMatch(/comment/);
    expect(world.forum.sends).toBe(1);
  });

  it('keeps a session that the source renewed', async () => {
    world.forum.answers = [
      { outcome: 'posted', externalId: '7', url: 'https://forum.example.com/comment/7', session: 'new' },
    ];
    await world.advance(await world.approve());
    expect(world.sessions).toEqual(['new']);
  });

  it('keeps a renewed session whatever became of it, but not one that is refused', async () => {
    const refused = { outcome: 'refused', text: 'No.' } as const;
    const lost = { outcome: 'unknown', text: 'cut' } as const;
    const out = { outcome: 'logged-out', text: '' } as const;
    for (const [at, answer] of [refused, lost, out].entries()) {
      world.forum.answers = [{ ...answer, session: `session ${at}` }];
      await world.advance(await world.approve());
    }
    expect(world.sessions).toEqual(['session 0', 'session 1']);
    expect(world.needLink).toEqual(['account-1']);
  });

  it('that is there already is linked and not sent', async () => {
    const id = await world.approve();
    const { externalId } = await world.read(id);
    world.forum.write('ada', externalId, 'Freeze half of it.');
    await world.advance(id);
    expect(await world.read(id)).toMatchObject({ status: 'POSTED', replyExternalId: '9000' });
    expect(world.forum.sends).toBe(0);
  });

  it.each(['closed', 'gone'] as const)('is not sent to a thread that is %s', async (state) => {
    world.open = state;
    const id = await world.approve();
    await world.advance(id);
    expect(await world.read(id)).toMatchObject({ status: 'FAILED', outcome: 'closed', repliedAt: null });
    expect(world.forum.sends).toBe(0);
  });

  it('waits while the thread can not be looked at, and goes after an hour', async () => {
    world.open = 'unknown';
    const id = await world.approve();
    await world.advance(id);
    expect(await world.read(id)).toMatchObject({ status: 'APPROVED', outcome: 'busy' });
    expect(world.forum.sends).toBe(0);
    world.clock.forward(61 * minute);
    await world.advance(id);
    expect((await world.read(id)).status).toBe('POSTED');
  });

  it('waits while its campaign is paused, also when that happens at the last moment', async () => {
    const id = await world.approve();
    await pause(false);
    await world.advance(id);
    await pause(true);
    world.forum.at.look = async () => void (await pause(false));
    await world.advance(id);
    await world.sweep();
    expect([(await world.read(id)).status, world.forum.sends, await world.sweep()]).toEqual([
      'APPROVED',
      0,
      [],
    ]);
    world.forum.at = {};
    await pause(true);
    await world.advance(id);
    expect((await world.read(id)).status).toBe('POSTED');
  });

  it('that is on its way when its campaign is paused arrives', async () => {
    world.forum.at.arriving = async () => void (await pause(false));
    const id = await world.approve();
    await world.advance(id);
    await pause(true);
    expect((await world.read(id)).status).toBe('POSTED');
  });

  it('waits while the plan does not let its owner post, and says so', async () => {
    world.mayPost = false;
    const id = await world.approve();
    await world.advance(id);
    expect(await world.read(id)).toMatchObject({ status: 'APPROVED' });
    expect((await world.read(id)).heldBecause).toMatch(/Developer plan/);
    world.mayPost = true;
    world.clock.forward(hour);
    await world.advance(id);
    expect(await world.read(id)).toMatchObject({ status: 'POSTED', heldBecause: null });
  });

  it('goes back to its owner when no account can post, the card changed, or the budget is used', async () => {
    const [first, second, third] = [
      await world.approve(),
      await world.approve(),
      await world.approve({ autoApproved: true }),
    ];
    world.account = null;
    await world.advance(first);
    world.account = linked;
    world.card.replyWay = 'hand';
    await world.advance(second);
    Object.assign(world.card, { replyWay: 'account', automatedPosting: false });
    await world.advance(third);
    const campaignId = await world.startCampaign();
    const many = [];
    for (let n = 0; n < 4; n += 1) many.push(await world.approve({ campaignId }));
    for (const id of many) await world.advance(id);
    const left = await Promise.all([first, second, third, ...many].map(world.read));
    expect(left.map(({ status }) => status)).toEqual([
      'READY',
      'READY',
      'READY',
      'POSTED',
      'POSTED',
      'POSTED',
      'READY',
    ]);
    expect(left.map(({ heldBecause }) => heldBecause).filter(Boolean)).toEqual([
      expect.stringMatching(/No account/),
      expect.stringMatching(/not sent for you/),
      expect.stringMatching(/without your approval/),
      expect.stringMatching(/3 of 3/),
    ]);
  });

  it('uses up the budget of its account on whichever host it answers, and of its community', async () => {
    const campaignId = await world.startCampaign();
    const hosts = ['one.example', 'two.example', 'three.example', 'four.example'];
    const seen = await Promise.all(
      hosts.map((host) => world.approve({ campaignId, source: 'bluesky', host })),
    );
    await Promise.all(seen.map((id) => world.advance(id)));
    expect(world.forum.posts).toHaveLength(3);
    world.clock.forward(2 * day);
    const named = { isPromotion: true, source: 'bluesky' as const, campaignId: await world.startCampaign() };
    const home = await world.approve({ ...named, host: 'home.example', community: 'bread' });
    const copy = await world.approve({ ...named, host: 'one.example', community: 'bread@home.example' });
    for (const id of [home, copy]) await world.advance(id);
    expect([(await world.read(home)).status, (await world.read(copy)).status]).toEqual(['POSTED', 'READY']);
    expect((await world.read(copy)).heldBecause).toMatch(/One reply in 7 days.*bread@home.example/);
  });

  it.each([
    ['a post of another server', { url: 'https://other.example/post/7' }, linked.rules],
    ['a community of another server', { community: 'bread@other.example' }, linked.rules],
    ['a server found by another account', { host: 'other.example' }, linked.rules],
    ['a server whose rules were not read', {}, null],
  ])('is left to its owner for %s', async (_, place, rules) => {
    const id = await world.approve(place);
    world.account = { ...linked, rules };
    await world.advance(id);
    expect(await world.read(id)).toMatchObject({
      status: 'READY',
      heldBecause: expect.stringMatching(/^We have not read the rules/),
    });
    expect(world.forum.sends).toBe(0);
  });

  it('is left to its owner when the rules mention AI by now and the words are those of the draft', async () => {
    const rules = { texts: ['Disclose the use of AI.'], readOn: '2040-05-05' };
    const taken = 'Freeze half of the loaf on the day you bake it, and it keeps for a month.';
    const drafted = await world.approve({ suggestedReply: taken, reply: taken });
    const own = await world.approve();
    const automatic = await world.approve({ autoApproved: true });
    world.account = { ...linked, rules };
    for (const id of [drafted, own, automatic]) await world.advance(id);
    expect(await world.read(drafted)).toMatchObject({
      status: 'READY',
      heldBecause: expect.stringMatching(/asks for your own words/),
    });
    expect(await world.read(own)).toMatchObject({ status: 'POSTED' });
    expect((await world.read(automatic)).heldBecause).toMatch(/without your approval/);
    expect(world.forum.sends).toBe(1);
  });

  it('never exceeds the budget when many are sent at once', async () => {
    const campaignId = await world.startCampaign();
    const ids = [];
    for (let n = 0; n < 8; n += 1) ids.push(await world.approve({ campaignId }));
    await Promise.all(ids.map((id) => world.advance(id)));
    expect(world.forum.posts).toHaveLength(3);
  });
});

describe('a source that refuses', () => {
  it.each(['closed', 'refused', 'confirm-again', 'captcha'] as const)(
    'with %s posts nothing and says why',
    async (outcome) => {
      world.forum.answers = [{ outcome, text: 'Not like that.' }];
      const id = await world.approve();
      await world.advance(id);
      await world.advance(id);
      const row = await world.read(id);
      expect(row).toMatchObject({ status: 'FAILED', outcome, repliedAt: null });
      expect(row.outcomeText).toContain('Not like that.');
      expect(world.needLink).toEqual(outcome === 'captcha' ? ['account-1'] : []);
      expect(world.forum.sends).toBe(1);
    },
  );

  it('to show the thread, as the session has ended, asks to sign in again, and the reply waits for it', async () => {
    world.forum.isLockedOut = true;
    const id = await world.approve();
    await world.advance(id);
    const row = await world.read(id);
    expect(row).toMatchObject({ status: 'APPROVED', outcome: 'logged-out', reply: 'Freeze half of it.' });
    expect(row.outcomeText).toBe(
      'Your sign-in at forum.example.com has ended. Sign in again, and your reply is sent. Nothing was posted. Its words: “Who are you?”',
    );
    expect([world.needLink, world.forum.sends]).toEqual([['account-1'], 0]);
    world.clock.forward(6 * minute);
    expect(await world.sweep()).toEqual([id]);
    await world.advance(id);
    expect(await world.read(id)).toMatchObject({ status: 'APPROVED', outcome: 'logged-out' });
    world.forum.isLockedOut = false;
    world.account = linked;
    world.clock.forward(6 * minute);
    await world.advance(id);
    expect(await world.read(id)).toMatchObject({ status: 'POSTED', outcome: null, heldBecause: null });
  });

  it.each(['closed', 'refused'] as const)(
    'with %s for want of a session asks to sign in again',
    async (outcome) => {
      world.forum.answers = [{ outcome, text: 'No such page.' }];
      const id = await world.approve();
      world.forum.at.arriving = async () => {
        world.forum.isLockedOut = true;
      };
      await world.advance(id);
      const row = await world.read(id);
      expect(row).toMatchObject({ status: 'APPROVED', outcome: 'logged-out' });
      expect(row.outcomeText).not.toContain('takes no replies');
      expect(world.needLink).toEqual(['account-1']);
    },
  );

  it('with our own reason never shows it as the source’s text', async () => {
    world.forum.answers = [{ outcome: 'refused', text: 'Nope.', reason: 'It is too long.' }];
    const id = await world.approve();
    await world.advance(id);
    expect((await world.read(id)).outcomeText).toMatch(/ It is too long\. Its words: “Nope\.”$/);
  });

  it('because it is busy is asked again when it said so, and given up after two days', async () => {
    const busy = { outcome: 'busy' as const, text: '', retryAfterSeconds: 1_800 };
    world.forum.answers = [busy, busy];
    const id = await world.approve();
    await world.advance(id);
    world.clock.forward(29 * minute);
    await world.advance(id);
    expect(world.forum.sends).toBe(1);
    expect(await world.sweep()).toEqual([]);
    world.clock.forward(3 * minute);
    expect(await world.sweep()).toEqual([id]);
    world.clock.forward(2 * day);
    await world.advance(id);
    expect(await world.read(id)).toMatchObject({ status: 'FAILED', outcome: 'busy' });
  });

  it('because the account is too fast is left alone for the day, with all of its replies', async () => {
    world.forum.answers = [{ outcome: 'too-fast', text: '' }];
    const campaignId = await world.startCampaign();
    const [one, two, others] = [
      await world.approve({ campaignId }),
      await world.approve({ campaignId }),
      await world.approve(),
    ];
    for (const id of [one, two, others]) await world.advance(id);
    expect(await world.read(one)).toMatchObject({ status: 'APPROVED', outcome: 'too-fast', repliedAt: null });
    expect((await world.read(two)).outcomeText).toMatch(/too fast.*wait until/);
    expect((await world.read(others)).status).toBe('POSTED');
    expect(world.forum.sends).toBe(2);
    world.clock.forward(15 * hour);
    expect(await world.sweep()).toEqual([one, two].sort());
    for (const id of [one, two]) await world.advance(id);
    expect((await world.read(two)).status).toBe('POSTED');
  });
});

describe('taking back', () => {
  it('wins until the reply is on its way', async () => {
    const id = await world.approve();
    world.forum.at.look = () => world.change(id, { status: 'AWAITING_REVIEW' });
    await world.advance(id);
    expect([(await world.read(id)).status, world.forum.sends]).toEqual(['AWAITING_REVIEW', 0]);
  });

  it('is too late once it is on its way', async () => {
    const id = await world.approve();
    let seen = '';
    world.forum.at.arriving = async () => {
      seen = (await world.read(id)).status;
    };
    await world.advance(id);
    expect([seen, (await world.read(id)).status]).toEqual(['POSTING', 'POSTED']);
  });
});
