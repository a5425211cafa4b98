import { Hono } from 'hono';
import { etag } from 'hono/etag';
import { html, raw } from 'hono/html';
import { placeName } from '#shared/rules/outreach/places/place-name.ts';
import { productName } from '#shared/rules/product.ts';
import { isWebAddress } from '#shared/rules/text/addresses.ts';
import { preview, withoutMarks } from '#shared/rules/text/plain-text.ts';
import type { CampaignDeps } from './deps.ts';
import { type Feed, findFeed } from './repository.ts';

/** Address of a campaign's feed. */
export function feedUrl(siteUrl: string, feedKey: string): string {
  return `${siteUrl}/feeds/${feedKey}`;
}

/**
 * Atom feeds (RFC 4287) of what campaigns find. Feed readers send no login, so the address is the secret; they ask often,
 * so an unchanged feed is answered by its ETag alone.
 */
export function feedPages({ database, siteUrl }: Pick<CampaignDeps, 'database' | 'siteUrl'>): Hono {
  const pages = new Hono();
  pages.use('/feeds/*', etag());
  pages.get('/feeds/:key{[\\da-f-]{36}}', async (context) => {
    const key = context.req.param('key');
    const feed = await findFeed(database, key);
    if (!feed) return context.text('There is no feed at this address.', 404);
    return context.body(String(await atomOf(feed, siteUrl(), key)), 200, {
      'Content-Type': 'application/atom+xml; charset=UTF-8',
      // Asked again each time: an address that was renewed ends at once.
      'Cache-Control': 'private, no-cache',
      'X-Robots-Tag': 'noindex',
    });
  });
  return pages;
}

/** Only what is public at its place: no reply, no status and no tracked link. */
function atomOf({ id, name, createdAt, entries }: Feed, site: string, key: string) {
  const head = raw('<?xml version="1.0" encoding="UTF-8"?>\n');
  return html`${head}<feed xmlns="http://www.w3.org/2005/Atom">
<id>urn:uuid:${id}</id>
<title>${xmlText(`New conversations: ${name}`)}</title>
<updated>${(entries[0]?.createdAt ?? createdAt).toISOString()}</updated>
<author><name>${productName}</name></author>
<link rel="self" type="application/atom+xml" href="${feedUrl(site, key)}"/>
<link rel="alternate" type="text/html" href="${site}/startup-spark-suite/history"/>
${entries.map(entryOf)}</feed>
`;
}

function entryOf({ id, title, url, originalPost, createdAt, postedAt, ...place }: Feed['entries'][number]) {
  const link = isWebAddress(url) ? html`\n<link rel="alternate" href="${xmlText(url)}"/>` : '';
  return html`<entry>
<id>urn:uuid:${id}</id>
<title>${xmlText(title.trim() || preview(originalPost.trim(), 80) || url)}</title>${link}
<published>${postedAt.toISOString()}</published>
<updated>${createdAt.toISOString()}</updated>
<category term="${xmlText(placeName(place))}"/>
<content type="text">${xmlText(preview(withoutMarks(originalPost), 500))}</content>
</entry>
`;
}

/** Text without the characters that XML 1.0 can't hold; the template escapes the rest. */
function xmlText(text: string): string {
  return text.replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '');
}
