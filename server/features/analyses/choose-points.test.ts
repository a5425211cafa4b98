import { describe, expect, it } from 'vitest';
import { type Ai, AiError } from '#server/integrations/ai/port.ts';
import { choosePoints } from './choose-points.ts';
import { composeAnalysis, pointsOf } from './compose-analysis.ts';
import { sampleEvidence } from './evidence.fixture.ts';

const evidence = sampleEvidence(
  40,
  [30, 8, 24],
  [
    'We forgot a match and nobody came to fetch them.',
    ['I plan it on paper in ten minutes.', 'hasnt'],
    'My sister drove back for the third time that week.',
  ],
);
const composed = composeAnalysis(evidence);
const lists = { idea: 'Lifts', decision: 'Go', ...pointsOf(evidence, composed.figures) };
const strengths = [...lists.strengths.figures, ...lists.strengths.quotes];
const weaknesses = [...lists.weaknesses.figures, ...lists.weaknesses.quotes];

function modelThatSays(text: string): Ai {
  return {
    complete: async () => ({ text, model: 'm' }),
  } as unknown as Ai;
}

const choose = (reply: unknown) =>
  choosePoints(modelThatSays(typeof reply === 'string' ? reply : JSON.stringify(reply)), lists);

describe('a model', () => {
  it('chooses among the composed sentences and quotes, and their order', async () => {
    expect(await choose({ strengths: ['s4', 's1'], weaknesses: ['w2'] })).toEqual({
      points: { keyStrengths: [strengths[3], strengths[0]], keyWeaknesses: [weaknesses[1]] },
      model: 'm',
      step: 'strict',
      refused: 0,
    });
  });

  it('is told the idea, the decision and the question of each figure', async () => {
    let sent = '';
    const complete: Ai['complete'] = async ({ prompt }) => {
      sent = prompt;
      return { text: '{}', model: 'm' };
    };
    await choosePoints({ complete }, lists);
    const data = JSON.parse(sent.split('\n')[1] ?? '');
    expect(data).toMatchObject({ idea: 'Lifts', decision: 'Go', strengths: { s1: strengths[0] } });
    expect(data.questions.s1).toBe(lists.strengths.questions[0]);
    expect(Object.keys(data.questions)).toHaveLength(
      lists.strengths.figures.length + lists.weaknesses.figures.length,
    );
  });

  it('is refused what it was not offered, and the refusals are counted', async () => {
    const reply = {
      strengths: ['s1', 'Everybody would pay for this.', 's99', 7, { id: 's2' }],
      weaknesses: ['s1'],
    };
    expect(await choose(reply)).toMatchObject({
      points: { keyStrengths: [strengths[0]], keyWeaknesses: composed.analysis.keyWeaknesses },
      refused: 5,
    });
  });

  it.each([
    ['object', 'Here you are:\n', '\nGood luck.'],
    ['fence', 'Sure!\n```json\n', '\n```'],
  ])('is read from a padded reply: %s', async (step, before, after) => {
    const padded = `${before}{"strengths": ["s2"], "weaknesses": []}${after}`;
    expect(await choose(padded)).toMatchObject({ points: { keyStrengths: [strengths[1]] }, step });
  });

  it.each([
    ['no JSON', 'I can not do that.'],
    ['another shape', ['s1']],
    ['only refused entries', { strengths: ['You can safely quit your job'], weaknesses: [] }],
    ['no lists', { strengths: 's1', weaknesses: null }],
  ])('changes nothing with %s', async (_, reply) => {
    expect(await choose(reply)).toBeNull();
  });

  it('changes nothing when it fails, and another error is not hidden', async () => {
    const failing = (error: Error) => ({ complete: () => Promise.reject(error) }) as unknown as Ai;
    await expect(choosePoints(failing(new AiError('unavailable')), lists)).resolves.toBeNull();
    await expect(choosePoints(failing(new TypeError('bug')), lists)).rejects.toThrow('bug');
  });
});
