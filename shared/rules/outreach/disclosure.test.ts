import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countMentions, discloses, disclosureOf, namingSentences } from './disclosure.ts';

const product = {
  name: 'QuietDesk',
  url: 'https://quietdesk.app',
  trackedLink: 'https://spark.example/r/abc123',
};

describe('a reply says who is writing', () => {
  it.each([
    'I built QuietDesk for this.',
    'I’m the maker of QuietDesk.',
    'I made QuietDesk (https://quietdesk.app).',
    'Try my app QuietDesk.',
    'QuietDesk is my own project.',
    'QuietDesk, which I made, does it.',
    'We built QuietDesk last year.',
    "I've been building QuietDesk, a blocker for students.",
    'I recently launched a small tool called QuietDesk.',
    'I built a tool for that: QuietDesk',
    'As the developer of QuietDesk, I would start elsewhere.',
    'Founder of QuietDesk here.',
    'Founder here: QuietDesk does that.',
    'I work on QuietDesk.',
    'Full disclosure, QuietDesk is mine.',
    'Disclosure: I am affiliated with QuietDesk.',
    '(I made it, so I am biased)',
    'Not sure it fits, but I built QuietDesk.',
  ])('by %s', (text) => expect(discloses(text, product)).toBe(true));

  it.each([
    'QuietDesk is great.',
    'I use QuietDesk.',
    "I didn't build QuietDesk.",
    'I never built QuietDesk, a friend did.',
    "I'm not the maker of QuietDesk.",
    'QuietDesk is not my product.',
    'I wish I had built QuietDesk.',
    'My friend built QuietDesk.',
    'Disclosure: I love QuietDesk.',
    'Disclosure: I am not affiliated with QuietDesk.',
    'I made a mistake. QuietDesk helps.',
    'I made that decision. QuietDesk helps.',
    'My website is slow. QuietDesk helps.',
    'I run QuietDesk on my laptop.',
    'As a developer at Google, I use QuietDesk.',
    'I am the founder of another company and use QuietDesk.',
    'I made it through the exams with QuietDesk.',
    '',
  ])('not by %s', (text) => expect(discloses(text, product)).toBe(false));

  it('also where the product is not known', () => {
    expect(discloses('I built QuietDesk.')).toBe(true);
    expect(discloses('It is my own product.')).toBe(true);
    expect(discloses('I like it.')).toBe(false);
  });
});

describe('the mentions in a reply', () => {
  it.each([
    [0, 'Focus on your nest, unquietdesked.'],
    [0, 'See notquietdesk.app or write to me@quietdesks.org.'],
    [0, 'https://spark.example/r/other'],
    [1, 'I built QuietDesk (https://quietdesk.app).'],
    [1, 'quietdesk is what I made'],
    [1, 'Quiet Desk'],
    [1, 'QuietDesk’s timer'],
    [1, 'Q\u200buietDesk'],
    [1, 'See www.quietdesk.app/pricing?x=1.'],
    [1, 'blog.quietdesk.app'],
    [1, 'I made QuietDesk.\nhttps://quietdesk.app'],
    [1, 'Look at https://spark.example/r/abc123. Disclosure: I built QuietDesk.'],
    [1, 'QuietDesk blocks them. Disclosure: I built QuietDesk.'],
    [2, 'QuietDesk is good. QuietDesk helps.'],
    [2, 'I built QuietDesk. QuietDesk helps.'],
    [2, 'QuietDesk at https://quietdesk.app or https://quietdesk.app/pro'],
    [3, 'QuietDesk, QuietDesk and QuietDesk. Disclosure: I built it.'],
  ])('are %i in: %s', (count, text) => expect(countMentions(text, product)).toBe(count));

  const link = product.trackedLink;
  const disclosure = disclosureOf(product);
  it.each([
    [1, `Turn them off. A timer helps. QuietDesk sets one. ${disclosure}`],
    [1, `Turn them off. A timer helps. QuietDesk sets one. ${disclosure} ${link}`],
    [1, `Turn them off.\nA timer helps.\nQuietDesk sets one.\n   ${disclosure} ${product.url}`],
    [1, `1. Turn them off.\n2. A timer helps.\n3. QuietDesk sets one.\n${disclosure} ${link}`],
    [1, `QuietDesk sets one. ${disclosure}\n${link}`],
    [1, `QuietDesk sets one.\n${link}\n${disclosure}`],
    [1, `QuietDesk does that for me: ${link}\n${disclosure}`],
    [1, `${disclosure} ${link}\nQuietDesk sets one.`],
    [1, `QuietDesk sets one. Disclosure: I built QuietDesk (${link}).`],
    [1, `${disclosure} ${link}`],
    [2, `QuietDesk sets one. QuietDesk is free. ${disclosure}`],
    [2, `QuietDesk sets one. QuietDesk is free. ${disclosure} ${link}`],
    [2, `QuietDesk sets one. Look at ${link} for more. ${disclosure}`],
    [2, `QuietDesk sets one. ${disclosure} Look at ${link} for more.`],
    [2, `QuietDesk (${link}) sets one. ${disclosure} ${link}`],
    [2, `QuietDesk sets one. Disclosure: I built QuietDesk (${link}), which is free and quick.`],
    [3, `QuietDesk sets one. ${disclosure} ${link} ${product.url}`],
    [3, `QuietDesk sets one. QuietDesk is free. QuietDesk is new. ${disclosure} ${link}`],
  ])('are %i with the disclosure in: %s', (count, text) => expect(countMentions(text, product)).toBe(count));

  it('can be shown by the sentences that they stand in', () => {
    const text = `Turn them off. QuietDesk sets one. quiet desk is free: ${link}\n${disclosure}`;
    expect(namingSentences(text, product)).toEqual([
      'QuietDesk sets one.',
      `QuietDesk is free: ${link}`,
      disclosure,
    ]);
    expect(namingSentences('Turn them off.', product)).toEqual([]);
  });

  it('tell a short everyday word from the product that is called so', () => {
    const bear = { name: 'Bear', url: 'https://bear.app' };
    expect(countMentions('Bear with me? No: bear that in mind.', bear)).toBe(1);
    expect(countMentions('bear in mind that you can bear it', bear)).toBe(0);
    expect(countMentions('just try bear', bear)).toBe(1);
  });

  it('take a page on a host of many as the product only where the page is its own', () => {
    const hosted = { name: 'Zed Quiz', url: 'https://github.com/me/zed' };
    expect(countMentions('https://github.com/you/other', hosted)).toBe(0);
    expect(countMentions('https://github.com/me/zed/issues', hosted)).toBe(1);
  });

  it('find names of other scripts, of signs and of nothing', () => {
    expect(countMentions('これは集中アプリです', { name: '集中', url: 'https://a.example' })).toBe(1);
    expect(countMentions('I like C++ Now.', { name: 'C++ Now', url: 'https://a.example' })).toBe(1);
    expect(countMentions('anything', { name: ' ', url: 'no address at all' })).toBe(0);
  });

  const names = fc.oneof(
    fc.constantFrom('QuietDesk', 'Bear', 'C++ Now', 'node.js', '集中', 'a', 'my app', '(x', '$&', 'It'),
    fc.string({ minLength: 1, maxLength: 20 }).filter((name) => /\p{L}{2}/u.test(name)),
  );

  it('can be counted in any text for any name, quickly', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 300, unit: 'grapheme' }), names, fc.webUrl(), (text, name, url) => {
        expect(countMentions(text, { name, url })).toBeGreaterThanOrEqual(0);
        expect(typeof discloses(text, { name, url })).toBe('boolean');
      }),
    );
    for (const text of ['i ', 'my ', 'disclosure: ', 'quietdesk.', 'a.', 'aaaa-', 'we built '])
      expect(countMentions(text.repeat(10_000 / text.length), product)).toBeGreaterThanOrEqual(0);
  });
});
