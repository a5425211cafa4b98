import type { ValidationPlan } from '#shared/contracts/validation.ts';
import { pickCommunities } from './pick-communities.ts';
import { planQuestions } from './plan-questions.ts';
import { audienceOfPlan, pitchOf, problemOf } from './plan-texts.ts';
import { findPlanWords } from './plan-words.ts';

/**
 * A validation plan (Specification 3) composed from the idea's own words without a model: deterministic,
 * in English with the founder's words kept, 3 to 5 communities of the directory and 7 questions about the past.
 */
export function composeValidationPlan(idea: string): ValidationPlan {
  const words = findPlanWords(idea);
  return {
    appName: words.name,
    oneSentencePitch: pitchOf(words),
    problemParagraph: problemOf(words),
    targetAudience: audienceOfPlan(words),
    socialGroups: pickCommunities(words.topicIds, words.idea),
    surveyQuestions: planQuestions(words),
  };
}
