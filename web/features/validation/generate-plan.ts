import { completePrompt } from '#shared/contracts/ai.ts';
import type { IdeaReading } from '#shared/contracts/reading.ts';
import type { ParserStep, Receipt } from '#shared/contracts/receipt.ts';
import type { ValidationPlan } from '#shared/contracts/validation.ts';
import type { MessageCode } from '#shared/messages/catalogue.ts';
import { isUpgradeMessage } from '#shared/rules/billing/plans.ts';
import { modelReading, parseValidationReply } from '#shared/rules/model-output/validation.ts';
import { needsAsking } from '#shared/rules/plans/needs-asking.ts';
import { validationPrompt, validationPromptVersion } from '#shared/rules/plans/validation-prompt.ts';
import { promptBody } from '#shared/rules/text/prompt-parts.ts';
import { ApiError } from '#web/api/api-error.ts';
import { stream } from '#web/api/stream.ts';

/** Why there is no plan: the specified text by its code, and what the server itself says about it. */
export type PlanFailure = { code: MessageCode; reason: string | null; needsUpgrade: boolean };

export type PlanOutcome =
  | { kind: 'plan'; plan: ValidationPlan; reading: IdeaReading | undefined; receipt: Receipt }
  /** The idea says too little for a plan. */
  | { kind: 'asked'; reading: IdeaReading }
  | { kind: 'failed'; failure: PlanFailure }
  | { kind: 'stopped' };

/**
 * Asks for a validation plan; every way it can end is in the outcome, nothing is thrown.
 * @param given the founder's own phrases, which count whatever the reply says.
 */
export async function generatePlan(
  idea: string,
  given: IdeaReading | undefined,
  signal: AbortSignal,
  onText: (textSoFar: string) => void,
): Promise<PlanOutcome> {
  let arrived = '';
  const append = (piece: string) => {
    arrived += piece;
    onText(arrived);
  };
  try {
    const body = promptBody(validationPrompt({ kind: 'plan', idea, reading: given }));
    const { completion, model } = await stream(completePrompt, { body, signal }, append);
    const read = parseValidationReply(completion);
    if ('failure' in read)
      return { kind: 'failed', failure: { code: read.failure, reason: null, needsUpgrade: false } };
    const own = read.reading && (model === null ? read.reading : modelReading(read.reading));
    const reading = given ?? own ?? undefined;
    // Unread ideas are never shared, also when a model wrote a plan for one.
    if (reading && needsAsking(reading)) return { kind: 'asked', reading };
    if ('plan' in read)
      return { kind: 'plan', plan: read.plan, reading, receipt: receiptOf(model, read.step) };
    return { kind: 'failed', failure: { code: 'ai_reply_incomplete', reason: null, needsUpgrade: false } };
  } catch (error) {
    return signal.aborted ? { kind: 'stopped' } : { kind: 'failed', failure: describe(error) };
  }
}

function receiptOf(model: string | null, step: ParserStep): Receipt {
  return { model, at: new Date().toISOString(), promptVersion: validationPromptVersion, step };
}

function describe(error: unknown): PlanFailure {
  if (!(error instanceof ApiError)) return { code: 'validation_unknown', reason: null, needsUpgrade: false };
  if (error.code === 'ai_empty') return { code: 'ai_reply_empty', reason: null, needsUpgrade: false };
  const needsUpgrade = isUpgradeMessage(error.code);
  return { code: 'validation_no_response', reason: error.message, needsUpgrade };
}
