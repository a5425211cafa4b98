import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { somePost } from '#server/testing/fake-sources.ts';
import { openSurvey, surveyDraft } from '#server/testing/survey-samples.ts';
import { openOutreachWorld, someProduct } from '#server/testing/worlds/outreach-world.ts';
import type { Reach } from '#shared/contracts/outreach/reach.ts';
import { countVisits } from './repository.ts';

const person = 'Mozilla/5.0 (X11; Linux x64; rv:140.0) Gecko/20100101 Firefox/140.0';
const world = openOutreachWorld();
let campaignId: string;
let code: string;
let otherCode: string;
let visitors = 0;

beforeAll(async () => {
  world.sources.posts = [somePost(), somePost({ source: 'lemmy', host: 'lemmy.world', community: 'baking' })];
  const { campaign, conversations } = await world.startCampaign();
  campaignId = campaign.id;
  [code = '', otherCode = ''] = conversations.map(({ trackedLink }) => trackedLink.split('/').at(-1) ?? '');
});
beforeEach(async () => {
  await world.query('delete from link_visits');
  await world.query('update tracked_links set visits = 0, automatic_visits = 0, sign_ups = 0');
});

const newPerson = () => `${person} Visitor/${++visitors}`;

function follow(
  link: string,
  agent: string | null = newPerson(),
  headers: Record<string, string> = {},
  method = 'GET',
) {
  const sent = { ...(agent && { 'User-Agent': agent }), ...headers };
  return world.server.fetch(`/go/${link}`, { method, redirect: 'manual', headers: sent });
}

const showImage = (agent: string, id = campaignId) =>
  world.server.fetch(`/go/signed-up/${id}.gif`, {
    headers: { 'User-Agent': agent, 'Sec-Fetch-Dest': 'image', 'Sec-Fetch-Site': 'cross-site' },
  });

const countOf = async (column: string, link = code) =>
  (await world.query(`select ${column} as count from tracked_links where code = $1`, [link]))[0]?.count;

const reach = async (query = '', user = world.founder) =>
  (await world.call('GET', `/api/reach?${query}`, undefined, user)).body as unknown as Reach;

/** The code of the link in a new conversation about a product at this address. */
async function newCode(url: string): Promise<string> {
  world.sources.posts = [somePost()];
  const { conversations } = await world.startCampaign({ product: { ...someProduct, url } });
  return conversations[0]?.trackedLink.split('/').at(-1) ?? '';
}

describe('a short link', () => {
  it('forwards once, to where the product is, without a cookie', async () => {
    const response = await follow(code);
    expect([response.status, response.headers.get('location')]).toEqual([302, someProduct.url]);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('set-cookie')).toBeNull();
    await expect.poll(() => countOf('visits')).toBe(1);
  });

  it('leads to an address in any script', async () => {
    const url = 'https://bücher.example/größe/パン?q=ü#ö';
    const response = await follow(await newCode(url));
    expect(response.headers.get('location')).toBe(new URL(url).href);
  });

  it('counts each person once a day, and stores no address', async () => {
    const [one, other] = [newPerson(), newPerson()];
    for (const agent of [one, other, one, one]) await follow(code, agent);
    await expect.poll(() => countOf('visits')).toBe(2);
    const rows = await world.query('select * from link_visits');
    expect(JSON.stringify(rows)).not.toMatch(/in-process|Mozilla|Firefox/);
    expect(rows.every(({ visitor }) => /^[\w-]{22}$/.test(String(visitor)))).toBe(true);
    world.clock.ahead += 86_400_000;
    await follow(code, one);
    await expect.poll(() => countOf('visits')).toBe(3);
  });

  it.each([
    ['a request by HEAD', person, {}, 'HEAD'],
    ['a crawler', 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', {}],
    ['a link preview', 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)', {}],
    ['a messenger that draws a card', 'WhatsApp/2.24.1', {}],
    ['a program', 'curl/8.7.1', {}],
    ['somebody without a user agent', null, {}],
    ['a browser that loads ahead', person, { 'Sec-Purpose': 'prefetch;prerender' }],
    ['an old browser that loads ahead', person, { 'X-Moz': 'prefetch' }],
    ['an image of another page', person, { 'Sec-Fetch-Dest': 'image' }],
  ])('forwards %s and does not count it', async (_who, agent, headers, method = 'GET') => {
    const before = await countOf('visits', otherCode);
    expect((await follow(otherCode, agent, headers, method)).status).toBe(302);
    await follow(code);
    await expect.poll(() => countOf('visits')).toBe(1);
    expect(await countOf('visits', otherCode)).toBe(before);
  });

  it('shows apart what looks automatic: without signs of a person, or 20 of one browser within a second', async () => {
    for (let n = 0; n < 6; n += 1) await follow(code, `${person.replaceAll('140', '139')} Reader/${n}`);
    await follow(code, 'Mozilla/4.0 (compatible; ms-office; MSOffice rmj)');
    await expect.poll(() => countOf('visits')).toBe(6);
    expect(await countOf('automatic_visits')).toBe(1);
    world.clock.ahead += 10_000;
    const crowd = Array.from({ length: 20 }, () => follow(code));
    await Promise.all(crowd);
    await expect.poll(() => countOf('automatic_visits')).toBe(21);
    await follow(code);
    await expect.poll(() => countOf('automatic_visits')).toBe(22);
    world.clock.ahead += 10_000;
    await follow(code);
    await expect.poll(() => countOf('visits')).toBe(7);
    expect(await reach()).toMatchObject({ visits: 7, automaticVisits: 22 });
    const [row] = (await world.conversations()).filter(({ trackedLink }) => trackedLink.endsWith(code));
    expect(row).toMatchObject({ clicks: 7, automaticClicks: 22 });
  });

  it.each(['/go/unknown1', '/go/a', '/go/', `/go/${'x'.repeat(400)}`, '/go/%00abcdef', '/go/..%2f..%2fetc'])(
    'does not exist at %s',
    async (path) => {
      expect((await world.server.fetch(path, { headers: { 'User-Agent': person } })).status).toBe(404);
    },
  );

  it('still forwards while nothing can be counted, and says so to the operator', async () => {
    await follow(code);
    await world.query('alter table link_visits rename to link_visits_away');
    const response = await follow(code);
    expect([response.status, response.headers.get('location')]).toEqual([302, someProduct.url]);
    await expect.poll(() => world.server.logs.join()).toContain('a visit was not counted');
    await world.query('alter table link_visits_away rename to link_visits');
  });
});

describe('a sign-up', () => {
  it('is counted for the link that its visitor followed, once', async () => {
    const agent = newPerson();
    await follow(code, agent);
    await expect.poll(() => countOf('visits')).toBe(1);
    const image = await showImage(agent);
    expect(image.headers.get('content-type')).toBe('image/gif');
    expect(image.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    await expect.poll(() => countOf('sign_ups')).toBe(1);
    await showImage(agent);
    const last = newPerson();
    await follow(code, last);
    await expect.poll(() => countOf('visits')).toBe(2);
    await showImage(last);
    await expect.poll(() => countOf('sign_ups')).toBe(2);
  });

  it('of a person who followed no link counts for no link', async () => {
    expect((await showImage(newPerson())).status).toBe(200);
    expect((await showImage(newPerson(), 'no-such-campaign')).status).toBe(200);
    expect(await countOf('sign_ups')).toBe(0);
  });
});

describe('what came of the replies', () => {
  it('is summed up by community, for its owner only', async () => {
    await follow(code);
    await follow(otherCode);
    await expect.poll(async () => (await reach()).visits).toBe(2);
    const { target, communities, signUpImages, suggestion } = await reach(`campaign=${campaignId}`);
    expect([target, communities.reduce((sum, { visits }) => sum + visits, 0), suggestion]).toEqual([
      1_000,
      2,
      null,
    ]);
    expect(signUpImages).toEqual([
      {
        campaignId,
        productName: someProduct.name,
        url: `http://localhost:3000/go/signed-up/${campaignId}.gif`,
      },
    ]);
    const theirs = await reach(`campaign=${campaignId}`, world.stranger);
    expect(theirs).toMatchObject({ visits: 0, communities: [], signUpImages: [] });
  });
});

it('a survey of this site learns which reply brought an answer, and whether it shows the problem', async () => {
  const { server, founder } = world;
  const draft = surveyDraft();
  for (const question of draft.questions.slice(0, 1)) question.marks = ['has', 'has', 'hasnt'];
  await openSurvey(server, founder, draft);
  const url = `http://localhost:3000/survey/${draft.surveyId}`;
  const surveyCode = await newCode(url);
  const otherCodes = [
    await newCode(`${url}-2`),
    await newCode(`https://elsewhere.example/survey/${draft.surveyId}`),
  ];
  const response = await follow(surveyCode);
  expect(response.headers.get('location')).toBe(`${url}?via=${surveyCode}`);
  const send = (via: string | undefined, position: number) =>
    server.call('POST', '/api/submit-survey', {
      body: {
        surveyId: draft.surveyId,
        responses: draft.questions.map(({ question, options }) => ({
          question,
          answer: options?.at(position) ?? 'I wrote it down',
        })),
        ...(via && { via }),
      },
    });
  for (const [via, position] of [
    [surveyCode, 0],
    [surveyCode, -1],
    [undefined, 0],
    [code, 0],
    [otherCodes[0], 0],
    [otherCodes[1], 0],
    ["'; drop table x", 0],
  ] as const)
    expect((await send(via, position)).status).toBe(201);
  expect(await countOf('survey_answers', surveyCode)).toBe(2);
  expect(await countOf('qualified_answers', surveyCode)).toBe(1);
  for (const other of [code, ...otherCodes]) expect(await countOf('survey_answers', other)).toBe(0);
  const { surveyAnswers, qualifiedAnswers, communities, suggestion } = await reach();
  expect([surveyAnswers, qualifiedAnswers, communities[0]?.qualifiedAnswers]).toEqual([2, 1, 1]);
  expect(suggestion?.why).toBe('1 answer from people who have the problem, with 0 replies.');
});

it('visits are counted although another process is in the way for good', async () => {
  const { database } = world;
  const codes = [code, otherCode].toSorted();
  const client = await database.pool.connect();
  const lock = (code = '') => client.query('select from tracked_links where code = $1 for update', [code]);
  await client.query('begin');
  await lock(codes[1]);
  const visits = codes.map((code) => ({
    day: '2040-01-01',
    visitor: 'somebody',
    code,
    family: 'firefox',
    at: new Date('2040-01-01'),
  }));
  const counting = countVisits(database, visits);
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  // The database looks for a deadlock once, a second after a wait began: the other wait must begin before.
  await expect.poll(() => world.query(waiting), { interval: 5 }).toHaveLength(1);
  // Now each waits for the other, and the database ends one of them: on a busy machine perhaps this one.
  await lock(codes[0]).catch(() => undefined);
  await client.query('rollback');
  client.release();
  await counting;
  expect(await Promise.all(codes.map((one) => countOf('visits', one)))).toEqual([1, 1]);
});
