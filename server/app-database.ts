import type { Logger } from 'pino';
import { billingQueues } from '#server/app-billing.ts';
import { outreachQueues } from '#server/app-outreach.ts';
import { supportQueues } from '#server/app-support.ts';
import { visitorQueues } from '#server/app-visitors.ts';
import type { Config } from '#server/config.ts';
import { connectDatabase } from '#server/database/connect.ts';
import { sendResetLink, sendVerifyLink } from '#server/features/account/tasks.ts';
import { analyzeSurveyQueue, missingAnalysesQueue } from '#server/features/analyses/tasks.ts';
import { startTasks } from '#server/tasks/tasks.ts';

/** Connects to the database, with the task queues and the metrics that work on it. */
export async function connect(config: Config, databaseUrl: string, log: Logger) {
  const database = connectDatabase(databaseUrl, (err) => log.warn({ err }, 'database connection lost'));
  // Loaded only where it is wanted.
  const metrics = config.metrics
    ? await (await import('#server/metrics.ts')).startMetrics(database.pool, config.metrics)
    : null;
  if (metrics) log.info({ port: metrics.port }, 'metrics are served');
  const ownQueues = [sendResetLink, sendVerifyLink, analyzeSurveyQueue, missingAnalysesQueue];
  const queues = [...ownQueues, ...visitorQueues, ...billingQueues, ...supportQueues, ...outreachQueues];
  const observed = { worksTasks: config.role !== 'web', log, observe: metrics?.observeTask };
  return { database, metrics, tasks: await startTasks(databaseUrl, queues, observed) };
}
