import { clsx } from 'clsx';
import { CircleCheck, type LucideIcon, SearchX, TriangleAlert } from 'lucide-react';
import { type ReactNode, type Ref, useEffect, useEffectEvent, useRef, useState } from 'react';
import { surveyPageMessages } from '#shared/messages/survey-page.ts';
import { resultsPath } from '#shared/rules/surveys/survey-path.ts';
import { Card } from '#web/ui/Card.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { buttonClass } from '#web/ui/controls/button-class.ts';
import { ToastCard, type ToastContent } from '#web/ui/overlays/ToastCard.tsx';
import { ErrorState } from '#web/ui/states/ErrorState.tsx';
import { Loading, Skeleton } from '#web/ui/states/Skeleton.tsx';
import { useTitle } from '#web/ui/use-title.ts';
import { failureText, loadStored, loadSurvey, type SurveyState } from './load-survey.ts';
import { SurveyForm } from './SurveyForm.tsx';
import { isSignedIn, signInAddress } from './visitor.ts';

type SurveyScreenProps = {
  surveyId: string;
  /** Goes to an address outside of this page, without a way back to it. */
  leave: (address: string) => void;
};

/** The survey page in each of its states (specification 2, Survey page). */
export function SurveyScreen({ surveyId, leave }: SurveyScreenProps) {
  const { state, refresh, retry } = useSurvey(surveyId);
  const { toast, show, dismiss } = useToast();
  /** Note on the answers, once they are sent. */
  const [sent, setSent] = useState<string | null>(null);
  useTitle(titleOf(state));

  const enter = useEffectEvent((status: SurveyState['status']) => {
    if (status === 'sign-in') leave(signInAddress(surveyId));
    if (status === 'data-missing') show(surveyPageMessages.survey_data_missing);
  });
  useEffect(() => enter(state.status), [state.status]);

  return (
    <>
      {sent ? <ThankYou surveyId={surveyId} text={sent} /> : null}
      {!sent && state.status === 'ready' ? (
        <>
          <SurveyHeading idea={state.survey.idea} questions={state.survey.questions.length} />
          {state.survey.isOwner ? (
            <p className="mt-3 w-fit rounded-s bg-muted px-3 py-2 text-soft">
              Preview: your own answers are not counted.
            </p>
          ) : null}
          <SurveyForm
            surveyId={surveyId}
            survey={state.survey}
            onSent={(note = 'Your answers are saved.') => setSent(note)}
            onChanged={refresh}
            show={show}
          />
        </>
      ) : null}
      {!sent && state.status !== 'ready' ? <NoSurvey state={state} onRetry={retry} /> : null}
      <ToastArea toast={toast} onDismiss={dismiss} />
    </>
  );
}

function NoSurvey({ state, onRetry }: { state: SurveyState; onRetry: () => void }) {
  switch (state.status) {
    case 'not-found':
      return (
        <Notice
          icon={SearchX}
          title={surveyPageMessages.survey_not_found.title}
          text="There is no survey at this address. Please check the link, or ask who sent it to you."
        >
          <a href="/" className={buttonClass()}>
            Return to Home
          </a>
        </Notice>
      );
    case 'data-missing': {
      const { title, text } = surveyPageMessages.survey_data_missing;
      return (
        <Notice icon={TriangleAlert} title={title} text={text}>
          <Button onClick={onRetry}>Try again</Button>
        </Notice>
      );
    }
    case 'failed':
      return (
        <ErrorState title="The survey could not be loaded." onRetry={onRetry}>
          {failureText(state.error)}
        </ErrorState>
      );
    default:
      return <SurveySkeleton />;
  }
}

const titleLength = 60;

function titleOf(state: SurveyState): string {
  if (state.status === 'not-found') return surveyPageMessages.survey_not_found.title;
  if (state.status !== 'ready') return 'Survey';
  const { idea } = state.survey;
  const letters = [...idea];
  return `Feedback for: ${letters.length > titleLength ? `${letters.slice(0, titleLength).join('')}…` : idea}`;
}

/** About three lines on a wide screen. */
const longIdea = 180;

function SurveyHeading({ idea, questions }: { idea: string; questions: number }) {
  const [open, setOpen] = useState(false);
  const long = idea.length > longIdea || idea.split('\n').length > 3;
  return (
    <header>
      <h1
        className={clsx(
          'text-title wrap-anywhere text-pretty whitespace-pre-line',
          long && !open && 'line-clamp-4',
        )}
      >
        Feedback for: <bdi>{idea}</bdi>
      </h1>
      {long ? (
        <button
          type="button"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          className="mt-1 rounded-s py-1 font-medium text-spark-ink hover:underline pointer-coarse:py-3"
        >
          {open ? 'Show less' : 'Show the whole idea'}
        </button>
      ) : null}
      <p className="mt-2 text-soft">
        {questions === 1 ? 'One question' : `${questions} questions`}, to be answered from your own
        experience.
      </p>
    </header>
  );
}

function SurveySkeleton() {
  return (
    <Loading label="Loading the survey">
      <Skeleton className="h-8 w-4/5" />
      <Skeleton className="mt-3 h-4 w-2/5" />
      <Card className="mt-6 grid gap-8 sm:p-8">
        {['w-3/5', 'w-4/5', 'w-2/3'].map((width) => (
          <div key={width} className="ml-7 grid gap-2.5">
            <Skeleton className={`h-5 ${width}`} />
            <Skeleton className="h-control w-full" />
          </div>
        ))}
      </Card>
    </Loading>
  );
}

function ThankYou({ surveyId, text }: { surveyId: string; text: string }) {
  const [signedIn, setSignedIn] = useState(false);
  const title = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    title.current?.focus();
    // Unknown: the way home is right for everybody.
    isSignedIn().then(setSignedIn, () => setSignedIn(false));
  }, []);

  return (
    <Notice
      icon={CircleCheck}
      title="Thank You!"
      titleRef={title}
      text={`${text}${signedIn ? '' : ' The results can be seen with an account.'}`}
    >
      <a href={resultsPath(surveyId)} className={buttonClass({ variant: 'primary' })}>
        View Survey Results
      </a>
      <a href={signedIn ? '/startup-spark-suite/dashboard' : '/'} className={buttonClass()}>
        {signedIn ? 'Return to Dashboard' : 'Return to Home'}
      </a>
    </Notice>
  );
}

type NoticeProps = {
  icon: LucideIcon;
  title: string;
  /** For moving the focus there when the page has changed. */
  titleRef?: Ref<HTMLHeadingElement>;
  text: string;
  /** The next step. */
  children: ReactNode;
};

/** A page that has only one thing to say. */
function Notice({ icon: Icon, title, titleRef, text, children }: NoticeProps) {
  return (
    <div className="grid justify-items-center gap-2 py-12 text-center sm:py-20">
      <span className="mb-2 grid size-12 place-items-center rounded-m bg-muted text-soft">
        <Icon size={22} aria-hidden="true" />
      </span>
      <h1 ref={titleRef} tabIndex={titleRef ? -1 : undefined} className="text-title outline-none">
        {title}
      </h1>
      <p className="max-w-[44ch] text-base text-soft">{text}</p>
      <div className="mt-4 flex flex-wrap justify-center gap-3">{children}</div>
    </div>
  );
}

/** The survey at once if this browser has it, then as the server has it. */
function useSurvey(surveyId: string) {
  const [state, setState] = useState<SurveyState>(() => loadStored(surveyId));

  useEffect(() => {
    let present = true;
    loadSurvey(surveyId).then((loaded) => {
      if (present) setState(loaded);
    });
    return () => {
      present = false;
    };
  }, [surveyId]);

  /** Reads it again; what is on the screen stays there until something better has come. */
  async function refresh() {
    const loaded = await loadSurvey(surveyId);
    setState((current) => (current.status === 'ready' && loaded.status === 'failed' ? current : loaded));
  }

  async function retry() {
    setState({ status: 'loading' });
    setState(await loadSurvey(surveyId));
  }

  return { state, refresh, retry };
}

/** `id` grows, so that the same text shown again is a new toast. */
type Toast = ToastContent & { id: number };

/** The one toast of this page: a new one takes the place of the one that is there (specification 4, Survey). */
function useToast() {
  const [toast, setToast] = useState<Toast | null>(null);

  function show({ title, text, tone }: ToastContent) {
    setToast((current) => ({ id: (current?.id ?? 0) + 1, title, text, tone }));
  }

  return { toast, show, dismiss: () => setToast(null) };
}

// Like the app's toasts, without the library that shows those; on the right, clear of the submit button.
const milliseconds = { success: 5000, info: 5000, error: 9000 };

type ToastAreaProps = { toast: Toast | null; onDismiss: () => void };

function ToastArea({ toast, onDismiss }: ToastAreaProps) {
  const [resting, setResting] = useState(false);
  const dismiss = useEffectEvent(onDismiss);

  useEffect(() => {
    if (!toast || resting) return;
    const timer = setTimeout(dismiss, milliseconds[toast.tone]);
    return () => clearTimeout(timer);
  }, [toast, resting]);

  return (
    <section
      aria-label="Messages"
      aria-live="polite"
      onPointerEnter={() => setResting(true)}
      onPointerLeave={() => setResting(false)}
      className="pointer-events-none fixed inset-x-4 top-4 z-50 sm:inset-x-auto sm:top-auto sm:right-6 sm:bottom-6"
    >
      {toast ? (
        <div key={toast.id} className="animate-fade">
          <ToastCard {...toast} onDismiss={onDismiss} />
        </div>
      ) : null}
    </section>
  );
}
