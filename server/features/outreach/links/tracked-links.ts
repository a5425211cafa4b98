import { createHmac, randomBytes } from 'node:crypto';
import { type Context, Hono } from 'hono';
import type { Logger } from 'pino';
import type { Database } from '#server/database/connect.ts';
import { groupCommit } from '#server/database/group-commit.ts';
import { handle, type Route, type Variables } from '#server/http/handle.ts';
import type { Queue, Tasks } from '#server/tasks/tasks.ts';
import { readReach } from '#shared/contracts/outreach/reach.ts';
import { CappedMap } from '#shared/rules/capped-map.ts';
import { gatherReach } from './reach.ts';
import {
  countSignUp,
  countVisits,
  deleteBefore,
  listCampaigns,
  listReach,
  prepareDestinations,
  saveSalt,
  type Visit,
} from './repository.ts';
import { type Follower, findPerson, opensPage } from './signs.ts';

type TrackedLinkDeps = {
  database: Database;
  tasks: Tasks;
  siteUrl: () => string;
  now: () => number;
  log: Logger;
};

/** Deletes who came on days that are over. */
export const deleteVisitors: Queue<Record<string, never>> = { name: 'delete-visitors', onePerKey: true };

export function newLinkCode(): string {
  return randomBytes(8).toString('hex');
}

/** Address of a tracked link. */
export function linkAddress(siteUrl: string, code: string): string {
  return `${siteUrl}/go/${code}`;
}

/** Short links that count who follows them, and what came of it (design 7.14). */
export async function trackedLinkFeature(deps: TrackedLinkDeps) {
  const { database, tasks, siteUrl, now, log } = deps;
  const counter = visitCounter(database, now, (err) => log.warn({ err }, 'a visit was not counted'));
  await tasks.work(deleteVisitors, () => deleteBefore(database, dayOf(now())));
  await tasks.schedule(deleteVisitors, '7 * * * *');
  const routes: Route[] = [
    handle(readReach, async ({ caller, query: { campaign } }) => {
      const rows = await listReach(database, caller.subject, campaign);
      const own = await listCampaigns(database, caller.subject, campaign);
      return gatherReach(
        rows,
        own.map((one) => ({ ...one, url: `${siteUrl()}/go/signed-up/${one.campaignId}.gif` })),
      );
    }),
  ];
  const findDestination = remembered(prepareDestinations(database));
  return {
    routes,
    pages: trackedPages({ findDestination, counter, siteUrl }),
    /** Resolves when every visit until now is counted. */
    settle: counter.settle,
  };
}

/** 'YYYY-MM-DD' in UTC. */
function dayOf(moment: number): string {
  return new Date(moment).toISOString().slice(0, 10);
}

const mostRemembered = 20_000;

/** Destinations never change, and a redirect must not wait for a database that is away. */
function remembered(
  find: (code: string) => Promise<string | null>,
): (code: string) => Promise<string | null> {
  const known = new CappedMap<string, string>(mostRemembered);
  return async (code) => {
    const destination = known.get(code) ?? (await find(code));
    if (destination !== null) known.set(code, destination);
    return destination;
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

type TrackedPagesDeps = {
  /** @throws when the code is not known and can't be looked up. */
  findDestination: (code: string) => Promise<string | null>;
  counter: VisitCounter;
  siteUrl: () => string;
};

type Request = Context<{ Variables: Variables }>;

/** Public routes: the short links, and the image that reports a sign-up. */
function trackedPages({
  findDestination,
  counter,
  siteUrl,
}: TrackedPagesDeps): Hono<{ Variables: Variables }> {
  const pages = new Hono<{ Variables: Variables }>();
  const isSecure = () => siteUrl().startsWith('https:');
  pages.get('/go/:code{[A-Za-z0-9]{6,16}}', async (context, next) => {
    const code = context.req.param('code');
    const destination = await findDestination(code);
    if (destination === null) return next();
    const follower = followerOf(context);
    if (opensPage(follower)) counter.countVisit(follower, code, findPerson(follower, isSecure()));
    return context.body(null, 302, {
      Location: withCode(destination, code, siteUrl()),
      'Cache-Control': 'no-store',
      'X-Robots-Tag': 'noindex, nofollow',
      // It is no document: the headers that guard those would only weigh on it.
      'Content-Type': 'text/plain',
    });
  });
  pages.get('/go/signed-up/:file{[\\w-]{8,64}\\.gif}', (context) => {
    const follower = followerOf(context);
    const campaignId = context.req.param('file').slice(0, -'.gif'.length);
    if (follower.method === 'GET' && findPerson(follower, isSecure()))
      counter.countSignUp(follower, campaignId);
    return context.body(emptyImage, 200, {
      'Content-Type': 'image/gif',
      'Cache-Control': 'no-store',
      'Cross-Origin-Resource-Policy': 'cross-origin',
    });
  });
  return pages;
}

function followerOf(context: Request): Follower {
  return {
    method: context.req.method,
    address: context.get('address'),
    header: (name) => context.req.header(name),
  };
}

/** One transparent pixel. */
const emptyImage = new Uint8Array(
  Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64'),
);

type VisitCounter = {
  /** `family` is null for a visit that shows no sign of a person: it is counted apart. */
  countVisit: (follower: Follower, code: string, family: string | null) => void;
  countSignUp: (follower: Follower, campaignId: string) => void;
  /** Resolves when what was to be counted until now is counted, or lost to a database that is away. */
  settle: () => Promise<void>;
};

/** Visits that may wait for the database at once; beyond them they are not counted, lest memory run out. */
const mostWaiting = 10_000;

/** Counts beside the redirect, which never waits for it and never fails with it. */
function visitCounter(database: Database, now: () => number, onLost: (error: unknown) => void): VisitCounter {
  const waiting = new Set<Promise<void>>();
  const today = dailySalt(database, now);
  const write = groupCommit(async (visits: Visit[]) => {
    await countVisits(database, visits);
    return visits.map(() => undefined);
  }, 500);

  function countBeside(follower: Follower, count: (seen: { day: string; visitor: string }) => Promise<void>) {
    if (waiting.size >= mostWaiting) return onLost(new Error('too many visits wait to be counted'));
    const counting = today()
      .then(({ day, salt }) => count({ day, visitor: visitorOf(follower, salt) }))
      .catch(onLost)
      .finally(() => waiting.delete(counting));
    waiting.add(counting);
  }

  return {
    countVisit(follower, code, family) {
      const at = new Date(now());
      countBeside(follower, (seen) => write({ ...seen, code, family, at }));
    },
    countSignUp: (follower, campaignId) =>
      countBeside(follower, (seen) => countSignUp(database, { ...seen, campaignId })),
    async settle() {
      await Promise.all(waiting);
    },
  };
}

/** Today and its secret: one a day for all processes, asked for once in each. */
function dailySalt(database: Database, now: () => number) {
  let known: { day: string; salt: Promise<string> } | null = null;
  return async (): Promise<{ day: string; salt: string }> => {
    const day = dayOf(now());
    if (known?.day !== day) {
      const asked = { day, salt: saveSalt(database, day, randomBytes(32).toString('base64url')) };
      known = asked;
      // A database that is away is asked again by the next visit.
      asked.salt.catch(() => {
        if (known === asked) known = null;
      });
    }
    return { day, salt: await known.salt };
  };
}

/** The same for one visitor on one day, and nothing that leads back to them once the day's salt is gone. */
function visitorOf({ address, header }: Follower, salt: string): string {
  const seen = `${address}\n${header('user-agent') ?? ''}`;
  return createHmac('sha256', salt).update(seen).digest('base64url').slice(0, 22);
}
