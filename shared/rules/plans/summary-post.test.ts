import { describe, expect, it } from 'vitest';
import { type IdeaReading, ideaLanguages } from '#shared/contracts/reading.ts';
import { summaryPost } from './summary-post.ts';
import { writeQuestions } from './write-plan.ts';

const surveyUrl = 'https://startupspark.example/survey/survey-unsold-bread-k3v9x2a';

const readings: Record<(typeof ideaLanguages)[number], Omit<IdeaReading, 'language'>> = {
  en: {
    who: 'Bakers',
    trouble: 'throw away unsold bread',
    solution: 'alerts at noon',
    question: 'you have to throw away unsold bread',
  },
  de: {
    who: 'kleine Bäckereien',
    trouble: 'Brot bleibt übrig',
    solution: 'Meldung am Mittag',
    question: 'Sie Brot wegwerfen mussten',
  },
  fr: {
    who: 'petits boulangers',
    trouble: 'jeter le pain invendu',
    solution: 'une alerte à midi',
    question: 'avez-vous jeté du pain',
  },
  es: {
    who: 'panaderías de barrio',
    trouble: 'tirar el pan',
    solution: 'un aviso al mediodía',
    question: 'tiraste pan',
  },
};

function postOf(language: (typeof ideaLanguages)[number], phrases: Partial<IdeaReading> = {}) {
  const reading: IdeaReading = { ...readings[language], ...phrases, language };
  return summaryPost({ reading, questions: writeQuestions(reading, language), surveyUrl });
}

describe('the summary post', () => {
  it.each([
    [
      'en',
      'Bakers, a question: how often last month did you have to throw away unsold bread? Seven short questions, two minutes. “It didn’t happen” helps me just as much.',
    ],
    [
      'de',
      'Kleine Bäckereien, eine Frage: Wie oft kam es im letzten Monat vor, dass Sie Brot wegwerfen mussten? Sieben kurze Fragen, zwei Minuten. „Es kam nicht vor“ hilft mir genauso.',
    ],
    [
      'fr',
      'Petits boulangers, une question : combien de fois le mois dernier avez-vous jeté du pain ? Sept petites questions, deux minutes. « Ce n’est pas arrivé » m’aide tout autant.',
    ],
    [
      'es',
      'Panaderías de barrio, una pregunta: ¿cuántas veces el mes pasado tiraste pan? Siete preguntas cortas, dos minutos. «No pasó» me ayuda igual.',
    ],
  ] as const)('asks the first question in %s, with the link at its end', (language, words) => {
    expect(postOf(language)).toBe(`${words}\n${surveyUrl}`);
  });

  it.each(ideaLanguages)('says nothing of the founder’s answer in %s', (language) => {
    expect(postOf(language)).not.toContain(readings[language].solution);
  });

  it.each([
    ['Etsy sellers', 'Etsy sellers, a question'],
    ['iPhone users.', 'iPhone users, a question'],
    ['dog owners', 'Dog owners, a question'],
  ])('begins with "%s", whatever it was typed like', (who, start) => {
    expect(postOf('en', { who })).toContain(`${start}: how often last month`);
  });

  it('takes words that look like a place in the frame as they are', () => {
    expect(postOf('en', { who: '{question} $&' })).toContain('{question} $&, a question: how often');
  });

  it('asks a question that its founder has closed', () => {
    expect(postOf('en', { question: 'You throw away bread.' })).toContain('did you throw away bread? Seven');
  });

  it('follows the question as the founder edits it', () => {
    const [first, ...others] = writeQuestions({ ...readings.en, language: 'en' }, 'en');
    const questions = [
      { ...first, question: 'What did you bake?', type: 'open-ended' as const, options: null },
      ...others,
    ];
    const post = summaryPost({ questions, surveyUrl, asksContact: false });
    expect(post).toContain('A question: what did you bake? Six short questions');
  });

  it('keeps to 80 words with its link, whatever was typed', () => {
    const long = Array.from({ length: 40 }, (_, index) => `w${index}`).join(' ');
    for (const language of ideaLanguages)
      expect(postOf(language, { who: long, question: long }).split(/\s+/).length).toBeLessThanOrEqual(80);
  });

  it('is the link alone where nothing is asked', () => {
    expect(summaryPost({ questions: [], surveyUrl })).toBe(surveyUrl);
  });
});
