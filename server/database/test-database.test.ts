import { expect, inject, it } from 'vitest';
import { query } from './embedded/embedded-postgres-holder.ts';
import { createTestDatabase } from './test-database.ts';

it('gives each caller an own migrated database, also many at once', async () => {
  const databases = await Promise.all(
    Array.from({ length: 4 }, () => createTestDatabase(inject('testDatabaseUrl'))),
  );
  try {
    for (const { url } of databases) {
      const tables = await query(url, `select 1 from pg_tables where schemaname = 'public'`);
      expect(tables.length).toBeGreaterThan(0);
      await query(url, 'create table only_here (id int)');
    }
  } finally {
    await Promise.all(databases.map(({ drop }) => drop()));
  }
  await expect(query(databases[0]?.url ?? '', 'select 1')).rejects.toThrow(/does not exist/);
});
