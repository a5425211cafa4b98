import fc from 'fast-check';
import { expect, test } from 'vitest';
import { demotedMarkdown, quietMarkdown } from './markdown.ts';

const crooked = fc
  .array(
    fc.constantFrom(
      ...[
        '#',
        '##',
        ' ',
        '\n',
        '-',
        '=',
        '>',
        '1.',
        '`',
        '```',
        '~~~',
        '<',
        'a',
        '[',
        ']:',
        '\\',
        '!',
        '\t',
        '*',
      ],
    ),
    { maxLength: 60 },
  )
  .map((parts) => parts.join(''));

test('making text quiet twice changes nothing more', () => {
  fc.assert(
    fc.property(crooked, (text) => {
      for (const make of [quietMarkdown, demotedMarkdown]) expect(make(make(text))).toBe(make(text));
    }),
  );
});

test.each([
  ['plain **bold** and [link](https://example.org)', 'plain **bold** and [link](https://example.org)'],
  ['- one\n  - two\n\n\n\n1. three', '- one\n  - two\n\n1. three'],
  ['# one\n- ## two', '\\# one\n- \\## two'],
  ['#1 in town, #tagged', '#1 in town, #tagged'],
  ['a\n---\nb\n==', 'a\n***\nb\n\\=='],
  ['```js\ncode\n```', 'code'],
  ['5 < 6 <b>', '5 < 6 \\<b>'],
  ['[a]: https://example.org', '\\[a]: https://example.org'],
  ['a\r\nb\u0000', 'a\nb'],
])('%j is quiet as %j', (text, quiet) => expect(quietMarkdown(text)).toBe(quiet));

test('headings of a whole text go below ours', () => {
  expect(demotedMarkdown('# One\n\n## Two\n\n#### Four\n\n###### Six\n\n> ### Quoted')).toBe(
    '#### One\n\n#### Two\n\n#### Four\n\n###### Six\n\n> #### Quoted',
  );
});
