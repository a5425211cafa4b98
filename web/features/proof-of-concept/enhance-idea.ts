import { type BuildPromptTask, completePrompt } from '#shared/contracts/ai.ts';
import { buildPromptLimit } from '#shared/contracts/build-prompts.ts';
import type { ParserStep } from '#shared/contracts/receipt.ts';
import { isMessageCode, message } from '#shared/messages/catalogue.ts';
import type { Message } from '#shared/messages/message.ts';
import { isUpgradeMessage } from '#shared/rules/billing/plans.ts';
import { enhancementPrompt } from '#shared/rules/build-prompts/enhancement-prompt.ts';
import { cutText, withoutHalfCharacter } from '#shared/rules/model-output/cut-output.ts';
import { parseEnhancementReply } from '#shared/rules/model-output/enhancement.ts';
import { promptBody } from '#shared/rules/text/prompt-parts.ts';
import { ApiError } from '#web/api/api-error.ts';
import { stream } from '#web/api/stream.ts';
import { partialResponse, readPartialResponse } from './partial-response.ts';

/** Why there is no rewrite: the specified text, and what the server itself says about it. */
export type EnhanceFailure = { notice: Message; reason: string | null; needsUpgrade: boolean };

/** `partial` is what had arrived of a rewrite that did not come to its end; '' when nothing had. */
export type EnhanceOutcome =
  | { kind: 'rewritten'; text: string; model: string | null; step: ParserStep }
  | { kind: 'stopped'; partial: string }
  | { kind: 'failed'; partial: string; failure: EnhanceFailure };

/** Asks for a rewrite of the idea; every way it can end is in the outcome, nothing is thrown. */
export async function enhanceIdea(
  given: Omit<BuildPromptTask, 'kind'>,
  signal: AbortSignal,
  onText: (textSoFar: string) => void,
): Promise<EnhanceOutcome> {
  let arrived = '';
  const read = partialResponse();
  const append = (piece: string) => {
    arrived = read(piece);
    onText(arrived);
  };
  try {
    const body = promptBody(enhancementPrompt({ kind: 'build-prompt', ...given }));
    const { completion, model } = await stream(completePrompt, { body, signal }, append);
    arrived = readPartialResponse(completion);
    const reply = parseEnhancementReply(completion);
    if ('response' in reply)
      return { kind: 'rewritten', text: wholeOrCut(reply.response, arrived), model, step: reply.step };
    const failure = { notice: message(reply.failure), reason: null, needsUpgrade: false };
    return { kind: 'failed', partial: arrived, failure };
  } catch (error) {
    return signal.aborted
      ? { kind: 'stopped', partial: arrived }
      : { kind: 'failed', partial: arrived, failure: describeFailure(error) };
  }
}

/** The response; where reading the reply has cut it, with the line that says so. */
function wholeOrCut(response: string, arrived: string): string {
  const text = arrived.trim();
  const isCut = text.length > buildPromptLimit && text.startsWith(response);
  return isCut ? cutText(text, buildPromptLimit) : response;
}

export function describeFailure(error: unknown): EnhanceFailure {
  const notice = message('poc_no_response');
  if (!(error instanceof ApiError)) return { notice, reason: null, needsUpgrade: false };
  const { status, statusText, code, body = '' } = error.details;
  if (code && isMessageCode(code)) {
    const needsUpgrade = isUpgradeMessage(code);
    return { notice, reason: error.message, needsUpgrade };
  }
  if (error.hasObject || body === '')
    return { notice, reason: error.details.text || null, needsUpgrade: false };
  const excerpt = withoutHalfCharacter(body.slice(0, 100));
  const foreign = message('poc_server_error', { status, statusText, excerpt });
  // HTTP/2 has no status text.
  const text = foreign.text.replace(`error: ${status} . `, `error: ${status}. `);
  return { notice: { ...foreign, text }, reason: null, needsUpgrade: false };
}
