import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import type * as analyses from '#shared/contracts/analyses.ts';
import type * as surveys from '#shared/contracts/surveys.ts';
import type { SurveyQuestion } from '#shared/contracts/validation.ts';
import { surveyPageMessages } from '#shared/messages/survey-page.ts';
import {
  endOfSurvey,
  findUnanswered,
  isMultiSelect,
  type SurveyAnswer,
  toResponses,
} from '#shared/rules/surveys/survey-answers.ts';
import { ApiError } from '#web/api/api-error.ts';
import { requestJson } from '#web/api/call.ts';
import { Card } from '#web/ui/Card.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { Checkbox } from '#web/ui/controls/Checkbox.tsx';
import { Field } from '#web/ui/controls/Field.tsx';
import { Select } from '#web/ui/controls/Select.tsx';
import { TextArea } from '#web/ui/controls/TextArea.tsx';
import type { ToastContent } from '#web/ui/overlays/ToastCard.tsx';
import { type AnswersDraft, fitAnswers, useAnswersDraft } from './answers-draft.ts';
import { failureText, type SurveyDefinition } from './load-survey.ts';
import { resetVisitor, signInAddress } from './visitor.ts';

type SurveyFormProps = {
  surveyId: string;
  survey: SurveyDefinition;
  /** The answers are stored; `note` says which, where these are not the newest. */
  onSent: (note?: string) => void;
  /** The questions must be read again. */
  onChanged: () => Promise<void>;
  show: (toast: ToastContent) => void;
};

/** The questions of a survey, from the first answer until all are sent. */
export function SurveyForm({ surveyId, survey, onSent, onChanged, show }: SurveyFormProps) {
  const { questions } = survey;
  const { draft, isStored, save } = useAnswersDraft(surveyId, () => onSent());
  const answers = fitAnswers(questions, draft);
  const unanswered = findUnanswered(questions, answers);
  const end = endOfSurvey(questions, answers);
  const optionalFrom = end < 0 ? questions.length : end + 1;
  const form = useRef<HTMLFormElement>(null);
  const [attempts, setAttempts] = useState(0);
  const { sending, failure, submit } = useSubmission({
    show,
    onChanged,
    onSent: (note) => {
      save(null);
      onSent(note);
    },
  });

  useEffect(() => {
    if (attempts > 0) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [attempts]);

  function trySubmit(event: FormEvent) {
    event.preventDefault();
    if (unanswered.length === 0) submit({ surveyId, survey, answers, draft });
    else setAttempts(attempts + 1);
  }

  return (
    <form ref={form} noValidate onSubmit={trySubmit}>
      <Card className="mt-6 sm:p-8">
        <ol className="grid gap-8">
          {questions.map((question, index) => (
            <li key={question.question} className="grid grid-cols-[1.75rem_minmax(0,1fr)]">
              <span className="text-base leading-6 text-faint tabular-nums">{index + 1}.</span>
              <div className="min-w-0">
                <QuestionField
                  question={question}
                  answer={answers[index] ?? null}
                  isOptional={index >= optionalFrom}
                  unanswered={attempts > 0 && unanswered.includes(index)}
                  onAnswer={(answer) =>
                    save({ ...draft, answers: [...new Map(draft.answers).set(question.question, answer)] })
                  }
                />
                {question.endsWith === undefined ? null : (
                  <p role="status" className="mt-2 text-soft empty:hidden">
                    {index === end && optionalFrom < questions.length
                      ? 'Thank you. The rest is optional.'
                      : null}
                  </p>
                )}
              </div>
            </li>
          ))}
        </ol>
      </Card>
      <div className="mt-6 flex flex-col items-start gap-4 sm:flex-row sm:items-center">
        <Button type="submit" variant="primary" size="l" busy={sending} busyText="Submitting...">
          Submit Feedback
        </Button>
        <SendingNote surveyId={surveyId} failure={failure} isStored={isStored} />
      </div>
    </form>
  );
}

type QuestionFieldProps = {
  question: SurveyQuestion;
  answer: SurveyAnswer;
  isOptional: boolean;
  /** The question needs an answer and was sent without one. */
  unanswered: boolean;
  onAnswer: (answer: string | string[]) => void;
};

/** The control that fits the question: a select, checkboxes or free text (specification 2). */
function QuestionField(props: QuestionFieldProps) {
  if (isMultiSelect(props.question)) return <Checkboxes {...props} />;
  return props.question.type === 'open-ended' ? <FreeText {...props} /> : <SingleChoice {...props} />;
}

function SingleChoice({ question, answer, isOptional, unanswered, onAnswer }: QuestionFieldProps) {
  return (
    <Field
      label={<QuestionText>{question.question}</QuestionText>}
      error={unanswered ? 'Please select an option.' : null}
      required={!isOptional}
    >
      <Select value={String(answer ?? '')} onChange={(event) => onAnswer(event.currentTarget.value)}>
        <option value="">-- Select an option --</option>
        {question.options?.map((option) => (
          <option key={option} value={option} dir="auto">
            {option}
          </option>
        ))}
      </Select>
    </Field>
  );
}

/** As much as the server takes. */
const longestAnswer = 10_000;

function FreeText({ question, answer, isOptional, unanswered, onAnswer }: QuestionFieldProps) {
  return (
    <Field
      label={<QuestionText>{question.question}</QuestionText>}
      error={unanswered ? 'Please write an answer.' : null}
      required={!isOptional}
    >
      <TextArea
        autoGrow
        rows={3}
        dir="auto"
        maxLength={longestAnswer}
        value={String(answer ?? '')}
        onChange={(event) => onAnswer(event.currentTarget.value)}
      />
    </Field>
  );
}

function Checkboxes({ question, answer, onAnswer }: QuestionFieldProps) {
  const help = useId();
  const chosen = [answer ?? []].flat();
  return (
    <fieldset aria-describedby={help} className="min-w-0">
      <legend className="font-medium">
        <QuestionText>{question.question}</QuestionText>
      </legend>
      <p id={help} className="mt-1 mb-1 text-meta text-faint">
        {/choose all that apply/i.test(question.question) ? 'Optional.' : 'Choose all that apply. Optional.'}
      </p>
      {question.options?.map((option) => (
        <Checkbox
          key={option}
          label={<bdi>{option}</bdi>}
          checked={chosen.includes(option)}
          onChange={({ currentTarget: { checked } }) =>
            onAnswer(checked ? [...chosen, option] : chosen.filter((other) => other !== option))
          }
        />
      ))}
    </fieldset>
  );
}

function QuestionText({ children }: { children: string }) {
  return <bdi className="block text-base leading-6 wrap-anywhere">{children}</bdi>;
}

type SendingNoteProps = { surveyId: string; failure: SubmissionFailure | null; isStored: boolean };

/** State of the answers, and after a failure the way out; the toast will be gone. */
function SendingNote({ surveyId, failure, isStored }: SendingNoteProps) {
  const place = isStored ? 'They are kept in this browser.' : 'Please keep this page open.';
  return (
    <p role="status" className="max-w-[52ch] text-meta text-soft">
      {failure === null
        ? 'Your answers are sent without your name; people with this link can read them. '
        : null}
      {failure === null && isStored ? 'Until you send them, they are kept in this browser.' : null}
      {failure === 'other' ? `Your answers are not sent yet. ${place} Please try again.` : null}
      {failure === 'changed'
        ? 'The questions were loaded again. Answers that still fit are kept: please check them and send again.'
        : null}
      {failure === 'sign-in' ? (
        <>
          {`Your answers are not sent yet. ${place} `}
          <a href={signInAddress(surveyId)} className="font-medium text-spark-ink underline">
            Sign in and come back
          </a>
        </>
      ) : null}
    </p>
  );
}

type Submission = {
  surveyId: string;
  survey: SurveyDefinition;
  answers: SurveyAnswer[];
  draft: AnswersDraft;
};

/** Why the last attempt failed; `changed`: the owner has changed the questions. */
type SubmissionFailure = 'changed' | 'sign-in' | 'other';

/** Sends the answers, once at a time, then asks for their analysis. */
function useSubmission({ show, onSent, onChanged }: Pick<SurveyFormProps, 'show' | 'onSent' | 'onChanged'>) {
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
    const found = failureOf(error);
    show(failureToast(error, found === 'sign-in' ? 'survey_sign_in' : 'submission_failed'));
    if (found === 'sign-in') resetVisitor();
    if (found === 'changed') await onChanged();
    setFailure(found);
  }

  return { sending, failure, submit };
}

/** Stores the answers; sent again with the same key they are stored once. @throws ApiError */
async function sendAnswers({ surveyId, survey, answers, draft: { key, since } }: Submission): Promise<void> {
  const { idea, socialLinks, questions } = survey;
  const search = new URLSearchParams(location.search);
  const body = {
    surveyId,
    idea,
    socialLinks,
    responses: toResponses(questions, answers),
    // A tracked link names itself, so that its owner learns which reply brought answers.
    via: search.get('via')?.slice(0, 32) || undefined,
    from: search.get('from')?.slice(0, 100) || undefined,
    seconds: since === undefined ? undefined : Math.max(0, Math.round((Date.now() - since) / 1000)),
  };
  await requestJson(submitSurvey, { body, headers: { 'Idempotency-Key': key } });
}

/** Asks for a new analysis with these answers. @throws ApiError */
async function triggerAnalysis({ surveyId, survey, answers }: Submission): Promise<void> {
  const responses = toResponses(survey.questions, answers);
  await requestJson(analyzeSurvey, { body: { surveyId, idea: survey.idea, responses } });
}

// Without their schemas, as in `load-survey.ts`.
const submitSurvey = {
  method: 'POST',
  path: '/api/submit-survey',
  access: 'optional',
} as typeof surveys.submitSurvey;
const analyzeSurvey = {
  method: 'POST',
  path: '/api/analyze-survey',
  access: 'optional',
} as typeof analyses.analyzeSurvey;

function failureOf(error: unknown): SubmissionFailure {
  if (!(error instanceof ApiError)) return 'other';
  if (error.status === 401) return 'sign-in';
  return error.code === 'survey_changed' || error.code === 'answers_invalid' ? 'changed' : 'other';
}

function failureToast(error: unknown, code: 'survey_sign_in' | 'submission_failed'): ToastContent {
  const { title, tone, text } = surveyPageMessages[code];
  if (!(error instanceof ApiError) || error.details.text) return { title, tone, text: failureText(error) };
  const { status, statusText } = error.details;
  return { title, tone, text: text.replace('{status} {statusText}', `${status} ${statusText}`) };
}
