import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { runWrk } from '#bench/lib/load.ts';
import { figure, type Section, type Settings, spread } from '#bench/lib/report.ts';
import { median, ratios, takeTurns } from '#bench/lib/rounds.ts';
import type { Stack } from '#bench/stack.ts';

const links = 100;
const visitors = 1_000;
const loads = [10, 50];
const columns = ['connections', 'bare redirect', 'short links', 'of bare redirect', 'p50 ms', 'p99 ms'];

/** Short links a second that are followed and counted, against a handler that only redirects. */
export async function measureRedirects({ stack, rounds, seconds }: Settings): Promise<Section> {
  const bare = await stack.serve('bare-redirect.ts');
  const server = await stack.serve('server.ts', { settings: { CONVERSATIONS: 'hacker-news' } });
  const script = await writeFollowers(join(stack.folder, 'followers.lua'), await addLinks(stack));
  for (const { url } of [bare, server]) await runWrk({ url, script }, { connections: 50, seconds: 2 });
  const section: Section = { title: 'Following a short link', how: '', columns, rows: [], goals: [] };
  for (const connections of loads) {
    const load = { connections, seconds };
    const taken = await takeTurns(rounds, {
      bare: () => runWrk({ url: bare.url, script }, load),
      whole: () => runWrk({ url: server.url, script }, load),
    });
    const rate = (name: keyof typeof taken) => taken[name].map((result) => result.rate);
    section.rows.push([
      String(connections),
      ...[rate('bare'), rate('whole'), ratios(rate('whole'), rate('bare'))].map(spread),
      figure(median(taken.whole.map(({ p50 }) => p50))),
      figure(median(taken.whole.map(({ p99 }) => p99))),
    ]);
  }
  section.how = describe(await countVisits(stack));
  await Promise.all([bare, server].map((one) => one.stop()));
  return section;
}

/** A campaign whose replies each have a link. */
async function addLinks({ database }: Stack): Promise<string[]> {
  const [owner, campaign] = [randomUUID(), randomUUID()];
  await database.query(`insert into users (id, email, plan) values ($1, $1 || '@example.org', 'developer')`, [
    owner,
  ]);
  await database.query(
    `insert into campaigns (id, owner_id, idempotency_key, name, url, description, keywords, next_listen_at)
     values ($1, $2, $1, 'Product', 'https://product.example/', 'A product', '[]', now() + interval '1 day')`,
    [campaign, owner],
  );
  await database.query(
    `insert into conversations (id, campaign_id, owner_id, source, host, external_id, thread_id, title, url,
       original_post, posted_at, confidence, why, keywords, day, suggested_reply, suggestion_kind, reply_way)
     select $1 || '-' || n, $1, $2, 'lemmy', 'lemmy.example', n, n, 'A post', 'https://lemmy.example/post/' || n,
       '', now(), 90, '[]', '[]', 1, '', 'briefing', 'hand' from generate_series(1, $3) n`,
    [campaign, owner, links],
  );
  const { rows } = await database.query<{ code: string }>(
    `insert into tracked_links (code, conversation_id, campaign_id, destination)
     select 'bench' || n, $1 || '-' || n, $1, 'https://product.example/' from generate_series(1, $2) n returning code`,
    [campaign, links],
  );
  return rows.map(({ code }) => code);
}

/** A script for wrk in which many browsers follow the links in turn. */
async function writeFollowers(file: string, codes: string[]): Promise<string> {
  await writeFile(
    file,
    `local codes = {${codes.map((code) => `"${code}"`).join()}}
local next = 0
function request()
  next = next + 1
  wrk.headers["User-Agent"] = "Mozilla/5.0 (X11; Linux x64; rv:140.0) Gecko/20100101 Firefox/140." .. next % ${visitors}
  return wrk.format("GET", "/go/" .. codes[next % #codes + 1])
end
`,
  );
  return file;
}

/** Counts once nothing waits any more: the sum of the links, and the visitors that are remembered. */
async function countVisits({ database }: Stack): Promise<{ counted: number; remembered: number }> {
  await sleep(2_000);
  const { rows } = await database.query<{ counted: number; remembered: number }>(
    `select (select sum(visits)::int from tracked_links where code like 'bench%') as counted,
       (select count(*)::int from link_visits where code like 'bench%') as remembered`,
  );
  return rows[0] ?? { counted: 0, remembered: 0 };
}

function describe({ counted, remembered }: { counted: number; remembered: number }): string {
  if (counted !== remembered || counted === 0)
    throw new Error(`${counted} visits are counted, but ${remembered} visitors came.`);
  return `${visitors.toLocaleString()} browsers follow ${links} links in turn; each counts once a link and day. The bare handler looks nothing up and counts nothing. Afterwards ${counted.toLocaleString()} visits were counted, as many as there are visitors remembered.`;
}
