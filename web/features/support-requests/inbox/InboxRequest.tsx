import { clsx } from 'clsx';
import EyeOff from 'lucide-react/icons/eye-off';
import { type ReactNode, type Ref, useImperativeHandle, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { InboxThread, RequestIdea } from '#shared/contracts/support-requests/support-inbox.ts';
import type { AnswerSla } from '#shared/contracts/support-requests/support-requests.ts';
import { message } from '#shared/messages/catalogue.ts';
import { planNames } from '#shared/rules/billing/plans.ts';
import { useConfig } from '#web/api/config.ts';
import { draftKey } from '#web/drafts/draft-store.ts';
import { SlaNote } from '#web/features/support-requests/SlaNote.tsx';
import { Conversation } from '#web/features/support-requests/thread/Conversation.tsx';
import { History } from '#web/features/support-requests/thread/History.tsx';
import { MessageForm, useMessageForm } from '#web/features/support-requests/thread/MessageForm.tsx';
import { RequestFields } from '#web/features/support-requests/thread/RequestFields.tsx';
import { RequestTitle, StatusBadges } from '#web/features/support-requests/thread/RequestHeader.tsx';
import { UnreachableNote } from '#web/features/support-requests/thread/UnreachableNote.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { Card, CardHeader } from '#web/ui/Card.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { dialogOnDemand } from '#web/ui/overlays/dialog-on-demand.tsx';
import { Fold } from '#web/ui/overlays/Fold.tsx';
import { showToast } from '#web/ui/overlays/toast.ts';
import { Time } from '#web/ui/Time.tsx';
import { InboxKeys } from './InboxKeys.tsx';
import { type MessageKind, useInboxWork } from './use-inbox.ts';
import { WorkBar } from './WorkBar.tsx';

const SavedAnswers = dialogOnDemand(() => import('./SavedAnswers.tsx').then((m) => m.SavedAnswers));

/** A support request as those who work on it see it. */
export function InboxRequest({ userId, thread }: { userId: string; thread: InboxThread }) {
  const work = useInboxWork(userId, thread.id);
  const composer = useRef<ComposerHandle>(null);
  const keys = {
    r: () => composer.current?.reply(),
    // The server says what is missing.
    e: () => thread.resolvedAt === null && work.action.mutate({ name: 'resolve' }),
  };
  const { idea } = thread;
  return (
    <div className={clsx('grid grid-cols-1 gap-5', idea && 'lg:grid-cols-[minmax(0,1fr)_19rem]')}>
      <div className="grid grid-cols-1 content-start gap-5">
        <InboxStatus thread={thread} keys={<InboxKeys keys={keys} />} />
        <UnreachableNote thread={thread}>The customer reads your answers in the app only.</UnreachableNote>
        <WorkBar userId={userId} thread={thread} action={work.action} />
        <Card>
          <CardHeader title="Request" />
          <RequestFields job={thread} />
        </Card>
        <Card>
          <CardHeader title="Conversation" className="mb-3" />
          <Conversation
            messages={thread.messages}
            reader="agent"
            requestId={thread.id}
            empty="Nobody has written yet."
          />
          <Composer ref={composer} userId={userId} thread={thread} work={work} />
        </Card>
        <History history={thread.history} reader="agent" />
      </div>
      {idea ? <Idea idea={idea} /> : null}
    </div>
  );
}

/** The customer's idea with its plan and verdict in short, beside the thread. */
function Idea({ idea: { name, idea, plan, verdict } }: { idea: RequestIdea }) {
  return (
    <aside aria-label="Idea" className="lg:mt-4">
      <Card className="grid grid-cols-1 gap-4 lg:sticky lg:top-4">
        <section>
          <h2 className="text-meta text-faint">Idea</h2>
          {name ? (
            <p dir="auto" className="font-medium wrap-anywhere">
              {name}
            </p>
          ) : null}
          <p dir="auto" className="line-clamp-6 wrap-anywhere">
            {idea}
          </p>
        </section>
        {plan ? <Plan plan={plan} /> : null}
        {verdict ? (
          <section>
            <h2 className="text-meta text-faint">
              {verdict.submissionCount === 1
                ? 'Verdict on 1 answer'
                : `Verdict on ${verdict.submissionCount.toLocaleString()} answers`}
            </h2>
            <p className="font-medium">{verdict.decision}</p>
            <ul className="grid grid-cols-1 gap-1">
              {verdict.figures.map(({ says, low, high }) => (
                <li key={says} dir="auto" className="wrap-anywhere">
                  <span>{`${says} `}</span>
                  <span className="text-meta whitespace-nowrap text-faint">{`(${low}–${high} %)`}</span>
                </li>
              ))}
            </ul>
          </section>
        ) : null}
      </Card>
    </aside>
  );
}

function Plan({ plan: { questions, ...plan } }: { plan: NonNullable<RequestIdea['plan']> }) {
  const texts = new Set([plan.pitch, plan.problem, plan.audience].filter((text) => text !== ''));
  return (
    <Fold title="Plan">
      {[...texts].map((text) => (
        <p key={text} dir="auto" className="wrap-anywhere">
          {text}
        </p>
      ))}
      <ol aria-label="Questions" className="ml-5 grid list-decimal grid-cols-1 gap-1">
        {questions.map((question) => (
          <li key={question} dir="auto" className="wrap-anywhere">
            {question}
          </li>
        ))}
      </ol>
    </Fold>
  );
}

type ComposerHandle = { reply: () => void };

type ComposerProps = {
  ref?: Ref<ComposerHandle>;
  userId: string;
  thread: InboxThread;
  work: ReturnType<typeof useInboxWork>;
};

/** Reply, question and note have a field each: what is typed in one can't be sent as another. */
function Composer({ ref, userId, thread, work }: ComposerProps) {
  function leaveQuestion() {
    // Only from there: another may have been chosen while it was sent.
    setMode((now) => (now === 'question' ? 'reply' : now));
    // Its button sends a reply now: a second press must not.
    field.current?.focus();
  }
  const forms = {
    reply: useModeForm('reply', { userId, thread, work }),
    question: useModeForm('question', { userId, thread, work }, leaveQuestion),
    note: useModeForm('note', { userId, thread, work }),
  };
  const begun = composerModes.filter(({ kind }) => !forms[kind].isEmpty).map(({ kind }) => kind);
  const [mode, setMode] = useState<MessageKind>(begun[0] ?? 'reply');
  const texts = composerModes.find(({ kind }) => kind === mode) ?? composerModes[0];
  const [isChoosing, setChoosing] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  useImperativeHandle(ref, () => ({
    reply() {
      flushSync(() => setMode('reply'));
      field.current?.focus();
    },
  }));
  const { text, isEmpty, change } = forms[mode];
  return (
    <section aria-label="Write" className={clsx('mt-5 rounded-m p-3 sm:p-4', texts.look)}>
      <ModeChoice mode={mode} begun={begun} onChoose={setMode} />
      <div className="mt-3">
        <MessageForm
          form={forms[mode]}
          label={texts.label(thread.customer.name || thread.customer.email)}
          help={<Hint texts={texts} thread={thread} />}
          button={texts.button}
          busyText={texts.busyText}
          variant={mode !== 'note' && isOpenAndMine(thread) && !isEmpty ? 'primary' : 'secondary'}
          second={
            mode === 'reply' ? { button: 'Send and resolve', disabled: !isOpenAndMine(thread) } : undefined
          }
          ref={field}
          beside={
            <Button variant="quiet" onClick={() => setChoosing(true)}>
              Saved answers
            </Button>
          }
        />
      </div>
      <SavedAnswers
        open={isChoosing}
        onOpenChange={setChoosing}
        userId={userId}
        text={text}
        onInsert={(saved) => {
          change(text.trim() ? `${text.trimEnd()}\n\n${saved}` : saved);
          setChoosing(false);
        }}
      />
    </section>
  );
}

const isOpenAndMine = ({ agent, resolvedAt }: InboxThread) => agent?.isMe === true && resolvedAt === null;

function useModeForm(kind: MessageKind, { userId, thread, work }: ComposerProps, onSent?: () => void) {
  return useMessageForm({
    storageKey: draftKey(userId, `inbox ${kind} ${thread.id}`),
    messages: thread.messages,
    post: (written) => work.write(kind, written),
    takesFiles: kind !== 'note',
    isBlocked: kind !== 'note' && !isOpenAndMine(thread),
    failureCode: 'inbox_failed',
    onSent() {
      showToast(message(sentCodes[kind]));
      onSent?.();
    },
    // Somebody else may have claimed or resolved a refused one.
    onFailed: work.refetch,
  });
}

const sentCodes = {
  reply: 'inbox_reply_sent',
  question: 'inbox_question_sent',
  note: 'inbox_note_saved',
} as const;

type ComposerTexts = {
  kind: MessageKind;
  name: string;
  label: (customer: string) => string;
  /** Effect of sending it. */
  help: (due: AnswerSla) => string;
  button: string;
  busyText: string;
  /** Each has a colour of its own, so that no one takes one for another. */
  look: string;
};

const byMail = 'Goes by e-mail too.';

const reply: ComposerTexts = {
  kind: 'reply',
  name: 'Reply',
  label: (customer) => `Reply to ${customer}`,
  help: ({ state }) => (state === 'running' || state === 'paused' ? `${byMail} Stops the clock.` : byMail),
  button: 'Send reply',
  busyText: 'Sending reply...',
  look: 'bg-card inset-ring inset-ring-edge',
};

const question: ComposerTexts = {
  kind: 'question',
  name: 'Ask the customer',
  label: (customer) => `Question for ${customer}`,
  help({ state }) {
    if (state === 'running') return `${byMail} Pauses the clock.`;
    return byMail;
  },
  button: 'Send question',
  busyText: 'Sending question...',
  look: 'bg-spark-wash inset-ring inset-ring-spark',
};

const note: ComposerTexts = {
  kind: 'note',
  name: 'Internal note',
  label: () => 'Note for agents',
  help: () => 'The customer never sees it.',
  button: 'Save note',
  busyText: 'Saving note...',
  look: 'bg-warn-wash outline-2 outline-dashed outline-warn',
};

const composerModes = [reply, question, note] as const;

type HintProps = { texts: ComposerTexts; thread: InboxThread };

/** Names a blocked action's reason before it is tried. On a tint the usual help would be too faint to read. */
function Hint({ texts: { kind, help }, thread: { agent, resolvedAt, due } }: HintProps) {
  if (kind === 'note')
    return (
      <span className="flex items-center gap-1.5 font-medium text-warn">
        <EyeOff size={14} aria-hidden="true" className="shrink-0" />
        {help(due)}
      </span>
    );
  const blockedBy = resolvedAt
    ? 'Reopen it before you write to the customer.'
    : 'Claim it before you write to the customer.';
  return <span className="text-soft">{agent?.isMe && !resolvedAt ? help(due) : blockedBy}</span>;
}

/** Title, customer, status and due clock. */
function InboxStatus({ thread, keys }: { thread: InboxThread; keys: ReactNode }) {
  const { appName, requestTitle, customer, created_at, due, customerWaitsSince } = thread;
  const { data: config } = useConfig();
  return (
    <header className="mt-4">
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <RequestTitle appName={appName} requestTitle={requestTitle} />
        </div>
        {keys}
      </div>
      <p className="mt-1.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-soft">
        <bdi className="min-w-0 wrap-anywhere">{customer.name || 'No name given'}</bdi>
        <a
          href={`mailto:${customer.email}`}
          className="min-w-0 font-medium wrap-anywhere text-spark-ink underline underline-offset-2"
        >
          {customer.email}
        </a>
        <Badge tone={customer.plan === 'developer' ? 'spark' : 'neutral'} icon={null}>
          {planNames[customer.plan]}
        </Badge>
      </p>
      <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-meta text-faint">
        <StatusBadges job={thread} reader="agent" />
        {thread.dueSoon ? <Badge tone="warn">Due soon</Badge> : null}
        <span>
          Sent <Time at={created_at} />
        </span>
        {customerWaitsSince ? (
          <span>
            Waiting since <Time at={customerWaitsSince} />
          </span>
        ) : null}
      </div>
      <SlaNote
        due={due}
        hours={config?.supportHours}
        reader="agent"
        isResolved={thread.resolvedAt !== null}
        className="mt-2"
      />
    </header>
  );
}

type ModeChoiceProps = {
  mode: MessageKind;
  /** Modes in which something is typed and not sent. */
  begun: MessageKind[];
  onChoose: (mode: MessageKind) => void;
};

function ModeChoice({ mode, begun, onChoose }: ModeChoiceProps) {
  return (
    <fieldset className="flex flex-wrap gap-1">
      <legend className="sr-only">What to write</legend>
      {composerModes.map(({ kind, name }) => (
        <label
          key={kind}
          className="flex min-h-8 cursor-pointer flex-wrap items-center gap-x-1.5 rounded-s px-3 py-1 font-medium whitespace-nowrap text-soft inset-ring inset-ring-transparent transition-colors duration-100 hover:text-ink has-checked:bg-lifted has-checked:text-ink has-checked:inset-ring-edge has-focus-visible:outline-2 has-focus-visible:outline-spark pointer-coarse:min-h-11"
        >
          <input
            type="radio"
            name="mode"
            value={kind}
            checked={kind === mode}
            onChange={() => onChoose(kind)}
            className="accent-primary"
          />
          {name}
          {kind !== mode && begun.includes(kind) ? (
            <span className="text-meta font-normal">not sent yet</span>
          ) : null}
        </label>
      ))}
    </fieldset>
  );
}
