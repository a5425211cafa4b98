import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { connectDatabase } from '#server/database/connect.ts';
import { createTestDatabase, type TestDatabase } from '#server/database/test-database.ts';
import { type BillingWorld, startBillingWorld } from '#server/testing/worlds/billing-world.ts';

const migrations = fileURLToPath(new URL('../../database/migrations', import.meta.url));
const own = '0006_billing';

let before: TestDatabase;
let world: BillingWorld;
beforeAll(async () => {
  before = await createTestDatabase(inject('testDatabaseUrl'));
  await returnToReleaseBefore(before.url, [
    `insert into users (id, email, plan, pro_since)
     select name, name || '@example.com', plan::plan_name, null
     from (values ('pia', 'pro'), ('dev', 'developer'), ('kim', 'free'), ('fay', 'free')) as people (name, plan)`,
    `insert into test_checkout_sessions (id, user_id, user_email, plan, mode, status, success_url, cancel_url)
     select 'test_' || user_id, user_id, 'x@example.com', plan::plan_name, mode::checkout_mode, status::checkout_status,
       'http://localhost/', 'http://localhost/'
     from (values ('pia', 'pro', 'payment', 'paid'), ('dev', 'developer', 'subscription', 'paid'),
       ('kim', 'pro', 'payment', 'paid'), ('fay', 'pro', 'payment', 'open')) as sold (user_id, plan, mode, status)`,
    `insert into payments (session_id, user_id, plan) values ('test_pia', 'pia', 'pro'), ('test_dev', 'dev', 'developer')`,
  ]);
  world = await startBillingWorld({ payments: 'embedded', on: { databaseUrl: before.url } });
});
afterAll(async () => {
  await world.close();
  await before.drop();
});

/** The tables as they were, with what people had bought by then. */
async function returnToReleaseBefore(url: string, statements: string[]): Promise<void> {
  const database = connectDatabase(url, () => {});
  await database.pool.query('drop schema public cascade; create schema public');
  const journal = JSON.parse(await readFile(join(migrations, 'meta/_journal.json'), 'utf8'));
  const { when } = journal.entries.find(({ tag }: { tag: string }) => tag === own);
  await database.pool.query('delete from drizzle.__drizzle_migrations where created_at >= $1', [when]);
  const files = (await readdir(migrations)).filter((name) => name.endsWith('.sql') && name < own).sort();
  for (const file of files) await database.pool.query(await readFile(join(migrations, file), 'utf8'));
  for (const statement of statements) await database.pool.query(statement);
  await database.close();
}

const plans = async () =>
  Object.fromEntries((await world.query('select id, plan from users')).map(({ id, plan }) => [id, plan]));

describe('what an older release has sold', () => {
  it('counts on, and what was paid and not granted is granted', async () => {
    expect(await plans()).toEqual({ pia: 'pro', dev: 'developer', kim: 'free', fay: 'free' });
    await world.reconcile();
    expect(await plans()).toEqual({ pia: 'pro', dev: 'developer', kim: 'pro', fay: 'free' });
    const [subscription] = await world.query('select id, user_id, state from subscriptions');
    expect(subscription).toEqual({ id: 'test_dev', user_id: 'dev', state: 'active' });
  });

  it('is a developer plan until its subscription is canceled', async () => {
    await world.query(
      `update test_checkout_sessions set ends_at = now() + interval '1 month' where id = 'test_dev'`,
    );
    world.clock.ahead = 20 * 86_400_000;
    await world.reconcile();
    expect(await plans()).toMatchObject({ dev: 'developer' });
    world.clock.ahead = 40 * 86_400_000;
    await world.reconcile();
    expect(await plans()).toMatchObject({ dev: 'free' });
  });
});
