import { describe, expect, it } from 'vitest';
import { longestPost } from '#server/integrations/sources/port.ts';
import { longestLine, parsePage, readLine, readText, ruleTexts, typedText } from './html-to-text.ts';

const htmlText = (text: string | undefined) => readText(text, { markup: 'html' });
const markdownText = (text: string | null) => readText(text, { markup: 'markdown' });
const plainText = (text: string | null) => readText(text, { markup: 'plain' });
const plainLine = (text: string) => readLine(text, { markup: 'plain' });

describe('the text of a post in HTML', () => {
  it('has paragraphs where they were never closed, and entities as characters', () => {
    const html =
      'It&#x27;s late.<p>See <a href="https:&#x2F;&#x2F;x.example&#x2F;a">x.example&#x2F;a</a> &gt; b<p><i>Fine</i>';
    expect(htmlText(html)).toBe("It's late.\n\nSee x.example/a > b\n\nFine");
  });

  it('keeps code unchanged', () => {
    const html = 'Try:<pre><code>if (a &lt; b) {\n    run()\n}\n</code></pre>then';
    expect(htmlText(html)).toBe('Try:\n\nif (a < b) {\n    run()\n}\n\nthen');
  });

  it.each([
    ['a script', 'before<script>alert("x")</script> after'],
    ['an unclosed script', 'before after<script>alert("x")'],
    ['a style', 'before<style>p { color: red }</style> after'],
    [
      'a tracking pixel',
      'before<img src="https://t.example/p.gif?u=1" width="1" height="1" alt="seen"> after',
    ],
    ['an event', '<b onclick="alert(1)">before</b> after'],
    ['a dangerous link', '<a href="javascript:alert(1)">before</a> after'],
    ['a frame', 'before<iframe src="https://t.example">inside</iframe> after'],
    ['a picture that is drawn', 'before<svg><text>drawn</text></svg> after'],
    ['a comment', 'before<!-- hidden --> after'],
    ['a turned direction', 'before\u202e after\u0007'],
    ['tags that are never closed', '<div><p><b>before after'],
    ['tags that were never opened', 'before</div></i> after</b>'],
  ])('has nothing left of %s', (_, html) => {
    expect(htmlText(html)).toBe('before after');
  });

  it('has at most so many characters, and never half of one', () => {
    expect(htmlText(`<p>${'word '.repeat(20_000)}</p>`).length).toBeLessThanOrEqual(longestPost);
    const cut = htmlText(`a${'😀'.repeat(50_000)}`);
    expect(cut.length).toBeLessThanOrEqual(longestPost);
    expect(cut.isWellFormed()).toBe(true);
  });
});

describe('the text of a post in Markdown', () => {
  it('keeps words of links and pictures, and leaves the rest', () => {
    const markdown =
      '**Which** [tool](https://x.example/a_(b)) is it?\n\n![a pie chart](https://t.example/p.png)\n\n- one\n- a < b';
    expect(markdownText(markdown)).toBe('**Which** tool is it?\n\na pie chart\n\n- one\n- a < b');
  });

  it('has nothing left of HTML in it', () => {
    expect(markdownText('one\n\ntwo <script>alert(1)</script><img src=x onerror=alert(1)>three')).toBe(
      'one\n\ntwo three',
    );
  });
});

describe('a line', () => {
  it('has no breaks, whether it came as text or as HTML', () => {
    expect(plainLine(' a <b>\n c\u0000 ')).toBe('a <b> c');
    expect(readLine('It&#39;s <b>one</b><br>line', { markup: 'html' })).toBe("It's one line");
    expect([plainText(null), htmlText(undefined), markdownText(null)]).toEqual(['', '', '']);
  });

  it('is no longer than titles are', () => {
    expect(plainLine('word '.repeat(2_000)).length).toBeLessThanOrEqual(longestLine);
    expect(plainLine('\u{1F9C1}'.repeat(400)).isWellFormed()).toBe(true);
  });
});

describe('a field', () => {
  it.each([
    ['html', 'AT&amp;T &lt;3 &#x27;us&#x27;', "AT&T <3 'us'"],
    ['escaped', 'AT&amp;T &lt;3 &#x27;us&#x27;', "AT&T <3 'us'"],
    ['markdown', 'AT&amp;T &lt;3 &#x27;us&#x27;', "AT&T <3 'us'"],
    ['plain', 'How do I write &amp; in a <div>?', 'How do I write &amp; in a <div>?'],
    ['escaped', 'How do I write &amp;amp; in a <div>?', 'How do I write &amp; in a <div>?'],
    ['escaped', '&nosuchthing; R&D; &#x110000;', '&nosuchthing; R&D; \ufffd'],
  ] as const)('in %s has its entities read once: %s', (markup, given, text) => {
    expect(readLine(given, { markup })).toBe(text);
  });

  it('has pictures by their text', () => {
    const html =
      'I <img class="emoji" alt="❤️" src="h.png"> this <img alt="my till" src="t.png"><img src="x.png">';
    expect(readLine(html, { markup: 'html' })).toBe('I ❤️ this my till');
  });

  it.each([
    ['This :heart: but :thumbsdown: on price', 'This ❤️ but 👎 on price'],
    [':wave:t3: :+1: :100:', '👋 👍 💯'],
    ['Our :company_logo: shop', 'Our shop'],
    [
      'From 10:30:15 to a:b:c, std::map::iterator and 16:9:',
      'From 10:30:15 to a:b:c, std::map::iterator and 16:9:',
    ],
    [':constructor: and :__proto__:', ' and'],
  ])('has the signs of its codes where the source writes such: %s', (given, text) => {
    expect(readText(given, { markup: 'html', hasEmojiCodes: true })).toBe(text.trim());
    expect(readText(given, { markup: 'html' })).toBe(given);
  });
});

it.each([
  ...['<p>', '<div>', ' ', '\t', '[x](', '![', '<script'].map((piece) => [piece, 1_500] as const),
  ...['<div></i>', '<b>', '<textarea>', '<!--', '<form>'].map((piece) => [piece, 5_000] as const),
  ...['<a <', '<a href="x">', '<table><tr><td>', '<ul><li>x', '<blockquote>x', '&amp;'].map(
    (piece) => [piece, 5_000] as const,
  ),
  ...['[', '[a](', '![a](b ', ':a', ' :a:', '&#1;', '<img alt=x>'].map((piece) => [piece, 5_000] as const),
])('text that repeats %j is read within %i ms', (piece, ms) => {
  const text = `${piece.repeat(60_000 / piece.length)}y`;
  const startedAt = performance.now();
  for (const read of [markdownText, htmlText, plainText, typedText, parsePage]) read(text);
  expect(performance.now() - startedAt).toBeLessThan(ms);
});

describe('the rules of a server', () => {
  it('show each line once, without marks', () => {
    expect(ruleTexts(['# Rules\n\n- **Be kind.**\n- Be kind.\n---\n', null, undefined, ''])).toEqual([
      'Rules',
      'Be kind.',
    ]);
  });

  it('split long lines between words and leave nothing out', () => {
    const line = `${'kind '.repeat(150)}AI`;
    const pieces = ruleTexts([line]);
    expect(pieces.every((piece) => piece.length <= 300)).toBe(true);
    expect(pieces.at(-1)).toMatch(/AI$/);
    const unbroken = Array.from({ length: 350 }, (_, at) => at % 97).join('');
    expect(ruleTexts([unbroken]).join('')).toBe(unbroken);
  });

  it('are none where a cut would be needed', () => {
    expect(ruleTexts(['x'.repeat(20_001)])).toEqual([]);
    expect(ruleTexts([Array.from({ length: 101 }, (_, at) => `Rule ${at}`).join('\n')])).toEqual([]);
  });
});
