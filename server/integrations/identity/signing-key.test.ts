import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

it('the first people of an installation may sign up at once: their tokens are signed with one key', async () => {
  const people = await Promise.all(Array.from({ length: 8 }, () => server.signUp()));
  const keysUsed = people.map(({ token }) => JSON.parse(atob(token.split('.')[0] ?? '')).kid);
  expect(new Set(keysUsed).size).toBe(1);
});
