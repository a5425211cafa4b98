import type { Survey } from '#shared/contracts/surveys.ts';
import { surveyPath, surveySlug } from '#shared/rules/survey-path.ts';
import { editPlan, type FounderPlan } from './founder-plan.ts';

/** The plan as far as its survey tells it: all else stayed in the browser that made it. */
export function rebuildPlan(survey: Survey, trailId: string, sessionName?: string): FounderPlan {
  const { surveyId, idea, socialLinks, questions } = survey;
  const plan: FounderPlan = {
    surveyId,
    surveyUrl: `${location.origin}${surveyPath(surveyId)}`,
    idea,
    appName: nameOf(surveyId, sessionName),
    oneSentencePitch: '',
    problemParagraph: '',
    targetAudience: '',
    socialLinks,
    questions,
    summaryPost: '',
    summaryByHand: false,
    model: null,
    trailId,
    isRebuilt: true,
    stored: 'yes',
  };
  return editPlan(plan, {});
}

/** The survey's address has the app's name in it, though in small letters. */
function nameOf(surveyId: string, sessionName = ''): string {
  const slug = surveyId.replace(/-[0-9a-z]{7}$/, '').replace(/^survey-?/, '');
  if (sessionName && surveySlug(sessionName) === slug) return sessionName;
  return (slug || 'idea').replaceAll('-', ' ').replace(/(?<=^| )[a-z]/g, (letter) => letter.toUpperCase());
}
