import { readFile } from 'node:fs/promises';
import { figure, goal, median, type Section, type Settings, spread } from '#bench/lib/report.ts';
import { productOf } from '#bench/search-sources.ts';
import { type Stack, signUp } from '#bench/stack.ts';
import { type Account, call } from '#e2e/harness/api.ts';
import type { FoundOpportunities } from '#shared/contracts/outreach/opportunities.ts';

const latencyMs = 200;
const searchesARound = 6;
const goalMs = 100;

const sourceVariable = { CONVERSATIONS: 'hacker-news,stack-exchange,lemmy,discourse,github' };

/** Milliseconds of one search. */
type Times = { bare: number; inTurn: number; search: number; cpu: number };

/** A search over five sources, against a bare client that asks each of them one question at the same time. */
export async function measureSearch({ stack, rounds }: Settings): Promise<Section> {
  const sources = await stack.serve('search-sources.ts', { settings: { LATENCY_MS: String(latencyMs) } });
  const addresses = (await ask(sources.url)) as Addresses;
  const settings = {
    ...addresses,
    ...sourceVariable,
    STACK_EXCHANGE_SITES: 'softwarerecs',
  };
  const server = await stack.serve('server.ts', { settings });
  const founder = await signUp(stack, server.url);
  await stack.database.query(`update users set plan = 'developer' where id = $1`, [founder.id]);
  const taken: Times[] = [];
  let found = 0;
  for (let number = 0; number < (rounds + 1) * searchesARound; number += 1) {
    const ways = { addresses, url: server.url, founder, pid: server.pid };
    const { opportunities, ...times } = await searchOnce(stack, ways, number);
    // The first round warms the code up.
    if (number < searchesARound) continue;
    taken.push(times);
    found += opportunities;
  }
  await Promise.all([server, sources].map(({ stop }) => stop()));
  return describe(taken, found / taken.length);
}

/** The variables that lead to the sources. */
type Addresses = Record<string, string>;
type Ways = { addresses: Addresses; url: string; founder: Account; pid: number };

async function searchOnce(
  { database }: Stack,
  { addresses, url, founder, pid }: Ways,
  number: number,
): Promise<Times & { opportunities: number }> {
  await database.query("delete from rate_limits where key like 'source%'; delete from source_replies");
  const { words, ...product } = productOf(number);
  const bare = await time(() => Promise.all(questions(addresses, words[0]).map(ask)));
  const inTurn = await time(() => askInTurn(addresses, words[0]));
  const before = await cpuMs(pid);
  let reply: FoundOpportunities | undefined;
  const search = await time(async () => {
    const body = { userId: founder.id, ...product };
    reply = await call<FoundOpportunities>(url, '/api/campaign/find-opportunities', {
      token: founder.token,
      body,
    });
  });
  const cpu = (await cpuMs(pid)) - before;
  const silent = reply?.sources.filter(({ found, reason }) => found === 0 || reason !== null);
  if (!reply || silent?.length !== 0 || reply.sources.length !== 5)
    throw new Error(`A source did not answer: ${JSON.stringify(reply?.sources)}`);
  return { bare, inTurn, search, cpu, opportunities: reply.opportunities.length };
}

function questions(of: Addresses, word: string): string[] {
  return [
    `${of.HN_ALGOLIA_URL}/api/v1/search_by_date?query=${word}&tags=(ask_hn,comment)&hitsPerPage=50`,
    `${of.STACK_EXCHANGE_URL}/2.3/search/advanced?site=softwarerecs&q=${word}&pagesize=50`,
    `${of.LEMMY_URLS}/api/v3/search?q=${word}&limit=50`,
    `${of.DISCOURSE_URLS}/search.json?q=${word}`,
    `${of.GITHUB_API_URL}/search/issues?q=${word}&per_page=50`,
  ];
}

async function ask(url: string): Promise<unknown> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return response.json();
}

/** Hacker News is asked by two questions of which the second needs the first one's answer. */
async function askInTurn(of: Addresses, word: string): Promise<void> {
  const { hits } = (await ask(`${of.HN_ALGOLIA_URL}/api/v1/search?query=${word}`)) as {
    hits: { objectID: string }[];
  };
  await Promise.all(
    hits.slice(0, 10).map(({ objectID }) => ask(`${of.HN_API_URL}/v0/item/${objectID}.json`)),
  );
}

async function time(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** Processor time of a process so far. Linux counts in hundredths of a second. */
async function cpuMs(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

function describe(taken: Times[], found: number): Section {
  const of = (name: keyof Times) => taken.map((times) => times[name]);
  const beyond = (name: 'bare' | 'inTurn') => taken.map((times) => times.search - times[name]);
  const cpu = of('cpu').reduce((sum, value) => sum + value, 0) / taken.length;
  return {
    title: 'Searching five sources',
    how: `Milliseconds of a search through the server, over five sources on loopback that each take ${latencyMs} ms for an answer. Every search
has words that were never asked for, full buckets and an empty cache; it found ${figure(found)} opportunities on average. The bare client asks each source one
question, all at once: that is the slowest source. Of Hacker News two questions are asked in turn, what there is and whether it still
stands, as they come from two hosts; a bare client needs as long for both. The server used the processor for ${figure(cpu)} ms a search.`,
    columns: ['way', 'ms', 'the search takes longer by'],
    rows: [
      ['one question to each source', spread(of('bare')), spread(beyond('bare'))],
      ['two questions in turn to one source', spread(of('inTurn')), spread(beyond('inTurn'))],
      ['the search', spread(of('search')), ''],
    ],
    goals: [goal('Search: beyond the slowest source', median(beyond('bare')), { below: goalMs }, ' ms')],
  };
}
