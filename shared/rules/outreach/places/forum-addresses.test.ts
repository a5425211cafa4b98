import { describe, expect, it } from 'vitest';
import { readForumHost, readForums } from './forum-addresses.ts';

describe('the host of a forum', () => {
  it.each([
    ['forum.example.com', 'forum.example.com'],
    [' Forum.Example.com/ ', 'forum.example.com'],
    ['https://forum.example.com/latest?order=new#top', 'forum.example.com'],
    ['http://forum.example.com:80/c/help/5', 'forum.example.com'],
    ['forum.example.com/c/help', 'forum.example.com'],
    ['https://bücher.example', 'xn--bcher-kva.example'],
  ])('of %s is %s', (typed, host) => {
    expect(readForumHost(typed)).toBe(host);
  });

  it.each([
    '',
    'forum',
    'localhost:3000',
    '127.0.0.1',
    'https://[::1]/',
    'https://2130706433/',
    'printer.local',
    'forum.example.com:8080',
    'https://somebody@forum.example.com',
    'ftp://forum.example.com',
    'javascript:alert(1)',
    `${'a'.repeat(250)}.com`,
  ])('is none for %s', (typed) => {
    expect(readForumHost(typed)).toBeNull();
  });
});

it('forums are parted by commas, spaces and lines, each once, and what is none is left as it is', () => {
  expect(readForums('https://a.example/latest, a.example\nb.example localhost,,')).toEqual([
    'a.example',
    'b.example',
    'localhost',
  ]);
  expect(readForums(' \n')).toEqual([]);
  expect(readForums('not a forum!!\na.example or')).toEqual(['not a forum!!', 'a.example', 'or']);
});
