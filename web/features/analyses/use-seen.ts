import { useEffect, useRef } from 'react';
import type { SurveyAnalysis } from '#shared/contracts/surveys/analyses.ts';
import { markAnswersSeen } from '#shared/contracts/surveys/survey-news.ts';
import { call } from '#web/api/call.ts';

/** Marks the answers of one's own survey as seen while its results are on screen; a failure leaves the mark. */
export function useSeen(
  analysis: Pick<SurveyAnalysis, 'surveyId' | 'newest'> | null | undefined,
  onSeen?: () => void,
): void {
  const { surveyId = '', newest = 0 } = analysis ?? {};
  const seen = useRef(onSeen);
  seen.current = onSeen;
  useEffect(() => {
    if (newest === 0) return;
    call(markAnswersSeen, { params: { surveyId }, body: { number: newest }, keepalive: true }).then(
      () => seen.current?.(),
      () => {},
    );
  }, [surveyId, newest]);
}
