import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signUpVerified } from '#server/testing/agents.ts';
import { arbitraryRequest } from '#server/testing/arbitrary-request.ts';
import { fakeForum } from '#server/testing/fake-forum.ts';
import { fakeSources, somePost } from '#server/testing/fake-sources.ts';
import { startTestServer, type TestServer } from '#server/testing/test-server.ts';
import { describeApi } from './document.ts';

let server: TestServer;
let tokens: (string | undefined)[];
beforeAll(async () => {
  const sources = fakeSources();
  sources.posts = [somePost(), somePost()];
  const env = { SUPPORT_AGENTS: 'agent@support.example' };
  server = await startTestServer({ sources, posters: fakeForum() }, env);
  const agent = await signUpVerified(server, 'agent@support.example', 'Grace');
  const developer = await server.signUp('developer');
  tokens = [developer.token, developer.token, agent.token, 'not-a-token', undefined];
});
afterAll(() => server.close());

describe('requests of every described form', () => {
  it('get the statuses and bodies that the API document names, and never an internal error', async () => {
    const document = await describeApi({ withAgents: true });
    const seen = new Set<number>();
    const requests = fc.asyncProperty(
      arbitraryRequest(document),
      fc.integer({ min: 0, max: tokens.length - 1 }),
      async ({ method, path, type, body }, place) => {
        const token = tokens[place];
        const headers = {
          ...(body !== undefined && { 'content-type': type }),
          ...(token && { authorization: `Bearer ${token}` }),
        };
        // The test server compares each response with the document.
        const response = await server.fetch(path, { method, headers, body });
        seen.add(response.status);
        expect(response.status, await response.text()).not.toBe(500);
      },
    );
    await fc.assert(requests, { numRuns: 600, seed: 12, endOnFailure: true });
    expect([...seen]).toEqual(expect.arrayContaining([200, 201, 400, 401, 404, 405, 415]));
  }, 120_000);
});
