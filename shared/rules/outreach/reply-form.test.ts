import { describe, expect, it } from 'vitest';
import { findFormProblem, measureReply } from './reply-form.ts';

const family = '👨‍👩‍👧‍👦';

describe('the form of a reply', () => {
  it.each([
    ['See [my notes](https://notes.example/a).', 'Markdown links'],
    ['That is **really** easy.', 'bold text'],
    ['# Steps\nFeed it.', 'headings'],
    ['- feed it\n- wait', 'lists'],
    ['```\nfeed()\n```', 'code fences'],
  ])('is plain on a forum like Hacker News, unlike %j', (reply, problem) => {
    expect(findFormProblem(reply, 'hacker-news')).toContain(problem);
    expect(findFormProblem(reply, 'lemmy')).toBeNull();
  });

  it('may hold code, stars and single dashes there', () => {
    const reply = 'I use 2 * 3 ** 4 - or so.\n\n  - code(**args)\n  # more';
    expect(findFormProblem(reply, 'hacker-news')).toBeNull();
  });

  it('is as long as Bluesky takes, counted as people count', () => {
    expect(findFormProblem('a'.repeat(300), 'bluesky')).toBeNull();
    expect(findFormProblem('a'.repeat(301), 'bluesky')).toBe(
      'Bluesky takes 300 characters at most; this reply has 301.',
    );
    expect(findFormProblem(family.repeat(50), 'bluesky')).toBeNull();
    expect(findFormProblem(family.repeat(150), 'bluesky')).toMatch(/bytes/);
  });

  it('leaves room on Mastodon for the name that it answers, and counts a link as 23', () => {
    const link = `https://site.example/go/${'x'.repeat(100)}`;
    expect(findFormProblem(`${'a'.repeat(444)} ${link}`, 'mastodon')).toBeNull();
    expect(findFormProblem(`${'a'.repeat(445)} ${link}`, 'mastodon')).toMatch(/468 .* has 469/);
  });

  it('has less room behind a content warning, which Mastodon counts too', () => {
    const warning = 'w'.repeat(60);
    expect(findFormProblem('a'.repeat(408), 'mastodon', null, warning)).toBeNull();
    expect(findFormProblem('a'.repeat(409), 'mastodon', null, warning)).toMatch(/408 .* has 409/);
    expect(measureReply('a', 'mastodon', null, family)).toEqual({ length: 1, most: 467 });
    expect(findFormProblem('a'.repeat(300), 'bluesky', null, warning)).toBeNull();
  });

  it('is as long as the server of its account takes, where that said so', () => {
    const longer = { shortest: null, longest: 1_000 };
    expect(findFormProblem('a'.repeat(968), 'mastodon', longer)).toBeNull();
    expect(findFormProblem('a'.repeat(969), 'mastodon', longer)).toMatch(/968 .* has 969/);
    const forum = { shortest: 20, longest: 50 };
    expect(findFormProblem('Too short', 'discourse', forum)).toBe(
      'Discourse takes 20 characters at least there; this reply has 9.',
    );
    expect(findFormProblem('a'.repeat(51), 'discourse', forum)).toMatch(/50 characters at most/);
    expect(findFormProblem('a'.repeat(2_000), 'discourse')).toBeNull();
  });
});
