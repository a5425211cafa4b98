import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type pg from 'pg';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { type Ai, AiError } from '#server/integrations/ai/port.ts';
import type { ObserveRequest } from './http/application.ts';
import type { ObserveTask } from './tasks/tasks.ts';

export type Metrics = {
  port: number;
  observeRequest: ObserveRequest;
  observeTask: ObserveTask;
  /** The same AI with its calls counted and timed. */
  observed(ai: Ai): Ai;
  close(): void;
};

/** Serves `/metrics` in the format of Prometheus on a port of its own. Port 0 takes a free one. */
export async function startMetrics(pool: pg.Pool, address: { host: string; port: number }): Promise<Metrics> {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  observePool(pool, registry);
  const registers = [registry];
  const requests = new Histogram({
    registers,
    name: 'http_request_duration_seconds',
    help: 'Time until the first byte of a response.',
    labelNames: ['method', 'route', 'status'],
  });
  const tasks = new Histogram({
    registers,
    name: 'task_duration_seconds',
    help: 'Time that background tasks took, by queue and outcome.',
    labelNames: ['queue', 'outcome'],
    buckets: [0.01, 0.1, 1, 10, 60],
  });
  const calls = new Histogram({
    registers,
    name: 'ai_call_duration_seconds',
    help: 'Time that calls of the AI took, by outcome.',
    labelNames: ['outcome'],
    buckets: [0.1, 0.5, 1, 2, 5, 10, 30, 60],
  });
  const server = await serve(registry, address);
  return {
    port: (server.address() as AddressInfo).port,
    observeRequest: ({ method, route, status }, seconds) =>
      requests.observe({ method, route, status }, seconds),
    observeTask: (queue, outcome, seconds) => tasks.observe({ queue, outcome }, seconds),
    observed: (ai) => ({ complete: (request) => timed(calls, () => ai.complete(request)) }),
    close: () => void server.close(),
  };
}

async function serve(registry: Registry, { host, port }: { host: string; port: number }): Promise<Server> {
  const server = createServer(async ({ method, url }, response) => {
    if (method !== 'GET' || url !== '/metrics') return response.writeHead(404).end();
    return response.setHeader('Content-Type', registry.contentType).end(await registry.metrics());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, resolve);
  });
  return server;
}

async function timed<T>(calls: Histogram<'outcome'>, call: () => Promise<T>): Promise<T> {
  const done = calls.startTimer();
  try {
    const completion = await call();
    done({ outcome: 'completed' });
    return completion;
  } catch (error) {
    done({ outcome: error instanceof AiError ? error.failure : 'failed' });
    throw error;
  }
}

function observePool(pool: pg.Pool, registry: Registry): void {
  new Gauge({
    registers: [registry],
    name: 'database_pool_connections',
    help: 'Connections in use and idle, and requests that wait for one.',
    labelNames: ['state'],
    collect() {
      this.set({ state: 'in use' }, pool.totalCount - pool.idleCount);
      this.set({ state: 'idle' }, pool.idleCount);
      this.set({ state: 'waiting' }, pool.waitingCount);
    },
  });
}
