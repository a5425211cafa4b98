import type { Trail } from '#shared/contracts/trails.ts';
import {
  currentSurvey,
  judgedSurvey,
  type NextReason,
  type TrailSurvey,
  tracedPrompt,
} from '#shared/rules/trail.ts';
import { minimumAnswers } from '#shared/rules/verdict-line.ts';
import { countAnswers } from './trail-words.ts';

type NextWords = { button: string; reason: string };

/** What the next step's button says, and why it is the next one. */
export function nextWords(reason: NextReason, trail: Trail): NextWords {
  const survey = judgedSurvey(trail) ?? currentSurvey(trail);
  const answers = countedAnswers(survey);
  const words: Record<NextReason, NextWords> = {
    'ideation-unfinished': {
      button: 'Continue the coach',
      reason:
        'The coached session is not finished: its questions make it easier to ask people the right thing.',
    },
    'nobody-asked': {
      button: 'Write the survey',
      reason: 'Nobody has been asked yet whether the problem is real.',
    },
    'prompt-rests-on-nothing': {
      button: 'Write the survey',
      reason: 'The build prompt rests on no answers: nobody has been asked yet whether the problem is real.',
    },
    'no-answers-yet': {
      button: 'Share the survey',
      reason: 'The survey has no answers yet, so nothing can be said about the problem.',
    },
    counting: {
      button: 'See the results',
      reason: `The survey has ${countedAnswers(currentSurvey(trail))}; the verdict appears with its results.`,
    },
    'too-few-answers': {
      button: 'Share the survey',
      reason: `With ${answers} nobody can tell: a verdict needs at least ${minimumAnswers}.`,
    },
    'verdict-open': {
      button: 'Share the survey',
      reason: `With ${answers} nobody can tell yet: more answers come before anything is built.`,
    },
    'verdict-no-go': {
      button: 'Rethink the problem',
      reason: `The verdict is No-Go, from ${answers}: change the problem, or talk to more people, before anything is built.`,
    },
    ...wordsAfterGo(trail, survey, answers),
  };
  return words[reason];
}

function wordsAfterGo(trail: Trail, survey: TrailSurvey | null, answers: string) {
  return {
    'verdict-go': {
      button: 'Write a build prompt',
      reason: `The verdict is Go, from ${answers}: a build prompt can now name the answers behind each feature.`,
    },
    'prompt-untraced': {
      button: 'Trace a build prompt to the answers',
      reason: `The verdict is Go, from ${answers}, but no build prompt rests on these answers yet.`,
    },
    'prompt-traced': {
      button: 'Open the build prompt',
      reason: promptReason(survey, trail, answers),
    },
    'replies-wait': {
      button: 'Review the replies',
      reason:
        'People who have the problem today wait for an answer, and these replies are left for you to decide.',
    },
  };
}

/** A prompt rests on the answers that there were when it was written; the verdict may rest on others by now. */
function promptReason(survey: TrailSurvey | null, trail: Trail, answers: string): string {
  const prompt = survey && tracedPrompt(trail, survey.surveyId);
  const count = prompt?.submissionCount ?? null;
  const tracedTo = count === null ? 'earlier answers' : countAnswers(count);
  return tracedTo === answers
    ? `The build prompt rests on ${answers} with the verdict Go: take it to a builder, and ask again once people use it.`
    : `The build prompt rests on ${tracedTo}, and the verdict Go on ${answers}: enhance it again to trace it to these, or take it to a builder as it is.`;
}

function countedAnswers(survey: TrailSurvey | null): string {
  return countAnswers(survey?.verdict?.submissionCount ?? survey?.submissions ?? 0);
}
