/** The idea that the landing page's pictures show. */
export const exampleIdea = 'A shared calendar for separated parents who argue about whose day it was';

/** For the picture of every shared survey: it must not show a founder’s idea. */
export const anySurvey = {
  idea: 'an idea, before it is built',
  reading: { who: 'founders', solution: '', question: '', trouble: '', language: 'en' as const },
  questions: [
    {
      question: 'In the last month, how often did it happen to you?',
      type: 'multiple-choice' as const,
      options: ['Not once', 'Once or twice', 'About every week', 'Almost every day'],
    },
    { question: 'Think of the last time. What did you do?', type: 'open-ended' as const, options: null },
  ],
};
