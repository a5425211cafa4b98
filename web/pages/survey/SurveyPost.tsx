import { useRef } from 'react';
import type { SurveyQuestion } from '#shared/contracts/validation.ts';
import { summaryPost } from '#shared/rules/plans/summary-post.ts';
import { CopyPost } from '#web/features/surveys/share/ShareSurvey.tsx';
import type { Sharing } from '#web/features/surveys/share/use-sharing.ts';
import { readPlan } from '#web/features/validation/plan/use-plan.ts';

type SurveyPostProps = {
  surveyId: string;
  idea: string;
  questions: SurveyQuestion[];
  url: string;
  sharing: Sharing;
};

/** The post as the founder's plan has it in this browser, or else as the survey alone gives it. */
export function SurveyPost({ surveyId, idea, questions, url, sharing }: SurveyPostProps) {
  const text = useRef<HTMLParagraphElement>(null);
  const post = readPlan(surveyId)?.summaryPost ?? writePost(idea, questions, url);
  return (
    <>
      <p ref={text} className="wrap-anywhere whitespace-pre-line text-soft" dir="auto">
        {post}
      </p>
      <CopyPost post={post} source={text} sharing={sharing} />
    </>
  );
}

function writePost(idea: string, questions: SurveyQuestion[], surveyUrl: string): string {
  return summaryPost({ idea, questions, surveyUrl, oneSentencePitch: '', problemParagraph: '' });
}
