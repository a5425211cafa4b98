import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareReply, isNearlyTheSame } from './near-identical.ts';

const reply =
  'I built QuietDesk because my own evenings went to news sites. Try a plain list of what pulls you away first; it costs nothing.';

const isTakenFrom = (own: string, text: string) => compareReply(own)(text);

describe('two replies', () => {
  it('are nearly the same when only case, punctuation or a word changed', () => {
    expect(isNearlyTheSame(reply, reply.toUpperCase())).toBe(true);
    expect(isNearlyTheSame(reply, reply.replace('plain', 'simple'))).toBe(true);
    expect(isNearlyTheSame(reply, reply.replaceAll(/[.;]/g, ' –'))).toBe(true);
  });

  it('are not when they say something else', () => {
    const other = 'Keep the phone in another room while you read, and write down when you fetched it.';
    expect(isNearlyTheSame(reply, other)).toBe(false);
    expect(isNearlyTheSame('', '')).toBe(false);
    expect(isNearlyTheSame('👍', '👍')).toBe(false);
  });

  const texts = fc.oneof(fc.string({ maxLength: 80 }), fc.lorem({ maxCount: 30 }));

  it('are compared the same from either side, and each with itself is the same', () => {
    fc.assert(
      fc.property(texts, texts, (one, other) => {
        expect(isNearlyTheSame(one, other)).toBe(isNearlyTheSame(other, one));
        expect(isNearlyTheSame(one, one)).toBe(/[\p{L}\p{N}]/u.test(one.normalize('NFKC')));
      }),
    );
  });

  it('stay the same however white space and case change', () => {
    fc.assert(
      fc.property(fc.lorem({ maxCount: 20 }), (text) => {
        expect(isNearlyTheSame(text, text.toUpperCase().replaceAll(' ', '\n  '))).toBe(true);
      }),
    );
  });

  it('are told from a piece of a longer text', () => {
    const briefing = `${reply}\n\nFacts you could mention: it blocks sites while a session runs, and friends see each other begin.\n\nThe rules of the place follow here, at some length and with their source.`;
    expect(isNearlyTheSame(reply, briefing)).toBe(false);
    expect(isTakenFrom(reply, briefing)).toBe(true);
    expect(isTakenFrom(`${reply} What helped me most was leaving the laptop at work.`, briefing)).toBe(false);
    expect(isTakenFrom('Disclosure: I built QuietDesk.', briefing)).toBe(false);
  });

  it('are told from one that is padded with as much again', () => {
    const padding =
      'Whatever the weather does in the coming weeks, somebody will have an opinion about rain, wind, and the price of umbrellas.';
    expect(isNearlyTheSame(`${reply} ${padding}`, reply)).toBe(false);
    expect(isTakenFrom(`${reply} ${padding}`, reply)).toBe(true);
    expect(isTakenFrom(padding, `${reply} ${padding}`)).toBe(true);
    expect(isTakenFrom(padding, reply)).toBe(false);
  });

  it('are compared with any number of texts, each by itself', () => {
    const isFromReply = compareReply(reply);
    expect(['', reply, 'Nothing of it.', reply.toUpperCase()].map(isFromReply)).toEqual([
      false,
      true,
      false,
      true,
    ]);
  });
});
