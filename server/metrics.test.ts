import { beforeAll, describe, expect, it } from 'vitest';
import { openTestServer } from '#server/testing/test-server.ts';

const server = openTestServer({ tasksByHand: false }, { METRICS_PORT: '0' });
let url: string;
beforeAll(async () => {
  const { port } = JSON.parse(server.logs.find((line) => line.includes('metrics are served')) ?? '{}');
  url = `http://127.0.0.1:${port}`;
});

const read = async () => (await fetch(`${url}/metrics`)).text();

describe('the metrics', () => {
  it('count requests by route and status, never by address', async () => {
    const { token } = await server.signUp();
    await server.call('GET', '/api/jobs/some-id', { token });
    await server.fetch('/api/nothing-at-all');
    const text = await read();
    const counted = 'http_request_duration_seconds_count';
    expect(text).toContain(`${counted}{method="GET",route="/api/jobs/:id",status="404"} 1`);
    expect(text).not.toMatch(/some-id|nothing-at-all/);
  });

  it('show tasks, AI calls, the database pool and the event loop', async () => {
    const { token } = await server.signUp();
    const task = { kind: 'coach', stage: 'IDEATION', idea: 'Hive reminders for beekeepers', content: '' };
    await server.call('POST', '/api/groq', { token, body: { prompt: 'Say hello.', task } });
    await server.call('POST', '/api/send-email', {
      body: { fullName: 'Ada', email: 'ada@example.com', message: 'Hello', openMs: 60_000 },
    });
    await expect
      .poll(read, { timeout: 15_000 })
      .toContain('task_duration_seconds_count{queue="deliver-message",outcome="completed"} 1');
    const text = await read();
    expect(text).toContain('ai_call_duration_seconds_count{outcome="completed"} 1');
    expect(text).toMatch(/database_pool_connections\{state="waiting"\} 0/);
    expect(text).toMatch(/nodejs_eventloop_lag_p99_seconds \d/);
  });

  it('are at no other address, and not on the port of the site', async () => {
    expect((await fetch(`${url}/`)).status).toBe(404);
    expect((await server.fetch('/metrics')).status).toBe(404);
  });
});
