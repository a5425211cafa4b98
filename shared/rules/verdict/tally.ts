import type { OptionMark, SurveyQuestion } from '#shared/contracts/validation.ts';
import { answersThatCount, type SurveyAnswer } from '#shared/rules/surveys/survey-answers.ts';
import { countedMarks } from './verdict.ts';

/**
 * One question's counts: how many answered it, and how many chose each option (none for free text). `numbers` has the
 * first submissions that chose each option, where they were read.
 */
export type QuestionTally = { answered: number; options: number[]; numbers?: number[][] };

/** How many counters a survey needs: one a question and one an option. */
export function tallyLength(questions: SurveyQuestion[]): number {
  return questions.reduce((length, question) => length + 1 + optionsOf(question).length, 0);
}

/**
 * Positions (from 0) of the counters that one submission raises, each at most once. Answers after the one that says
 * it didn't happen count nowhere.
 */
export function tallySlots(questions: SurveyQuestion[], answers: SurveyAnswer[]): number[] {
  const slots: number[] = [];
  let start = 0;
  const counted = answersThatCount(questions, answers);
  for (const [index, question] of questions.entries()) {
    const options = optionsOf(question);
    const answer = counted[index] ?? null;
    if (answer !== null) {
      slots.push(start);
      for (const chosen of [answer].flat()) {
        const place = options.indexOf(chosen);
        if (place >= 0) slots.push(start + 1 + place);
      }
    }
    start += 1 + options.length;
  }
  return slots;
}

/** The counters of one question's options with this mark, as `tallySlots` numbers them. */
export function markedSlots(questions: SurveyQuestion[], position: number, mark: OptionMark): number[] {
  const start = tallyLength(questions.slice(0, position));
  const question = questions[position];
  return (question ? countedMarks(question) : []).flatMap((own, option) =>
    own === mark ? [start + 1 + option] : [],
  );
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
