import { productName, productTitle } from '#shared/rules/product.ts';

/** Title and description of a page for browsers, search engines and link previews. */
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
  page(
    '/what-your-plan-covers',
    'What your plan covers',
    'Support requests, answer times and tools of each plan, and what happens on an upgrade, a downgrade, a refund or a failed card.',
    true,
  ),
  page('/settings', 'Settings'),
  page('/dashboard', 'Dashboard'),
  page('/startup-spark-suite', 'Dashboard'),
  page('/startup-spark-suite/dashboard', 'Dashboard'),
  page('/startup-spark-suite/history', 'Engagement History'),
  page('/startup-spark-suite/billing', 'Plan and payments'),
  page('/support-answer', 'Answer to a support request'),
  page('/payment-success', 'Payment'),
  page('/payment-cancel', 'Payment Canceled'),
];

/** Pages that search engines may show. */
export const indexedPages = pages.filter(({ isIndexed }) => isIndexed);

/**
 * The page at a path, in capitals or not; null where there is none. A survey's own page is not among them: its title is
 * its owner's. Every address of the suite is a page with the dashboard's head, so that the agents' inbox looks like any
 * other: only the browser knows who asks.
 */
export function findSitePage(path: string): SitePage | null {
  if (/^\/survey\/[^/]+\/results$/.test(path)) return page(path, 'Survey results');
  if (/^\/survey\/[^/]+\/answers$/.test(path)) return page(path, 'All answers');
  if (/^\/results\/[^/]+$/i.test(path)) return page(path, 'Survey results');
  if (/^\/startup-spark-suite\/ideas\/[^/]+$/i.test(path)) return page(path, 'Idea trail');
  if (/^\/startup-spark-suite\/requests\/[^/]+$/i.test(path)) return page(path, 'Support request');
  if (/^\/hn\/link\/[^/]+$/i.test(path)) return page(path, 'Link a Hacker News account');
  const known = pages.find((one) => one.path.toLowerCase() === path.toLowerCase());
  if (known) return known;
  return /^\/startup-spark-suite\/./i.test(path) ? page(path, 'Dashboard') : null;
}

function page(path: string, name: string, description = home.description, isIndexed = false): SitePage {
  return { path, title: `${name} · ${productName}`, description, isIndexed };
}
