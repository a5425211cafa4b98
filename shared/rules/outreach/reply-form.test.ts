import { describe, expect, it } from 'vitest';
import { findFormProblem, measureReply } from './reply-form.ts';

const family = '👨‍👩‍👧‍👦';

describe('the form of a reply', () => {
  it.each([
    ['See [my notes](https://notes.example/a).', 'reply_marked_up'],
    ['That is **really** easy.', 'reply_marked_up'],
    ['# Steps\nFeed it.', 'reply_marked_up'],
    ['- feed it\n- wait', 'reply_marked_up'],
    ['```\nfeed()\n```', 'reply_marked_up'],
  ])('is plain on a forum like Hacker News, unlike %j', (reply, code) => {
    expect(findFormProblem(reply, 'hacker-news')).toEqual({ code, params: {} });
    expect(findFormProblem(reply, 'lemmy')).toBeNull();
  });

  it('may hold code, stars and single dashes there', () => {
    const reply = 'I use 2 * 3 ** 4 - or so.\n\n  - code(**args)\n  # more';
    expect(findFormProblem(reply, 'hacker-news')).toBeNull();
  });

  it('is as long as Bluesky takes, counted as people count', () => {
    expect(findFormProblem('a'.repeat(300), 'bluesky')).toBeNull();
    expect(findFormProblem('a'.repeat(301), 'bluesky')).toEqual({
      code: 'reply_too_long',
      params: { place: 'Bluesky', most: 300, length: 301 },
    });
    expect(findFormProblem(family.repeat(50), 'bluesky')).toBeNull();
  });

  it('leaves room on Mastodon for the name that it answers, and counts a link as 23', () => {
    const link = `https://site.example/go/${'x'.repeat(100)}`;
    expect(findFormProblem(`${'a'.repeat(444)} ${link}`, 'mastodon')).toBeNull();
    expect(findFormProblem(`${'a'.repeat(445)} ${link}`, 'mastodon')).toEqual({
      code: 'reply_too_long',
      params: { place: 'Mastodon', most: 468, length: 469 },
    });
  });

  it('has less room behind a content warning, which Mastodon counts too', () => {
    const warning = 'w'.repeat(60);
    expect(findFormProblem('a'.repeat(408), 'mastodon', null, warning)).toBeNull();
    expect(findFormProblem('a'.repeat(409), 'mastodon', null, warning)).toEqual({
      code: 'reply_too_long',
      params: { place: 'Mastodon', most: 408, length: 409 },
    });
    expect(measureReply('a', 'mastodon', null, family)).toEqual({ length: 1, most: 467 });
    expect(findFormProblem('a'.repeat(300), 'bluesky', null, warning)).toBeNull();
  });

  it('is as long as the server of its account takes, where that said so', () => {
    const longer = { shortest: null, longest: 1_000 };
    expect(findFormProblem('a'.repeat(968), 'mastodon', longer)).toBeNull();
    expect(findFormProblem('a'.repeat(969), 'mastodon', longer)).toMatchObject({
      params: { most: 968, length: 969 },
    });
    const forum = { shortest: 20, longest: 50 };
    expect(findFormProblem('Too short', 'discourse', forum)).toEqual({
      code: 'reply_too_short',
      params: { place: 'Discourse', least: 20, length: 9 },
    });
    expect(findFormProblem('a'.repeat(51), 'discourse', forum)).toMatchObject({
      code: 'reply_too_long',
      params: { most: 50 },
    });
    expect(findFormProblem('a'.repeat(2_000), 'discourse')).toBeNull();
  });
});
