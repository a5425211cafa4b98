import { type Context, Hono } from 'hono';
import type { Variables } from '#server/http/request-context.ts';
import type { Counter } from './counter.ts';
import type { Destinations } from './destinations.ts';
import { type Follower, isPerson, opensPage } from './visitor.ts';

type Settings = {
  destinations: Destinations;
  counter: Counter;
  /** The address of a survey of this site, told who sent its visitor; another address as it is. */
  withCode: (destination: string, code: string) => string;
};

type Request = Context<{ Variables: Variables }>;

/** What strangers' browsers ask for: the short links, and the image that reports a sign-up. */
export function trackedPages({ destinations, counter, withCode }: Settings): Hono<{ Variables: Variables }> {
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
