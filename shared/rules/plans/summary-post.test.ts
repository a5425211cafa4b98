import { describe, expect, it } from 'vitest';
import type { IdeaReading } from '#shared/contracts/reading.ts';
import { summaryPost } from './summary-post.ts';
import { writePlan } from './write-plan.ts';

const surveyUrl = 'https://example.org/survey/survey-swaprun-abc1234';
const bakeries: IdeaReading = {
  who: 'small bakeries',
  solution: '',
  question: '',
  trouble: 'throw away unsold bread',
  language: 'en',
};

function postOf(reading: IdeaReading, idea = '') {
  const { surveyQuestions, ...plan } = writePlan(reading, idea);
  return summaryPost({ ...plan, idea, reading, questions: surveyQuestions, surveyUrl });
}

describe('the post of a plan with a reading', () => {
  it('is the founder’s voice and ends with the link', () => {
    expect(postOf(bakeries, 'For small bakeries that throw away unsold bread')).toBe(
      `I’m talking to small bakeries that throw away unsold bread. How was your last month? Six short questions, two minutes. “It didn’t happen” helps me just as much.\n${surveyUrl}`,
    );
  });

  it.each<[IdeaReading, string, string]>([
    [
      { who: 'cyclists', solution: '', question: '', trouble: 'bikes get stolen', language: 'en' },
      'Cyclists whose bikes get stolen',
      'I’m talking to cyclists about this: “bikes get stolen”.',
    ],
    [
      { who: 'kleine Bäckereien', solution: '', question: '', trouble: 'unverkauftes Brot', language: 'de' },
      'Für kleine Bäckereien',
      'Ich suche kleine Bäckereien. Es geht um „unverkauftes Brot“. Wie war Ihr letzter Monat?',
    ],
    [
      { who: 'petits vignerons', solution: '', question: '', trouble: '', language: 'fr' },
      'Une application qui aide les petits vignerons à trouver des saisonniers',
      'Je cherche à parler avec les petits vignerons qui veulent trouver des saisonniers.',
    ],
    [
      { who: 'modistas de barrio', solution: '', question: '', trouble: 'pierden clientes', language: 'es' },
      'Las modistas de barrio pierden clientes',
      'Quiero hablar con las modistas de barrio sobre esto: «pierden clientes».',
    ],
  ])('is in the language of the idea: %j', (reading, idea, opening) => {
    const post = postOf(reading, idea);
    expect(post.startsWith(opening)).toBe(true);
    expect(post.endsWith(surveyUrl)).toBe(true);
  });

  it('keeps to 80 words', () => {
    const words = Array.from({ length: 40 }, (_, index) => `w${index}`).join(' ');
    for (const language of ['en', 'de', 'fr', 'es', 'other'] as const) {
      const post = postOf({ who: words, solution: '', question: '', trouble: words, language });
      expect(post.split(/\s+/).length).toBeLessThanOrEqual(80);
    }
  });
});

describe('the post of a plan without a reading', () => {
  const plan = {
    idea: 'A calendar for two homes',
    oneSentencePitch: 'A calm calendar for two homes.',
    problemParagraph: 'Parents who live apart lose track of who agreed to what.',
    questions: [{ question: 'What happened?', type: 'open-ended' as const, options: null }],
    surveyUrl,
  };

  it('tells the problem', () => {
    expect(summaryPost(plan)).toBe(
      `I’m talking to people about this: Parents who live apart lose track of who agreed to what. How was your last month? One short question, two minutes.\n${surveyUrl}`,
    );
  });

  it('tells the pitch where there is no problem', () => {
    expect(summaryPost({ ...plan, problemParagraph: ' ' })).toContain(': A calm calendar for two homes. How');
  });

  it('cuts a long problem at a sentence', () => {
    const post = summaryPost({
      ...plan,
      problemParagraph: `${plan.problemParagraph} ${'And so on '.repeat(30)}`,
    });
    expect(post).toContain('agreed to what. How was your last month?');
    expect(post.split(/\s+/).length).toBeLessThanOrEqual(80);
  });

  it('counts no questions where there are none', () => {
    expect(summaryPost({ ...plan, questions: [] })).not.toContain('question');
  });

  it('is in the language of the problem', () => {
    const problemParagraph = 'Eltern, die getrennt leben, wissen nicht, wer was mit wem vereinbart hat.';
    expect(summaryPost({ ...plan, problemParagraph })).toMatch(/^Ich frage Leute danach: Eltern/);
  });
});
