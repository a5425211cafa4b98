import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { minute, type PostingWorld, startPostingWorld } from '#server/testing/worlds/posting-world.ts';

let world: PostingWorld;
beforeAll(async () => {
  world = await startPostingWorld();
});
afterAll(() => world.close());
beforeEach(() => world.clear());

async function countWaiting(): Promise<number> {
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  return (await world.database.pool.query(waiting)).rows.length;
}

it.each([
  ['a sweep', async () => void (await world.sweep())],
  ['a resume', (campaignId: string) => world.resume(campaignId)],
])(
  '%s takes the replies in one order, so that it and another can not wait for each other',
  async (_, take) => {
    const campaignId = await world.startCampaign();
    const ids = [await world.approve({ campaignId }), await world.approve({ campaignId })].toSorted();
    world.clock.forward(3 * minute);
    const client = await world.database.pool.connect();
    const lock = (id: string | undefined) =>
      client.query('select from posting_attempts where conversation_id = $1 for update nowait', [id]);
    // Reads in reverse order of writing.
    await client.query(
      `with gone as (delete from posting_attempts where conversation_id = $1 returning *)
     insert into posting_attempts select * from gone`,
      [ids[0]],
    );
    await client.query('begin');
    await lock(ids[0]);
    const taking = take(campaignId);
    await expect.poll(countWaiting).toBe(1);
    const other = await lock(ids[1]).catch((error: Error) => error);
    await client.query('rollback');
    client.release();
    await taking;
    expect(other).not.toBeInstanceOf(Error);
  },
);
