import { useRef, useState } from 'react';
import { internal } from '#shared/messages/failures.ts';
import { surveyPageMessages } from '#shared/messages/survey-page.ts';
import { ApiError } from '#web/api/api-error.ts';
import type { ToastContent } from '#web/ui/overlays/ToastCard.tsx';
import { type Submission, sendAnswers, triggerAnalysis } from './survey-calls.ts';
import { forgetVisitor } from './visitor.ts';

/** What stands in the way of the last attempt; `changed`: the owner has changed the questions. */
export type Obstacle = 'changed' | 'sign-in' | 'other';

type UseSubmissionDeps = {
  show: (toast: ToastContent) => void;
  /** The answers are stored; `note` tells of those that are not. */
  onSent: (note?: string) => void;
  /** The questions must be read again. */
  onChanged: () => Promise<void>;
};

/** Sends the answers, once at a time, then asks for their analysis. */
export function useSubmission({ show, onSent, onChanged }: UseSubmissionDeps) {
  const [sending, setSending] = useState(false);
  const [obstacle, setObstacle] = useState<Obstacle | null>(null);
  // The state comes a moment too late for a double click.
  const busy = useRef(false);

  async function submit(submission: Submission, key: string) {
    if (busy.current) return;
    busy.current = true;
    setSending(true);
    setObstacle(null);
    try {
      await sendAnswers(submission, key);
      onSent();
      show(surveyPageMessages.survey_submitted);
      triggerAnalysis(submission).catch(() => show(surveyPageMessages.analysis_trigger_failed));
    } catch (error) {
      if (error instanceof ApiError && error.code === 'already_sent') onSent(error.message);
      else await fail(error);
    }
    busy.current = false;
    setSending(false);
  }

  async function fail(error: unknown) {
    const found = obstacleOf(error);
    show(failureToast(error, found === 'sign-in' ? 'survey_sign_in' : 'submission_failed'));
    if (found === 'sign-in') forgetVisitor();
    if (found === 'changed') await onChanged();
    setObstacle(found);
  }

  return { sending, obstacle, submit };
}

function failureToast(error: unknown, code: 'survey_sign_in' | 'submission_failed'): ToastContent {
  const { title, tone, text } = surveyPageMessages[code];
  const wordless = error instanceof ApiError && !error.details.text ? error : null;
  return { title, tone, text: wordless ? withStatus(text, wordless) : failureText(error) };
}

function obstacleOf(error: unknown): Obstacle {
  if (!(error instanceof ApiError)) return 'other';
  if (error.status === 401) return 'sign-in';
  return error.code === 'survey_changed' || error.code === 'answers_invalid' ? 'changed' : 'other';
}

function withStatus(text: string, { details: { status, statusText } }: ApiError): string {
  return text.replace('{status} {statusText}', `${status} ${statusText}`);
}

/** What the server said, or that it could not be reached. */
export function failureText(error: unknown): string {
  return error instanceof ApiError ? error.message : internal.text;
}
