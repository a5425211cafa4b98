import { productName, productTitle } from './product.ts';

/** What a page of the site says of itself to browsers, search engines and whoever shares its address. */
export type SitePage = { path: string; title: string; description: string; isIndexed: boolean };

const home: SitePage = {
  path: '/',
  title: productTitle,
  description:
    'Type your idea in one sentence. Get a validation plan, a survey that asks what people did, and a verdict you can check answer by answer.',
  isIndexed: true,
};

const pages: SitePage[] = [
  home,
  page(
    '/FAQ',
    'Questions and answers',
    'Who can see your ideas and your code, and what development help you can expect.',
    true,
  ),
  page('/ContactUs', 'Contact Us', 'Write to the people behind this site. The answer comes by e-mail.', true),
  page(
    '/startup-social',
    'Startup Social',
    'Planned for founders: Momentum Circles, Capital Points and a Daily Challenge. Leave your e-mail to hear when it opens.',
    true,
  ),
  page('/settings', 'Settings'),
  page('/dashboard', 'Dashboard'),
  page('/startup-spark-suite', 'Dashboard'),
  page('/startup-spark-suite/dashboard', 'Dashboard'),
  page('/payment-success', 'Payment'),
  page('/payment-cancel', 'Payment Canceled'),
];

/** Pages that search engines may show. */
export const indexedPages = pages.filter(({ isIndexed }) => isIndexed);

/** The page at a path, in capitals or not; null where there is none. A survey's own page is not among them: its title is its owner's. */
export function findSitePage(path: string): SitePage | null {
  if (/^\/survey\/[^/]+\/results$/.test(path)) return page(path, 'Survey results');
  if (/^\/startup-spark-suite\/ideas\/[^/]+$/i.test(path)) return page(path, 'Idea trail');
  return pages.find((known) => known.path.toLowerCase() === path.toLowerCase()) ?? null;
}

function page(path: string, name: string, description = home.description, isIndexed = false): SitePage {
  return { path, title: `${name} · ${productName}`, description, isIndexed };
}
