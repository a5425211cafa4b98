import { type Job, PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import type { Transaction } from '#server/database/connect.ts';

/**
 * A kind of background work. Its handler can run twice without harm: a task is done at least once.
 * `onePerKey` keeps at most one waiting task for each key, however often it is enqueued.
 */
export type Queue<Data extends object> = { name: string; onePerKey: boolean; data?: Data };

export type Tasks = {
  /** Adds a task inside the transaction of the change that asks for it. */
  enqueue<Data extends object>(
    transaction: Transaction,
    queue: Queue<Data>,
    data: Data,
    key?: string,
  ): Promise<void>;
  /** Handles a queue's tasks in this process, one `atOnce` by default; `signal` aborts when a task runs out of time. */
  work<Data extends object>(
    queue: Queue<Data>,
    handler: (data: Data, signal: AbortSignal) => Promise<void>,
    options?: { atOnce?: number },
  ): Promise<void>;
  /** Enqueues an empty task on a cron expression (UTC, minutes the finest). */
  schedule(queue: Queue<Record<string, never>>, cron: string): Promise<void>;
  /** True while tasks can be enqueued: the queue answers and is not stopping. */
  isReady(): Promise<boolean>;
  /** Lets running tasks finish, for at most `timeoutMs`. */
  stop(timeoutMs: number): Promise<void>;
};

const deadLetters = 'dead-letters';

/**
 * Starts pg-boss and its queues on the database at `url`.
 * Only a process that `worksTasks` fetches tasks; every process can enqueue.
 */
export async function startTasks(
  url: string,
  queues: Queue<object>[],
  options: { worksTasks: boolean; log: Logger },
): Promise<Tasks> {
  const { worksTasks, log } = options;
  const boss = new PgBoss({
    connectionString: url,
    application_name: 'startup-spark-tasks',
    max: 3,
    supervise: worksTasks,
    schedule: worksTasks,
    useListenNotify: worksTasks,
  });
  boss.on('error', (error) => log.error({ err: error }, 'task queue error'));
  await boss.start();
  await createQueues(boss, queues);
  if (worksTasks) await logDeadLetters(boss, log);
  let ready = true;
  return {
    async enqueue(transaction, queue, data, key) {
      await boss.send(queue.name, data, { db: executor(transaction), singletonKey: key });
    },
    async work(queue, handler, { atOnce = 1 } = {}) {
      if (!worksTasks) return;
      const options = { ...workOptions, localConcurrency: atOnce };
      await boss.work<Parameters<typeof handler>[0]>(queue.name, options, async ([job]) => {
        if (job) await handler(job.data, job.signal);
      });
    },
    async schedule(queue, cron) {
      if (worksTasks) await boss.schedule(queue.name, cron);
    },
    isReady: async () => ready && (await boss.isInstalled()),
    async stop(timeoutMs) {
      ready = false;
      await boss.stop({ graceful: true, timeout: timeoutMs });
    },
  };
}

// Tasks wake their worker; polling is for those that are due for another try.
const workOptions = { pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: 2, batchSize: 1 };
const retries = { retryLimit: 5, retryDelay: 2, retryBackoff: true, expireInSeconds: 120 };

async function createQueues(boss: PgBoss, queues: Queue<object>[]): Promise<void> {
  const known = new Set((await boss.getQueues()).map((queue) => queue.name));
  if (!known.has(deadLetters)) await boss.createQueue(deadLetters, { retentionSeconds: 30 * 86_400 });
  for (const { name, onePerKey } of queues) {
    if (known.has(name)) continue;
    const policy = onePerKey ? 'short' : 'standard';
    await boss.createQueue(name, { policy, deadLetter: deadLetters, notify: true, ...retries });
  }
}

async function logDeadLetters(boss: PgBoss, log: Logger): Promise<void> {
  await boss.work(deadLetters, workOptions, async ([job]: Job<object>[]) => {
    // Not what it holds: mails and links are nobody's business here.
    log.error({ task: job?.id, holds: Object.keys(job?.data ?? {}) }, 'a task failed for good');
  });
}

function executor(transaction: Transaction) {
  return { executeSql: (text: string, values?: unknown[]) => transaction.client.query(text, values) };
}
