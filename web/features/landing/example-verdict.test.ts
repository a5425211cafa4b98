import { describe, expect, it } from 'vitest';
import { exampleStart } from '#web/features/landing/preview/examples.data.ts';
import { exampleVerdict } from './example-verdict.ts';

describe('the example on the landing page', () => {
  it('starts with exactly what the rule says', () => {
    expect(exampleVerdict(exampleStart.answers)).toEqual(exampleStart);
  });

  it('is undecided with few answers and decided with many', () => {
    expect(exampleVerdict(20).decision).toBe("Can't tell yet");
    expect(exampleVerdict(120).decision).toBe('Go');
  });

  it.each([20, 40, 60, 80, 100, 120, 140, 160])(
    'counts whole people in every signal with %i answers',
    (answers) => {
      const { figures } = exampleVerdict(answers);
      expect(figures).toHaveLength(3);
      for (const { has, low, high } of figures) {
        expect(Number.isInteger(has)).toBe(true);
        expect(has / answers).toBeGreaterThanOrEqual(low / 100);
        expect(has / answers).toBeLessThanOrEqual(high / 100);
      }
    },
  );

  it('keeps its word: no more answers are needed than it said', () => {
    const needed = [20, 40, 60, 80].map((answers) => {
      const more = Number(/About (\d+) more/.exec(exampleVerdict(answers).reason)?.[1]);
      return answers + more;
    });
    expect(new Set(needed).size).toBe(1);
    expect(exampleVerdict(100).decision).toBe('Go');
    expect(needed[0]).toBeLessThanOrEqual(100);
  });

  it('says what it would take, and what a decision rests on', () => {
    expect(exampleVerdict(20).reason).toMatch(/^About \d+ more answers like these would settle it\.$/);
    expect(exampleVerdict(120).reason).toBe('2 of 3 ranges lie above the 40\u00a0% line.');
  });
});
