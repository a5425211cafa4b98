import { describe, expect, it } from 'vitest';
import { message } from '#shared/messages/catalogue.ts';
import { ruleCardOf } from './places/rule-cards.ts';
import { findReplyProblem, type ReplyCase } from './reply-checks.ts';

const cardOf = (source: 'hacker-news' | 'lemmy' | 'stack-exchange', host: string, day = '2026-11-22') =>
  ruleCardOf({ source, host, community: null }, day);
const lemmy = cardOf('lemmy', 'lemmy.world');
const hackerNews = cardOf('hacker-news', 'news.ycombinator.com');

const draft =
  'Note for a week when it happens; the pattern tells you which site to block first.\n\nDisclosure: I built QuietDesk (https://quietdesk.app): it blocks sites while a study session runs.';
const given: ReplyCase = {
  reply: draft,
  source: 'lemmy',
  product: {
    name: 'QuietDesk',
    url: 'https://quietdesk.app',
    trackedLink: 'https://spark.example/r/abc123',
  },
  card: lemmy,
  suggestion: { kind: 'draft', text: draft },
  otherSuggestions: [],
  earlierReplies: [],
  budget: { promotionAllowed: true, repliesLeftToday: 3, arithmetic: ['One.', 'Two.'] },
};
const problemOf = (change: Partial<ReplyCase>) => findReplyProblem({ ...given, ...change });
const own = 'Put the phone in another room for the first ten minutes. That was enough for most evenings.';

describe('a reply may be approved', () => {
  it('as a draft that is welcome, with the product’s address or the tracked one', () => {
    expect(problemOf({})).toBeNull();
    const tracked = draft.replace(given.product.url, given.product.trackedLink);
    expect(problemOf({ reply: tracked })).toBeNull();
  });

  it('in the owner’s own words, where nothing generated is wanted', () => {
    expect(
      problemOf({ reply: own, card: hackerNews, suggestion: { kind: 'briefing', text: draft } }),
    ).toBeNull();
  });
});

describe('a reply is kept back', () => {
  it('where replies are not allowed', () => {
    expect(problemOf({ card: cardOf('stack-exchange', 'stackoverflow.com'), reply: own })).toEqual({
      code: 'reply_not_welcome',
      params: { place: 'Stack Exchange' },
    });
  });

  it('when it is the briefing, a touch of it, or a piece of it', () => {
    const suggestion = {
      kind: 'briefing' as const,
      text: `For your eyes only.\n\n${draft}\n\n${own.repeat(3)}`,
    };
    const expected = { code: 'reply_own_words', params: { place: 'Hacker News' } };
    expect(problemOf({ card: hackerNews, suggestion, reply: suggestion.text })).toEqual(expected);
    expect(problemOf({ card: hackerNews, suggestion, reply: draft })).toEqual(expected);
    expect(problemOf({ suggestion, reply: draft })).toMatchObject({ code: 'reply_too_alike' });
  });

  it('when it is what was suggested for another conversation, where own words are asked for', () => {
    const elsewhere = {
      card: hackerNews,
      suggestion: { kind: 'briefing' as const, text: own },
      otherSuggestions: ['Else.', draft],
    };
    expect(problemOf(elsewhere)?.code).toBe('reply_own_words');
    expect(problemOf({ otherSuggestions: [draft], suggestion: { kind: 'draft', text: own } })).toBeNull();
  });

  it('when it is a suggestion or an earlier reply with as much put around it', () => {
    const padded = `${own} ${'Rain, wind and umbrellas come and go with the weeks. '.repeat(2)}`;
    const suggestion = { kind: 'briefing' as const, text: own };
    expect(problemOf({ card: hackerNews, suggestion, reply: padded })?.code).toBe('reply_own_words');
    expect(problemOf({ reply: padded, earlierReplies: [own] })?.code).toBe('reply_too_alike');
  });

  it('when its place would refuse or spoil it', () => {
    const reason = 'Bluesky takes 300 characters at most; this reply has 400.';
    expect(problemOf({ source: 'bluesky', reply: 'a'.repeat(400) })).toEqual({
      code: 'reply_form',
      params: { reason },
    });
    expect(problemOf({ source: 'hacker-news', reply: `${own}\n\n**Now**` })?.code).toBe('reply_form');
  });

  it('when it is a draft of ours and the card has turned strict since', () => {
    const expired = cardOf('lemmy', 'lemmy.world', '2999-01-01');
    expect(problemOf({ card: expired })?.code).toBe('reply_own_words');
  });

  it('when it is nearly an earlier one', () => {
    const problem = problemOf({ reply: own, earlierReplies: ['Else.', own.toUpperCase()] });
    expect(problem).toEqual({ code: 'reply_too_alike', params: { what: 'an earlier reply of yours' } });
  });

  it('when it names the product twice, or without saying who made it', () => {
    expect(problemOf({ reply: `${draft} Get QuietDesk today.` })).toEqual({
      code: 'reply_promotes_twice',
      params: {
        sentences:
          '“Disclosure: I built QuietDesk (https://spark.example/r/abc123): it blocks sites ...”, “Get QuietDesk today.”',
      },
    });
    const silent = problemOf({ reply: `${own} There is also https://spark.example/r/abc123.` });
    expect(silent).toEqual({
      code: 'reply_without_disclosure',
      params: { disclosure: 'Disclosure: I built QuietDesk.' },
    });
    const mended = `${own} There is also https://spark.example/r/abc123. ${silent?.params.disclosure}`;
    expect(problemOf({ reply: mended })).toBeNull();
  });

  it('when the budget is spent, unless it only helps and the day has room', () => {
    const spent = { ...given.budget, promotionAllowed: false };
    expect(problemOf({ budget: spent })).toEqual({
      code: 'reply_over_budget',
      params: { arithmetic: 'One. Two.' },
    });
    expect(problemOf({ budget: spent, reply: own })).toBeNull();
    expect(problemOf({ budget: { ...spent, repliesLeftToday: 0 }, reply: own })?.code).toBe(
      'reply_over_budget',
    );
  });

  it('with a message that leaves no hole', () => {
    const problems = [
      problemOf({ card: cardOf('stack-exchange', 'x') }),
      problemOf({ reply: 'QuietDesk.' }),
      problemOf({ earlierReplies: [draft] }),
    ];
    for (const problem of problems)
      expect(problem && message(problem.code, problem.params).text).not.toMatch(/\{/);
  });
});
