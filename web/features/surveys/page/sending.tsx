import { useRef, useState } from 'react';
import type { analyzeSurvey } from '#shared/contracts/surveys/analyses.ts';
import { analyzeSurveyCall, submitSurveyCall } from '#shared/contracts/surveys/survey-page.ts';
import type { submitSurvey } from '#shared/contracts/surveys/surveys.ts';
import { type SurveyAnswer, toResponses } from '#shared/rules/surveys/survey-answers.ts';
import { ApiError } from '#web/api/api-error.ts';
import { requestJson } from '#web/api/call.ts';
import type { ToastContent } from '#web/ui/overlays/ToastCard.tsx';
import type { AnswersDraft } from './answers-draft.ts';
import type { SurveyDefinition } from './load-survey.ts';
import type { SurveyTexts } from './texts/en.ts';
import { failureText, pageToast, useTexts } from './texts/survey-texts.ts';
import { resetVisitor, signInAddress } from './visitor.ts';

type Submission = {
  surveyId: string;
  survey: SurveyDefinition;
  answers: SurveyAnswer[];
  draft: Pick<AnswersDraft, 'key' | 'contact'>;
  /** Undefined where it could not be measured. */
  seconds: number | undefined;
};

/** Why the last attempt failed; `changed`: the owner has changed the questions. */
type SubmissionFailure = 'changed' | 'sign-in' | 'other';

type SubmissionDeps = {
  /** The answers are stored; `note` says which, where these are not the newest. */
  onSent: (note?: string) => Promise<void>;
  /** The questions must be read again. */
  onChanged: () => Promise<void>;
  show: (toast: ToastContent) => void;
};

/** Sends the answers, once at a time, then asks for their analysis. */
export function useSubmission({ show, onSent, onChanged }: SubmissionDeps) {
  const texts = useTexts();
  const [sending, setSending] = useState(false);
  const [failure, setFailure] = useState<SubmissionFailure | null>(null);
  // The state comes a moment too late for a double click.
  const busy = useRef(false);

  async function submit(submission: Submission) {
    if (busy.current) return;
    busy.current = true;
    setSending(true);
    setFailure(null);
    try {
      await sendAnswers(submission);
      await onSent();
      show(pageToast(texts, 'survey_submitted'));
      triggerAnalysis(submission).catch(() => show(pageToast(texts, 'analysis_trigger_failed')));
    } catch (error) {
      if (error instanceof ApiError && error.code === 'already_sent') await onSent(failureText(texts, error));
      else await fail(error);
    }
    busy.current = false;
    setSending(false);
  }

  async function fail(error: unknown) {
    const found = failureOf(error);
    show(failureToast(texts, error, found === 'sign-in' ? 'survey_sign_in' : 'submission_failed'));
    if (found === 'sign-in') resetVisitor();
    if (found === 'changed') await onChanged();
    setFailure(found);
  }

  return { sending, failure, submit };
}

type SendingNoteProps = {
  surveyId: string;
  survey: SurveyDefinition;
  failure: SubmissionFailure | null;
  isStored: boolean;
};

/** How answers are sent, and after a failure the way out; the toast will be gone. */
export function SendingNote({ surveyId, survey, failure, isStored }: SendingNoteProps) {
  const texts = useTexts();
  const { ownerOnlyResults, askedBy } = survey;
  const notSent = `${texts.notSent} ${isStored ? texts.kept : texts.keepOpen}`;
  return (
    <p role="status" className="max-w-[52ch] text-meta text-soft">
      {failure === null ? (ownerOnlyResults ? texts.resultsForOwner : texts.resultsForAll)(askedBy) : null}
      {failure === 'other' ? notSent : null}
      {failure === 'changed' ? texts.reloaded : null}
      {failure === 'sign-in' ? (
        <>
          {notSent}{' '}
          <a href={signInAddress(surveyId)} className="font-medium text-spark-ink underline">
            {texts.signIn}
          </a>
        </>
      ) : null}
    </p>
  );
}

/** Stores the answers; sent again with the same key they are stored once. @throws ApiError */
async function sendAnswers({ surveyId, survey, answers, draft, seconds }: Submission): Promise<void> {
  const { idea, socialLinks, questions, asksContact } = survey;
  const { key, contact } = draft;
  const search = new URLSearchParams(location.search);
  const body = {
    surveyId,
    idea,
    socialLinks,
    responses: toResponses(questions, answers),
    // A tracked link names itself, so that its owner learns which reply brought answers.
    via: search.get('via')?.slice(0, 32) || undefined,
    from: search.get('from')?.slice(0, 100) || undefined,
    contact: (asksContact && contact?.trim()) || undefined,
    seconds,
  };
  await requestJson<typeof submitSurvey>(submitSurveyCall, { body, headers: { 'Idempotency-Key': key } });
}

/** Asks for a new analysis with these answers. @throws ApiError */
async function triggerAnalysis({ surveyId, survey, answers }: Submission): Promise<void> {
  const responses = toResponses(survey.questions, answers);
  const body = { surveyId, idea: survey.idea, responses };
  await requestJson<typeof analyzeSurvey>(analyzeSurveyCall, { body });
}

function failureOf(error: unknown): SubmissionFailure {
  if (!(error instanceof ApiError)) return 'other';
  if (error.status === 401) return 'sign-in';
  return error.code === 'survey_changed' || error.code === 'answers_invalid' ? 'changed' : 'other';
}

function failureToast(
  texts: SurveyTexts,
  error: unknown,
  code: 'survey_sign_in' | 'submission_failed',
): ToastContent {
  const { title, tone, text = '' } = pageToast(texts, code);
  if (!(error instanceof ApiError) || error.details.text)
    return { title, tone, text: failureText(texts, error) };
  const { status, statusText } = error.details;
  return { title, tone, text: text.replace('{status} {statusText}', `${status} ${statusText}`) };
}
