import { useQueryClient } from '@tanstack/react-query';
import { type AnswerEvidence, type BuildPromptTask, completePrompt } from '#shared/contracts/ai.ts';
import { type BuildPromptForm, buildPromptLimit, type Rewrite } from '#shared/contracts/build-prompts.ts';
import type { IdeaLanguage, IdeaReading } from '#shared/contracts/reading.ts';
import type { Receipt } from '#shared/contracts/receipt.ts';
import { readTrail } from '#shared/contracts/trails.ts';
import { isMessageCode, message } from '#shared/messages/catalogue.ts';
import type { Message } from '#shared/messages/message.ts';
import { isUpgradeMessage } from '#shared/rules/billing/plans.ts';
import { formPromptVersion } from '#shared/rules/build-prompts/form-prompt.ts';
import { parseEnhancementOutput, readPartialResponse } from '#shared/rules/model-output/enhancement.ts';
import { enhancementPrompt, enhancementPromptVersion } from '#shared/rules/prompts/enhancement-prompt.ts';
import { promptBody } from '#shared/rules/prompts/prompt-parts.ts';
import { checkEvidence } from '#shared/rules/surveys/check-evidence.ts';
import { cutText, storable, withoutHalfCharacter } from '#shared/rules/text/plain-text.ts';
import { ApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { useConfig } from '#web/api/config.ts';
import { answeredSurvey } from '#web/api/find-trail.ts';
import { type OnText, stream } from '#web/api/stream.ts';
import { useDocumentStudio } from '#web/studio/use-document-studio.ts';
import { type RunEnd, unnamedModel } from '#web/studio/use-run.ts';
import { showToast } from '#web/ui/overlays/toast.ts';
import { evidenceQuery } from './EvidenceChoice.tsx';
import {
  addRewrite,
  blankPrompt,
  isWorthSaving,
  type PromptDocument,
  promptDocuments,
  readPrompt,
} from './prompt-document.ts';
import { ideaWorkQuery } from './use-idea-work.ts';
import { sentForm } from './use-prompt-form.ts';

/** Start of the dialog: an earlier prompt, or an idea's trail. */
export type PromptStart = { promptId: string } | { idea: string; trailId: string; surveyId?: string };

export type OpenPrompt = ReturnType<typeof useBuildPrompt>;

/** Why there is no rewrite: the specified text, and the server's own message. */
export type RewriteFailure = { notice: Message; reason: string | null; needsUpgrade: boolean };

type Wanted = {
  idea: string;
  trailId: string | null;
  reading: IdeaReading | undefined;
  surveyId: string | null;
  /** Written from these answers; null where a model writes. */
  form: BuildPromptForm | null;
  language: IdeaLanguage;
};
type Source = Pick<Receipt, 'model' | 'step'>;
type RewriteOutcome = { text: string; source: Source | null; failure: RewriteFailure | null };

type PromptDeps = { open: boolean; start: PromptStart | undefined; userId: string };

/** The open prompt, saved in this browser and in the account, and its rewrites (specification 4, Prompt enhancement). */
export function useBuildPrompt({ open, start, userId }: PromptDeps) {
  const client = useQueryClient();
  const { data: config } = useConfig();
  const studio = useDocumentStudio<PromptDocument, RewriteOutcome, PromptStart>({
    open,
    start,
    waitsForRun: true,
    begin,
    documents: { owner: userId, ...promptDocuments },
    isWorthReturning: isWorthSaving,
    // Without the account's answer it is as it was left.
    readLeft: (left) => readPrompt(left.id).catch(() => left),
  });
  const { document, run, change } = studio;

  function begin(wanted: PromptStart | undefined) {
    if (!wanted) return;
    void studio.read(
      () => find(wanted, document),
      (found) => {
        if (found) studio.show(found);
        if ('trailId' in wanted) change((open) => prefill(open, wanted));
      },
    );
  }

  /** True once there is a whole rewrite. */
  async function enhance(wanted: Wanted): Promise<boolean> {
    const { idea, trailId, reading, surveyId, form: answers, language } = wanted;
    let evidence: AnswerEvidence | null = null;
    let form: BuildPromptForm | undefined;
    const cut: Source = {
      model: answers || config?.ai === 'embedded' ? null : unnamedModel,
      step: 'unfinished',
    };
    const add = (text: string, source: Source) => {
      if (text.trim() === '') return;
      const rewrite = rewriteOf({ idea, evidence, form, text, source });
      change((prompt) => addRewrite(prompt, rewrite));
    };
    const ended = await run.start({
      ask: async (signal, arrive) => {
        try {
          evidence = surveyId === null ? null : await client.fetchQuery(evidenceQuery(userId, surveyId));
        } catch (error) {
          // A rewrite without the answers is not what was asked for.
          const failure = describeFailure(error);
          const reason = `The survey answers could not be read. ${failure.reason ?? ''}`.trim();
          return { text: '', source: null, failure: { ...failure, reason } };
        }
        if (evidence?.submissionCount === 0) evidence = null;
        form = answers ? sentForm(answers, evidence, language) : undefined;
        const task = { kind: 'build-prompt', idea, reading, evidence } as const;
        if (form) return askForRewrite({ ...task, form, withoutModel: true }, signal, arrive);
        const known = ideaWorkQuery({ userId, trailId, idea, isRead: false });
        // It is written without them as well.
        const work = await client.fetchQuery(known).catch(() => null);
        const { name, plan, coached } = work ?? {};
        return askForRewrite(
          {
            ...task,
            reading: reading ?? work?.read ?? undefined,
            name: name || undefined,
            plan: plan || undefined,
            coached: coached || undefined,
          },
          signal,
          arrive,
        );
      },
      readPart: readPartialResponse,
      savePart: (part) => add(part, cut),
    });
    if (!ended) return false;
    const { text, source, failure } = ended.outcome;
    add(text || (source ? '' : ended.part), source ?? cut);
    if (failure) showToast(failure.notice);
    return !failure;
  }

  const { ended } = run;
  return { ...studio, enhance, failure: ended?.outcome?.failure ?? null, ending: endingOf(ended) };
}

/** How the last run ended, and how much of its rewrite there is; null where none has. */
function endingOf(ended: RunEnd<RewriteOutcome> | null): 'nothing' | 'partial' | 'whole' | null {
  if (!ended) return null;
  const { outcome, part } = ended;
  if (outcome && !outcome.failure) return 'whole';
  return (outcome?.text || part).trim() === '' ? 'nothing' : 'partial';
}

/** Null when it is open already. */
async function find(start: PromptStart, open: PromptDocument | null): Promise<PromptDocument | null> {
  if ('promptId' in start) return open?.id === start.promptId ? null : readPrompt(start.promptId);
  const { trailId, idea } = start;
  if (open?.trailId === trailId) return null;
  // Without the trail's list the idea begins a prompt of its own: nothing is lost by that.
  const trail = await call(readTrail, { params: { id: trailId } }).catch(() => null);
  const newest = trail?.buildPrompts[0];
  if (newest) return readPrompt(newest.id);
  return { ...blankPrompt(trailId, idea), surveyId: answeredSurvey(trail)?.surveyId ?? null };
}

/** Text typed for the idea is never replaced. */
function prefill(document: PromptDocument, start: { idea: string; surveyId?: string }): PromptDocument {
  const idea = document.idea.trim() === '' ? storable(start.idea) : document.idea;
  const surveyId = start.surveyId ?? document.surveyId;
  const isSame = idea === document.idea && surveyId === document.surveyId;
  return isSame ? document : { ...document, idea, surveyId };
}

type Written = {
  idea: string;
  evidence: AnswerEvidence | null;
  form: BuildPromptForm | undefined;
  text: string;
  source: Source;
};

function rewriteOf({ idea, evidence, form, text: written, source }: Written): Rewrite {
  const { model, step } = source;
  // Without a model all quotes are the founder's own.
  const text = storable(model === null ? written : checkEvidence(written, evidence).text);
  const unchecked = storable(written);
  const isKept = unchecked !== text && unchecked.length + text.length <= buildPromptLimit;
  return {
    original: idea,
    text,
    unchecked: isKept ? unchecked : undefined,
    receipt: {
      model,
      at: new Date().toISOString(),
      promptVersion: form ? formPromptVersion : enhancementPromptVersion,
      step,
    },
    surveyId: evidence?.surveyId ?? null,
    submissionCount: evidence?.submissionCount ?? null,
    form,
  };
}

/** Asks for a rewrite of the idea; every way it can end is in the outcome, nothing is thrown. */
async function askForRewrite(
  task: BuildPromptTask,
  signal: AbortSignal,
  onText: OnText,
): Promise<RewriteOutcome> {
  try {
    const body = promptBody(enhancementPrompt(task));
    const { completion, model } = await stream(completePrompt, { body, signal }, onText);
    const part = readPartialResponse(completion);
    const output = parseEnhancementOutput(completion);
    if ('response' in output)
      return { text: wholeOrCut(output.response, part), source: { model, step: output.step }, failure: null };
    const failure = { notice: message(output.failure), reason: null, needsUpgrade: false };
    return { text: part, source: null, failure };
  } catch (error) {
    return { text: '', source: null, failure: describeFailure(error) };
  }
}

/** The response; where reading the completion has cut it, with the line that says so. */
function wholeOrCut(response: string, arrived: string): string {
  const text = arrived.trim();
  const isCut = text.length > buildPromptLimit && text.startsWith(response);
  return isCut ? cutText(text, buildPromptLimit) : response;
}

function describeFailure(error: unknown): RewriteFailure {
  const notice = message('poc_no_response');
  if (!(error instanceof ApiError)) return { notice, reason: null, needsUpgrade: false };
  const { status, statusText, code, body = '' } = error.details;
  if (code && isMessageCode(code))
    return { notice, reason: error.message, needsUpgrade: isUpgradeMessage(code) };
  if (error.hasObject || body === '')
    return { notice, reason: error.details.text || null, needsUpgrade: false };
  const excerpt = withoutHalfCharacter(body.slice(0, 100));
  const foreign = message('poc_server_error', { status, statusText, excerpt });
  // HTTP/2 has no status text.
  const text = foreign.text.replace(`error: ${status} . `, `error: ${status}. `);
  return { notice: { ...foreign, text }, reason: null, needsUpgrade: false };
}
