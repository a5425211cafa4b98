import { expect, it } from 'vitest';
import { findSitePage } from './site-pages.ts';

it('pages of support requests are known and stand in no index', () => {
  for (const path of ['/startup-spark-suite/requests/request-1', '/support-answer'])
    expect(findSitePage(path)).toMatchObject({ isIndexed: false });
});

it('the page that links an account is known by any nonce, and is in no index', () => {
  expect(findSitePage('/hn/link/0123abcd')).toMatchObject({
    title: 'Link a Hacker News account · Startup Spark',
    isIndexed: false,
  });
  for (const path of ['/hn/link', '/hn/link/', '/hn/link/a/b']) expect(findSitePage(path)).toBeNull();
});

it('shared results are a page and stand in no index', () => {
  expect(findSitePage('/results/0123abcd')).toMatchObject({
    title: 'Survey results · Startup Spark',
    isIndexed: false,
  });
  for (const path of ['/results', '/results/', '/results/a/b']) expect(findSitePage(path)).toBeNull();
});

it.each(['inbox', 'inbox/request-1', 'no-such-page'])(
  'nobody can tell the suite’s %s from any other address there',
  (address) => {
    const { path, ...said } = findSitePage(`/startup-spark-suite/${address}`) ?? {};
    expect(path).toBe(`/startup-spark-suite/${address}`);
    expect(said).toMatchObject({ title: 'Dashboard · Startup Spark', isIndexed: false });
    expect({ path: '/dashboard', ...said }).toEqual(findSitePage('/dashboard'));
  },
);

it('other addresses are pages only when somebody made one', () => {
  for (const path of ['/no/such/page', '/inbox', '/startup-spark-suites'])
    expect(findSitePage(path)).toBeNull();
});
