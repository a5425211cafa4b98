import type { AnswerEvidence } from '#shared/contracts/ai.ts';
import { readAnalysis } from '#shared/contracts/analyses.ts';
import { readTrail } from '#shared/contracts/trails.ts';
import { answerEvidence } from '#shared/rules/answer-evidence.ts';
import { call } from '#web/api/call.ts';

/** The answers to the newest survey of the same idea; null where there are none. The coach goes on without them. */
export async function coachEvidence(trailId: string, signal: AbortSignal): Promise<AnswerEvidence | null> {
  if (trailId === '') return null;
  try {
    const { surveys } = await call(readTrail, { params: { id: trailId }, signal });
    const answered = surveys.find(({ submissions, verdict }) => submissions > 0 && verdict !== null);
    if (!answered) return null;
    return answerEvidence(await call(readAnalysis, { query: { surveyId: answered.surveyId }, signal }));
  } catch {
    return null;
  }
}
