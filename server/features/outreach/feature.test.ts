import { afterAll, beforeAll, expect, it } from 'vitest';
import { somePost, worldStart } from '#server/testing/scripted-sources.ts';
import { type OutreachWorld, startOutreachWorld } from '#server/testing/worlds/outreach-world.ts';

let world: OutreachWorld;
beforeAll(async () => {
  world = await startOutreachWorld();
});
afterAll(() => world.close());

it('deletes account proofs that ended long ago', async () => {
  world.sources.posts = [somePost()];
  const { campaign } = await world.startCampaign();
  const day = 86_400_000;
  const past = (days: number) => new Date(worldStart.getTime() - days * day);
  for (const [name, moment] of [
    ['old', past(3)],
    ['new', past(-3)],
  ] as const) {
    await world.query(
      `insert into account_proofs (nonce, owner_id, campaign_id, code, expires_at) values ($1, $2, $3, 'code', $4)`,
      [name, world.founder.id, campaign.id, moment],
    );
  }
  await world.run('forget-source-replies');
  const kept = await world.query('select nonce as name from account_proofs');
  expect(kept.map(({ name }) => name)).toEqual(['new']);
});
