import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Database } from '#server/database/connect.ts';
import { readContracts } from '#server/http/openapi/contracts.ts';
import { signUpVerified } from '#server/testing/agents.ts';
import {
  authorizationTable,
  type Caller,
  type Expected,
  people,
  type Row,
  type Target,
  type Things,
  visitors,
  withoutContract,
} from '#server/testing/authorization-table.ts';
import { fakeForum } from '#server/testing/fake-forum.ts';
import { fakeSources, somePost, worldStart } from '#server/testing/fake-sources.ts';
import { makeThings } from '#server/testing/own-things.ts';
import { putOnPlan } from '#server/testing/request-samples.ts';
import { startTestServer, type TestServer, type TestUser } from '#server/testing/test-server.ts';

type Person = (typeof people)[number] | 'other';

let server: TestServer;
let database: Database;
const users = new Map<Caller | 'other', TestUser>();
const things = new Map<Caller | 'other', Things>();
const endpoints = [...(await readContracts()).endpoints.values()].map(
  ({ method, path }) => `${method} ${path}`,
);

beforeAll(async () => {
  const sources = fakeSources();
  sources.posts = Array.from({ length: 6 }, () => somePost());
  const startedAt = Date.now();
  const now = () => worldStart.getTime() + Date.now() - startedAt;
  const posters = fakeForum();
  const overrides = { sources, posters, now };
  server = await startTestServer(overrides, { SUPPORT_AGENTS: 'agent@support.example' });
  database = server.database;
  for (const person of [...people, 'other'] as Person[]) {
    const isAgent = person === 'agent';
    const user = isAgent
      ? await signUpVerified(server, 'agent@support.example', 'Grace')
      : await server.signUp();
    users.set(person, user);
    things.set(person, await makeThings(server, user));
    await putOnPlan(database, user, person === 'agent' ? 'free' : person === 'other' ? 'developer' : person);
  }
});
afterAll(() => server.close());

/** Ids that name nothing. */
function unknownThings(): Things {
  const id = randomUUID();
  const names = Object.keys(things.get('other') ?? {});
  const all = Object.fromEntries(names.map((name) => [name, `${id}-${name}`])) as Things;
  return { ...all, survey: `survey-${id}`, email: 'nobody@example.com', thread: 'x'.repeat(43) };
}

function tokenOf(caller: Caller): string | undefined {
  if (caller === 'nobody') return undefined;
  const { token = '' } = users.get(caller === 'expired' || caller === 'forged' ? 'other' : caller) ?? {};
  if (caller !== 'forged') return token;
  const [head, , signature] = token.split('.');
  const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
  const changed = Buffer.from(JSON.stringify({ ...claims, exp: claims.exp + 1 })).toString('base64url');
  return [head, changed, signature].join('.');
}

async function send(address: string, { id, body, query, file }: Row, caller: Caller, named: Things) {
  const [method = '', path = ''] = address.split(' ');
  const token = tokenOf(caller);
  const url =
    path.replace('{number}', '1').replace(/\{\w+\}/, id ? named[id] : '') + (query ? `?${query(named)}` : '');
  // A day later the token of yesterday has expired.
  if (caller === 'expired') vi.useFakeTimers({ now: Date.now() + 86_400_000, toFake: ['Date'] });
  try {
    const response = await server.fetch(url, {
      method,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body && { 'content-type': 'application/json' }),
      },
      body: body ? JSON.stringify(body(named)) : file,
    });
    return { status: response.status, text: await response.text() };
  } finally {
    vi.useRealTimers();
  }
}

function expectedOf(row: Row, caller: Caller, target: Target): Expected {
  const { access, visitor, own, others, unknown } = row;
  const isPerson = users.has(caller);
  if (access === 'agent') return caller === 'agent' && (target !== 'unknown' || !row.id) ? 'allowed' : 404;
  if (!isPerson && (access === 'signed-in' || access === 'owner')) return 401;
  if (!isPerson && access === 'optional' && caller !== 'nobody') return 401;
  const usual = access === 'owner' && target !== 'own' ? 404 : 'allowed';
  const told =
    target === 'own' ? own : target === 'unknown' ? unknown : isPerson ? others : (visitor ?? others);
  return (typeof told === 'object' ? told[caller as keyof typeof told] : told) ?? usual;
}

const isRefusal = (status: number) => [401, 403, 404].includes(status);

describe('the authorization table', () => {
  it('has a row for every endpoint of the contracts and no others', () => {
    expect(Object.keys(authorizationTable).toSorted()).toEqual(endpoints.toSorted());
  });

  it('leaves out no mounted address of the API', () => {
    const rows = Object.keys(authorizationTable).map((address) => address.replace(/\{(\w+)\}/g, ':$1'));
    const mounted = server.routes.filter((route) => route.includes(' /api/') && !route.startsWith('ALL '));
    const unguarded = mounted.filter(
      (route) => !rows.includes(route) && !withoutContract.some((form) => form.test(route)),
    );
    expect(unguarded).toEqual([]);
  });
});

describe.each(Object.entries(authorizationTable))('%s', (address, row) => {
  it(`lets in who may: ${row.access}`, async () => {
    const namesThings = Boolean(row.id ?? (row.query?.length || row.body?.length));
    const found: Record<string, Expected> = {};
    const expected: Record<string, Expected> = {};
    const other = things.get('other') as Things;
    const ask = async (caller: Caller, target: Target, named: Things) => {
      const name = `${caller}, ${target}`;
      const wanted = expectedOf(row, caller, target);
      const { status, text } = await send(address, row, caller, named);
      expect(status, `${name}: ${text}`).toBeLessThan(500);
      expected[name] = wanted;
      found[name] = wanted === 'allowed' && !isRefusal(status) ? 'allowed' : status;
      if (target === 'own' && row.access !== 'agent')
        for (const id of [other.job, other.ideation, other.conversation, other.account, other.email])
          expect(text).not.toContain(id);
    };
    for (const caller of visitors) {
      await ask(caller, "other's", other);
      if (namesThings) await ask(caller, 'unknown', unknownThings());
    }
    for (const caller of people) {
      if (namesThings) await ask(caller, "other's", other);
      if (namesThings) await ask(caller, 'unknown', unknownThings());
      await ask(caller, 'own', things.get(caller) as Things);
    }
    expect(found).toEqual(expected);
  });
});

describe('after all of these calls', () => {
  it('everything of the other user is as it was', async () => {
    const { token } = users.get('other') as TestUser;
    const own = things.get('other') as Things;
    const read = async (path: string) => (await server.call('GET', path, { token })).body;
    expect(await read(`/api/ideation-sessions/${own.ideation}`)).toMatchObject({ revision: 1, saved: false });
    expect(await read(`/api/build-prompts/${own.buildPrompt}`)).toMatchObject({ revision: 1 });
    expect(await read(`/api/surveys/${own.survey}`)).toMatchObject({ isOwner: true, publicLink: false });
    expect(await read('/api/products/campaign')).toMatchObject([{ id: own.campaign, active: true }]);
    expect(await read('/api/linked-accounts')).toMatchObject([{ id: own.account }]);
    expect(await read(`/api/jobs/${own.job}`)).toMatchObject({ requestTitle: 'Nobody can log in' });
  });
});
