import { Hono } from 'hono';
import { html, raw } from 'hono/html';
import { productName } from '#shared/rules/product.ts';
import { indexedPages } from './site-pages.ts';
import type { SiteUrl } from './site-url.ts';

const keptForAnHour = { 'Cache-Control': 'public, max-age=3600' };

/** Files that search engines and devices request at fixed addresses (sitemaps.org, RFC 9309, W3C app manifest). */
export function siteFiles(siteUrl: SiteUrl): Hono {
  const app = new Hono();
  // Pages that no index may hold say so themselves, and for that they have to be read.
  app.get('/robots.txt', (context) =>
    context.text(
      `User-agent: *\nDisallow: /api/\n\nSitemap: ${siteUrl(context.req.raw)}/sitemap.xml\n`,
      200,
      keptForAnHour,
    ),
  );
  app.get('/sitemap.xml', async (context) => {
    const site = siteUrl(context.req.raw);
    const urls = indexedPages.map(({ path }) => html`<url><loc>${site + path}</loc></url>`);
    const head = raw('<?xml version="1.0" encoding="UTF-8"?>\n');
    const body = html`${head}<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls}</urlset>`;
    return context.body(String(await body), 200, {
      ...keptForAnHour,
      'Content-Type': 'application/xml; charset=UTF-8',
    });
  });
  app.get('/manifest.webmanifest', (context) =>
    context.body(JSON.stringify(manifest), 200, {
      ...keptForAnHour,
      'Content-Type': 'application/manifest+json',
    }),
  );
  // Asked for by old browsers and feed readers, whatever a page's head says.
  app.get('/favicon.ico', (context) => context.redirect('/icons/icon-32.png', 301));
  return app;
}

const icon = (file: string, size: number, purpose = 'any') => ({
  src: `/icons/${file}`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
});

const manifest = {
  name: productName,
  short_name: productName,
  description: indexedPages[0]?.description,
  id: '/',
  start_url: '/',
  display: 'standalone',
  background_color: '#fbfaf8',
  theme_color: '#fbfaf8',
  icons: [
    { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
    icon('icon-192.png', 192),
    icon('icon-512.png', 512),
    icon('maskable-512.png', 512, 'maskable'),
  ],
};
