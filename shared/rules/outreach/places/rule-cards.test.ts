import { describe, expect, it } from 'vitest';
import { sourceName } from '#shared/contracts/outreach/conversation-sources.ts';
import { storedCards } from './rule-cards.data.ts';
import { placeRulesOf, ruleCardOf } from './rule-cards.ts';

const today = '2026-11-22';
const cardOf = (source: string, host: string, community: string | null = null, day = today) =>
  ruleCardOf({ source: sourceName.parse(source), host, community }, day);

describe('a rule card', () => {
  it('exists for every source, with rules, their source and a day on which they were read', () => {
    for (const source of sourceName.options) {
      const card = cardOf(source, 'some.example');
      expect(card.rules.length).toBeGreaterThan(0);
      for (const { text, source: address } of card.rules) expect(text && address).not.toBe('');
      expect(card.readOn).toMatch(/^\d{4}-\d\d-\d\d$/);
      expect(card.repliesPerDay).toBeLessThanOrEqual(3);
      expect(card.expired).toBe(false);
    }
  });

  it('of Hacker News forbids generated text and automated posting, in its own words', () => {
    const rule = "Don't post generated text or AI-edited text. HN is for conversation between humans.";
    for (const host of ['news.ycombinator.com', 'NEWS.ycombinator.com', 'hn.algolia.com']) {
      const card = cardOf('hacker-news', host);
      expect(card).toMatchObject({ place: 'Hacker News', readOn: '2026-09-29' });
      expect(card.rules.map(({ text }) => text)).toContain(rule);
    }
  });

  it.each([
    ['hacker-news', 'news.ycombinator.com', { replyWay: 'hand', generatedText: 'unwelcome' }],
    ['dev', 'dev.to', { replyWay: 'hand', generatedText: 'unwelcome' }],
    ['stack-exchange', 'stackoverflow.com', { replyWay: 'none' }],
    ['github', 'github.com', { replyWay: 'none' }],
    ['reddit', 'reddit.com', { replyWay: 'none' }],
  ])('of %s at %s allows no automated posting and %j', (source, host, allowed) => {
    expect(cardOf(source, host)).toMatchObject({ ...allowed, automatedPosting: false });
  });

  it('lets replies go by themselves only on Mastodon, with the mark and the reason on the card', () => {
    const automated = sourceName.options.filter((source) => cardOf(source, 'some.example').automatedPosting);
    expect(automated).toEqual(['mastodon']);
    expect(
      cardOf('mastodon', 'some.example')
        .rules.map(({ text }) => text)
        .join(' '),
    ).toMatch(/automated/);
  });

  it('of a host of its own comes before its source’s, and an unknown community is told to be read first', () => {
    expect(cardOf('lemmy', 'lemmy.world').rules[0]?.text).toContain('bots may not advertise');
    const unknown = cardOf('lemmy', 'lemmy.example', 'studytips');
    expect(unknown.place).toBe('lemmy.example');
    expect(unknown.rules.at(-1)?.text).toBe(
      'studytips may have rules of its own: read them before you reply.',
    );
    expect(cardOf('discourse', 'forum.example', '  ').rules).toEqual(
      cardOf('discourse', 'forum.example').rules,
    );
  });

  it('says how replies go out as its data does, in sentences for founders', () => {
    for (const source of sourceName.options) {
      const { rules, replyWay } = cardOf(source, source === 'lemmy' ? 'lemmy.world' : 'some.example');
      const own = rules.filter(({ source: from }) => from === 'Startup Spark').map(({ text }) => text);
      expect(own.some((text) => /approved.* from your linked account/.test(text))).toBe(
        replyWay === 'account',
      );
      for (const text of own) {
        expect(text).toMatch(/^[A-Z].*\.$/);
        expect(text).not.toMatch(/read-only|signal|target|As we know it|always\./i);
      }
    }
  });

  it('that has expired is its strictest reading, from the very day on', () => {
    for (const { source, expiresOn, hosts } of storedCards) {
      const card = cardOf(source, hosts?.[0] ?? 'some.example', null, expiresOn);
      expect(card).toMatchObject({ expired: true, generatedText: 'unwelcome', automatedPosting: false });
      expect(['hand', 'none']).toContain(card.replyWay);
      expect(card.repliesPerDay).toBeLessThanOrEqual(1);
    }
    expect(cardOf('mastodon', 'm.example', null, '2999-01-01').expired).toBe(true);
  });

  it('is shown with its rules and without what only we need', () => {
    expect(Object.keys(placeRulesOf(cardOf('bluesky', 'bsky.social'))).sort()).toEqual(
      ['automatedPosting', 'expired', 'generatedText', 'place', 'readOn', 'rules'].sort(),
    );
  });
});
