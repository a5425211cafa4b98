import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Intent } from '#server/features/outreach/find/intent/read-intent.ts';
import type { FoundPost } from '#server/integrations/sources/port.ts';
import { sourceName } from '#shared/contracts/outreach/conversation-sources.ts';
import { ruleCardOf } from '#shared/rules/outreach/places/rule-cards.ts';
import { mayDraft, suggestReply } from './suggest-reply.ts';

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
  url: 'https://lemmy.world/post/4711',
  title: 'How do I stop opening distracting sites while I study?',
  threadTitle: null,
  body: 'Every evening I lose an hour to the news.',
  author: 'reader',
  createdAt: new Date('2031-05-20T12:00:00Z'),
  replies: 2,
  community: 'studytips',
  locked: false,
  license: null,
};
const keywords = ['distracting sites', 'study'];
const asking: Intent = { asks: 0.9, wants: 0.1, offers: 0, askingSentence: post.title };
const cardOf = (given: FoundPost, day = '2026-11-22') => ruleCardOf(given, day);
const suggest = (change: Partial<FoundPost>, more: Partial<Parameters<typeof suggestReply>[0]> = {}) => {
  const given = { ...post, ...change };
  return suggestReply({
    post: given,
    product,
    card: cardOf(given),
    keywords,
    quote: given.title,
    intent: asking,
    ...more,
  });
};
const hackerNews = { source: 'hacker-news', host: 'news.ycombinator.com' } as const;

const cuts = [{ sentence: 'Studies show it.', reason: 'figure' as const }];

it('suggests what is left of a model’s draft, with what was cut from it', () => {
  const text = 'Note for a week when it happens.';
  expect(suggest({}, { draft: { text, cuts } })).toEqual({ kind: 'draft', text, cuts });
});

it('suggests an outline where nothing is left of a draft, and says what was cut', () => {
  expect(suggest({}, { draft: { text: null, cuts } })).toEqual({ ...suggest({}), cuts });
});

it('takes drafts only where generated text is welcome, and replies are', () => {
  expect(mayDraft(cardOf(post))).toBe(true);
  expect(mayDraft(cardOf({ ...post, ...hackerNews }))).toBe(false);
  expect(mayDraft(cardOf({ ...post, source: 'stack-exchange', host: 'stackoverflow.com' }))).toBe(false);
  expect(mayDraft(cardOf(post, '2999-01-01'))).toBe(false);
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
      /\n\nAbout DEV: As far as we know, people are asked not to let bots or AI write comments there\. We have not read the page ourselves\. \(As of 2026-11-22\.\)$/,
    );
    for (const source of sourceName.options) {
      const { text } = suggest({ source, host: 'some.example' });
      expect(text).not.toMatch(/asks: .*Startup Spark/);
    }
  });

  it.each([
    [{ ...asking }, 'Answer what they asked'],
    [{ ...asking, wants: 0.9 }, 'Say what you have used yourself'],
    [{ ...asking, asks: 0.1 }, 'Answer what troubles them'],
    [null, 'Answer what they asked'],
  ])('begins with what a post of the intent %j wants', (intent, step) => {
    expect(suggest({}, { intent }).text).toContain(`1. ${step}`);
  });

  it('quotes the sentence that asks and what troubles its author, and no filler', () => {
    const body =
      'Hello there everybody around. I lose my evenings to distracting sites. The spring is here. Any ideas?';
    const quote = 'How do you keep at it at home?';
    const { text } = suggest({ title: 'Distracting sites', body: `${body} ${quote}` }, { quote });
    const [, , fit = ''] = text.split('\n\n');
    expect(fit.split('\n- ').slice(1)).toEqual([`“${quote}”`, '“I lose my evenings to distracting sites.”']);
  });

  it('says nothing of why it fits where the post has no words to quote', () => {
    expect(suggest({ title: '?!', body: '' }, { quote: null }).text).not.toContain('Why this fits');
  });

  it('quotes questions and experience that name machines and recommend something', () => {
    const quote = 'Which chatbot should I use for my study plan?';
    const told = 'I always recommend flash cards, but distracting sites win.';
    const { text } = suggest({ title: 'Study', body: `${told} ${quote}` }, { quote });
    expect(text).toContain(`- “${quote}”\n- “${told}”`);
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

  it('is shown where we send no replies, without advice on replying', () => {
    const read = suggest({ source: 'stack-exchange', host: 'stackoverflow.com' });
    expect(read.kind).toBe('briefing');
    expect(read.text).toContain('Stack Exchange is for reading here');
    expect(read.text).not.toMatch(/Disclosure:|Only if it fits/);
  });

  it('says that the rules are too old to rely on', () => {
    const expired = suggest({}, { card: cardOf(post, '2999-01-01') });
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
