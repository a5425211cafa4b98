import { completePrompt } from '#shared/contracts/ai.ts';
import type { ParserStep } from '#shared/contracts/receipt.ts';
import { isMessageCode, message } from '#shared/messages/catalogue.ts';
import type { Message } from '#shared/messages/message.ts';
import type { AnswerEvidence } from '#shared/rules/answer-evidence.ts';
import { enhancementPrompt } from '#shared/rules/enhancement-prompt.ts';
import { parseEnhancementReply } from '#shared/rules/enhancement-reply.ts';
import { ApiError } from '#web/api/api-error.ts';
import { stream } from '#web/api/stream.ts';
import { readPartialResponse } from './partial-response.ts';
import { firstUnits } from './prompt-document.ts';

/** Why there is no rewrite: the specified text, and what the server itself says about it. */
export type EnhanceFailure = { told: Message; reason: string | null; needsUpgrade: boolean };

/** `partial` is what had arrived of a rewrite that did not come to its end; '' when nothing had. */
export type EnhanceOutcome =
  | { kind: 'rewritten'; text: string; model: string | null; step: ParserStep }
  | { kind: 'stopped'; partial: string }
  | { kind: 'failed'; partial: string; failure: EnhanceFailure };

/** Asks for a rewrite of the idea; every way it can end is in the outcome, nothing is thrown. */
export async function enhanceIdea(
  given: { idea: string; evidence: AnswerEvidence | null },
  signal: AbortSignal,
  onText: (textSoFar: string) => void,
): Promise<EnhanceOutcome> {
  let arrived = '';
  const append = (piece: string) => {
    arrived += piece;
    onText(readPartialResponse(arrived));
  };
  try {
    const body = { prompt: enhancementPrompt(given) };
    const { completion, model } = await stream(completePrompt, { body, signal }, append);
    arrived = completion;
    const read = parseEnhancementReply(completion);
    if ('response' in read) return { kind: 'rewritten', text: read.response, model, step: read.step };
    const failure = { told: message(read.failure), reason: null, needsUpgrade: false };
    return { kind: 'failed', partial: readPartialResponse(arrived), failure };
  } catch (error) {
    const partial = readPartialResponse(arrived);
    return signal.aborted
      ? { kind: 'stopped', partial }
      : { kind: 'failed', partial, failure: describeFailure(error) };
  }
}

export function describeFailure(error: unknown): EnhanceFailure {
  const told = message('poc_no_response');
  if (!(error instanceof ApiError)) return { told, reason: null, needsUpgrade: false };
  const { status, statusText, code, body = '' } = error.details;
  if (code && isMessageCode(code)) {
    const needsUpgrade = code === 'upgrade_to_pro' || code === 'upgrade_to_developer';
    return { told, reason: error.message, needsUpgrade };
  }
  const excerpt = firstUnits(body, 100);
  const foreign = message('poc_server_error', { status, statusText, excerpt });
  // HTTP/2 has no status text.
  const text = foreign.text.replace(`error: ${status} . `, `error: ${status}. `);
  return { told: { ...foreign, text }, reason: null, needsUpgrade: false };
}
