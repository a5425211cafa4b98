import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Founder, signUp } from '#bench/lib/founder.ts';
import { runWrk, writePosts } from '#bench/lib/load.ts';
import { figure, type Section, type Settings, spread } from '#bench/lib/report.ts';
import { median, ratios, takeTurns } from '#bench/lib/rounds.ts';
import type { Server, Stack } from '#bench/stack.ts';
import type { JobDraft } from '#shared/contracts/support-requests.ts';

const founders = 50;
const loads = [10, 50];

const columns = [
  'connections',
  'bare handler',
  'one process',
  'of bare handler',
  'web process beside a worker',
  'of bare handler',
  'p50 ms',
  'p99 ms',
];

/** Support requests a second of 50 founders, against a bare handler that inserts the same body. */
export async function measureRequests({ stack, rounds, seconds }: Settings): Promise<Section> {
  const bare = await stack.serve('bare-handler.ts');
  const whole = await openDesk(stack, {});
  const web = await openDesk(stack, { PROCESS_ROLE: 'web' });
  const script = await writePosts(join(stack.folder, 'bare-request.lua'), '/', [requestBody(0)]);
  await runWrk({ url: bare.url, script }, { connections: 50, seconds: 2 });
  const section: Section = { title: 'Submitting a support request', how: '', columns, rows: [], goals: [] };
  for (const connections of loads) {
    const load = { connections, seconds };
    const taken = await takeTurns(rounds, {
      bare: () => runWrk({ url: bare.url, script }, load),
      whole: () => whole.submit(load),
      web: () => web.submit(load),
    });
    const rate = (name: keyof typeof taken) => taken[name].map((result) => result.rate);
    section.rows.push([
      String(connections),
      ...[rate('bare'), rate('whole'), ratios(rate('whole'), rate('bare')), rate('web')].map(spread),
      spread(ratios(rate('web'), rate('bare'))),
      figure(median(taken.web.map(({ p50 }) => p50))),
      figure(median(taken.web.map(({ p99 }) => p99))),
    ]);
  }
  await Promise.all([bare, whole.server, web.server].map((server) => server.stop()));
  section.how = describe(await countKept(stack, whole.sent() + web.sent()));
  return section;
}

type Desk = {
  server: Server;
  submit(load: { connections: number; seconds: number }): ReturnType<typeof runWrk>;
  /** How many requests were acknowledged. */
  sent(): number;
};

/** A server with founders whose plan has no limit. What is sent first warms the code up and isn't measured. */
async function openDesk(stack: Stack, settings: Record<string, string>): Promise<Desk> {
  const server = await stack.serve('server.ts', { settings });
  const people: Founder[] = [];
  while (people.length < founders) people.push(await signUp(stack, server.url));
  const ids = people.map(({ id }) => id);
  await stack.database.query(`update users set plan = 'developer' where id = any($1)`, [ids]);
  const script = await writePosts(
    join(stack.folder, `requests-${server.pid}.lua`),
    '/api/jobs',
    people.map((_, variant) => requestBody(variant)),
    people.map(({ token }) => token),
  );
  let sent = 0;
  const submit: Desk['submit'] = async (load) => {
    const result = await runWrk({ url: server.url, script }, load);
    sent += result.replies;
    return result;
  };
  await submit({ connections: 50, seconds: 2 });
  return { server, submit, sent: () => sent };
}

const bodySize = 1_024;

/** A request of exactly 1,024 bytes. */
export function requestBody(variant: number): string {
  const draft: JobDraft = {
    appName: 'Bread plan',
    requestTitle: `The list stays empty, case ${variant}`,
    appUrl: 'https://example.com',
    email: 'founder@example.com',
    issueDescriptions: ['After signing in, the list of orders is empty. '],
  };
  const missing = bodySize - JSON.stringify(draft).length;
  return JSON.stringify({ ...draft, issueDescriptions: [draft.issueDescriptions[0] + '.'.repeat(missing)] });
}

/** @returns how many requests are stored. @throws when one that was acknowledged is not, or has no history. */
async function countKept({ database }: Stack, acknowledged: number): Promise<number> {
  // Responses that wrk left unread are still being written.
  await sleep(500);
  const { rows } = await database.query<{ stored: number; recorded: number }>(
    `select (select count(*)::int from support_requests) as stored,
       (select count(*)::int from support_history where action = 'submitted') as recorded`,
  );
  const { stored = 0, recorded = 0 } = rows[0] ?? {};
  if (stored < acknowledged || recorded !== stored)
    throw new Error(`${acknowledged} were acknowledged, ${stored} are stored, ${recorded} have a history.`);
  return stored;
}

function describe(stored: number): string {
  return `Requests a second: a body of 1,024 bytes from 50 founders in turn, each under the lock of its founder's allowance, with history,
the masking of secrets and two mails enqueued, acknowledged after the commit. "One process" writes the mails too while it is measured;
"web process" leaves them to a worker. Baseline: a bare Hono handler with one prepared insert of the body. Afterwards all ${stored.toLocaleString('en')}
stored requests were counted: nothing acknowledged was missing.`;
}
