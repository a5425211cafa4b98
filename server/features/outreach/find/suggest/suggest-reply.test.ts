import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FoundPost } from '#server/integrations/sources/port.ts';
import { sourceName } from '#shared/contracts/conversation-sources.ts';
import { ruleCardOf } from '#shared/rules/outreach/places/rule-cards.ts';
import { promotionBudget } from '#shared/rules/outreach/promotion-budget.ts';
import { findReplyProblem } from '#shared/rules/outreach/reply-checks.ts';
import { suggestReply } from './suggest-reply.ts';

const product = {
  name: 'QuietDesk',
  url: 'https://quietdesk.app',
  description:
    'QuietDesk blocks distracting sites during study sessions. Students plan sessions with friends and see a weekly report. It is the best app ever! Sign up at https://quietdesk.app/join.',
};
const post: FoundPost = {
  source: 'lemmy',
  host: 'lemmy.world',
  externalId: '4711',
  threadId: '4711',
  kind: 'post',
  url: 'https://lemmy.world/post/4711',
  title: 'How do I stop opening distracting sites while I study?',
  threadTitle: null,
  body: 'Every evening I lose an hour to the news.',
  author: 'reader',
  createdAt: new Date('2031-05-20T12:00:00Z'),
  score: 3,
  replies: 2,
  community: 'studytips',
  locked: false,
  license: null,
};
const keywords = ['distracting sites', 'study'];
const why = ['It speaks of “distracting sites”, as your description does.'];
const cardOf = (given: FoundPost, day = '2026-11-22') => ruleCardOf(given, day);
const suggest = (change: Partial<FoundPost>, more: Partial<Parameters<typeof suggestReply>[0]> = {}) => {
  const given = { ...post, ...change };
  return suggestReply({ post: given, product, card: cardOf(given), why, keywords, ...more });
};
const hackerNews = { source: 'hacker-news', host: 'news.ycombinator.com' } as const;

const written =
  'Note for a week when it happens, then block the first site of each evening. I built QuietDesk for that, so I am biased.';

describe('a draft', () => {
  it('is a model’s words where they hold to the rules, with the address added, and may be approved as it is', () => {
    const { kind, text } = suggest({}, { draft: written });
    expect([kind, text]).toEqual([
      'draft',
      written.replace('QuietDesk', 'QuietDesk (https://quietdesk.app)'),
    ]);
    const tracked = { ...product, trackedLink: 'https://spark.example/r/abc123' };
    const problem = findReplyProblem({
      reply: text.replaceAll(product.url, tracked.trackedLink),
      source: post.source,
      product: tracked,
      card: cardOf(post),
      suggestion: { kind, text },
      otherSuggestions: [],
      earlierReplies: [],
      budget: promotionBudget([], null, cardOf(post), new Date('2026-11-22')),
    });
    expect(problem).toBeNull();
  });

  it.each([
    ['hides who made it', written.replace('I built QuietDesk for that', 'QuietDesk does that')],
    ['names it twice', `${written} QuietDesk helps.`],
    ['links elsewhere', `${written} See https://other.example/x too.`],
    ['invents a number', `${written} It saved 400 students.`],
    ['is marked up', `**Note** ${written}`],
    ['helps with nothing', 'I built it.'],
    ['is too long', written.repeat(20)],
  ])('is none that %s: the owner gets the outline', (_, draft) => {
    expect(suggest({}, { draft })).toEqual(suggest({}));
  });

  it('is none that is too long for its place', () => {
    const longer = `${'Leave the telephone in the hall until the page is read. '.repeat(4)}${written}`;
    expect(suggest({}, { draft: longer }).kind).toBe('draft');
    expect(suggest({ source: 'bluesky', host: 'bsky.app' }, { draft: longer }).kind).toBe('briefing');
  });
});

describe('a briefing', () => {
  it('is used everywhere without a model', () => {
    for (const source of sourceName.options) expect(suggest({ source }).kind).toBe('briefing');
  });

  it('is an outline to fill in, with the post’s words, the description’s, disclosure and the rule', () => {
    expect(suggest(hackerNews).text).toBe(
      [
        'Notes, not for posting.',
        [
          '1. Answer what they asked, from your own experience.',
          '2. Say one thing that helps even without QuietDesk.',
          '3. Only if it fits, one sentence on QuietDesk.',
          '   Your description says: It blocks distracting sites during study sessions. Students plan sessions with friends and see a weekly report.',
          '   Then: Disclosure: I built QuietDesk. https://quietdesk.app',
        ].join('\n'),
        'Why this fits:\n- “How do I stop opening distracting sites while I study?”',
        "What Hacker News asks: “Don't post generated text or AI-edited text. HN is for conversation between humans.” (https://news.ycombinator.com/newsguidelines.html, read on 2026-09-29)",
      ].join('\n\n'),
    );
  });

  it('quotes no place where the rule is our own reading, and does not say that we read it', () => {
    expect(suggest({ source: 'dev', host: 'dev.to' }).text).toMatch(
      /\n\nAbout DEV: As we know it, people are asked not to let bots or AI write comments there\. We have not read the page ourselves\. \(As of 2026-11-22\.\)$/,
    );
    for (const source of sourceName.options) {
      const { text } = suggest({ source, host: 'some.example' });
      expect(text).not.toMatch(/asks: .*Startup Spark/);
    }
  });

  it.each([
    ['How do you keep off distracting sites?', 'Answer what they asked'],
    ['Looking for something against distracting sites', 'Say what you have used yourself'],
    ['I open distracting sites although my exam is near', 'Answer what troubles them'],
  ])('begins with what a post like “%s” wants', (title, step) => {
    expect(suggest({ title, body: '' }).text).toContain(`1. ${step}`);
  });

  it('quotes the question and what troubles its author, and no filler', () => {
    const body =
      'Hello there everybody around. I lose my evenings to distracting sites. Study is fun in spring. Any ideas?';
    const { text } = suggest({ title: 'Distracting sites', body: `${body} How do you study at home?` });
    const [, , fit = ''] = text.split('\n\n');
    expect(fit.split('\n- ').slice(1)).toEqual([
      '“How do you study at home?”',
      '“I lose my evenings to distracting sites.”',
    ]);
  });

  it('gives the reasons where the post has no words to quote', () => {
    expect(suggest({ title: '?!', body: '' }).text).toContain(`Why this fits:\n- ${why[0]}`);
  });

  it('quotes a hostile post only in part, without links, mentions or markup', () => {
    const { text } = suggest({
      title: '<b>How</b> do I [stop](https://evil.example) @admin **distracting sites**?',
      body: '<script>alert(1)</script>'.repeat(4_000),
    });
    expect(text.replace(product.url, '')).not.toMatch(/evil|https?:|[@*<>[\]]|alert/);
  });

  it('puts a fact first that a model picked from the description, and none that it invented', () => {
    const friends = 'Students plan sessions with friends';
    expect(suggest({}, { facts: [friends] }).text).toContain(`says: ${friends}`);
    expect(suggest({}, { facts: ['It cures exam fear'] }).text).not.toContain('cures');
  });

  it('takes no draft of a model where generated text is unwelcome', () => {
    expect(suggest(hackerNews, { draft: written })).toEqual(suggest(hackerNews));
  });

  it('is shown where we send no replies, without advice on replying', () => {
    const read = suggest({ source: 'stack-exchange', host: 'stackoverflow.com' }, { draft: written });
    expect(read.kind).toBe('briefing');
    expect(read.text).toContain('Stack Exchange is for reading here');
    expect(read.text).not.toMatch(/Disclosure:|Only if it fits/);
  });

  it('replaces a draft once the rules are too old to rely on', () => {
    const expired = suggest({}, { card: cardOf(post, '2999-01-01'), draft: written });
    expect(expired.kind).toBe('briefing');
    expect(expired.text).toContain('too long ago to rely on');
  });

  it('is short and whole for every product and post', () => {
    const text = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 2_000 }), fc.lorem({ maxCount: 200 }));
    const name = fc.constantFrom('Bear', 'C++ Now', 'node.js', '集中', '$& $1', 'My App');
    fc.assert(
      fc.property(
        name,
        text,
        text,
        fc.constantFrom(...sourceName.options),
        (name, description, title, source) => {
          const own = { name, url: 'https://own.example', description };
          const { text } = suggest({ source, title, body: title }, { product: own, keywords: [title] });
          expect(text.length).toBeLessThan(1_200);
          expect(text.isWellFormed()).toBe(true);
          expect(text.split(own.url).length).toBeLessThanOrEqual(2);
        },
      ),
    );
  });
});
