import { type LucideIcon, SearchX, TriangleAlert } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { surveyPageMessages } from '#shared/messages/survey-page.ts';
import { resultsPath } from '#shared/rules/surveys/survey-path.ts';
import { surveyTitle } from '#shared/rules/surveys/survey-title.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { buttonClass } from '#web/ui/controls/button-class.ts';
import { ToastCard, type ToastContent } from '#web/ui/overlays/ToastCard.tsx';
import { ErrorState } from '#web/ui/states/ErrorState.tsx';
import { Loading, Skeleton } from '#web/ui/states/Skeleton.tsx';
import { useTitle } from '#web/ui/use-title.ts';
import { loadStored, loadSurvey, type SurveyDefinition, type SurveyState } from './load-survey.ts';
import { SurveyForm } from './SurveyForm.tsx';
import { readSent, type SentAnswers, startChange } from './sent-answers.ts';
import { en } from './texts/en.ts';
import { failureText, pageToast, TextsContext, useTexts } from './texts/survey-texts.ts';
import { findAccount, signInAddress } from './visitor.ts';

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
  const texts = state.status === 'ready' ? state.texts : en;
  const survey = state.status === 'ready' ? state.survey : null;
  const [isAnswering, setIsAnswering] = useState(false);
  const before = isAnswering || survey?.isOwner || survey?.sharedDevice ? null : readSent(surveyId);
  useTitle(titleOf(state));

  const enter = useEffectEvent((status: SurveyState['status']) => {
    if (status === 'sign-in') leave(signInAddress(surveyId));
    if (status === 'data-missing') show(pageToast(texts, 'survey_data_missing'));
  });
  useEffect(() => enter(state.status), [state.status]);
  const language = state.status === 'ready' ? texts.language : 'en';
  useEffect(() => void document.documentElement.setAttribute('lang', language), [language]);

  return (
    <TextsContext value={texts}>
      {sent && survey ? (
        <ThankYou surveyId={surveyId} survey={survey} text={sent} onNext={() => setSent(null)} />
      ) : null}
      {!sent && survey && before ? (
        <AnsweredBefore
          surveyId={surveyId}
          survey={survey}
          sent={before}
          onAnswer={() => setIsAnswering(true)}
        />
      ) : null}
      {!sent && survey && !before ? (
        <SurveyForm
          surveyId={surveyId}
          survey={survey}
          onSent={(note = texts.saved) => setSent(note)}
          onChanged={refresh}
          show={show}
        />
      ) : null}
      {!sent && state.status !== 'ready' ? <NoSurvey state={state} onRetry={retry} /> : null}
      <ToastArea toast={toast} onDismiss={dismiss} />
    </TextsContext>
  );
}

function NoSurvey({ state, onRetry }: { state: SurveyState; onRetry: () => void }) {
  switch (state.status) {
    case 'not-found':
      return (
        <Notice
          icon={SearchX}
          title={surveyPageMessages.survey_not_found.title}
          text="Check the link, or ask for it again."
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
          {failureText(en, state.error)}
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
  const { subject } = state.survey;
  const letters = [...subject];
  const short = letters.length > titleLength ? `${letters.slice(0, titleLength).join('')}…` : subject;
  return surveyTitle(short, state.texts.language);
}

function SurveySkeleton() {
  return (
    <Loading label="Loading the survey">
      <div className="grid gap-x-24 gap-y-10 lg:grid-cols-[18.75rem_minmax(0,1fr)]">
        <Skeleton className="h-20 w-full" />
        <div className="grid gap-8">
          {['w-3/5', 'w-4/5', 'w-2/3'].map((width) => (
            <div key={width} className="grid gap-2.5">
              <Skeleton className={`h-7 ${width}`} />
              <Skeleton className="h-12 w-full" />
            </div>
          ))}
        </div>
      </div>
    </Loading>
  );
}

type ThankYouProps = { surveyId: string; survey: SurveyDefinition; text: string; onNext: () => void };

function ThankYou({ surveyId, survey, text, onNext }: ThankYouProps) {
  const texts = useTexts();
  const account = useAccount();
  return (
    <Ending title={texts.thanks} text={text}>
      {survey.sharedDevice && !survey.isOwner ? (
        <Button variant="primary" size="l" onClick={onNext}>
          {texts.nextPerson}
        </Button>
      ) : (
        <WaysOn surveyId={surveyId} survey={survey} account={account} />
      )}
    </Ending>
  );
}

type AnsweredBeforeProps = {
  surveyId: string;
  survey: SurveyDefinition;
  sent: SentAnswers;
  onAnswer: () => void;
};

/** A second visit. Only an account's later answers take the place of the first, so only an account can change them. */
function AnsweredBefore({ surveyId, survey, sent, onAnswer }: AnsweredBeforeProps) {
  const texts = useTexts();
  const account = useAccount();
  const isOther = typeof account === 'string' && sent.account !== null && sent.account !== account;

  const answerAsOther = useEffectEvent(onAnswer);
  useEffect(() => {
    if (isOther) answerAsOther();
  }, [isOther]);

  function change() {
    startChange(surveyId, sent);
    onAnswer();
  }

  return (
    <Ending title={texts.answered} text="">
      {typeof account === 'string' ? (
        <Button variant="primary" onClick={change}>
          {texts.change}
        </Button>
      ) : null}
      {account === null ? (
        <Button variant="quiet" onClick={onAnswer}>
          {texts.otherPerson}
        </Button>
      ) : null}
      <WaysOn surveyId={surveyId} survey={survey} account={account} />
    </Ending>
  );
}

/** The visitor's account; null for strangers, undefined while it is not known. */
function useAccount(): string | null | undefined {
  const [account, setAccount] = useState<string | null>();
  useEffect(() => {
    // Unknown: the way home is right for everybody.
    findAccount().then(setAccount, () => setAccount(null));
  }, []);
  return account;
}

type EndingProps = { title: string; text: string; children: ReactNode };

function Ending({ title, text, children }: EndingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    scrollTo(0, 0);
    heading.current?.focus();
  }, []);
  return (
    <div className="m-auto grid min-h-[22rem] content-center justify-items-center gap-3 py-12 text-center">
      <h1
        ref={heading}
        tabIndex={-1}
        className="text-5xl leading-none tracking-[-0.035em] text-balance outline-none sm:text-7xl"
      >
        {title}
      </h1>
      <p className="max-w-[44ch] text-lg text-soft empty:hidden">{text}</p>
      <div className="mt-6 flex min-h-12 flex-wrap items-center justify-center gap-3">{children}</div>
    </div>
  );
}

type WaysOnProps = { surveyId: string; survey: SurveyDefinition; account: string | null | undefined };

/** Results need an account (specification 6), so only people who have one are led there. */
function WaysOn({ surveyId, survey, account }: WaysOnProps) {
  const texts = useTexts();
  if (account === undefined) return null;
  if (account === null)
    return (
      <a href="/" className="rounded-s py-3 text-soft underline underline-offset-4 hover:text-ink">
        {texts.ownIdea}
      </a>
    );
  return (
    <>
      {survey.ownerOnlyResults && !survey.isOwner ? null : (
        <a href={resultsPath(surveyId)} className={buttonClass({ variant: 'primary' })}>
          {texts.results}
        </a>
      )}
      <a href="/startup-spark-suite/dashboard" className={buttonClass()}>
        {texts.dashboard}
      </a>
    </>
  );
}

type NoticeProps = {
  icon: LucideIcon;
  title: string;
  text: string;
  /** The next step. */
  children: ReactNode;
};

/** A page that has only one thing to say. */
function Notice({ icon: Icon, title, text, children }: NoticeProps) {
  return (
    <div className="grid justify-items-center gap-2 py-12 text-center sm:py-20">
      <span className="mb-2 grid size-12 place-items-center rounded-m bg-muted text-soft">
        <Icon size={22} aria-hidden="true" />
      </span>
      <h1 className="text-title">{title}</h1>
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
  const { dismiss: dismissLabel } = useTexts();
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
          <ToastCard {...toast} onDismiss={onDismiss} dismissLabel={dismissLabel} />
        </div>
      ) : null}
    </section>
  );
}
