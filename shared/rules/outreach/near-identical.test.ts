import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compareReply } from './near-identical.ts';

const reply =
  'I built QuietDesk because my own evenings went to news sites. Try a plain list of what pulls you away first; it costs nothing.';
const other = 'Keep the phone in another room while you read, and write down when you fetched it.';
const briefing = `${reply}\n\nFacts you could mention: it blocks sites while a session runs, and friends see each other begin.\n\nThe rules of the place follow here, at some length and with their source.`;
const padding =
  'Whatever the weather does in the coming weeks, somebody will have an opinion about rain, wind, and the price of umbrellas.';

it.each([
  [true, 'with other case', reply, reply.toUpperCase()],
  [true, 'with another word', reply, reply.replace('plain', 'simple')],
  [true, 'with other marks', reply, reply.replaceAll(/[.;]/g, ' –')],
  [false, 'in other words', reply, other],
  [false, 'of nothing', '', ''],
  [false, 'of signs', '👍', '👍'],
  [true, 'as a piece of a longer text', reply, briefing],
  [
    false,
    'as a piece with as much of its own',
    `${reply} What helped me most was leaving the laptop at work.`,
    briefing,
  ],
  [false, 'as a short piece', 'Disclosure: I built QuietDesk.', briefing],
  [true, 'padded with as much again', `${reply} ${padding}`, reply],
  [true, 'as the padding of another', padding, `${reply} ${padding}`],
  [false, 'as other padding', padding, reply],
])('is %s for a reply %s', (expected, _, own, text) => {
  expect(compareReply(own)(text)).toBe(expected);
});

it('compares a reply with any number of texts, each by itself', () => {
  const texts = ['', reply, 'Nothing of it.', reply.toUpperCase()];
  expect(texts.map(compareReply(reply))).toEqual([false, true, false, true]);
});

it('takes any text for the same as itself, however white space and case change', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 80 }), fc.lorem({ maxCount: 20 }), (any, text) => {
      expect(compareReply(any)(any)).toBe(/[\p{L}\p{N}]/u.test(any.normalize('NFKC')));
      expect(compareReply(text)(text.toUpperCase().replaceAll(' ', '\n  '))).toBe(true);
    }),
  );
});
