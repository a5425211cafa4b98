import { expect, it } from 'vitest';
import { findPerson, opensPage } from './signs.ts';

const chrome = (version: number, device = 'Windows NT 10.0; Win64; x64') =>
  `Mozilla/5.0 (${device}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version}.0.0.0 Safari/537.36`;
const firefox = (version: number) =>
  `Mozilla/5.0 (X11; Linux x86_64; rv:${version}.0) Gecko/20100101 Firefox/${version}.0`;
const safari = (version: string) =>
  `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/${version} Safari/605.1.15`;
const iphone = (version: string) =>
  `Mozilla/5.0 (iPhone; CPU iPhone OS ${version} like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/142.0 Mobile/15E148 Safari/604.1`;
const navigates = { 'sec-fetch-mode': 'navigate', 'sec-fetch-user': '?1', 'sec-fetch-dest': 'document' };

const follower = (agent: string, headers: Record<string, string> = {}, method = 'GET') => {
  const all: Record<string, string> = { 'user-agent': agent, ...headers };
  return { method, address: '203.0.113.7', header: (name: string) => all[name] };
};

it.each([
  ['a tablet', chrome(120, 'Linux; Android 9; Hi-bot Tab'), navigates, 'chrome'],
  ['a phone', chrome(92, 'Linux; Android 7.0; M bot 60'), navigates, 'chrome'],
  ['a browser nobody knows', 'Ladybird/1.0', navigates, 'other'],
  ['an old Chrome', chrome(75), {}, 'chrome'],
  ['an old Firefox', firefox(78), {}, 'firefox'],
  ['an old Safari', safari('15.4'), {}, 'safari'],
  ['an old iPhone', iphone('15_7'), {}, 'ios'],
] as const)('over https a person follows with %s', (_, agent, headers, family) => {
  expect(findPerson(follower(agent, headers), true)).toBe(family);
});

it.each([
  ['a browser of today that does not say what it is doing', chrome(142)],
  ['one that names a phone of today', iphone('18_1')],
  ['Firefox without its headers', firefox(140)],
  ['Safari without its headers', safari('17.2')],
  ['a mail program', 'Mozilla/4.0 (compatible; ms-office; MSOffice rmj)'],
  ['a preview', 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)'],
  ['a library', 'python-requests/2.32'],
  ['a crawler that names an old browser', `${chrome(41)} (compatible; Googlebot/2.1)`],
  ['nothing', ''],
])('over https nobody follows with %s', (_, agent) => {
  expect(findPerson(follower(agent), true)).toBeNull();
});

it('over plain http browsers say nothing, and their names count', () => {
  expect(findPerson(follower(chrome(142)), false)).toBe('chrome');
  expect(findPerson(follower('python-requests/2.32'), false)).toBeNull();
});

it('opens no page ahead of time, by HEAD or inside another page', () => {
  expect(opensPage(follower(chrome(142), navigates))).toBe(true);
  expect(opensPage(follower(chrome(142), navigates, 'HEAD'))).toBe(false);
  const others: Record<string, string>[] = [
    { 'sec-purpose': 'prefetch;prerender' },
    { 'sec-fetch-dest': 'image', 'sec-fetch-mode': 'no-cors' },
    { 'sec-fetch-dest': 'iframe' },
    { 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' },
  ];
  for (const headers of others)
    expect(opensPage(follower(chrome(142), { ...navigates, ...headers }))).toBe(false);
});
