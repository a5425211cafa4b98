import { clsx } from 'clsx';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import {
  type ComponentProps,
  type FormEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { analyzeSurvey } from '#shared/contracts/analyses.ts';
import { analyzeSurveyCall, submitSurveyCall } from '#shared/contracts/survey-page.ts';
import type { submitSurvey } from '#shared/contracts/surveys.ts';
import type { SurveyQuestion } from '#shared/contracts/validation.ts';
import {
  endOfSurvey,
  findUnanswered,
  isMultiSelect,
  type SurveyAnswer,
  toResponses,
} from '#shared/rules/surveys/survey-answers.ts';
import { surveyTitle } from '#shared/rules/surveys/survey-title.ts';
import { ApiError } from '#web/api/api-error.ts';
import { requestJson } from '#web/api/call.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { Field, useFieldControl } from '#web/ui/controls/Field.tsx';
import { Select } from '#web/ui/controls/Select.tsx';
import { TextArea } from '#web/ui/controls/TextArea.tsx';
import { isTyping } from '#web/ui/is-typing.ts';
import type { ToastContent } from '#web/ui/overlays/ToastCard.tsx';
import { type AnswersDraft, fitAnswers, useAnswersDraft } from './answers-draft.ts';
import { ContactItem, isWrongContact } from './ContactItem.tsx';
import type { SurveyDefinition } from './load-survey.ts';
import { NumberedItem, QuestionText } from './NumberedItem.tsx';
import { rememberSent } from './sent-answers.ts';
import type { SurveyTexts } from './texts/en.ts';
import { failureText, pageToast, useTexts } from './texts/survey-texts.ts';
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
  const { questions, asksContact } = survey;
  const { draft, isStored, save, secondsOpen } = useAnswersDraft(surveyId, () => onSent());
  const answers = fitAnswers(questions, draft);
  const unanswered = findUnanswered(questions, answers);
  const end = endOfSurvey(questions, answers);
  const optionalFrom = end < 0 ? questions.length : end + 1;
  const contact = draft.contact ?? '';
  const isWrong = asksContact && isWrongContact(contact);
  const at = asksContact && draft.at === '' ? questions.length : Math.max(0, positionOf(questions, draft.at));
  const isLast = at === countOf(survey) - 1;
  const showsAll = draft.showsAll === true;
  const form = useRef<HTMLFormElement>(null);
  /** Positions that were left without an answer. */
  const [checked, setChecked] = useState<number[]>([]);
  const { sending, failure, submit } = useSubmission({
    show,
    onChanged,
    onSent: async (note) => {
      if (!survey.isOwner && !survey.sharedDevice) await rememberSent(surveyId, draft.answers);
      save(null);
      onSent(note);
    },
  });

  const place = (position: number) => save({ ...draft, at: questions[position]?.question ?? '' });
  const focusQuestion = useFocus(form);

  function answer(position: number, given: string | string[]) {
    const { question = '' } = questions[position] ?? {};
    save({ ...draft, at: question, answers: [...new Map(draft.answers).set(question, given)] });
  }

  function trySubmit(event: FormEvent) {
    event.preventDefault();
    const wrong = isWrong ? [...unanswered, questions.length] : unanswered;
    const [open] = wrong;
    if (open === undefined) return submit({ surveyId, survey, answers, draft, seconds: secondsOpen() });
    setChecked(wrong);
    place(open);
    focusQuestion(open);
  }

  /** To the next question, or to the submit button behind the last one. */
  function goOn() {
    if (unanswered.includes(at)) {
      setChecked([...checked, at]);
      focusQuestion(at);
    } else if (isLast) form.current?.querySelector<HTMLElement>('[type=submit]')?.focus();
    else goTo(at + 1);
  }

  function goTo(position: number) {
    place(position);
    focusQuestion(position);
  }

  useKeys(form, {
    onEnter: goOn,
    onNumber: (number) => {
      const question = questions[at];
      const option = question?.options?.[number - 1];
      const isAmbiguous = question?.options?.some((text) => /^\p{Nd}/u.test(text));
      if (!question || option === undefined || isAmbiguous) return false;
      answer(at, isMultiSelect(question) ? toggled(answers[at] ?? null, option) : option);
      return true;
    },
  });

  const scrollBack = useEffectEvent(() => {
    if (at > 0) form.current?.querySelectorAll('ol > li')[at]?.scrollIntoView({ block: 'center' });
  });
  useEffect(() => scrollBack(), []);

  const canSubmit = showsAll || isLast || (end >= 0 && at >= end);
  return (
    <form
      ref={form}
      noValidate
      onSubmit={trySubmit}
      className="flex grow flex-col gap-x-24 lg:grid lg:grid-cols-[18.75rem_minmax(0,1fr)] lg:content-start"
    >
      <SurveySide
        survey={survey}
        at={at}
        answers={answers}
        showsAll={showsAll}
        onShowsAll={(next) => save({ ...draft, showsAll: next })}
      />
      <div className="mt-3 flex min-w-0 grow flex-col sm:mt-8 lg:mt-0">
        <ol className={clsx('grid sm:gap-10', showsAll && 'max-sm:mt-4 max-sm:gap-10')}>
          {questions.map((question, position) => (
            <QuestionItem
              key={question.question}
              position={position}
              isCurrent={position === at}
              onFocus={() => position === at || place(position)}
              question={question}
              answer={answers[position] ?? null}
              isAlone={!showsAll}
              isOptional={position >= optionalFrom}
              restIsOptional={position === end && optionalFrom < questions.length}
              unanswered={checked.includes(position) && unanswered.includes(position)}
              onAnswer={(given) => answer(position, given)}
            />
          ))}
          {asksContact ? (
            <ContactItem
              survey={survey}
              contact={contact}
              isCurrent={at === questions.length}
              isAlone={!showsAll}
              isWrong={isWrong && checked.includes(questions.length)}
              onFocus={() => at === questions.length || place(questions.length)}
              onChange={(next) => save({ ...draft, at: '', contact: next })}
            />
          ) : null}
        </ol>
        <SubmitBar
          note={<SendingNote surveyId={surveyId} survey={survey} failure={failure} isStored={isStored} />}
          isNoteUrgent={failure !== null}
          canSubmit={canSubmit}
          sending={sending}
          onBack={at > 0 && !showsAll ? () => goTo(at - 1) : null}
          onNext={isLast || showsAll ? null : goOn}
        />
      </div>
    </form>
  );
}

type SubmitBarProps = {
  note: ReactNode;
  /** On a phone the note is shown even where the form can't be sent yet. */
  isNoteUrgent: boolean;
  canSubmit: boolean;
  sending: boolean;
  /** Steps of a phone, which shows one question at a time; null where there is none. */
  onBack: (() => void) | null;
  onNext: (() => void) | null;
};

function SubmitBar({ note, isNoteUrgent, canSubmit, sending, onBack, onNext }: SubmitBarProps) {
  const texts = useTexts();
  return (
    <div
      className={clsx(
        'mt-8 flex flex-col gap-x-4 gap-y-3 sm:ml-8 sm:flex-row sm:flex-wrap sm:items-center',
        'max-sm:sticky max-sm:bottom-0 max-sm:-mx-4 max-sm:mt-auto max-sm:border-t max-sm:border-line max-sm:bg-canvas max-sm:px-4 max-sm:py-3',
      )}
    >
      <div className={clsx('max-sm:order-1', canSubmit || isNoteUrgent || 'max-sm:hidden')}>{note}</div>
      <div className="flex gap-2 max-sm:order-2 sm:-order-1">
        {onBack ? (
          <Button size="l" aria-label={texts.back} className="sm:hidden" onClick={onBack}>
            <ChevronLeft size={18} aria-hidden="true" />
          </Button>
        ) : null}
        {onNext ? (
          <Button
            size="l"
            variant={canSubmit ? 'secondary' : 'primary'}
            className="grow sm:hidden"
            onClick={onNext}
          >
            {texts.next}
          </Button>
        ) : null}
        <Button
          type="submit"
          variant="primary"
          size="l"
          busy={sending}
          busyText={texts.submitting}
          className={clsx('max-sm:grow', canSubmit || 'max-sm:hidden')}
        >
          {texts.submit}
        </Button>
      </div>
    </div>
  );
}

type SurveySideProps = {
  survey: SurveyDefinition;
  at: number;
  answers: SurveyAnswer[];
  showsAll: boolean;
  onShowsAll: (showsAll: boolean) => void;
};

/** The idea and how far one is: beside the questions, on a phone above them. */
function SurveySide({ survey, at, answers, showsAll, onShowsAll }: SurveySideProps) {
  const texts = useTexts();
  return (
    <div className="flex flex-col lg:sticky lg:top-10 lg:self-start">
      {survey.askedBy === '' ? null : <AskedBy name={survey.askedBy} />}
      <SurveyHeading subject={survey.subject} />
      <div className="mt-5 max-sm:-order-1 max-sm:mt-0 max-sm:mb-5">
        <div aria-hidden="true" className="flex gap-1">
          {survey.questions.map(({ question }, position) => (
            <span
              key={question}
              className={clsx(
                'h-1 grow rounded-full',
                position === at ? 'bg-spark' : isAnswered(answers[position]) ? 'bg-ink' : 'bg-line',
              )}
            />
          ))}
          {survey.asksContact ? (
            <span
              className={clsx(
                'h-1 grow rounded-full',
                at === survey.questions.length ? 'bg-spark' : 'bg-line',
              )}
            />
          ) : null}
        </div>
        <p className="mt-2 flex justify-between gap-3 text-meta text-faint tabular-nums">
          <span>{texts.position(at + 1, countOf(survey))}</span>
          <button
            type="button"
            className="-my-3 rounded-s py-3 text-soft underline sm:hidden"
            onClick={() => onShowsAll(!showsAll)}
          >
            {showsAll ? texts.oneByOne : texts.showAll}
          </button>
        </p>
        <p className="text-meta text-faint max-sm:hidden pointer-coarse:hidden">{texts.keys}</p>
        {survey.isOwner ? (
          <p className="mt-3 w-fit rounded-s bg-muted px-3 py-2 text-soft">{texts.preview}</p>
        ) : null}
      </div>
    </div>
  );
}

function AskedBy({ name }: { name: string }) {
  const texts = useTexts();
  return (
    <p className="mb-5 flex items-center gap-2 font-medium max-sm:-order-2 max-sm:mb-4">
      <span
        aria-hidden="true"
        className="grid size-7 shrink-0 place-items-center rounded-full bg-muted text-meta text-soft uppercase"
      >
        {[...name][0]}
      </span>
      <span className="min-w-0 wrap-anywhere">{texts.askedBy(name)}</span>
    </p>
  );
}

/** Questions with the one for a contact. */
function countOf({ questions, asksContact }: SurveyDefinition): number {
  return questions.length + (asksContact ? 1 : 0);
}

function positionOf(questions: SurveyQuestion[], text: string | undefined): number {
  return questions.findIndex(({ question }) => question === text);
}

function isAnswered(answer: SurveyAnswer | undefined): boolean {
  return [answer ?? []].flat().join('').trim() !== '';
}

function toggled(answer: SurveyAnswer, option: string): string[] {
  const chosen = [answer ?? []].flat();
  return chosen.includes(option) ? chosen.filter((other) => other !== option) : [...chosen, option];
}

/** Moves the focus to a question's control, once it is shown. */
function useFocus(form: RefObject<HTMLFormElement | null>) {
  const [target, setTarget] = useState<{ position: number } | null>(null);
  useEffect(() => {
    if (!target) return;
    const controls = form.current
      ?.querySelectorAll('ol > li')
      [target.position]?.querySelectorAll<HTMLElement>('select, input, textarea');
    const shown = [...(controls ?? [])].filter((control) => control.checkVisibility?.() ?? true);
    (shown.find((control) => control.matches(':checked')) ?? shown[0])?.focus();
  }, [target, form]);
  return (position: number) => setTarget({ position });
}

type Keys = {
  onEnter: () => void;
  /** False when there is nothing of this number. */
  onNumber: (number: number) => boolean;
};

/** Enter in the form, Enter and the number keys where nothing has the focus. Shift and Enter still begin a new line. */
function useKeys(form: RefObject<HTMLFormElement | null>, { onEnter, onNumber }: Keys) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { key, target } = event;
    if (event.defaultPrevented || isTyping(event) || event.altKey || event.ctrlKey || event.metaKey) return;
    if (!(target instanceof HTMLElement) || target.closest('a, button')) return;
    if (target !== document.body && !form.current?.contains(target)) return;
    const isText = target instanceof HTMLTextAreaElement;
    // A phone's keyboard has no other way to begin a new line.
    const isNewLine = isText && (event.shiftKey || matchMedia('(pointer: coarse)').matches);
    if (key === 'Enter' && !isNewLine) {
      event.preventDefault();
      onEnter();
    }
    // A control with the focus has keys of its own: a select goes to the option that begins with them.
    if (target === document.body && /^[1-9]$/.test(key) && onNumber(Number(key))) event.preventDefault();
  });
  // With the questions, so that the first key is heard.
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}

/** About three lines on a wide screen. */
const longIdea = 180;

function SurveyHeading({ subject }: { subject: string }) {
  const texts = useTexts();
  const [open, setOpen] = useState(false);
  const long = subject.length > longIdea || subject.split('\n').length > 3;
  return (
    <header>
      <h1
        className={clsx(
          'wrap-anywhere text-pretty whitespace-pre-line max-sm:text-sm max-sm:font-normal sm:text-xl',
          long && !open && 'line-clamp-4',
        )}
      >
        {surveyTitle('', texts.language)}
        <bdi className="font-normal text-soft">{subject}</bdi>
      </h1>
      {long ? (
        <button
          type="button"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          className="mt-1 rounded-s py-1 font-medium text-spark-ink hover:underline pointer-coarse:py-3"
        >
          {open ? texts.lessIdea : texts.wholeIdea}
        </button>
      ) : null}
    </header>
  );
}

type QuestionFieldProps = {
  question: SurveyQuestion;
  answer: SurveyAnswer;
  /** On a phone it is the only question in view. */
  isAlone: boolean;
  isOptional: boolean;
  /** The question needs an answer and was left without one. */
  unanswered: boolean;
  onAnswer: (answer: string | string[]) => void;
};

type QuestionItemProps = QuestionFieldProps & {
  position: number;
  isCurrent: boolean;
  restIsOptional: boolean;
  onFocus: () => void;
};

function QuestionItem({ position, isCurrent, restIsOptional, onFocus, ...field }: QuestionItemProps) {
  const texts = useTexts();
  const { question, isAlone } = field;
  return (
    <NumberedItem number={position + 1} isCurrent={isCurrent} isAlone={isAlone} onFocus={onFocus}>
      <div className="min-w-0">
        <QuestionField {...field} />
        {question.endsWith === undefined ? null : (
          <p role="status" className="mt-2 text-soft empty:hidden">
            {restIsOptional ? texts.restOptional : null}
          </p>
        )}
      </div>
    </NumberedItem>
  );
}

/** The control that fits the question: a select, checkboxes or free text (specification 2). */
function QuestionField(props: QuestionFieldProps) {
  if (isMultiSelect(props.question)) return <Checkboxes {...props} />;
  return props.question.type === 'open-ended' ? <FreeText {...props} /> : <SingleChoice {...props} />;
}

/** The specified select; on a phone large rows set it, and it shows again with all questions. */
function SingleChoice({ question, answer, isAlone, isOptional, unanswered, onAnswer }: QuestionFieldProps) {
  const texts = useTexts();
  const name = useId();
  return (
    <Field
      label={<QuestionText isAlone={isAlone}>{question.question}</QuestionText>}
      error={unanswered ? texts.optionMissing : null}
      required={!isOptional}
    >
      <Select
        value={String(answer ?? '')}
        onChange={(event) => onAnswer(event.currentTarget.value)}
        className={clsx('sm:max-w-96', isAlone && 'max-sm:hidden')}
      >
        <option value="">{texts.placeholder}</option>
        {question.options?.map((option) => (
          <option key={option} value={option} dir="auto">
            {option}
          </option>
        ))}
      </Select>
      {isAlone ? (
        <ChoiceGroup label={question.question}>
          {question.options?.map((option) => (
            <Choice
              key={option}
              type="radio"
              name={name}
              option={option}
              checked={answer === option}
              onChange={() => onAnswer(option)}
              onClick={isOptional && answer === option ? () => onAnswer('') : undefined}
            />
          ))}
        </ChoiceGroup>
      ) : null}
    </Field>
  );
}

/** The rows of a single choice on a phone, with the error of their field. */
function ChoiceGroup({ label, children }: { label: string; children: ReactNode }) {
  const { 'aria-invalid': isInvalid, 'aria-describedby': note } = useFieldControl();
  return (
    <div
      role="radiogroup"
      aria-label={label}
      aria-invalid={isInvalid}
      aria-describedby={note}
      className="mt-3 grid gap-2 sm:hidden"
    >
      {children}
    </div>
  );
}

/** As much as the server takes. */
const longestAnswer = 10_000;

function FreeText({ question, answer, isAlone, isOptional, unanswered, onAnswer }: QuestionFieldProps) {
  const texts = useTexts();
  return (
    <Field
      label={<QuestionText isAlone={isAlone}>{question.question}</QuestionText>}
      error={unanswered ? texts.answerMissing : null}
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

function Checkboxes({ question, answer, isAlone, onAnswer }: QuestionFieldProps) {
  const texts = useTexts();
  const help = useId();
  const chosen = [answer ?? []].flat();
  return (
    <fieldset aria-describedby={help} className="min-w-0">
      <legend>
        <QuestionText isAlone={isAlone}>{question.question}</QuestionText>
      </legend>
      <p id={help} className="mt-1 mb-3 text-soft">
        {/choose all that apply/i.test(question.question) ? texts.optional : texts.chooseAll}
      </p>
      <div className="grid gap-2 sm:grid-cols-2">
        {question.options?.map((option) => (
          <Choice
            key={option}
            type="checkbox"
            option={option}
            checked={chosen.includes(option)}
            onChange={() => onAnswer(toggled(answer, option))}
          />
        ))}
      </div>
    </fieldset>
  );
}

type ChoiceProps = ComponentProps<'input'> & { option: string };

/** An option as a row that is all target. */
function Choice({ option, ...input }: ChoiceProps) {
  return (
    <label className="flex min-h-13 items-center gap-3 rounded-m bg-card px-3.5 py-2.5 text-base outline-offset-2 outline-spark inset-ring inset-ring-line hover:inset-ring-edge has-focus-visible:outline-2 has-checked:inset-ring-[1.5px] has-checked:inset-ring-ink sm:min-h-12 sm:text-sm">
      <input {...input} className="size-5 shrink-0 accent-primary outline-none" />
      <bdi className="min-w-0 wrap-anywhere">{option}</bdi>
    </label>
  );
}

type SendingNoteProps = {
  surveyId: string;
  survey: SurveyDefinition;
  failure: SubmissionFailure | null;
  isStored: boolean;
};

/** How answers are sent, and after a failure the way out; the toast will be gone. */
function SendingNote({ surveyId, survey, failure, isStored }: SendingNoteProps) {
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

type SubmissionDeps = Pick<SurveyFormProps, 'show' | 'onChanged'> & {
  onSent: (note?: string) => Promise<void>;
};

/** Sends the answers, once at a time, then asks for their analysis. */
function useSubmission({ show, onSent, onChanged }: SubmissionDeps) {
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
