import { createHmac } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { isbot } from 'isbot';
import type { Logger } from 'pino';
import type { Database } from '#server/database/connect.ts';
import { groupCommit } from '#server/database/group-commit.ts';
import { handle, type Route } from '#server/http/handle.ts';
import type { Variables } from '#server/http/request-context.ts';
import type { Queue, Tasks } from '#server/tasks/tasks.ts';
import { readReach } from '#shared/contracts/reach.ts';
import { type Destinations, destinations } from './destinations.ts';
import { gatherReach } from './reach.ts';
import { type TrackedLinkRepository, trackedLinkRepository, type Visit } from './repository.ts';

type TrackedLinkFeatureDeps = {
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
export async function trackedLinkFeature(deps: TrackedLinkFeatureDeps) {
  const { database, tasks, siteUrl, now, randomCode, randomSalt, log } = deps;
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
  await tasks.work(forgetVisitors, () => repository.deleteBefore(new Date(now()).toISOString().slice(0, 10)));
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

type TrackedPagesDeps = {
  destinations: Destinations;
  counter: Counter;
  /** The address of a survey here with its referring link; any other address unchanged. */
  withCode: (destination: string, code: string) => string;
};

type Request = Context<{ Variables: Variables }>;

/** Public routes: the short links, and the image that reports a sign-up. */
function trackedPages({ destinations, counter, withCode }: TrackedPagesDeps): Hono<{ Variables: Variables }> {
  const pages = new Hono<{ Variables: Variables }>();
  pages.get('/go/:code{[A-Za-z0-9]{6,16}}', async (context, next) => {
    const code = context.req.param('code');
    const destination = await destinations.find(code);
    if (destination === null) return next();
    const follower = followerOf(context);
    if (isPerson(follower) && opensPage(follower)) counter.countVisit(follower, code);
    return context.body(null, 302, {
      Location: withCode(destination, code),
      'Cache-Control': 'no-store',
      'X-Robots-Tag': 'noindex, nofollow',
      // It is no document: the headers that guard those would only weigh on it.
      'Content-Type': 'text/plain',
    });
  });
  pages.get('/go/signed-up/:file{[\\w-]{8,64}\\.gif}', (context) => {
    const follower = followerOf(context);
    const campaignId = context.req.param('file').slice(0, -'.gif'.length);
    if (isPerson(follower)) counter.countSignUp(follower, campaignId);
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

type Counter = {
  /** Counts beside the redirect, which never waits for it and never fails with it. */
  countVisit(follower: Follower, code: string): void;
  countSignUp(follower: Follower, campaignId: string): void;
  /** Resolves when what was to be counted until now is counted, or lost to a database that is away. */
  settle(): Promise<void>;
};

type CounterDeps = {
  repository: TrackedLinkRepository;
  salts: Salts;
  write: (visit: Visit) => Promise<void>;
  onLost: (error: unknown) => void;
};

/** Visits that may wait for the database at once; beyond them they are not counted, lest memory run out. */
const mostWaiting = 10_000;

function counter({ repository, salts, write, onLost }: CounterDeps): Counter {
  const waiting = new Set<Promise<void>>();
  const counted = countedToday();

  function beside(count: () => Promise<void>): void {
    if (waiting.size >= mostWaiting) {
      onLost(new Error('too many visits wait to be counted'));
      return;
    }
    const counting = count()
      .catch(onLost)
      .finally(() => waiting.delete(counting));
    waiting.add(counting);
  }

  return {
    countVisit: (follower, code) =>
      beside(async () => {
        const { day, salt } = await salts.today();
        const visit = { day, visitor: visitorOf(follower, salt), code };
        if (counted.has(visit)) return;
        await write(visit);
        counted.add(visit);
      }),
    countSignUp: (follower, campaignId) =>
      beside(async () => {
        const { day, salt } = await salts.today();
        await repository.countSignUp({ day, visitor: visitorOf(follower, salt), campaignId });
      }),
    async settle() {
      await Promise.all(waiting);
    },
  };
}

type CountedToday = {
  has(visit: Visit): boolean;
  add(visit: Visit): void;
};

const largest = 100_000;

/** Remembers who was counted on this day, so that coming again costs no write; the database alone decides. */
function countedToday(): CountedToday {
  let day = '';
  let pairs = new Set<string>();
  const pairOf = ({ visitor, code }: Visit) => `${visitor} ${code}`;
  return {
    has: (visit) => visit.day === day && pairs.has(pairOf(visit)),
    add(visit) {
      if (visit.day !== day || pairs.size >= largest) {
        day = visit.day;
        pairs = new Set();
      }
      pairs.add(pairOf(visit));
    },
  };
}

type Salts = {
  /** Today in UTC, 'YYYY-MM-DD', and its secret. */
  today(): Promise<{ day: string; salt: string }>;
};

type DailySaltsDeps = {
  keepSalt: (day: string, salt: string) => Promise<string>;
  randomSalt: () => string;
  now: () => number;
};

/** One secret a day for all processes, asked for once in each. */
function dailySalts({ keepSalt, randomSalt, now }: DailySaltsDeps): Salts {
  let known: { day: string; salt: Promise<string> } | null = null;
  return {
    async today() {
      const day = new Date(now()).toISOString().slice(0, 10);
      if (known?.day !== day) {
        const asked = { day, salt: keepSalt(day, randomSalt()) };
        known = asked;
        // A database that is away is asked again by the next one who comes.
        asked.salt.catch(() => {
          if (known === asked) known = null;
        });
      }
      return { day, salt: await known.salt };
    },
  };
}

/** Request facts that identify a visitor of a link. */
type Follower = { method: string; address: string; header: (name: string) => string | undefined };

/** True when a person opens a page: no bot by its user agent, no link preview, no prefetch, no embedding page. */
function isPerson({ method, header }: Follower): boolean {
  if (method !== 'GET' || isProgram(header('user-agent') ?? '')) return false;
  const purpose = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz']
    .map((name) => header(name) ?? '')
    .join(' ');
  return !/prefetch|prerender|preview/i.test(purpose);
}

const known = new Map<string, boolean>();
const mostKnown = 5_000;

/** Remembered: the list is one long pattern, and most browsers are like others. */
function isProgram(agent: string): boolean {
  const remembered = known.get(agent);
  if (remembered !== undefined) return remembered;
  if (known.size >= mostKnown) known.clear();
  const is = isbot(agent || 'bot');
  known.set(agent, is);
  return is;
}

/** True when the browser says that it opens the address as a page. */
function opensPage({ header }: Follower): boolean {
  return (header('sec-fetch-dest') ?? 'document') === 'document';
}

/** The same for one visitor on one day, and nothing that leads back to them once the day's salt is gone. */
function visitorOf({ address, header }: Follower, salt: string): string {
  const seen = `${address}\n${header('user-agent') ?? ''}`;
  return createHmac('sha256', salt).update(seen).digest('base64url').slice(0, 22);
}
