import { describe, expect, it } from 'vitest';
import type { Ai } from '#server/integrations/ai/port.ts';
import { isTraceable } from './claims.ts';
import { composeAnalysis } from './compose-analysis.ts';
import { sampleEvidence } from './evidence-samples.ts';
import { wordWithModel } from './word-with-model.ts';

const clear: [number, number, number] = [40, 40, 40];
const analysisOf = (...texts: string[]) => composeAnalysis(sampleEvidence(40, clear, texts)).analysis;
const refusals = [
  'Do not build another app. I deleted the last one.',
  'I only hear at the rehearsal that all basses are away. I would never use a late list, it shames people.',
  'I do not want reminders. People left the group because of them.',
  'A tenor was absent and nobody knew he had the only marked score. Please no reminders by e-mail: I switched them off.',
];

describe('written answers that speak against something', () => {
  it('are a key weakness with their count and at most three quotes, word for word', () => {
    const { keyWeaknesses, recommendationReasoning } = analysisOf(...refusals, 'It broke in the rain');
    expect(keyWeaknesses).toEqual([
      `4 of 5 written answers to ‘What made the last fix fail?’ speak against something: “${refusals[0]}” (#5), “${refusals[1]}” (#4), “${refusals[2]}” (#3).`,
    ]);
    expect(recommendationReasoning).not.toContain('no weakness');
  });

  it('leave the decision of the rules as it is', () => {
    const { goNoGoDecision, sentiment } = analysisOf(...refusals);
    expect({ goNoGoDecision, sentiment }).toEqual({ goNoGoDecision: 'Go', sentiment: 'Positive' });
  });

  it('are quoted from the sentence that refuses, when it stands late', () => {
    const long = `${'The scores went missing once more and I copied them. '.repeat(3)}We don’t need an app for that.`;
    expect(analysisOf(long).keyWeaknesses[0]).toMatch(
      /^1 of 1 written answers .+ speaks against something: “…We don’t need an app for that\.” \(#1\)\.$/,
    );
  });

  it.each([
    'No thanks',
    'No more apps',
    'I don’t want to sign up anywhere',
    'We would not pay for it',
    'My singers would never install it',
    'I hate getting notifications',
    'Not another e-mail, please',
    'Bitte keine Erinnerungen',
    'Ich brauche das nicht',
  ])('%j is one', (answer) => {
    expect(analysisOf(answer).keyWeaknesses).toHaveLength(1);
  });

  it.each([
    'Singers swap folders and the numbers no longer fit.',
    'A spreadsheet that I shared; singers never opened it.',
    'I could not find the score in time',
    'I don’t want to lose another score',
    'I don’t want this to happen again',
    'They never paid me back',
    'It does not happen, our librarian keeps a card box and it works.',
    'I hate chasing people',
    'No reminders, so I forgot',
  ])('%j is none', (answer) => {
    const { keyWeaknesses, recommendationReasoning } = analysisOf(answer);
    expect(keyWeaknesses).toEqual([]);
    expect(recommendationReasoning).toContain(
      'The counted answers show no weakness; the written ones are for you to read.',
    );
  });

  it('can be reworded by a model, and only with their own numbers', async () => {
    const evidence = sampleEvidence(40, clear, refusals);
    const composed = composeAnalysis(evidence);
    const [point = ''] = composed.analysis.keyWeaknesses;
    expect(isTraceable(point, point, evidence.texts)).toBe(true);
    const reply = (keyWeaknesses: string[]): Ai => ({
      complete: async () => ({ text: JSON.stringify({ keyWeaknesses }), model: 'test-model' }),
    });
    const told = '4 of 4 refuse a part of it, such as “I do not want reminders.” (#2)';
    expect((await wordWithModel(reply([told]), evidence, composed)).analysis.keyWeaknesses).toEqual([told]);
    const wrong = '4 of 4, or 9 of 14, refuse it';
    expect((await wordWithModel(reply([wrong]), evidence, composed)).analysis.keyWeaknesses).toEqual([point]);
  });
});
