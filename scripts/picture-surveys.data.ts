/** The idea that the landing page's pictures show. */
export const exampleIdea = {
  idea: 'A shared calendar for separated parents who argue about whose day it was',
  who: 'separated parents',
  trouble: 'argue about whose day it was',
  question: 'you argue about whose day it was',
};

export const exampleReading = {
  who: exampleIdea.who,
  trouble: exampleIdea.trouble,
  solution: '',
  question: exampleIdea.question,
  language: 'en' as const,
};

/** For the picture of every shared survey: it must not show a founder’s idea. */
export const anySurvey = {
  idea: 'an idea, before it is built',
  reading: {
    who: 'founders',
    trouble: 'build before they ask',
    solution: '',
    question: 'you build before you ask',
    language: 'en' as const,
  },
  questions: [
    {
      question: 'In the last month, how often did it happen to you?',
      type: 'multiple-choice' as const,
      options: ['Not once', 'Once or twice', 'About every week', 'Almost every day'],
    },
    { question: 'Think of the last time. What did you do?', type: 'open-ended' as const, options: null },
  ],
};
