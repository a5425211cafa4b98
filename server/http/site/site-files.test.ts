import { describe, expect, it } from 'vitest';
import { siteFiles } from './site-files.ts';

const app = siteFiles(() => 'https://spark.example');
const read = async (path: string) => (await app.request(path)).text();

describe('what search engines and devices ask for', () => {
  it('names the pages that may be indexed by their full addresses', async () => {
    const sitemap = await read('/sitemap.xml');
    expect(sitemap.startsWith('<?xml version="1.0" encoding="UTF-8"?>\n<urlset')).toBe(true);
    expect([...sitemap.matchAll(/<loc>(.*?)<\/loc>/g)].map((found) => found[1])).toEqual([
      'https://spark.example/',
      'https://spark.example/FAQ',
      'https://spark.example/ContactUs',
      'https://spark.example/startup-social',
      'https://spark.example/what-your-plan-covers',
    ]);
  });

  it('lets robots read pages, which say themselves whether they may be indexed', async () => {
    expect(await read('/robots.txt')).toBe(
      'User-agent: *\nDisallow: /api/\n\nSitemap: https://spark.example/sitemap.xml\n',
    );
  });

  it('has a manifest with icons of every needed kind', async () => {
    const reply = await app.request('/manifest.webmanifest');
    expect(reply.headers.get('content-type')).toBe('application/manifest+json');
    const manifest = (await reply.json()) as { name: string; icons: { sizes: string; purpose: string }[] };
    expect(manifest.name).toBe('Startup Spark');
    expect(manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
      'any any',
      '192x192 any',
      '512x512 any',
      '512x512 maskable',
    ]);
  });
});
