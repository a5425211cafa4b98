import type { ValidationPlan } from '#shared/contracts/validation.ts';
import { readAppName, readPitch, rename } from '#shared/rules/app-name.ts';

/** The plan with the name and the sentence that the founder's own session gives the app. */
export function inFounderWords(plan: ValidationPlan, session: string): ValidationPlan {
  const name = readAppName(session)?.name;
  if (!name) return plan;
  const own = (text: string) => rename(text, plan.appName, name);
  return {
    ...plan,
    appName: name,
    oneSentencePitch: readPitch(session, name) ?? own(plan.oneSentencePitch),
    problemParagraph: own(plan.problemParagraph),
    targetAudience: own(plan.targetAudience),
    surveyQuestions: plan.surveyQuestions.map((asked) => ({ ...asked, question: own(asked.question) })),
  };
}
