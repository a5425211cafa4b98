import { expect, it } from 'vitest';
import { callForum, type Forum } from './pages.ts';
import { readBackFromForum } from './replies.ts';

/** A forum whose every page leads on to `next`; `asked` are the addresses that were called. */
function forumLeadingTo(next: string): { forum: Forum; asked: string[] } {
  const asked: string[] = [];
  const site = 'https://forum.example';
  const body = `<table><tr class="athing" id="1"></tr></table><a class="morelink" href="${next}">More</a>`;
  const client: Forum['client'] = {
    now: Date.now,
    baseOf: () => site,
    async call(url) {
      asked.push(url);
      return { status: 200, headers: new Headers(), body, isTooLarge: false, url };
    },
    search: async () => [],
    find: async () => null,
  };
  return { forum: { addresses: { algolia: site, api: site, site }, client }, asked };
}

const { signal } = new AbortController();

it.each([
  'https://elsewhere.example/item?p=2',
  '//elsewhere.example/item?p=2',
  'https://forum.example:8443/',
])('a session never leaves its forum for %s', async (next) => {
  const { forum, asked } = forumLeadingTo(next);
  const account = { host: 'forum.example', username: 'ada', session: 'ada&secret' };
  const target = {
    host: 'forum.example',
    threadId: '1',
    externalId: '1',
    url: 'https://forum.example/item?id=1',
  };
  const given = { account, target, text: 'Mine', since: new Date(), signal };
  expect(await readBackFromForum(forum, given)).toEqual({ found: 'unreadable' });
  await expect(callForum(forum, next, { session: account.session, signal })).rejects.toThrow('no answer');
  expect(asked.every((url) => url.startsWith('https://forum.example/'))).toBe(true);
});

it('goes on to the next page of its own forum', async () => {
  const { forum, asked } = forumLeadingTo('item?id=1&p=2');
  await callForum(forum, 'item?id=1&p=2', { session: null, signal });
  expect(asked).toEqual(['https://forum.example/item?id=1&p=2']);
});
