import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canBeMistaken } from './joined-options.ts';

describe('options', () => {
  const asked = (...options: string[]) => canBeMistaken({ options, multiSelect: true });

  it.each([
    [['Coffee', 'Tea', 'Coffee, Tea']],
    [['Coffee, Tea', 'Milk', 'Coffee', 'Tea, Milk']],
    [['a', 'a, b, c', 'b', 'c, d', 'd']],
    [['a, b', 'c, d', 'a', 'b, c', 'd']],
  ])('%j can be mistaken for one another when they are joined', (options) => {
    expect(asked(...options)).toBe(true);
    expect(canBeMistaken({ options, multiSelect: false })).toBe(false);
  });

  it.each([
    [['Paris', 'Paris, Texas', 'Rome']],
    [['Coffee', 'Tea', 'Coffee,Tea', 'Coffee and Tea', 'tea, coffee']],
    [['', '']],
    [[]],
  ])('%j can not', (options) => {
    expect(asked(...options)).toBe(false);
  });

  it('are mistaken wherever two sets of them give one text', () => {
    const words = fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 3 });
    const option = words.map((parts) => parts.join(', '));
    fc.assert(
      fc.property(fc.uniqueArray(option, { minLength: 2, maxLength: 6 }), (options) => {
        const texts = new Map<string, number>();
        for (let set = 1; set < 2 ** options.length; set += 1) {
          const joined = options.filter((_, at) => set & (2 ** at)).join(', ');
          texts.set(joined, (texts.get(joined) ?? 0) + 1);
        }
        if ([...texts.values()].some((sets) => sets > 1)) expect(asked(...options)).toBe(true);
      }),
    );
  });
});
