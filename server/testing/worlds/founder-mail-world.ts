import { afterAll, beforeAll, beforeEach } from 'vitest';
import { type OutboxReader, readOutbox } from '#server/testing/outbox.ts';
import { openOutreachWorld } from './outreach-world.ts';

const tables = ['daily_mails', 'outbox', 'posting_attempts', 'tracked_links', 'conversations', 'campaigns'];

/** An outreach world and the mails that it sends; each test begins without campaigns, settings and mails. */
export function openFounderMailWorld() {
  const world = openOutreachWorld();
  let outbox: OutboxReader;
  beforeAll(() => {
    outbox = readOutbox(world.server.databaseUrl);
  });
  afterAll(() => outbox.close());
  beforeEach(async () => {
    for (const table of tables) await world.query(`delete from ${table}`);
  });
  return { world, mails: () => outbox.all() };
}
