import { useRef, useState } from 'react';
import { type AnswerEvidence, type CoachTask, completePrompt } from '#shared/contracts/ai.ts';
import { readAnalysis } from '#shared/contracts/analyses.ts';
import type { IdeationStage, SectionReceipt } from '#shared/contracts/ideation.ts';
import { type IdeaReading, ideaReading } from '#shared/contracts/reading.ts';
import { readTrail } from '#shared/contracts/trails.ts';
import { message } from '#shared/messages/catalogue.ts';
import { ideationPrompt, ideationPromptVersion } from '#shared/rules/ideation/ideation-prompt.ts';
import { stageAfter, textsOfStage } from '#shared/rules/ideation/ideation-stages.ts';
import { readIdeationReply, readPartialIdeationReply } from '#shared/rules/model-output/ideation.ts';
import { parseStrict } from '#shared/rules/model-output/lenient-json.ts';
import { needsAsking } from '#shared/rules/plans/needs-asking.ts';
import { answerEvidence } from '#shared/rules/surveys/answer-evidence.ts';
import { preview } from '#shared/rules/text/preview.ts';
import { promptBody, type TaskPrompt } from '#shared/rules/text/prompt-parts.ts';
import { ApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { useConfig } from '#web/api/config.ts';
import { stream } from '#web/api/stream.ts';
import { useIdeaPhrases } from '#web/drafts/idea-phrases.ts';
import { dismissError, showToast } from '#web/ui/toast.ts';
import type { ChangeDocument, IdeationDocument } from './ideation-document.ts';
import { addSection, savePartial } from './sections.ts';
import { useEnd, useFrames, useHidden } from './use-page-moments.ts';

export type Coach = ReturnType<typeof useCoach>;

/** Result of the last section; `isShown` where nothing else in sight says it. */
export type CoachNews = { text: string; isShown: boolean };

const silent: CoachNews = { text: '', isShown: false };

type CoachDeps = {
  userId: string;
  change: ChangeDocument;
  /** The founder's phrases of an idea. */
  readingOf: (idea: string) => IdeaReading | undefined;
};

/**
 * Writes the next section into the session (specification 4, Ideation stages), or asks for what its idea does not say.
 * It goes on behind a closed dialog.
 */
export function useCoach({ userId, change, readingOf }: CoachDeps) {
  const asking = useIdeaPhrases(userId);
  const [isAsking, setIsAsking] = useState(false);
  const [failure, setFailure] = useState<CoachFailure | null>(null);
  const [wasShortened, setWasShortened] = useState(false);
  const [news, setNews] = useState(silent);
  const { arriving, hasArrived, begin, end } = useArriving(change);

  async function write({ idea, content, trailId, nextStage: stage }: IdeationDocument) {
    const mine = stage && begin(stage);
    if (!mine) return;
    dismissError();
    setFailure(null);
    setNews(silent);
    const { signal } = mine.abort;
    const evidence = await coachEvidence(trailId, signal);
    const reading = readingOf(idea);
    const prompt = ideationPrompt({ kind: 'coach', stage, idea: idea.trim(), content, reading, evidence });
    setWasShortened(prompt.task.content !== content);
    const outcome = await askCoach(prompt, signal, mine.append);
    const isPart = outcome.kind === 'failed' || outcome.kind === 'stopped';
    if (end(mine, isPart)) tell(stage, idea, outcome);
  }

  function tell(stage: IdeationStage, idea: string, outcome: CoachOutcome) {
    if (outcome.kind === 'asked') {
      asking.ask(idea, outcome.reading);
      setIsAsking(true);
    }
    if (outcome.kind === 'failed') {
      setFailure(outcome.failure);
      showToast({ ...message('ideation_failed'), text: outcome.failure.text });
    }
    if (outcome.kind === 'section') {
      change((document) => addSection(document, { ...outcome, stage }));
      setIsAsking(false);
      setNews({ text: `${textsOfStage(stage).title} is written.`, isShown: false });
      tellNext(stage);
    }
  }

  function stop() {
    const isPart = hasArrived();
    if (end()) setNews({ text: isPart ? stopped.part : stopped.nothing, isShown: true });
  }

  function clear() {
    setFailure(null);
    setNews(silent);
    setIsAsking(false);
  }

  return { asking, isAsking, arriving, news, failure, wasShortened, write, stop, clear };
}

/** Says that a section is there and what comes next. */
export function tellNext(stage: IdeationStage): void {
  const next = stageAfter(stage);
  showToast(
    next ? message('ideation_stage_done', { next: textsOfStage(next).title }) : message('ideation_all_done'),
  );
}

type Run = { stage: IdeationStage; text: string; abort: AbortController; append: (piece: string) => void };

/**
 * Part of a section that has arrived, as Markdown; null while none is requested. It is saved in the session meanwhile.
 */
function useArriving(change: ChangeDocument) {
  const run = useRef<Run | null>(null);
  const savedAt = useRef(0);
  const model = useWriter();
  const [arriving, setArriving] = useState<string | null>(null);
  const draw = useFrames(() => {
    if (run.current) setArriving(partialOf(run.current));
  });

  function saveArrived(of: Run) {
    savedAt.current = Date.now();
    const { stage } = of;
    const at = new Date().toISOString();
    const receipt = { stage, model, at, promptVersion: ideationPromptVersion, step: 'unfinished' as const };
    const part = { markdown: partialOf(of), receipt };
    change((document) => (document.nextStage === stage ? savePartial(document, part) : document));
  }

  function begin(stage: IdeationStage): Run | null {
    if (run.current) return null;
    const append = (piece: string) => {
      mine.text += piece;
      draw();
      // Not in a frame: a hidden page gets none.
      if (run.current === mine && Date.now() - savedAt.current > saveEveryMs) saveArrived(mine);
    };
    const mine: Run = { stage, text: '', abort: new AbortController(), append };
    run.current = mine;
    savedAt.current = Date.now();
    setArriving('');
    return mine;
  }

  /** Ends the run under way; false when that is no longer `mine`. What has arrived stays, unless all of it has. */
  function end(mine = run.current, isPart = true): boolean {
    if (!mine || run.current !== mine) return false;
    run.current = null;
    if (isPart) saveArrived(mine);
    setArriving(null);
    mine.abort.abort();
    return true;
  }

  useHidden(() => {
    if (run.current) saveArrived(run.current);
  });
  useEnd(() => void end());
  // Not by what is drawn: that is a frame behind.
  const hasArrived = () => run.current !== null && partialOf(run.current) !== '';
  return { arriving, hasArrived, begin, end };
}

/** Model's name for a reply that never ends with one. Null where no model is used. */
function useWriter(): string | null {
  const { data: config } = useConfig();
  return config?.ai === 'embedded' ? null : 'A model that was cut off before it gave its name';
}

const stopped = {
  part: 'Stopped. What had arrived is kept.',
  nothing: 'Stopped before anything arrived; your idea is kept.',
};

/** A crash loses no more than this of what has arrived. */
const saveEveryMs = 3000;

function partialOf({ stage, text }: Run): string {
  return text === '' ? '' : readPartialIdeationReply(stage, text);
}

type CoachFailure = {
  /** As specified, for the toast. */
  text: string;
  /** Text that stays in sight; it also says when the server could not be reached. */
  reason: string;
};

type CoachOutcome =
  | { kind: 'section'; markdown: string; receipt: SectionReceipt }
  /** The idea says too little for a section. */
  | { kind: 'asked'; reading: IdeaReading }
  | { kind: 'failed'; failure: CoachFailure }
  | { kind: 'stopped' };

/** Asks for one section; every way it can end is in the outcome, nothing is thrown. */
async function askCoach(
  prompt: TaskPrompt<CoachTask>,
  signal: AbortSignal,
  onText: (piece: string) => void,
): Promise<CoachOutcome> {
  const { stage } = prompt.task;
  try {
    const body = promptBody(prompt);
    const { completion, model } = await stream(completePrompt, { body, signal }, onText);
    const reading = ideaReading.safeParse(parseStrict(completion)).data;
    if (reading && needsAsking(reading)) return { kind: 'asked', reading };
    const { markdown, step } = readIdeationReply(stage, completion);
    if (completion.trim() === '' || markdown.trim() === '')
      return { kind: 'failed', failure: alike(message('ai_empty').text) };
    const at = new Date().toISOString();
    return {
      kind: 'section',
      markdown,
      receipt: { stage, model, at, promptVersion: ideationPromptVersion, step },
    };
  } catch (error) {
    return signal.aborted ? { kind: 'stopped' } : { kind: 'failed', failure: describeFailure(error) };
  }
}

/** Specification 8, Ideation AI call failure. */
function describeFailure(error: unknown): CoachFailure {
  const unknown = message('ideation_failed').text;
  if (!(error instanceof ApiError)) return alike(unknown);
  if (error.code === 'offline') return { text: unknown, reason: error.message };
  if (error.details.text) return alike(error.message);
  const { body = '' } = error.details;
  const excerpt = isJson(body) ? '' : `. ${preview(body, excerptLength)}`;
  return alike(`Server error: ${error.status}${body === '' ? '' : excerpt}`);
}

const excerptLength = 100;

function alike(text: string): CoachFailure {
  return { text, reason: text };
}

function isJson(body: string): boolean {
  try {
    JSON.parse(body);
    return true;
  } catch {
    return false;
  }
}

/** The answers to the newest survey of the same idea; null where there are none. The coach goes on without them. */
async function coachEvidence(trailId: string, signal: AbortSignal): Promise<AnswerEvidence | null> {
  if (trailId === '') return null;
  try {
    const { surveys } = await call(readTrail, { params: { id: trailId }, signal });
    const answered = surveys.find(({ submissions, verdict }) => submissions > 0 && verdict !== null);
    if (!answered) return null;
    return answerEvidence(await call(readAnalysis, { query: { surveyId: answered.surveyId }, signal }));
  } catch {
    return null;
  }
}
