import type { Trail } from '#shared/contracts/trails.ts';
import { currentSurvey, type NextStep, surveyWithVerdict } from './trail.ts';

/** Answers so far of the number below which nothing is decided, or the verdict of so many answers. */
export type Progress =
  | { kind: 'answers'; answers: number; needed: number | null }
  | { kind: 'verdict'; decision: string; answers: number };

/** How far an idea's survey is; null while nothing is counted or asked for. */
export function progressOf(trail: Trail, { action }: Pick<NextStep, 'action'>): Progress | null {
  const survey = currentSurvey(trail);
  if (!survey) return null;
  const decided = surveyWithVerdict(trail);
  const decision = decided?.verdict?.goNoGoDecision;
  // A Go counts until a newer survey is decided otherwise.
  if (decision === 'Go' || (decision === 'No-Go' && decided?.surveyId === survey.surveyId))
    return { kind: 'verdict', decision, answers: decided?.verdict?.submissionCount ?? 0 };
  const { submissions: answers, minimumAnswers } = survey;
  const isAsking = action.open === 'share' || action.open === 'results';
  const needed = isAsking && minimumAnswers !== null && answers < minimumAnswers ? minimumAnswers : null;
  return needed === null && answers === 0 ? null : { kind: 'answers', answers, needed };
}
