import type { IdeaLanguage, IdeaReading } from '#shared/contracts/reading.ts';
import type { SurveyQuestion, ValidationPlan } from '#shared/contracts/validation.ts';
import { rename } from '#shared/rules/plans/app-name.ts';
import { type FounderPlan, isSame, type PlanPatch, withinLimits } from './founder-plan.ts';

/** A plan's sources beside the idea. */
export type PlanBasis = { reading: IdeaReading; surveyLanguage?: IdeaLanguage | undefined };

/** The changes, and the labels of the edited parts that stay. */
export type Rewriting = { patch: PlanPatch; left: string[] };

export type WritePlan = (reading: IdeaReading, idea: string, language?: IdeaLanguage) => ValidationPlan;

/**
 * Writes a plan again from changed phrases or for another language (design 7.11). A part that is not as
 * `write` gives it for the earlier ones was edited by the founder and stays. A model's plan stays as it is.
 */
export function rewritePlan(plan: FounderPlan, change: Partial<PlanBasis>, write: WritePlan): Rewriting {
  const { reading, surveyLanguage } = plan;
  if (!reading || plan.model !== null) return { patch: change, left: [] };
  const written = (basis: PlanBasis) => write(trimmed(basis.reading), plan.idea, basis.surveyLanguage);
  const before = written({ reading, surveyLanguage });
  const after = written({ reading, surveyLanguage, ...change });
  const appName = plan.appName === before.appName ? after.appName : plan.appName;
  const earlier = textsOf(before, plan.appName);
  const later = textsOf(after, appName);
  const patch: PlanPatch = { ...change, appName, socialLinks: after.socialGroups.map(withinLimits) };
  const left = appName === after.appName || before.appName === after.appName ? [] : ['name'];
  for (const { name, label } of texts) {
    if (plan[name] === earlier[name]) patch[name] = later[name];
    else if (earlier[name] !== later[name]) left.push(label);
  }
  patch.questions = plan.questions.map((question) => {
    const place = findQuestion(before.surveyQuestions, question);
    return after.surveyQuestions[place] ?? question;
  });
  if (hasKeptQuestion(plan.questions, before.surveyQuestions, after.surveyQuestions)) left.push('questions');
  if (plan.summaryByHand) left.push('post');
  return { patch, left };
}

const texts = [
  { name: 'oneSentencePitch', label: 'pitch' },
  { name: 'problemParagraph', label: 'problem' },
  { name: 'targetAudience', label: 'audience' },
] as const;

/** The written texts, calling the app by the founder's name for it. */
function textsOf(written: ValidationPlan, appName: string) {
  const own = (text: string) => rename(text, written.appName, appName);
  return {
    oneSentencePitch: own(written.oneSentencePitch),
    problemParagraph: own(written.problemParagraph),
    targetAudience: own(written.targetAudience),
  };
}

/** True when a question that changes is not in the survey as it was written. */
function hasKeptQuestion(asked: SurveyQuestion[], before: SurveyQuestion[], after: SurveyQuestion[]) {
  return before.some(
    (question, place) => !isSame(question, after[place]) && findQuestion(asked, question) === -1,
  );
}

function findQuestion(questions: SurveyQuestion[], wanted: SurveyQuestion): number {
  return questions.findIndex((question) => isSame(withoutDefaults(question), withoutDefaults(wanted)));
}

/** Replies name `multiSelect` where it is false. */
function withoutDefaults({ multiSelect, ...question }: SurveyQuestion) {
  return multiSelect ? { ...question, multiSelect } : question;
}

function trimmed({ who, job, trouble, language }: IdeaReading): IdeaReading {
  return { who: who.trim(), job: job.trim(), trouble: trouble.trim(), language };
}
