import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { readAnalysis } from '#shared/contracts/analyses.ts';
import { previewIdea } from '#shared/contracts/preview.ts';
import type { IdeaReading } from '#shared/contracts/reading.ts';
import { readSurvey } from '#shared/contracts/surveys.ts';
import type { KnownIdea } from '#shared/rules/ideation/said-before.ts';
import { answerEvidence } from '#shared/rules/surveys/answer-evidence.ts';
import { call } from '#web/api/call.ts';
import { answeredSurvey, findTrail } from '#web/api/find-trail.ts';
import { sendPhrases } from '#web/drafts/send-phrases.ts';
import { useSettled } from '#web/ui/use-settled.ts';
import type { IdeationDocument } from './session-document.ts';

type KnownDeps = {
  userId: string;
  document: IdeationDocument;
  readingOf: (idea: string) => IdeaReading | undefined;
  /** Only then is anything read. */
  isOn: boolean;
};

/** What the founder has already said about the session's idea, and its survey's answers. */
export function useKnownIdea({ userId, document, readingOf, isOn }: KnownDeps) {
  const { idea, content, trailId } = document;
  const settled = useSettled(idea.trim());
  const trail = useQuery({
    queryKey: ['coach-trail', userId, trailId || settled],
    queryFn: ({ signal }) => findTrail({ trailId, idea: settled }, signal),
    enabled: isOn,
  });
  const typed = readingOf(idea);
  const said = typed ?? trail.data?.reading ?? undefined;
  const send = useEffectEvent(() => typed && sendPhrases(idea.trim(), typed));
  const isUnknown = trail.data?.reading === null;
  useEffect(() => {
    if (isUnknown) send();
  }, [isUnknown]);
  const read = useQuery({
    queryKey: ['idea-reading', settled],
    queryFn: () => call(previewIdea, { body: { idea: settled } }),
    enabled: isOn && !trail.isLoading && !said && settled !== '',
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const answered = answeredSurvey(trail.data);
  const surveyId = (answered ?? trail.data?.surveys[0])?.surveyId ?? '';
  const survey = useQuery({
    queryKey: ['coach-survey', userId, surveyId],
    queryFn: () => call(readSurvey, { params: { surveyId } }),
    enabled: isOn && surveyId !== '',
  });
  const evidence = useQuery({
    queryKey: ['answer-evidence', userId, surveyId],
    queryFn: async () => answerEvidence(await call(readAnalysis, { query: { surveyId } })),
    enabled: isOn && answered !== undefined,
  });
  // Undefined while that is not known.
  const answers = trail.isSuccess && !answered ? null : evidence.data;
  const known: KnownIdea = {
    idea,
    content,
    reading: said ?? read.data?.reading,
    evidence: answers,
    name: trail.data?.name ?? trail.data?.appName ?? undefined,
    question: survey.data?.questions[0]?.question,
    // A search is no place to answer in.
    communities: survey.data?.socialLinks.filter(({ type }) => type !== 'Search').map(({ name }) => name),
  };
  const failed = [trail, evidence].find(({ isError }) => isError);
  return { known, answers, retry: failed ? () => void failed.refetch() : null };
}
