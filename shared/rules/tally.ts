import type { SurveyQuestion } from '#shared/contracts/validation.ts';
import type { SurveyAnswer } from './survey-answers.ts';

/** One question's counts: how many answered it, and how many chose each option (none for free text). */
export type QuestionTally = { answered: number; options: number[] };

/** How many counters a survey needs: one a question and one an option. */
export function tallyLength(questions: SurveyQuestion[]): number {
  return questions.reduce((length, question) => length + 1 + optionsOf(question).length, 0);
}

/** Positions (from 0) of the counters that one submission raises, each at most once. */
export function tallyMarks(questions: SurveyQuestion[], answers: SurveyAnswer[]): number[] {
  const marks: number[] = [];
  let start = 0;
  questions.forEach((question, index) => {
    const options = optionsOf(question);
    const answer = answers[index] ?? null;
    if (answer !== null) {
      marks.push(start);
      for (const chosen of [answer].flat()) {
        const place = options.indexOf(chosen);
        if (place >= 0) marks.push(start + 1 + place);
      }
    }
    start += 1 + options.length;
  });
  return marks;
}

/** Turns the flat counters back into one tally a question. */
export function readTallies(questions: SurveyQuestion[], counts: number[]): QuestionTally[] {
  let start = 0;
  return questions.map((question) => {
    const end = start + 1 + optionsOf(question).length;
    const [answered = 0, ...options] = counts.slice(start, end);
    start = end;
    return { answered, options };
  });
}

function optionsOf(question: SurveyQuestion): string[] {
  return question.type === 'multiple-choice' ? (question.options ?? []) : [];
}
