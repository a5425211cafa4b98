import { useMutation } from '@tanstack/react-query';
import { useEffectEvent, useState } from 'react';
import { type AnswerEvidence, type CoachTask, completePrompt } from '#shared/contracts/ai.ts';
import { type IdeationStage, type SectionReceipt, saveIdeation } from '#shared/contracts/ideation.ts';
import type { IdeaReading } from '#shared/contracts/reading.ts';
import { readAnalysis } from '#shared/contracts/surveys/analyses.ts';
import { message } from '#shared/messages/catalogue.ts';
import { offline } from '#shared/messages/failures.ts';
import { stageAfter, textsOfStage } from '#shared/rules/ideation/ideation-stages.ts';
import type { StageForm } from '#shared/rules/ideation/stage-fields.ts';
import { readIdeationOutput, readPartialIdeationOutput } from '#shared/rules/model-output/ideation.ts';
import { ideationPrompt, ideationPromptVersion } from '#shared/rules/prompts/ideation-prompt.ts';
import { promptBody, type TaskPrompt } from '#shared/rules/prompts/prompt-parts.ts';
import { answerEvidence } from '#shared/rules/surveys/answer-evidence.ts';
import { preview } from '#shared/rules/text/plain-text.ts';
import { ApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { useConfig } from '#web/api/config.ts';
import { readFailure } from '#web/api/failure-message.ts';
import { answeredSurvey, findTrail } from '#web/api/find-trail.ts';
import { type OnText, stream } from '#web/api/stream.ts';
import { savingKey } from '#web/drafts/unsent.ts';
import { readToken } from '#web/identity/token.ts';
import { useDocumentStudio } from '#web/studio/use-document-studio.ts';
import { type RunEnd, unnamedModel } from '#web/studio/use-run.ts';
import { dismissError, showToast } from '#web/ui/overlays/toast.ts';
import {
  addSection,
  blankDocument,
  documentOf,
  hasContent,
  hasText,
  type IdeationDocument,
  ideationDocuments,
  loadNewest,
  readSession,
  receiptsToSave,
  savePartial,
  tooLong,
} from './session-document.ts';
import { clearFormDraft } from './use-form-draft.ts';

export type IdeationStart = { sessionId: string } | { idea: string; trailId?: string };
export type Coach = ReturnType<typeof useCoach>;
type Session = ReturnType<typeof useDocumentStudio<IdeationDocument, CoachOutcome, IdeationStart>>;

type CoachDeps = {
  open: boolean;
  /** The session in progress when absent. */
  start: IdeationStart | undefined;
  userId: string;
  /** The founder's phrases of an idea. */
  readingOf: (idea: string) => IdeaReading | undefined;
  onSaved: () => void;
};

/**
 * The open session, saved in this browser and in the account, and the coach that writes its next section (specification
 * 4, Ideation stages). It goes on behind a closed dialog.
 */
export function useCoach({ open, start, userId, readingOf, onSaved }: CoachDeps) {
  const [wasShortened, setWasShortened] = useState(false);
  const { data: config } = useConfig();
  const session = useDocumentStudio<IdeationDocument, CoachOutcome, IdeationStart>({
    open,
    start,
    begin,
    documents: { owner: userId, ...ideationDocuments },
    isWorthReturning: (left) => hasText(left) && !left.saved,
  });
  const { document, change, run } = session;
  const saving = useSaving(session, onSaved);

  const renew = useEffectEvent((old: IdeationDocument, newest: IdeationDocument) => {
    // A section that began during the read belongs to the session on screen.
    if (run.arrived === null) session.renew(old, newest);
  });

  function begin(wanted: IdeationStart | undefined, isFirst: boolean) {
    const isResting = run.arrived === null && session.status === 'saved';
    if (wanted && 'sessionId' in wanted) {
      const { sessionId } = wanted;
      if (document?.id !== sessionId || isResting) session.goTo(sessionId);
    } else if (wanted && !(document && isOf(document, wanted))) session.show(blankDocument(wanted));
    else if (document?.saved && isResting)
      void session.read(async () => (await loadNewest()) ?? blankDocument(), session.show);
    // Another device may have gone on with it; what is here stays in sight until that is known.
    else if (document?.revision && isResting && !isFirst)
      readSession(document.id).then(
        (newest) => renew(document, newest),
        () => {},
      );
  }

  /** @param written the founder's form: the section is what it says, without AI. */
  async function write(asked: IdeationDocument, written?: WrittenForm) {
    const { id, idea, content, nextStage: stage } = asked;
    if (!stage || run.arrived !== null) return;
    dismissError();
    let check: Check | null = null;
    const savePart = (part: string) => {
      // A form keeps its words itself.
      if (written || !check) return;
      const markdown = check(part);
      change((now) => withPart(now, { stage, markdown }));
    };
    const ended = await run.start({
      ask: async (signal, arrive): Promise<CoachOutcome> => {
        const known = written ? nothingKnown : await readKnown(asked, signal);
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
          edited: checks.editedLines(asked),
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
    if (!ended) return;
    const { outcome, part } = ended;
    if (outcome.kind === 'failed') {
      savePart(part);
      showToast({ ...message('ideation_failed'), text: outcome.failure.text });
    } else {
      change((now) => addSection(now, { ...outcome, stage }));
      announceNext(stage);
      clearFormDraft({ userId, sessionId: id, stage });
    }
  }

  const { ended } = run;
  return {
    session,
    saving,
    run,
    isWithoutModel: config?.ai === 'embedded',
    result: resultOf(ended),
    failure: ended?.outcome?.kind === 'failed' ? ended.outcome.failure : null,
    wasShortened,
    write,
  };
}

/** It is the session in progress of this idea. */
function isOf({ saved, idea }: IdeationDocument, start: { idea: string }): boolean {
  return !saved && idea.trim() === start.idea.trim();
}

/** Result of the last section; `isShown` where nothing else in sight says it. */
export type CoachResult = { text: string; isShown: boolean };

function resultOf(ended: RunEnd<CoachOutcome> | null): CoachResult {
  if (ended?.outcome === null)
    return {
      text:
        ended.part === ''
          ? 'Stopped before anything arrived; your idea is kept.'
          : 'Stopped. What had arrived is kept.',
      isShown: true,
    };
  if (ended?.outcome.kind !== 'section') return { text: '', isShown: false };
  return { text: `${textsOfStage(ended.outcome.receipt.stage).title} is written.`, isShown: false };
}

/** Saves the session (specification 5 and 8); a failure loses nothing and stays in sight. */
function useSaving(session: Session, onSaved: () => void) {
  const saving = useMutation({
    mutationKey: savingKey,
    mutationFn: async (document: IdeationDocument) => {
      // Unsent changes come first; when that fails, the save itself will say why.
      const sent = (await session.flush()) ?? document;
      const { id, revision, trailId, idea, content, nextStage } = sent;
      const receipts = receiptsToSave(sent);
      const body = { id, revision, trailId: trailId || undefined, idea, content, nextStage, receipts };
      session.accept(sent, documentOf(await call(saveIdeation, { body })));
      return id;
    },
    onSuccess(savedId) {
      showToast(message('ideation_saved'));
      // Another one may be open by now.
      if (savedId === session.document?.id) onSaved();
    },
    onError(error) {
      const { notice } = readFailure(error, 'ideation_not_saved');
      showToast({ ...message('ideation_not_saved'), text: notice.text });
      // Changed elsewhere: saving it as a draft leads to the choice of its owner.
      if (error instanceof ApiError && error.status === 409) session.change((document) => ({ ...document }));
    },
  });

  async function save(document: IdeationDocument) {
    if (saving.isPending) return;
    // A provider that can't be reached is not a signed-out founder: the call itself will say what is wrong.
    const token = await readToken().catch(() => undefined);
    const long = tooLong(document);
    if (token === null) showToast(message('ideation_sign_in'));
    else if (!hasContent(document)) showToast(message('ideation_nothing_to_save'));
    else if (long) showToast(message('ideation_text_too_long', long));
    else saving.mutate(document);
  }

  const isOfThis = saving.variables?.id === session.document?.id;
  const reason = saving.error && isOfThis ? readFailure(saving.error, 'ideation_not_saved').reason : null;
  return { save, isSaving: saving.isPending, reason };
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

type CoachFailure = {
  /** As specified, for the toast. */
  text: string;
  /** Text that stays in sight; it also says when the server could not be reached. */
  reason: string;
};

type CoachOutcome =
  | { kind: 'section'; markdown: string; original: string; receipt: SectionReceipt }
  | { kind: 'failed'; failure: CoachFailure };

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
    return { kind: 'failed', failure: describeFailure(error) };
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
