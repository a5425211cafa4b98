import { PgBoss, type Job as Task, type JobWithMetadata as TaskWithMetadata } from 'pg-boss';
import type { Logger } from 'pino';
import type { Transaction } from '#server/database/connect.ts';
import { isDatabaseUnavailable } from '#server/database/connect.ts';
import { requestIds } from '#server/request-ids.ts';

/** A kind of background work. Its handler can run twice without harm: a task is done at least once. */
export type Queue<Data extends object> = {
  name: string;
  /** Keeps at most one waiting task for each key, however often it is enqueued. */
  onePerKey: boolean;
  /** Keeps at most one task for each key that is not done or given up yet: also none beside a running one. */
  oneUnfinishedPerKey?: boolean;
  /** A task waits until those before it with its key are done or given up. Each has a key. */
  inOrder?: boolean;
  /** Failed tasks are tried again for two days, at least every hour, instead of for some minutes. */
  patient?: boolean;
  data?: Data;
};

type WorkOptions = {
  /** How many of its tasks this process works at the same time; one by default. */
  atOnce?: number;
  /** How many of them each fetch brings; while fetches come back full, the next one follows without a pause. */
  batch?: number;
  /** True for an error that trying again would not change: the task fails for good at once. */
  isFinal?: (error: unknown) => boolean;
};

export type Tasks = {
  /** Adds a task in the transaction of its change. */
  enqueue<Data extends object>(
    transaction: Transaction,
    queue: Queue<Data>,
    data: Data,
    key?: string,
  ): Promise<void>;
  /**
   * Handles a queue's tasks in this process; `signal` aborts when a task runs out of time, `isLastTry` says
   * that a failure will end it.
   */
  work<Data extends object>(
    queue: Queue<Data>,
    handler: (data: Data, signal: AbortSignal, isLastTry: boolean) => Promise<void>,
    options?: WorkOptions,
  ): Promise<void>;
  /** Enqueues an empty task on a cron expression (UTC, minutes the finest). */
  schedule(queue: Queue<Record<string, never>>, cron: string): Promise<void>;
  /**
   * Enqueues the `scheduled` tasks, then works all that are due until none is left, one after the other.
   * Only where tasks are worked by hand.
   */
  runDue(...scheduled: Queue<Record<string, never>>[]): Promise<void>;
  /** True while tasks can be enqueued: the queue answers and is not stopping. */
  isReady(): Promise<boolean>;
  /** Lets running tasks finish, for at most `timeoutMs`. */
  stop(timeoutMs: number): Promise<void>;
};

/** Learns how a task ended and how long it took; `deadletter` is a failure that is not tried again. */
export type ObserveTask = (queue: string, outcome: TaskOutcome['status'], seconds: number) => void;

type TaskOutcome = { status: 'completed' | 'failed' | 'deadletter'; output?: unknown };

const deadLetters = 'dead-letters';
const inOrderPolicy = 'key_strict_fifo';

/**
 * Starts pg-boss and its queues on the database at `url`.
 * Only a process that `worksTasks` fetches tasks, `by-hand` when `runDue` is called; every process can enqueue.
 */
export async function startTasks(
  url: string,
  queues: Queue<object>[],
  options: { worksTasks: boolean | 'by-hand'; log: Logger; observe?: ObserveTask },
): Promise<Tasks> {
  const { log, observe } = options;
  const worksTasks = options.worksTasks === true;
  const byHand = options.worksTasks === 'by-hand' ? new Map<string, Worker>() : null;
  const boss = new PgBoss({
    connectionString: url,
    application_name: 'startup-spark-tasks',
    max: 3,
    supervise: worksTasks,
    superviseIntervalSeconds: 15,
    schedule: worksTasks,
    useListenNotify: worksTasks,
  });
  boss.on('error', queueErrors(log));
  await boss.start();
  await createQueues(boss, queues);
  if (worksTasks) {
    const options = { ...workOptions, includeMetadata: true } as const;
    await boss.work(deadLetters, options, ([task]: TaskWithMetadata<object>[]) => buryTask(boss, task, log));
  }
  let ready = true;
  return {
    async enqueue(transaction, queue, data, key) {
      const sent = { ...data, httpRequestId: requestIds.getStore() };
      await boss.send(queue.name, sent, { db: executor(transaction), singletonKey: key });
    },
    async work(queue, handler, { atOnce = 1, batch = 1, isFinal = () => false } = {}) {
      if (!worksTasks && !byHand) return;
      const perTask = { perJobResults: true, includeMetadata: true } as const;
      const fetched = { batchSize: batch, burstWhenBatchFull: true, localConcurrency: atOnce };
      const options = { ...workOptions, ...perTask, ...fetched };
      type Held = TaskWithMetadata<Parameters<typeof handler>[0]>;
      const run = async (task: Held) => {
        const isLastTry = task.retryCount >= task.retryLimit;
        const handle = () => handler(task.data, task.signal, isLastTry);
        const started = performance.now();
        const ended = await forRequestOf(task, () => outcome(handle, isFinal));
        observe?.(queue.name, ended.status, (performance.now() - started) / 1000);
        return { id: task.id, ...ended };
      };
      if (byHand) byHand.set(queue.name, (task) => run(task as Held));
      else await boss.work(queue.name, options, (held: Held[]) => Promise.all(held.map(run)));
    },
    async schedule(queue, cron) {
      if (worksTasks) await boss.schedule(queue.name, cron);
    },
    async runDue(...scheduled) {
      if (!byHand) throw new Error('Tasks of this process are not worked by hand.');
      for (const { name } of scheduled) await boss.send(name, {});
      const dead = { batchSize: 100, includeMetadata: true } as const;
      for (let isOver = false; !isOver; ) {
        while (await workOnce(boss, byHand));
        const tasks = await boss.fetch<object>(deadLetters, dead);
        for (const task of tasks) {
          await buryTask(boss, task, log);
          await boss.complete(deadLetters, task.id);
        }
        isOver = tasks.length === 0;
      }
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
// Without heartbeats the task of a killed worker would wait until it expires.
const retries = {
  retryLimit: 5,
  retryDelay: 2,
  retryBackoff: true,
  expireInSeconds: 120,
  heartbeatSeconds: 20,
};
// Pauses double from five seconds to an hour within the first hour; the other 47 tries take two days.
const patientRetries = { ...retries, retryLimit: 56, retryDelay: 5, retryDelayMax: 3600 };

async function createQueues(boss: PgBoss, queues: Queue<object>[]): Promise<void> {
  const known = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
  if (!known.has(deadLetters)) await boss.createQueue(deadLetters, { retentionSeconds: 30 * 86_400 });
  for (const { name, onePerKey, oneUnfinishedPerKey, inOrder, patient } of queues) {
    const unordered = oneUnfinishedPerKey ? 'exclusive' : onePerKey ? 'short' : 'standard';
    const policy = inOrder ? inOrderPolicy : unordered;
    const wanted = patient ? patientRetries : retries;
    const queue = known.get(name);
    const isCurrent =
      queue?.retryLimit === wanted.retryLimit && queue.heartbeatSeconds === wanted.heartbeatSeconds;
    if (!queue) await boss.createQueue(name, { policy, deadLetter: deadLetters, notify: true, ...wanted });
    else if (!isCurrent) await boss.updateQueue(name, wanted);
  }
}

/** Retry a failed task with as little of its batch as possible. */
async function outcome(run: () => Promise<void>, isFinal: (error: unknown) => boolean): Promise<TaskOutcome> {
  try {
    await run();
    return { status: 'completed' };
  } catch (error) {
    return { status: isFinal(error) ? 'deadletter' : 'failed', output: { failure: nameOf(error) } };
  }
}

/** Messages of the database repeat the parameters of its statements: mails and links, which are not kept here. */
function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const state = [error, error.cause].map((one) => Object(one).code).find((code) => typeof code === 'string');
  const name = error.name === 'Error' ? error.constructor.name : error.name;
  return state ? `${name} ${state}` : name;
}

type Worker = (task: TaskWithMetadata<object>) => Promise<TaskOutcome>;

/** Works what is due in each queue now; false when nothing was. */
async function workOnce(boss: PgBoss, workers: Map<string, Worker>): Promise<boolean> {
  let hasWorked = false;
  // One question for all queues: asking each of them would take longer than most tests.
  const { rows } = await boss.getDb().executeSql(queuesWithDueTasks);
  const waiting = new Set<string>(rows.map(({ name }) => name));
  for (const [name, work] of workers) {
    if (!waiting.has(name)) continue;
    const due = await boss.fetch<object>(name, { batchSize: 100, includeMetadata: true });
    const age = ({ createdOn, id }: TaskWithMetadata) => `${createdOn.toISOString()} ${id}`;
    for (const task of due.toSorted((one, other) => (age(one) < age(other) ? -1 : 1))) {
      hasWorked = true;
      task.signal = new AbortController().signal;
      const { status, output } = await work(task);
      if (status === 'completed') await boss.complete(name, task.id);
      else {
        const isFinal = status === 'deadletter';
        if (isFinal) await boss.getDb().executeSql(noMoreTries, [task.id]);
        await boss.fail(name, task.id, output as object);
      }
    }
  }
  return hasWorked;
}

const queuesWithDueTasks = `select distinct name from pgboss.job where state < 'active' and start_after < now()`;
const noMoreTries = 'update pgboss.job set retry_limit = retry_count where id = $1';

/** Logs a task that was given up, and lets those behind it begin. No payload is logged: it holds mails and links. */
async function buryTask(
  boss: PgBoss,
  task: TaskWithMetadata<object> | undefined,
  log: Logger,
): Promise<void> {
  const { sourceName: queue, sourceId, sourceOutput: cause, data = {} } = task ?? {};
  // The cause is that of the last try, or that it ran out of time.
  const entry = { task: task?.id, queue, cause, holds: Object.keys(data) };
  forRequestOf(task, () => log.error(entry, 'a task failed for good'));
  // A failed one holds up its key.
  if (queue && sourceId && (await boss.getQueue(queue))?.policy === inOrderPolicy)
    await boss.deleteJob(queue, sourceId);
}

/** Runs `work` with the id of the request that enqueued the task, for its log lines and the tasks that it enqueues. */
function forRequestOf<T>(task: Task<{ httpRequestId?: string }> | undefined, work: () => T): T {
  return requestIds.run(task?.data?.httpRequestId, work);
}

function executor(transaction: Transaction) {
  return { executeSql: (text: string, values?: unknown[]) => transaction.client.query(text, values) };
}

const quietMs = 30_000;

/** Logs errors of the queue. A lost database fails every poll of every queue, so it is logged once in a while. */
export function queueErrors(log: Logger, now: () => number = Date.now): (error: Error) => void {
  let quietUntil = 0;
  return (err) => {
    // Errors of a poll arrive as copies, which are no instances of Error.
    const copy = Object.assign(new Error(err.message), err);
    if (!isDatabaseUnavailable(copy)) return log.error({ err }, 'task queue error');
    if (now() < quietUntil) return;
    quietUntil = now() + quietMs;
    log.warn({ err }, 'the task queue has lost its database and tries again');
  };
}
