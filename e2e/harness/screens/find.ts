import { expect, type Page } from '@playwright/test';
import { fillProduct, findDialog, openFind, reviewDialog } from '#e2e/harness/outreach-screen.ts';
import type { FoundOpportunities } from '#shared/contracts/opportunities.ts';
import { foundMany, foundNothing } from './outreach-found.data.ts';
import type { Screen } from './screen.ts';

/** The search for conversations; no picture asks a real source. */
export const findScreens: Screen[] = [
  { name: 'launch-form', who: 'launcher', open: async (page) => void (await openFind(page)) },
  {
    name: 'launch-form-errors',
    who: 'launcher',
    open: async (page) => {
      const find = await openFind(page);
      await find.getByText('More places to search').click();
      await find.getByLabel('Forums to search as well').fill('not an address of a forum, a, b, c, d');
      await find.getByLabel('URL').fill('invoice-chaser');
      await find.getByRole('button', { name: 'Find Opportunities' }).click();
      await expect(find.getByRole('alert').first()).toBeVisible();
    },
  },
  {
    name: 'launch-searching',
    who: 'launcher',
    tall: true,
    open: async (page) => {
      await page.addInitScript(searchForEver, eventsOf(foundMany).slice(0, 2).join(''));
      const find = await openFind(page);
      await fillProduct(find);
      await find.getByRole('button', { name: 'Find Opportunities' }).click();
      await expect(find.getByText('Asking 4 places; 2 done so far.')).toBeVisible();
    },
  },
  {
    name: 'launch-search-failed',
    who: 'launcher',
    tall: true,
    open: async (page) => {
      await answerSearch(page, 'event: ranking\ndata: {}\n\n');
      const find = await openFind(page);
      await fillProduct(find);
      await find.getByRole('button', { name: 'Find Opportunities' }).click();
      await expect(find.getByText(/What you typed is kept\./)).toBeVisible();
    },
  },
  {
    name: 'launch-review',
    who: 'launcher',
    tall: true,
    open: async (page) => {
      const review = await search(page, foundMany);
      await review.getByRole('checkbox').nth(1).uncheck();
      await review
        .getByText(/^Rules of /)
        .first()
        .click();
      await review.getByText('What was asked, and what was left out').click();
      await review.getByRole('checkbox').first().scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'launch-nothing-found',
    who: 'launcher',
    tall: true,
    open: async (page) => {
      const review = await search(page, foundNothing);
      await expect(review.getByText('No opportunities found.')).toBeVisible();
    },
  },
];

async function search(page: Page, found: FoundOpportunities) {
  await answerSearch(page, eventsOf(found).join(''));
  const find = await openFind(page);
  await fillProduct(find);
  await find.getByRole('button', { name: 'Find Opportunities' }).click();
  await expect(reviewDialog(page)).toBeVisible();
  await expect(findDialog(page)).toBeHidden();
  return reviewDialog(page);
}

async function answerSearch(page: Page, body: string): Promise<void> {
  await page.route('**/api/campaign/find-opportunities', (route) =>
    route.fulfill({ contentType: 'text/event-stream', body }),
  );
}

/** Every host is asked, then half of them are done, then all, then the end. */
function eventsOf(found: FoundOpportunities): string[] {
  const event = (name: string, data: unknown) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
  const told = found.sources.map((report) => {
    const { source, host } = report;
    return {
      asked: event('source', { source, host, report: null }),
      done: event('source', { source, host, report }),
    };
  });
  return [
    told.map(({ asked }) => asked).join(''),
    told
      .slice(0, 2)
      .map(({ done }) => done)
      .join(''),
    told
      .slice(2)
      .map(({ done }) => done)
      .join(''),
    event('ranking', {}) + event('done', found),
  ];
}

/** Runs in the page: a search that has said this much and goes on. */
function searchForEver(said: string): void {
  const send = window.fetch;
  window.fetch = (input, init) => {
    const address = input instanceof Request ? input.url : String(input);
    if (!address.includes('/find-opportunities')) return send(input, init);
    const start = (controller: ReadableStreamDefaultController) =>
      controller.enqueue(new TextEncoder().encode(said));
    const headers = { 'content-type': 'text/event-stream' };
    return Promise.resolve(new Response(new ReadableStream({ start }), { headers }));
  };
}
