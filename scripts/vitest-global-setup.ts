import type { TestProject } from 'vitest/node';
import { startTestCluster, type TestCluster } from '#server/database/test-database.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Names the template database; tests hand it to `createTestDatabase`. */
    testDatabaseUrl: string;
  }
}

let cluster: TestCluster;

/** One PostgreSQL a run: that of TEST_DATABASE_URL, or an embedded one that is gone afterwards. */
export async function setup(project: TestProject): Promise<void> {
  cluster = await startTestCluster(process.env.TEST_DATABASE_URL || undefined);
  project.provide('testDatabaseUrl', cluster.url);
}

export async function teardown(): Promise<void> {
  await cluster.stop();
}
