import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type AnswerEvidence, type BuildPromptTask, completePrompt } from '#shared/contracts/ai.ts';
import { type BuildPromptForm, buildPromptLimit, type Rewrite } from '#shared/contracts/build-prompts.ts';
import type { IdeaLanguage, IdeaReading } from '#shared/contracts/reading.ts';
import type { Receipt } from '#shared/contracts/receipt.ts';
import { isMessageCode, message } from '#shared/messages/catalogue.ts';
import type { Message } from '#shared/messages/message.ts';
import { isUpgradeMessage } from '#shared/rules/billing/plans.ts';
import { formPromptVersion } from '#shared/rules/build-prompts/form-prompt.ts';
import { parseEnhancementOutput } from '#shared/rules/model-output/enhancement.ts';
import { enhancementPrompt, enhancementPromptVersion } from '#shared/rules/prompts/enhancement-prompt.ts';
import { promptBody } from '#shared/rules/prompts/prompt-parts.ts';
import { checkEvidence } from '#shared/rules/surveys/check-evidence.ts';
import { cutText, storable, withoutHalfCharacter } from '#shared/rules/text/plain-text.ts';
import { useRun } from '#web/ai/use-run.ts';
import { ApiError } from '#web/api/api-error.ts';
import { useConfig } from '#web/api/config.ts';
import { type OnText, stream } from '#web/api/stream.ts';
import { showToast } from '#web/ui/overlays/toast.ts';
import { evidenceQuery } from './EvidenceChoice.tsx';
import { readPartialResponse } from './partial-response.ts';
import { ideaWorkQuery } from './use-idea-work.ts';
import { sentForm } from './use-prompt-form.ts';

export type Rewriting = ReturnType<typeof useRewriting>;

/** Why there is no rewrite: the specified text, and the server's own message. */
export type RewriteFailure = { notice: Message; reason: string | null; needsUpgrade: boolean };

/** How the last run ended, and how much of its rewrite there is. */
type End = { failure: RewriteFailure | null; ending: 'nothing' | 'partial' | 'whole' | null };
const unended: End = { failure: null, ending: null };

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
type Outcome = { text: string; source: Source | null; failure: RewriteFailure | null };

/** Turns an idea into a rewrite (specification 4, Prompt enhancement). */
export function useRewriting(userId: string, onRewritten: (rewrite: Rewrite) => void) {
  const client = useQueryClient();
  const { data: config } = useConfig();
  const run = useRun();
  const [end, setEnd] = useState<End>(unended);

  /** Gives how it ended; null when another is under way or it was stopped. */
  async function enhance({ idea, trailId, reading, surveyId, form: answers, language }: Wanted) {
    let evidence: AnswerEvidence | null = null;
    let form: BuildPromptForm | undefined;
    const cut: Source = { model: answers || config?.ai === 'embedded' ? null : unnamed, step: 'unfinished' };
    const add = (text: string, source: Source) => {
      if (text.trim() !== '') onRewritten(rewriteOf({ idea, evidence, form, text, source }));
    };
    setEnd(unended);
    const ended = await run.start<Outcome>({
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
    if (!ended) return null;
    const { source, failure } = ended.outcome;
    const text = ended.outcome.text || (source ? '' : ended.part);
    if (failure) showToast(failure.notice);
    add(text, source ?? cut);
    const ending = source ? 'whole' : endingOf(text);
    setEnd({ failure, ending });
    return ending;
  }

  function stop() {
    const part = run.stop();
    if (part !== null) setEnd({ failure: null, ending: endingOf(part) });
  }

  return { arrived: run.arrived, ...end, enhance, stop, clear: () => setEnd(unended) };
}

function endingOf(part: string): 'nothing' | 'partial' {
  return part.trim() === '' ? 'nothing' : 'partial';
}

// A model's name comes with the end of its completion.
const unnamed = 'A model that was cut off before it gave its name';

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
async function askForRewrite(task: BuildPromptTask, signal: AbortSignal, onText: OnText): Promise<Outcome> {
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
