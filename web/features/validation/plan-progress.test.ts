import { describe, expect, it } from 'vitest';
import { planProgress } from './plan-progress.ts';

const states = (text: string) => planProgress(text).map(({ state }) => state);

describe('planProgress', () => {
  it('waits for everything before the first field has arrived', () => {
    expect(new Set(states('{"appN'))).toEqual(new Set(['waiting']));
  });

  it('calls the newest field being written and the ones before it done', () => {
    const text = '{"appName": "A", "oneSentencePitch": "B", "problemParagraph": "C';
    expect(states(text)).toEqual(['done', 'writing', 'waiting', 'waiting', 'waiting']);
  });

  it('follows the reply’s own order', () => {
    expect(states('{"surveyQuestions": [], "appName": "A')).toEqual([
      'writing',
      'waiting',
      'waiting',
      'waiting',
      'done',
    ]);
  });
});
