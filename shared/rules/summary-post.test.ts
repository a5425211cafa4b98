import { describe, expect, it } from 'vitest';
import { summaryPost } from './summary-post.ts';

const source = {
  appName: 'SwapRun',
  oneSentencePitch: 'A calm calendar for two homes.',
  problemParagraph: 'Parents who live apart may lose track of who agreed to what.',
  targetAudience: 'Parents with two homes',
  questionCount: 6,
  surveyUrl: 'https://example.org/survey/survey-swaprun-abc1234',
};

describe('summaryPost', () => {
  it('says what the plan says and ends with the survey link', () => {
    const post = summaryPost(source);
    for (const words of ['SwapRun', 'A calm calendar for two homes.', 'who agreed to what', '6 questions']) {
      expect(post).toContain(words);
    }
    expect(post.endsWith(source.surveyUrl)).toBe(true);
  });

  it('leaves out what the plan leaves empty', () => {
    const post = summaryPost({ ...source, problemParagraph: ' ', targetAudience: '' });
    expect(post).not.toContain('Who I would like to hear from');
    expect(post).not.toMatch(/\n{3}/);
  });

  it('counts a single question in words', () => {
    expect(summaryPost({ ...source, questionCount: 1 })).toContain('one question about');
    expect(summaryPost({ ...source, questionCount: 0 })).not.toContain('question');
  });
});
