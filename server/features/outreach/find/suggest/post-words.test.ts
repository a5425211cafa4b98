import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tameWords } from './post-words.ts';

describe('the words of a post', () => {
  it('link, mention, tag and mark up nothing once they are quoted', () => {
    const hostile =
      '<script>alert(1)</script> [buy](https://evil.example/x) www.evil.example evil.com/x @bob #win **now** `x` &lt;b&gt; \u202Eabc\u0000 “q”';
    const tamed = tameWords(hostile, 300);
    expect(tamed).not.toMatch(/https?:|www\.|evil\.|[@#<>*`[\]“”&;\u202E]|\p{Cc}/u);
    expect(tamed).toContain('bob');
  });

  it('stay within their length and never hold half a character', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 400 }),
        fc.integer({ min: 5, max: 200 }),
        (text, longest) => {
          const tamed = tameWords(text, longest);
          expect(tamed.length).toBeLessThanOrEqual(longest + 3);
          expect(tamed.isWellFormed()).toBe(true);
          expect(tamed).not.toMatch(/[@#<>*_`~|[\]{}\\\n]/);
        },
      ),
    );
  });

  it('of a right-to-left script do not turn the text around them', () => {
    expect(tameWords('שלום עולם', 50)).toBe('\u2068שלום עולם\u2069');
  });

  it.each(['a.b-', 'a', 'a.', '.', ' ', '\n ', '! ', '<', '&a', 'recommend ', 'http://'])(
    'are read in no time, also when somebody repeats %j for ever',
    (piece) => {
      const text = `${piece.repeat(20_000)}y`;
      const startedAt = performance.now();
      tameWords(text, 140);
      expect(performance.now() - startedAt).toBeLessThan(500);
    },
  );
});
