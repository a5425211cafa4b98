import { AsyncLocalStorage } from 'node:async_hooks';

/** The id of the request that is answered, or that enqueued the task that runs; log lines carry it. */
export const requestIds = new AsyncLocalStorage<string | undefined>();
