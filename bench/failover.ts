import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { startStripeFake } from '#fakes/stripe/stripe.ts';
import { type Audit, audit } from './faults/audit.ts';
import { boundedRun, type CleanUps, say } from './faults/bounded-run.ts';
import { type Cluster, startCluster } from './faults/cluster.ts';
import { type Load, mailSettings, seed, startForums, startLoad } from './faults/load.ts';
import { measuredPrices } from './faults/payment-stories.ts';
import { type Products, startProducts } from './faults/products.ts';
import { figure, type Goal, goal, median, render } from './lib/report.ts';

// npm run failover -- [--kills 5] [--switchovers 5] [--restarts 2]
// Ends with 1 when something was lost, done twice or refused.

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '5' },
    switchovers: { type: 'string', default: '5' },
    restarts: { type: 'string', default: '2' },
  },
});
const longestMs = 40 * 60_000;
const calmMs = 5_000;

type Outage = {
  kind: 'kill' | 'switchover';
  /** Until the cluster had another primary. */
  withoutPrimary: number;
  /** From then until every lane of answers was acknowledged again. */
  untilAccepted: number;
};

type Outcome = { outages: Outage[]; restarted: Restarted; audits: Audit[]; load: Load; products: Products };
type Restarted = { times: number; sent: number; failed: string[] };

await boundedRun(longestMs, async (cleanUps) => report(await run(cleanUps)));

async function run(cleanUps: CleanUps): Promise<Outcome> {
  const folder = await mkdtemp(join(tmpdir(), 'startup-spark-failover-'));
  cleanUps.push(() => rm(folder, { recursive: true, force: true }));
  // PostgreSQL runs as another user when this is root.
  await chmod(folder, 0o711);
  // Everything of the provider happens in a few hours, and no period is over by now.
  const clock = { at: Date.now() - 2 * 86_400_000 };
  const stripe = await startStripeFake({
    prices: measuredPrices,
    webhookSecret: 'whsec_only_for_measuring',
    now: () => clock.at,
  });
  const places = await startForums();
  cleanUps.push(() => Promise.all([stripe.stop(), places.stop()]));
  say('Starting etcd, two PostgreSQL nodes and haproxy.');
  const cluster = await startCluster(folder);
  cleanUps.push(() => cluster.stop());
  say('Starting two web and two worker processes.');
  const env = { ...mailSettings, ...stripe.env, ...places.env };
  const products = await startProducts(folder, cluster, env);
  cleanUps.push(() => products.stop());

  const { url, databaseUrl } = products;
  const since = new Date();
  const seeds = await withDatabase(databaseUrl, (database) =>
    seed({ url, databaseUrl, database, forums: places.forums, stripe }),
  );
  const load = startLoad({ url, stripe }, seeds, { clock });
  await sleep(calmMs);
  const outages: Outage[] = [];
  for (let count = 0; count < Number(values.kills); count += 1)
    outages.push(await endPrimary('kill', cluster, load));
  for (let count = 0; count < Number(values.switchovers); count += 1)
    outages.push(await endPrimary('switchover', cluster, load));
  const restarted = await restartInTurn(products, load);
  say('Waiting until everything is settled.');
  await load.stop();
  say('Counting what became of it.');
  const buyers = seeds.buyers.map(({ id }) => id);
  const audits = await withDatabase(databaseUrl, (database) =>
    audit({ database, stripe }, load, buyers, since),
  );
  return { outages, restarted, audits, load, products };
}

async function endPrimary(kind: Outage['kind'], cluster: Cluster, load: Load): Promise<Outage> {
  const primary = await cluster.settled();
  await sleep(calmMs);
  const began = Date.now();
  const isEnded = kind === 'kill' ? cluster.kill(primary) : cluster.switchOver(primary);
  while ([null, primary.name].includes(await cluster.findPrimary())) await sleep(50);
  const found = Date.now();
  while (Math.min(...load.lastAccepted) <= found) await sleep(10);
  const outage = { kind, withoutPrimary: found - began, untilAccepted: Date.now() - found };
  await isEnded;
  if (kind === 'kill') cluster.start(primary);
  say(
    `${kind} of ${primary.name}: another primary after ${seconds(outage.withoutPrimary)}, answers again ${seconds(outage.untilAccepted)} later.`,
  );
  return outage;
}

/** Restarts each web process while the other one serves; whatever has to be sent again meanwhile is a failure. */
async function restartInTurn({ web }: Products, load: Load): Promise<Restarted> {
  await sleep(calmMs);
  const before = { sent: sentBy(load), again: new Map(load.sentAgain), refused: load.refused.length };
  const times = Number(values.restarts);
  for (let count = 0; count < times; count += 1)
    for (const process of web) {
      await process.restart();
      // Until haproxy sends requests there again.
      await sleep(calmMs);
    }
  say(`Restarted each web process ${times} times.`);
  const again = [...load.sentAgain].flatMap(([reason, count]) => {
    const more = count - (before.again.get(reason) ?? 0);
    return more > 0 ? [`${more} × ${reason}`] : [];
  });
  const failed = [...again, ...load.refused.slice(before.refused)];
  return { times: times * web.length, sent: sentBy(load) - before.sent, failed };
}

function sentBy({ acknowledged, telling }: Load): number {
  const { answers, requests, replies } = acknowledged;
  return answers.length + requests.length + replies.length + 2 * telling.told.length;
}

function report({ outages, restarted, audits, load, products }: Outcome): void {
  const of = (kind: Outage['kind']) => outages.filter((outage) => outage.kind === kind);
  const goals = goalsOf({ outages, restarted, audits, load, products });
  const section = {
    title: 'Failover',
    how: `Two web and two worker processes on two PostgreSQL nodes with synchronous replication. Sent again meanwhile: ${counted(load.sentAgain)}.`,
    columns: ['what', 'acknowledged', 'lost', 'done twice', 'besides'],
    rows: audits.map(({ what, acknowledged, lost, twice, note }) => [
      what,
      ...[acknowledged, lost, twice].map(String),
      note,
    ]),
    goals,
  };
  console.log(`\n${render(section)}\n`);
  for (const kind of ['kill', 'switchover'] as const)
    if (of(kind).length > 0)
      console.log(
        `${of(kind).length} × ${kind}: without a primary ${range(of(kind).map((one) => one.withoutPrimary))}, then until answers are accepted ${range(of(kind).map((one) => one.untilAccepted))}.`,
      );
  console.log(`${restarted.times} restarts of web processes under ${restarted.sent} requests.\n`);
  const faults = [
    ...audits.flatMap((one) => one.faults),
    ...restarted.failed,
    ...load.refused,
    ...products.ended,
  ];
  for (const fault of faults.slice(0, 40)) console.log(`- ${fault}`);
  process.exitCode = goals.every(({ met }) => met) && faults.length === 0 ? 0 : 1;
}

function goalsOf({ outages, restarted, audits, load, products }: Outcome): Goal[] {
  const sum = (name: 'lost' | 'twice') => audits.reduce((total, one) => total + one[name], 0);
  const slowest = Math.max(0, ...outages.map(({ untilAccepted }) => untilAccepted / 1_000));
  return [
    goal('acknowledged and lost', sum('lost'), { below: 0 }),
    goal('done twice', sum('twice'), { below: 0 }),
    goal('processes that ended', products.ended.length, { below: 0 }),
    goal('answers accepted after a primary is there, slowest', slowest, { below: 10 }, ' s'),
    goal('failed requests while web processes restart', restarted.failed.length, { below: 0 }),
    goal('responses but success and 503', otherStatuses(load), { below: 0 }),
  ];
}

/** A database that is away is no fault of the server: it says 503, or haproxy does. */
function otherStatuses({ sentAgain }: Load): number {
  return [...sentAgain].reduce((sum, [reason, count]) => (reason === '503' ? sum : sum + count), 0);
}

/** The most frequent first. */
function counted(counts: Map<string, number>): string {
  return (
    [...counts]
      .toSorted(([, one], [, other]) => other - one)
      .slice(0, 12)
      .map(([reason, count]) => `${count} × ${reason}`)
      .join(', ') || 'none'
  );
}

function range(times: number[]): string {
  return `${seconds(median(times))} (${seconds(Math.min(...times))} to ${seconds(Math.max(...times))})`;
}

function seconds(ms: number): string {
  return `${figure(ms / 1_000)} s`;
}

async function withDatabase<T>(url: string, work: (database: pg.Client) => Promise<T>): Promise<T> {
  const database = new pg.Client({ connectionString: url });
  database.on('error', (error) => say(error.message));
  await database.connect();
  return work(database).finally(() => database.end());
}
