import { beforeAll, describe, expect, it } from 'vitest';
import { openTestServer } from '#server/testing/test-server.ts';
import { type ApiDocument, describeApi } from './document.ts';

const server = openTestServer();
let document: ApiDocument;
beforeAll(async () => {
  document = (await (await server.fetch('/api/openapi.json')).json()) as ApiDocument;
});

describe('the API document', () => {
  it('names every mounted endpoint but those of agents', async () => {
    const all = await describeApi({ withAgents: true });
    const named = ({ paths }: ApiDocument) =>
      Object.entries(paths).flatMap(([path, methods]) =>
        Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
      );
    expect(server.routes).toEqual(expect.arrayContaining(named(all)));
    const agents = named(all).filter((address) => !named(document).includes(address));
    expect(agents.length).toBeGreaterThan(5);
    expect(agents.filter((address) => !address.includes('/api/inbox'))).toEqual([]);
    expect(JSON.stringify(document)).not.toMatch(/inbox/i);
  });

  it('refers to nothing that it does not hold, and names each operation once', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)];
    const held = Object.keys(document.components.schemas);
    expect(references.filter(([, name = '']) => !held.includes(name))).toEqual([]);
    const ids = Object.values(document.paths).flatMap((path) =>
      Object.values(path).map(({ operationId }) => operationId),
    );
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toContain('completePrompt');
  });

  it('names statuses, sign-in, parameters and the form of errors', () => {
    const { post } = document.paths['/api/jobs'] ?? {};
    expect(Object.keys(post?.responses ?? {})).toEqual([
      '201',
      '400',
      '401',
      '403',
      '404',
      '408',
      '409',
      '413',
      '415',
      '429',
      '500',
      '503',
    ]);
    expect(post).toMatchObject({ security: [{ bearer: [] }], parameters: [{ name: 'Idempotency-Key' }] });
    expect(document.paths['/api/campaigns/start']?.post?.security).toEqual([{ bearer: [] }, { session: [] }]);
    expect(document.paths['/api/jobs/{id}']?.get?.parameters).toMatchObject([{ name: 'id', in: 'path' }]);
    expect(document.paths['/api/notify']?.post?.responses).not.toHaveProperty('401');
    expect(document.components.schemas.Error?.required).toEqual(['code', 'error', 'message']);
  });

  it('can be read as a page without scripts', async () => {
    const page = await server.fetch('/api/docs');
    const html = await page.text();
    expect(page.headers.get('content-type')).toMatch(/^text\/html/);
    expect(page.headers.get('content-security-policy')).toMatch(/script-src 'self';/);
    expect(html).toContain('POST /api/ideation-sessions');
    expect(html).not.toMatch(/<script|inbox/i);
  });
});

describe('an address of the API', () => {
  it('refuses other methods and says which it takes', async () => {
    const refused = await server.fetch('/api/jobs/some-id', { method: 'DELETE' });
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'PUT, GET, HEAD']);
    expect(await refused.json()).toMatchObject({ code: 'method_not_allowed' });
    expect((await server.fetch('/api/inbox', { method: 'DELETE' })).status).toBe(404);
  });
});
