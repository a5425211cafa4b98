import { type ReactNode, useState } from 'react';
import { completePrompt, type PlanTask } from '#shared/contracts/ai.ts';
import type { IdeaReading } from '#shared/contracts/reading.ts';
import type { Receipt } from '#shared/contracts/receipt.ts';
import type { ValidationPlan } from '#shared/contracts/surveys/validation.ts';
import type { Trail } from '#shared/contracts/trails.ts';
import { isMessageCode, type MessageCode, message } from '#shared/messages/catalogue.ts';
import { isUpgradeMessage } from '#shared/rules/billing/plans.ts';
import {
  modelReading,
  parseValidationOutput,
  readArrivedPlan,
  readPartialPlan,
} from '#shared/rules/model-output/validation.ts';
import { readAppName, readPitch, rename } from '#shared/rules/plans/app-name.ts';
import { missingPhrase, needsAsking } from '#shared/rules/plans/needs-asking.ts';
import { promptBody } from '#shared/rules/prompts/prompt-parts.ts';
import { validationPrompt, validationPromptVersion } from '#shared/rules/prompts/validation-prompt.ts';
import { ApiError } from '#web/api/api-error.ts';
import { useHasModel } from '#web/api/config.ts';
import { findTrail } from '#web/api/find-trail.ts';
import { type OnText, stream } from '#web/api/stream.ts';
import { type AskedPhrases, isComplete } from '#web/drafts/idea-phrases.ts';
import { readToken } from '#web/identity/token.ts';
import { RunWait, WithoutAi } from '#web/studio/StudioFrame.tsx';
import { type Run, unnamedModel } from '#web/studio/use-run.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { showToast } from '#web/ui/overlays/toast.ts';
import { RunFailure } from '#web/ui/states/RunFailure.tsx';
import { Spinner } from '#web/ui/states/Spinner.tsx';
import type { PlanRequest } from './PlanForm.tsx';
import { startPlan } from './plan/founder-plan.ts';
import type { CurrentPlan } from './plan/use-plan.ts';

/**
 * Turns an idea into the open plan (specification 4, Validation plan generation).
 * @param asking saves the reading of an idea that says too little, until there is a plan.
 * @param readingOf the founder's phrases of an idea.
 */
export function useGeneration(
  run: Run<PlanOutcome>,
  current: CurrentPlan,
  asking: AskedPhrases,
  readingOf: (idea: string) => IdeaReading | undefined,
) {
  const hasModel = useHasModel();
  /** By its button: a run also ends when the page is left. */
  const [wasStopped, setWasStopped] = useState(false);
  const [last, setLast] = useState<LastRun | null>(null);
  const [madeAtOnce, setMadeAtOnce] = useState<string | null>(null);

  async function generate(sent: PlanRequest, isWithoutAi = false) {
    const { idea } = sent;
    const reading = readingOf(idea);
    const isSame = last?.request.idea === idea;
    // Another survey stays wanted while its boxes are asked for.
    const request = isSame && last.request.isAnother ? { ...sent, isAnother: true as const } : sent;
    run.clear();
    setWasStopped(false);
    // The founder has filled in what a plan waited for.
    if (!isWithoutAi && isSame && last.waiting && reading)
      return finish(request, { ...last.waiting, reading });
    // A choice holds until there is a plan, also while phrases are asked for.
    const withoutModel = isWithoutAi || (isSame && last.withoutModel) ? true : undefined;
    setLast({ request, withoutModel, part: '' });
    const openId = current.plan?.surveyId;
    const ended = await run.start({
      ask: async (signal, arrive) => {
        // A provider that can't be reached is not a signed-out founder: the call itself will say what is wrong.
        if ((await readToken().catch(() => undefined)) === null) return { kind: 'signed-out' };
        // Without it the plan goes on.
        const trail = await findTrail({ idea }, signal).catch(() => null);
        const isOpenIdea = trail?.surveys.some(({ surveyId }) => surveyId === openId);
        if (trail && trail.surveys.length > 0 && !isOpenIdea && !request.isAnother)
          return { kind: 'known', trail };
        if (!signal.aborted) current.close();
        const boxes = reading ?? trail?.reading ?? undefined;
        return generatePlan({ kind: 'plan', idea, reading: boxes, withoutModel }, signal, arrive);
      },
    });
    if (ended?.outcome.kind === 'failed') keep(request, ended.part);
    if (ended) finish(request, ended.outcome);
  }

  function finish(request: PlanRequest, outcome: PlanOutcome) {
    const { idea, trail } = request;
    if (outcome.kind === 'plan') {
      open(request, inFounderWords(outcome.plan, trail?.content ?? ''), outcome);
      showToast(message('validation_ready'));
    }
    if (outcome.kind === 'signed-out') showToast(message('validation_sign_in'));
    if (outcome.kind === 'asked') {
      setLast((run) => run && { ...run, waiting: outcome.waiting });
      asking.ask(idea, outcome.reading);
    }
    if (outcome.kind === 'failed') showToast(message(outcome.failure.code));
  }

  function open({ idea, trail }: PlanRequest, plan: ValidationPlan, { reading, receipt }: PlanSource) {
    const { model } = receipt;
    const made = startPlan(plan, { idea, reading, model, receipt, trailId: trail?.trailId });
    setMadeAtOnce(readingOf(idea) ? null : made.surveyId);
    current.open(made);
    asking.change(idea, null);
    setLast(null);
    setWasStopped(false);
    run.clear();
  }

  /** Keeps what has arrived of a completion that ended too early, its boxes too. */
  function keep({ idea }: PlanRequest, part: string) {
    setLast((run) => run && { ...run, part });
    const { reading } = readArrivedPlan(part);
    if (reading && !readingOf(idea)) asking.change(idea, modelReading(reading));
  }

  function stop() {
    const part = run.stop();
    if (part === null) return;
    setWasStopped(true);
    if (last) keep(last.request, part);
  }

  const { ended } = run;
  const part = last?.part ?? '';
  const arrived = part === '' ? null : readArrivedPlan(part);
  const arrivedPlan = arrived?.plan ?? null;
  return {
    run,
    failure: ended?.outcome?.kind === 'failed' ? ended.outcome.failure : null,
    wasStopped,
    /** Survey of a plan that was made without asking first. */
    madeAtOnce,
    /** The idea of a sentence that has a survey already. */
    known:
      ended?.outcome?.kind === 'known' && last
        ? { idea: last.request.idea, trail: ended.outcome.trail }
        : null,
    /** Text of a completion that ended too early. */
    part,
    generate,
    stop,
    /** Opens the part as a plan; null where too little has arrived. */
    keepPart:
      arrivedPlan && last
        ? () => {
            const { request } = last;
            const receipt = receiptOf(last.withoutModel ? null : unnamedModel, 'unfinished');
            const reading = readingOf(request.idea) ?? arrived?.reading ?? undefined;
            const waiting: WaitingPlan = { kind: 'plan', plan: arrivedPlan, receipt };
            finish(
              request,
              reading && missingPhrase(reading)
                ? { kind: 'asked', reading, waiting }
                : { ...waiting, reading },
            );
          }
        : null,
    /** Null where no model is connected. */
    writeWithoutAi: hasModel
      ? () => {
          run.stop();
          if (last) generate(last.request, true);
        }
      : null,
  };
}

type LastRun = {
  request: PlanRequest;
  withoutModel: true | undefined;
  /** Arrived of a completion that ended too early. */
  part: string;
  /** A whole plan whose reading says too little: it waits for the founder's phrases. */
  waiting?: WaitingPlan | undefined;
};

/** The plan with the name and the sentence that the founder's own session gives the app. */
function inFounderWords(plan: ValidationPlan, session: string): ValidationPlan {
  const name = readAppName(session)?.name;
  if (!name) return plan;
  const own = (text: string) => rename(text, plan.appName, name);
  return {
    ...plan,
    appName: name,
    oneSentencePitch: readPitch(session, name) ?? own(plan.oneSentencePitch),
    problemParagraph: own(plan.problemParagraph),
    targetAudience: own(plan.targetAudience),
    surveyQuestions: plan.surveyQuestions.map((asked) => ({ ...asked, question: own(asked.question) })),
  };
}

/** The specified text by its code, and our server's refusal, which has a reason of its own. */
type PlanFailure = { code: MessageCode; refusal?: ApiError | undefined };

type PlanSource = { reading: IdeaReading | undefined; receipt: Receipt };
type WaitingPlan = { kind: 'plan'; plan: ValidationPlan; receipt: Receipt };

export type PlanOutcome =
  | (WaitingPlan & PlanSource)
  /** The idea says too little for a plan. */
  | { kind: 'asked'; reading: IdeaReading; waiting?: WaitingPlan | undefined }
  | { kind: 'failed'; failure: PlanFailure }
  | { kind: 'signed-out' }
  /** The sentence has a survey, which is offered first. */
  | { kind: 'known'; trail: Trail };

/**
 * Asks for a validation plan; every way it can end is in the outcome, nothing is thrown. The task's phrases are the
 * founder's own, which count whatever the completion says; where they say too little, they fill it up.
 */
async function generatePlan(task: PlanTask, signal: AbortSignal, onText: OnText): Promise<PlanOutcome> {
  try {
    const given = task.reading;
    const complete = given && isComplete(given) ? given : undefined;
    const body = promptBody(validationPrompt({ ...task, reading: complete }));
    const { completion, model } = await stream(completePrompt, { body, signal }, onText);
    const read = parseValidationOutput(completion);
    if ('failure' in read) return { kind: 'failed', failure: { code: read.failure } };
    const own = read.reading && (model === null ? read.reading : modelReading(read.reading));
    // The specification's plan has no phrases: a model that gives none is not asked for them.
    const reading = complete ?? (own ? withKnown(own, given) : given);
    const receipt = receiptOf(model, read.step);
    const plan: WaitingPlan | undefined =
      'plan' in read ? { kind: 'plan', plan: read.plan, receipt } : undefined;
    // Unread ideas are never shared, also when a model wrote a plan for one.
    if (reading && isTooLittle(reading, plan !== undefined && model !== null))
      return { kind: 'asked', reading, waiting: plan };
    return plan ? { ...plan, reading } : { kind: 'failed', failure: { code: 'ai_reply_incomplete' } };
  } catch (error) {
    return { kind: 'failed', failure: describe(error) };
  }
}

/** A model's plan has a first question of its own; without a model it is the founder's. */
function isTooLittle(reading: IdeaReading, isModelPlan: boolean): boolean {
  return isModelPlan ? missingPhrase(reading) !== null : needsAsking(reading);
}

/** A reading with its empty boxes filled from what the founder has said before. */
export function withKnown(read: IdeaReading, known: IdeaReading | undefined): IdeaReading {
  if (!known) return read;
  return {
    who: known.who || read.who,
    trouble: known.trouble || read.trouble,
    solution: known.solution || read.solution,
    question: known.question || read.question,
    language: read.language,
  };
}

function receiptOf(model: string | null, step: Receipt['step']): Receipt {
  return { model, at: new Date().toISOString(), promptVersion: validationPromptVersion, step };
}

function describe(error: unknown): PlanFailure {
  if (!(error instanceof ApiError)) return { code: 'validation_unknown' };
  if (error.code === 'ai_empty') return { code: 'ai_reply_empty' };
  // Words of a server that is not ours, such as a proxy, are not shown.
  const isOurs = error.code !== null && isMessageCode(error.code);
  return { code: 'validation_no_response', refusal: isOurs ? error : undefined };
}

type RunNoteProps = {
  generation: ReturnType<typeof useGeneration>;
  current: CurrentPlan;
  onSeePlans: () => void;
};

/** The plan that is being written, or how that ended. */
export function RunNote({ generation, current, onSeePlans }: RunNoteProps) {
  const { run, failure, wasStopped, part } = generation;
  const { plan, previous } = current;
  if (run.arrived !== null)
    return (
      <div className="mt-5 min-w-0 border-t border-line pt-4">
        <p role="status" className="flex items-center gap-2 text-soft">
          <Spinner className="size-4!" />
          Generating response, please wait...
        </p>
        <RunWait run={run} onWithoutAi={generation.writeWithoutAi} />
        <ArrivedParts text={run.arrived} />
      </div>
    );
  return (
    <>
      {failure ? (
        <FailureNote
          failure={failure}
          hasPrevious={previous !== null}
          onSeePlans={onSeePlans}
          actions={<WaysOn generation={generation} />}
        />
      ) : null}
      {wasStopped && !plan ? (
        <div className="mt-4 flex flex-wrap items-center gap-x-3 gap-y-2 text-soft">
          <p role="status">
            {`Stopped. ${previous ? 'Your idea and your previous plan are kept.' : 'Your idea is kept.'}`}
          </p>
          <WaysOn generation={generation} />
        </div>
      ) : null}
      {(failure || wasStopped) && !plan && part !== '' ? <ArrivedParts text={part} /> : null}
    </>
  );
}

/** Ways on after a reply that ended too early. */
function WaysOn({ generation }: Pick<RunNoteProps, 'generation'>) {
  const { keepPart, writeWithoutAi } = generation;
  return (
    <>
      {keepPart ? <Button onClick={keepPart}>Keep this part</Button> : null}
      <WithoutAi onWrite={writeWithoutAi} />
    </>
  );
}

type FailureNoteProps = {
  failure: PlanFailure;
  hasPrevious: boolean;
  onSeePlans: () => void;
  actions: ReactNode;
};

function FailureNote({ failure, hasPrevious, onSeePlans, actions }: FailureNoteProps) {
  const { code, refusal } = failure;
  const needsUpgrade = refusal !== undefined && isUpgradeMessage(refusal.code);
  return (
    <RunFailure
      title={message(code).text}
      reason={refusal?.message ?? null}
      onSeePlans={needsUpgrade ? onSeePlans : null}
      actions={needsUpgrade ? null : actions}
    >
      {`${hasPrevious ? 'Your idea and your previous plan are kept.' : 'Your idea is kept.'}${needsUpgrade ? '' : ' You can send it again, or word it differently.'}`}
    </RunFailure>
  );
}

/** The parts of the plan that have arrived, each once it is whole. */
function ArrivedParts({ text }: { text: string }) {
  const { appName, socialGroups = [], surveyQuestions = [], ...texts } = readPartialPlan(text);
  return (
    <>
      {appName ? (
        <p
          className="mt-3 text-[1.875rem] leading-9 font-semibold tracking-[-0.035em] wrap-anywhere"
          dir="auto"
        >
          {appName}
        </p>
      ) : null}
      {arrivingTexts.map(({ name, label }) =>
        texts[name] ? (
          <p key={name} className="mt-2 animate-fade wrap-anywhere" dir="auto">
            <span className="mr-2 text-meta text-faint">{label}</span>
            {texts[name]}
          </p>
        ) : null,
      )}
      {socialGroups.length > 0 ? (
        <p className="mt-2 animate-fade wrap-anywhere">
          <span className="mr-2 text-meta text-faint">Communities</span>
          {socialGroups.map(({ name }) => name).join(' · ')}
        </p>
      ) : null}
      {surveyQuestions.length > 0 ? (
        <ol aria-label="Questions" className="mt-3 divide-y divide-line border-y border-line">
          {surveyQuestions.map(({ question }, index) => (
            <li key={question} className="grid animate-fade grid-cols-[1.25rem_minmax(0,1fr)] gap-x-1 py-2">
              <span className="text-faint tabular-nums" aria-hidden="true">
                {index + 1}
              </span>
              <span className="wrap-anywhere" dir="auto">
                {question}
              </span>
            </li>
          ))}
        </ol>
      ) : null}
    </>
  );
}

const arrivingTexts = [
  { name: 'oneSentencePitch', label: 'Pitch' },
  { name: 'problemParagraph', label: 'Problem' },
  { name: 'targetAudience', label: 'Audience' },
] as const;
