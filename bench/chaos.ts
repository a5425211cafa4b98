import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { type Account, renewToken } from '#e2e/harness/api.ts';
import type { MastodonFake } from '#fakes/mastodon/mastodon.ts';
import { startStripeFake } from '#fakes/stripe/stripe.ts';
import { type Audit, audit } from './faults/audit.ts';
import { boundedRun, type CleanUps, say } from './faults/bounded-run.ts';
import { type Site, startSite } from './faults/chaos-site.ts';
import { type Load, mailSettings, type Seeds, seed, seeded, startForums, startLoad } from './faults/load.ts';
import { measuredPrices } from './faults/payment-stories.ts';

// npm run chaos -- [--seed 1] [--kills 20]. Ends with 1 when something was lost, done twice or ended by itself.

const { values } = parseArgs({
  options: { seed: { type: 'string', default: '1' }, kills: { type: 'string', default: '20' } },
});
const kills = Number(values.kills);
const random = seeded(Number(values.seed));
/** The worker is killed while so many replies are under way, and so many of them are being sent. */
const repliesAtOnce = 42;
const repliesSentAtOnce = 8;
const longestMs = 5 * 60_000 + kills * 15_000;

// All load comes from one address. Each request names a sender of its own, as a trusted proxy does.
const { fetch: send } = globalThis;
globalThis.fetch = (input, init) => {
  const headers = new Headers(init?.headers);
  headers.set(
    'x-forwarded-for',
    `10.0.${Math.floor(Math.random() * 256)}.${Math.floor(Math.random() * 256)}`,
  );
  return send(input, { ...init, headers });
};

type Fault = { name: string; isKill: boolean; run(): Promise<void> };

await boundedRun(longestMs, async (cleanUps) => {
  process.exitCode = (await run(cleanUps)) ? 0 : 1;
});

async function run(cleanUps: CleanUps): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'startup-spark-chaos-'));
  cleanUps.push(() => rm(folder, { recursive: true, force: true }));
  const clock = { at: Date.now() - 2 * 86_400_000 };
  const stripe = await startStripeFake({
    prices: measuredPrices,
    webhookSecret: 'whsec_only_for_measuring',
    now: () => clock.at,
  });
  const places = await startForums();
  const { forums } = places;
  cleanUps.push(() => Promise.all([stripe.stop(), places.stop()]));
  const site = await startSite(folder, { ...mailSettings, ...stripe.env, ...places.env });
  cleanUps.push(() => site.stop());
  await becomesReady(site);

  const { url, databaseUrl } = site;
  const since = new Date();
  const database = new pg.Client({ connectionString: databaseUrl });
  await database.connect();
  const seeds = await seed({ url, databaseUrl, database, forums, stripe });
  site.worker.freeze();
  const load = startLoad({ url, stripe }, seeds, { clock, atOnce: repliesAtOnce });
  await killAmidReplies(site, database, { seeds, load });
  await database.end();
  const uploads = startUploads(site, seeds.founders);
  say('Seeded. Faults begin.');
  const counts = await inject(site, faultsOf(site, forums, stripe));
  say('Faults are over. Waiting until everything is acknowledged and settled.');
  await site.fillDisk(false);
  await becomesReady(site);
  await load.stop();
  const files = await uploads.stop();

  say('Everything is acknowledged.');
  const auditor = new pg.Client({ connectionString: databaseUrl });
  await auditor.connect();
  await endLeases(site, auditor);
  const buyers = seeds.buyers.map(({ id }) => id);
  const audits = await audit({ database: auditor, stripe }, load, buyers, since);
  await auditor.end();
  return report(site, counts, [...audits, files], load);
}

function faultsOf(
  site: Site,
  forums: MastodonFake[],
  stripe: Awaited<ReturnType<typeof startStripeFake>>,
): Fault[] {
  const pause = () => sleep(random() * 1_500);
  const kill = (name: string, run: () => unknown): Fault => ({
    name: `kill ${name}`,
    isKill: true,
    run: async () => void (await run()),
  });
  const fault = (name: string, run: () => Promise<void>): Fault => ({ name, isKill: false, run });
  return [
    kill('web', () => site.web.kill()),
    kill('worker', () => site.worker.kill()),
    kill('database', () => site.killDatabase()),
    fault('cut connections', async () => {
      site.relay.cut();
      await pause();
      await site.relay.mend();
    }),
    fault('hung upstream', async () => {
      forums[Math.floor(random() * forums.length)]?.failWrites('hang-after', 'cut-after');
      stripe.faults.plan('silence', { times: 2 });
    }),
    fault('clock jump', async () => {
      site.web.jumpClock();
      site.worker.jumpClock();
    }),
    fault('full disk', async () => {
      await site.fillDisk(true);
      await pause();
      await site.fillDisk(false);
    }),
  ];
}

/** Wakes the worker before replies that wait, and kills it while those that it sends have arrived unanswered. */
async function killAmidReplies(
  { worker }: Site,
  database: pg.Client,
  { seeds, load }: { seeds: Seeds; load: Load },
): Promise<void> {
  await until('Approving replies', () => load.acknowledged.replies.length >= repliesAtOnce);
  const first = seeds.conversations.slice(0, repliesSentAtOnce);
  for (const { forum } of first) forum.failWrites('hang-after');
  worker.wake();
  const arrived = () => first.filter(({ forum, story }) => forum.posts.in(story).length > 1).length;
  await until('Sending replies', () => arrived() === repliesSentAtOnce);
  worker.kill();
  const { rows } = await database.query<{ count: number }>(
    "select count(*)::int from conversations where status in ('APPROVED', 'POSTING')",
  );
  const underWay = rows[0]?.count ?? 0;
  say(`Killed the worker while ${underWay} replies were under way; ${arrived()} had arrived.`);
  if (underWay < repliesAtOnce) throw new Error('The kill was to come before any of them was settled.');
}

/** Kills the worker, so that nothing holds a lease, and moves the times that attempts wait for into the past. */
async function endLeases({ worker }: Site, database: pg.Client): Promise<void> {
  worker.kill();
  await database.query(`update posting_attempts set held_until = held_until - interval '5 minutes',
    not_before = not_before - interval '5 minutes', updated_at = updated_at - interval '5 minutes'`);
}

/** Runs faults until the wanted number of kills is reached. One in three comes before the last one is over. */
async function inject(site: Site, faults: Fault[]): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (let killed = 0; killed < kills; ) {
    const fault = faults[Math.floor(random() * faults.length)] as Fault;
    await fault.run();
    counts.set(fault.name, (counts.get(fault.name) ?? 0) + 1);
    if (fault.isKill) killed += 1;
    await sleep(random() * 1_000);
    if (random() > 1 / 3) await becomesReady(site);
  }
  return counts;
}

function becomesReady(site: Site): Promise<void> {
  return until('Becoming ready', () => site.isReady());
}

async function until(what: string, isDone: () => boolean | Promise<boolean>): Promise<void> {
  const giveUpAt = Date.now() + 120_000;
  while (!(await isDone())) {
    if (Date.now() > giveUpAt) throw new Error(`${what} took more than two minutes.`);
    await sleep(100);
  }
}

/** Uploads attachments until it is stopped, then reads back each one that was acknowledged. */
function startUploads({ url }: Site, founders: Account[]): { stop(): Promise<Audit> } {
  const acknowledged: { id: string; bytes: string; founder: Account }[] = [];
  let isStopping = false;
  const headers = async (founder: Account) => ({
    authorization: `Bearer ${(await renewToken(url, founder)).token}`,
  });
  const upload = async (founder: Account) => {
    const bytes = `Line ${acknowledged.length} of the log. `.repeat(100);
    const response = await fetch(`${url}/api/attachments?name=log.txt`, {
      method: 'POST',
      body: bytes,
      headers: await headers(founder),
      signal: AbortSignal.timeout(30_000),
    });
    const { attachment } = (await response.json()) as { attachment?: { id: string } };
    if (response.status === 201 && attachment) acknowledged.push({ id: attachment.id, bytes, founder });
  };
  const run = async () => {
    for (const founder of founders) {
      // Twenty that no request names is the most a founder may hold.
      for (let count = 0; count < 10 && !isStopping; count += 1) {
        await upload(founder).catch(() => {});
        await sleep(500);
      }
    }
  };
  const running = run();
  return {
    async stop() {
      isStopping = true;
      await running;
      let lost = 0;
      for (const { id, bytes, founder } of acknowledged) {
        const response = await fetch(`${url}/api/attachments/${id}`, { headers: await headers(founder) });
        if ((await response.text()) !== bytes) lost += 1;
      }
      return { what: 'attachments', acknowledged: acknowledged.length, lost, twice: 0, note: '', faults: [] };
    },
  };
}

function report(site: Site, counts: Map<string, number>, audits: Audit[], load: Load): boolean {
  const listed = (entries: Iterable<[string, number]>) =>
    [...entries].map(([name, count]) => `${count} × ${name}`).join(', ') || 'none';
  console.log(`Seed ${values.seed}: ${listed(counts)}.`);
  if (!site.canFillDisk) console.log('No file system can be mounted here: the disk was never full.');
  console.log(`Sent again: ${listed(load.sentAgain)}.`);
  for (const { what, acknowledged, lost, twice, note } of audits)
    console.log(`${what}: ${acknowledged} acknowledged, ${lost} lost, ${twice} done twice. ${note}`);
  const faults = [...audits.flatMap((one) => one.faults), ...load.refused, ...site.ended];
  for (const fault of faults.slice(0, 40)) console.log(`- ${fault}`);
  const wrong = audits.reduce((sum, { lost, twice }) => sum + lost + twice, 0) + faults.length;
  console.log(wrong === 0 ? 'Nothing was lost or done twice.' : `${wrong} faults.`);
  return wrong === 0;
}
