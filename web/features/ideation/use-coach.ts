import { useState } from 'react';
import { type AnswerEvidence, type CoachTask, completePrompt } from '#shared/contracts/ai.ts';
import { readAnalysis } from '#shared/contracts/analyses.ts';
import type { IdeationStage, SectionReceipt } from '#shared/contracts/ideation.ts';
import type { IdeaReading } from '#shared/contracts/reading.ts';
import { message } from '#shared/messages/catalogue.ts';
import { offline } from '#shared/messages/failures.ts';
import { stageAfter, textsOfStage } from '#shared/rules/ideation/ideation-stages.ts';
import type { StageForm } from '#shared/rules/ideation/stage-fields.ts';
import { readIdeationOutput, readPartialIdeationOutput } from '#shared/rules/model-output/ideation.ts';
import { ideationPrompt, ideationPromptVersion } from '#shared/rules/prompts/ideation-prompt.ts';
import { promptBody, type TaskPrompt } from '#shared/rules/prompts/prompt-parts.ts';
import { answerEvidence } from '#shared/rules/surveys/answer-evidence.ts';
import { preview } from '#shared/rules/text/plain-text.ts';
import { unnamedModel, useRun } from '#web/ai/use-run.ts';
import { ApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { useConfig } from '#web/api/config.ts';
import { answeredSurvey, findTrail } from '#web/api/find-trail.ts';
import { type OnText, stream } from '#web/api/stream.ts';
import { dismissError, showToast } from '#web/ui/overlays/toast.ts';
import { addSection, type ChangeDocument, type IdeationDocument, savePartial } from './session-document.ts';
import { clearFormDraft } from './use-form-draft.ts';

export type Coach = ReturnType<typeof useCoach>;

/** Result of the last section; `isShown` where nothing else in sight says it. */
export type CoachResult = { text: string; isShown: boolean };

const silent: CoachResult = { text: '', isShown: false };

type CoachDeps = {
  userId: string;
  change: ChangeDocument;
  /** The founder's phrases of an idea. */
  readingOf: (idea: string) => IdeaReading | undefined;
};

/**
 * Writes the next section into the session (specification 4, Ideation stages). It goes on behind a closed dialog.
 */
export function useCoach({ userId, change, readingOf }: CoachDeps) {
  const [failure, setFailure] = useState<CoachFailure | null>(null);
  const [wasShortened, setWasShortened] = useState(false);
  const [result, setResult] = useState(silent);
  const run = useRun();
  const { data: config } = useConfig();

  /** @param written the founder's form: the section is what it says, without AI. */
  async function write(document: IdeationDocument, written?: WrittenForm) {
    const { id, idea, content, nextStage: stage } = document;
    if (!stage || run.arrived !== null) return;
    dismissError();
    setFailure(null);
    setResult(silent);
    let check: Check | null = null;
    const savePart = (part: string) => {
      // A form keeps its words itself.
      if (written || !check) return;
      const markdown = check(part);
      change((now) => withPart(now, { stage, markdown }));
    };
    const ended = await run.start({
      ask: async (signal, arrive): Promise<CoachOutcome> => {
        const known = written ? nothingKnown : await readKnown(document, signal);
        const { evidence } = known;
        const checks = await loadChecks().catch(() => null);
        if (!checks)
          return {
            kind: 'failed',
            failure: { text: message('ideation_failed').text, reason: offline.text },
          };
        check = (text) => checks.checkEvidence(text, evidence).text;
        const task = {
          kind: 'coach',
          stage,
          idea: idea.trim(),
          content,
          edited: checks.editedLines(document),
          reading: written ? written.reading : (readingOf(idea) ?? known.reading),
          evidence,
          ...(written ? { form: written.form, withoutModel: true as const } : {}),
        } as const;
        const prompt = ideationPrompt(task);
        setWasShortened(!written && prompt.task.content !== content);
        return askCoach(prompt, check, signal, arrive);
      },
      readPart: (text) => readPartialIdeationOutput(stage, text),
      savePart,
      savesOften: true,
    });
    if (ended?.outcome.kind === 'failed') savePart(ended.part);
    if (ended) show(stage, ended.outcome);
    if (ended?.outcome.kind === 'section') clearFormDraft({ userId, sessionId: id, stage });
  }

  function show(stage: IdeationStage, outcome: CoachOutcome) {
    if (outcome.kind === 'failed') {
      setFailure(outcome.failure);
      showToast({ ...message('ideation_failed'), text: outcome.failure.text });
    }
    if (outcome.kind === 'section') {
      change((document) => addSection(document, { ...outcome, stage }));
      setResult({ text: `${textsOfStage(stage).title} is written.`, isShown: false });
      announceNext(stage);
    }
  }

  function stop() {
    const part = run.stop();
    if (part !== null) setResult({ text: part === '' ? stopped.nothing : stopped.part, isShown: true });
  }

  function clear() {
    setFailure(null);
    setResult(silent);
  }

  const arriving = run.arrived;
  return {
    isWithoutModel: config?.ai === 'embedded',
    wait: run,
    arriving,
    result,
    failure,
    wasShortened,
    write,
    stop,
    clear,
  };
}

/** A stage's form as it is sent, with the boxes of its idea. */
export type WrittenForm = { form: StageForm; reading: IdeaReading | undefined };

/** Toasts that a section is written and the next step. */
export function announceNext(stage: IdeationStage): void {
  const next = stageAfter(stage);
  showToast(
    next ? message('ideation_stage_done', { next: textsOfStage(next).title }) : message('ideation_all_done'),
  );
}

type ArrivedPart = { stage: IdeationStage; markdown: string };

/** The session with the part of its next section that has arrived; unchanged when it is at another section by now. */
function withPart(document: IdeationDocument, { stage, markdown }: ArrivedPart): IdeationDocument {
  if (document.nextStage !== stage) return document;
  const at = new Date().toISOString();
  const receipt = {
    stage,
    model: unnamedModel,
    at,
    promptVersion: ideationPromptVersion,
    step: 'unfinished' as const,
  };
  return savePartial(document, { markdown, receipt });
}

const stopped = {
  part: 'Stopped. What had arrived is kept.',
  nothing: 'Stopped before anything arrived; your idea is kept.',
};

type CoachFailure = {
  /** As specified, for the toast. */
  text: string;
  /** Text that stays in sight; it also says when the server could not be reached. */
  reason: string;
};

type CoachOutcome =
  | { kind: 'section'; markdown: string; original: string; receipt: SectionReceipt }
  | { kind: 'failed'; failure: CoachFailure }
  | { kind: 'stopped' };

/** Checks a text against all answers: the prompt may hold a part of them. */
type Check = (text: string) => string;

/** Fetched for a section, not to read one. */
async function loadChecks() {
  const [{ checkEvidence }, { editedLines }] = await Promise.all([
    import('#shared/rules/surveys/check-evidence.ts'),
    import('./edited-lines.ts'),
  ]);
  return { checkEvidence, editedLines };
}

/** Asks for one section; every way it can end is in the outcome, nothing is thrown. */
async function askCoach(
  prompt: TaskPrompt<CoachTask>,
  check: Check,
  signal: AbortSignal,
  onText: OnText,
): Promise<CoachOutcome> {
  const { stage } = prompt.task;
  try {
    const body = promptBody(prompt);
    const { completion, model } = await stream(completePrompt, { body, signal }, onText);
    const { markdown: original, step } = readIdeationOutput(stage, completion);
    if (completion.trim() === '' || original.trim() === '')
      return { kind: 'failed', failure: alike(message('ai_empty').text) };
    const at = new Date().toISOString();
    return {
      kind: 'section',
      // Without a model all quotes are the founder's own.
      markdown: model === null ? original : check(original),
      original,
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

type Known = { reading: IdeaReading | undefined; evidence: AnswerEvidence | null };

const nothingKnown: Known = { reading: undefined, evidence: null };

/** The idea's stored boxes and the answers to its newest survey. The coach goes on without what can't be read. */
async function readKnown(document: IdeationDocument, signal: AbortSignal): Promise<Known> {
  const trail = await findTrail(document, signal).catch(() => null);
  const surveyId = answeredSurvey(trail)?.surveyId;
  const analysis = surveyId && (await call(readAnalysis, { query: { surveyId }, signal }).catch(() => null));
  return { reading: trail?.reading ?? undefined, evidence: analysis ? answerEvidence(analysis) : null };
}
