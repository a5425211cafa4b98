import { clsx } from 'clsx';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import { type FormEvent, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import {
  endOfSurvey,
  findUnanswered,
  isMultiSelect,
  type SurveyAnswer,
} from '#shared/rules/surveys/survey-answers.ts';
import { surveyTitle } from '#shared/rules/surveys/survey-title.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import type { ToastContent } from '#web/ui/overlays/ToastCard.tsx';
import { fitAnswers, useAnswersDraft } from './answers-draft.ts';
import { ContactItem, isWrongContact } from './ContactItem.tsx';
import { useFocus, useKeys } from './keys.ts';
import type { SurveyDefinition } from './load-survey.ts';
import { QuestionItem, toggled } from './QuestionItem.tsx';
import { SendingNote, useSubmission } from './sending.tsx';
import { rememberSent } from './sent-answers.ts';
import { useTexts } from './texts/survey-texts.ts';

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
  const position = questions.findIndex(({ question }) => question === draft.at);
  const at = asksContact && draft.at === '' ? questions.length : Math.max(0, position);
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
    goTo(open);
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

function isAnswered(answer: SurveyAnswer | undefined): boolean {
  return [answer ?? []].flat().join('').trim() !== '';
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
