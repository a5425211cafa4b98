import { startTestCluster } from '#server/database/test-database.ts';

/**
 * One PostgreSQL for all journeys: that of TEST_DATABASE_URL, or an embedded one. Products copy its template, which
 * takes a tenth of the time of a database made anew.
 */
export default async function startCluster(): Promise<() => Promise<void>> {
  const cluster = await startTestCluster(process.env.TEST_DATABASE_URL || undefined);
  process.env.TEMPLATE_DATABASE_URL = cluster.url;
  return cluster.stop;
}
