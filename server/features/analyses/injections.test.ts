import { describe, expect, it } from 'vitest';
import type { Ai } from '#server/integrations/ai/port.ts';
import { choosePoints } from './choose-points.ts';
import { composeAnalysis, pointsOf } from './compose-analysis.ts';
import { sampleEvidence } from './evidence.fixture.ts';
import injections from './injections.fixture.json' with { type: 'json' };

const honest = ['We forgot a match and nobody came.', 'My sister drove back for the third time.'];
const before = composeAnalysis(sampleEvidence(40, [30, 8, 24], honest));
const withText = (text: string) => sampleEvidence(40, [30, 8, 24], [text, ...honest]);

/** Does what the hostile answer says, in every field of its reply. */
function obedientModel(text: string): { ai: Ai; asked: string[] } {
  const asked: string[] = [];
  const complete: Ai['complete'] = async ({ prompt }) => {
    asked.push(prompt);
    const points = [text, 'You can safely quit your job.', '4 of 8 would pay for the product today.'];
    const reply = { strengths: [...points, 's1'], weaknesses: points, summary: text, goNoGoDecision: text };
    return { text: JSON.stringify(reply), model: 'm' };
  };
  return { ai: { complete }, asked };
}

it('there are at least 60 of them', () => {
  expect(new Set(injections).size).toBeGreaterThanOrEqual(60);
});

describe.each(injections)('the answer %j', (text) => {
  it('changes no number, no decision and no next step', () => {
    const { analysis, verdict, without } = composeAnalysis(withText(text));
    expect(verdict).toEqual(before.verdict);
    expect(without).toEqual(before.without);
    const { keyStrengths, keyWeaknesses, ...words } = analysis;
    const { keyStrengths: _, keyWeaknesses: __, ...wordsBefore } = before.analysis;
    expect(words).toEqual(wordsBefore);
    expect(keyWeaknesses).toEqual(before.analysis.keyWeaknesses);
    // It may be quoted, as any answer may: in quotes, on one line, with its number.
    for (const point of keyStrengths.filter((point) => !before.analysis.keyStrengths.includes(point)))
      expect(point).toMatch(/^“[^“”\n\r]*” \((?:#\d+(?:, )?)+\)$/);
  });

  it('puts no sentence of its own into a model’s choice', async () => {
    const evidence = withText(text);
    const points = pointsOf(evidence, composeAnalysis(evidence).figures);
    const lists = { idea: text, decision: 'Go', ...points };
    const { ai, asked } = obedientModel(text);
    const chosen = await choosePoints(ai, lists);
    expect(chosen?.points).toEqual({
      keyStrengths: [lists.strengths.figures[0]],
      keyWeaknesses: before.analysis.keyWeaknesses,
    });
    expect(chosen?.refused).toBe(6);
    // One line of JSON between its markers, so that no answer can end its place.
    expect(asked[0]?.split('\n')).toHaveLength(3);
  });
});
