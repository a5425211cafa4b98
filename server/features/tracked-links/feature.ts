import type { Logger } from 'pino';
import type { Database } from '#server/database/connect.ts';
import { groupCommit } from '#server/database/group-commit.ts';
import { handle, type Route } from '#server/http/handle.ts';
import type { Queue, Tasks } from '#server/tasks/tasks.ts';
import { readReach } from '#shared/contracts/reach.ts';
import { counter } from './counter.ts';
import { destinations } from './destinations.ts';
import { trackedPages } from './pages.ts';
import { gatherReach } from './reach.ts';
import { trackedLinkRepository, type Visit } from './repository.ts';
import { dailySalts } from './salts.ts';

type Settings = {
  database: Database;
  tasks: Tasks;
  siteUrl: () => string;
  now: () => number;
  /** Letters and digits, 6 to 16 of them. */
  randomCode: () => string;
  randomSalt: () => string;
  log: Logger;
};

/** Forgets who came on days that are over. */
export const forgetVisitors: Queue<Record<string, never>> = { name: 'forget-visitors', onePerKey: true };

/** Short links that count who follows them, and what came of it (design 7.14). */
export async function trackedLinkFeature(settings: Settings) {
  const { database, tasks, siteUrl, now, randomCode, randomSalt, log } = settings;
  const repository = trackedLinkRepository(database);
  const salts = dailySalts({ keepSalt: repository.keepSalt, randomSalt, now });
  const write = groupCommit(
    async (visits: Visit[]) => {
      await repository.countVisits(visits);
      return visits.map(() => undefined);
    },
    { largestGroup: 500, writers: 1 },
  );
  const onLost = (err: unknown) => log.warn({ err }, 'a visit was not counted');
  const counting = counter({ repository, salts, write, onLost });
  await tasks.work(forgetVisitors, () => repository.forgetBefore(new Date(now()).toISOString().slice(0, 10)));
  await tasks.schedule(forgetVisitors, '7 * * * *');
  const addressOf = (code: string) => `${siteUrl()}/go/${code}`;
  const imageOf = (campaignId: string) => `${siteUrl()}/go/signed-up/${campaignId}.gif`;
  const routes: Route[] = [
    handle(readReach, async ({ caller, query: { campaign } }) => {
      const rows = await repository.listReach(caller.subject, campaign);
      const own = await repository.listCampaigns(caller.subject, campaign);
      return gatherReach(
        rows,
        own.map((one) => ({ ...one, url: imageOf(one.campaignId) })),
      );
    }),
  ];
  return {
    routes,
    pages: trackedPages({
      destinations: destinations(repository.findDestination),
      counter: counting,
      withCode: (destination, code) => withCode(destination, code, siteUrl()),
    }),
    addressOf,

    newCode: randomCode,

    /** Adds the links of a campaign's conversations, each under a code of `newCode`. */
    create: repository.addLinks,

    /** Resolves when every visit until now is counted. */
    settle: () => counting.settle(),
  };
}

/** A survey of this site learns by `via` which reply brought its visitor. */
function withCode(destination: string, code: string, site: string): string {
  const url = URL.parse(destination);
  if (url?.origin === new URL(site).origin && url.pathname.startsWith('/survey/'))
    url.searchParams.set('via', code);
  // A header holds no other letters; where it needs no change an address stays as its owner wrote it.
  else if (/^[\x21-\x7e]*$/.test(destination)) return destination;
  return url?.href ?? encodeURI(destination);
}
