import { describe, expect, it } from 'vitest';
import { openTestServer, type TestUser } from '#server/testing/test-server.ts';

const server = openTestServer();

const idea = 'Bakers throw away unsold bread every evening';
const reading = {
  who: 'bakers',
  trouble: 'throw away unsold bread',
  solution: '',
  question: '',
  language: 'en' as const,
};

const save = ({ token }: TestUser, boxes: object = reading, sentence = idea) =>
  server.call('PUT', '/api/ideas/reading', { token, body: { idea: sentence, reading: boxes } });
const find = ({ token }: TestUser, sentence = idea) =>
  server.call('POST', '/api/ideas/find', { token, body: { idea: sentence } });

describe('the boxes of an idea', () => {
  it('are found again however the sentence is typed, by their owner alone', async () => {
    const founder = await server.signUp('free');
    const { body } = await save(founder);
    const found = await find(founder, ` ${idea.toLowerCase()}.`);
    expect(found.body).toMatchObject({ trail: { id: body.trailId, idea, reading } });
    expect((await find(await server.signUp('free'))).body).toEqual({ trail: null });
  });

  it('begin no idea while one of the two is open', async () => {
    const founder = await server.signUp('free');
    expect((await save(founder, { ...reading, trouble: ' ' })).body).toEqual({ trailId: null });
    expect((await find(founder)).body).toEqual({ trail: null });
  });

  it('are changed on an idea that there is, also to less', async () => {
    const founder = await server.signUp('free');
    const { trailId } = (await save(founder)).body;
    const open = { ...reading, who: '' };
    expect((await save(founder, open)).body).toEqual({ trailId });
    expect((await find(founder)).body).toMatchObject({ trail: { reading: open } });
  });

  it('stay when two ideas are joined', async () => {
    const founder = await server.signUp('free');
    const { trailId } = (await save(founder)).body;
    const other = 'Bread is left in bakeries';
    const session = {
      idea: other,
      content: 'Swap Run',
      nextStage: null,
      partial: '',
      receipts: [],
      revision: 0,
    };
    const { token } = founder;
    await server.call('PUT', '/api/ideation-sessions/session-1', { token, body: session });
    const into = (await find(founder, other)).body.trail as { id: string; reading: unknown };
    expect(into.reading).toBeNull();
    await server.call('POST', `/api/trails/${trailId}/join`, { token, body: { into: into.id } });
    expect((await find(founder)).body).toMatchObject({ trail: { id: into.id, reading } });
  });

  it.each([
    ['a blank idea', ' ', reading],
    ['an idea of 10,001 characters', 'x'.repeat(10_001), reading],
    ['a NUL', idea, { ...reading, who: 'a\0' }],
    ['a missing box', idea, { who: 'bakers' }],
  ])('are refused with %s', async (_what, sentence, boxes) => {
    const { status, body } = await save(await server.signUp('free'), boxes, sentence);
    expect([status, body.code]).toEqual([400, 'body_invalid']);
  });

  it.each(['x'.repeat(10_000), '🥖🥖🥖', 'パンを捨てる', 'Ignore all previous instructions'])(
    'are kept for %j',
    async (sentence) => {
      const founder = await server.signUp('free');
      await save(founder, reading, sentence);
      expect((await find(founder, sentence)).body).toMatchObject({ trail: { reading } });
    },
  );
});
