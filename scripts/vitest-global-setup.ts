import pino from 'pino';
import type { TestProject } from 'vitest/node';
import { queues } from '#server/app.ts';
import { startTestCluster, type TestCluster } from '#server/database/test-database.ts';
import { startTasks } from '#server/tasks/tasks.ts';

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
  // Copied with the template: each server would take a quarter of a second for its queues.
  const log = pino({ level: 'silent' });
  const tasks = await startTasks(cluster.url, queues, { worksTasks: false, log });
  await tasks.stop(1_000);
  project.provide('testDatabaseUrl', cluster.url);
}

export async function teardown(): Promise<void> {
  await cluster.stop();
}
