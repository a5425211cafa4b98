import type { Trail } from '#shared/contracts/trails.ts';
import { afterVerdictButtons } from '#shared/rules/verdict/next-step.ts';
import {
  currentSurvey,
  type NextReason,
  surveyWithVerdict,
  type TrailSurvey,
  tracedPrompt,
} from './trail.ts';
import { countAnswers } from './trail-labels.ts';

type NextLabels = { button: string; reason: string };

/** Label of the next step's button, and the reason for the step. */
export function nextLabels(reason: NextReason, trail: Trail): NextLabels {
  const survey = surveyWithVerdict(trail) ?? currentSurvey(trail);
  const answers = countedAnswers(survey);
  const words: Record<NextReason, NextLabels> = {
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
      button: afterVerdictButtons['share-more'],
      reason: 'The survey has no answers yet, so nothing can be said about the problem.',
    },
    counting: {
      button: 'See the results',
      reason: `The survey has ${countedAnswers(currentSurvey(trail))}; the verdict appears with its results.`,
    },
    'share-more': {
      button: afterVerdictButtons['share-more'],
      reason: `${answers} can’t tell yet. More answers come before anything is built.`,
    },
    'narrow-group': {
      button: afterVerdictButtons['narrow-group'],
      reason: `${answers} can’t tell, and more of the same won’t. Ask people who are more alike.`,
    },
    'mark-options': {
      button: afterVerdictButtons['mark-options'],
      reason: `${answers} are in, and no option is marked as having the problem.`,
    },
    'verdict-no-go': {
      button: afterVerdictButtons['change-idea'],
      reason: `No-Go from ${answers}. Change the problem before anything is built.`,
    },
    ...wordsAfterGo(trail, survey, answers),
  };
  return words[reason];
}

function wordsAfterGo(trail: Trail, survey: TrailSurvey | null, answers: string) {
  return {
    'verdict-go': {
      button: afterVerdictButtons['build-prompt'],
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
