import { AppError } from '#server/app-error.ts';
import type { Limit, Limits } from '#server/http/limits.ts';
import {
  type Ai,
  AiError,
  type AiFailure,
  type Completion,
  type CompletionRequest,
} from '#server/integrations/ai/port.ts';
import type { Plan, User } from '#shared/contracts/account.ts';
import type { AiTask } from '#shared/contracts/ai.ts';
import type { MessageCode } from '#shared/messages/catalogue.ts';
import { type GatedFeature, upgradeNeeded } from '#shared/rules/billing/plans.ts';
import { parseEnhancementOutput } from '#shared/rules/model-output/enhancement.ts';
import { readIdeationOutput } from '#shared/rules/model-output/ideation.ts';
import { parseValidationOutput } from '#shared/rules/model-output/validation.ts';
import { withoutHidden } from '#shared/rules/text/plain-text.ts';
import { taskPrompt } from './task-prompt.ts';

/** One accepted call, already counted; runs once. */
export type AcceptedCall = (signal: AbortSignal, listener?: Listener) => Promise<Answer>;
type Answer = { completion: string; model: string | null };
type Listener = {
  onText: (piece: string) => void;
  /** The completion so far was of no use: the pieces from now on are those of a second one. */
  onAgain: () => void;
};

/** `writer` needs no model, and `limit` counts the answers of each user (`answerLimit`). */
export type CompletionDeps = {
  ai: Ai;
  writer: Ai;
  readUser: (id: string) => Promise<User>;
  limit: Limit;
  now: () => number;
};

/** Answers in any 60 minutes. A founder who walks the whole trail needs about ten. */
const answersAnHour: Record<Plan, number> = { free: 20, pro: 60, developer: 200 };

/** A first completion that took longer than this is not asked for again: nobody waits twice for a slow model. */
const longestFirstCompletionMs = 60_000;

export const answerLimit = (limits: Limits): Limit =>
  limits('ai', Math.max(...Object.values(answersAnHour)), 3600);

/** @throws AppError too_many_requests. */
export async function checkLimit({ readUser, limit }: CompletionDeps, userId: string): Promise<void> {
  const { plan } = await readUser(userId);
  await limit.check(userId, answersAnHour[plan]);
}

/**
 * Checks the plan and counts the call; the returned function makes it (specification 7; design 7.10). A failed call, an
 * unusable completion and a text that no model wrote are not charged. A call that its reader ended after the first words
 * is charged, because the provider worked for it.
 * @throws AppError upgrade_to_pro, too_many_requests; the returned function one of the `ai_…` codes,
 *   with the AiError as its cause.
 */
export async function acceptCall(
  deps: CompletionDeps,
  userId: string,
  asked: CompletionBody,
): Promise<AcceptedCall> {
  const { readUser, limit } = deps;
  const request = completionRequest(asked);
  const user = readUser(userId);
  const allowed = user.then(({ plan }) => {
    const feature = featureOf(asked.task);
    const upgrade = feature && upgradeNeeded(plan, feature);
    if (upgrade) throw new AppError(upgrade);
    return answersAnHour[plan];
  });
  // Count in parallel: every founder waits for both.
  await limit.takeFrom(allowed, userId);
  return async (signal, listener) => {
    try {
      const wanted = { ...request, json: true, signal, onText: listener?.onText };
      const { text, model } = await complete(deps, wanted, listener?.onAgain);
      if (model === null || !isUsable(asked.task, text)) await limit.giveBack(userId);
      return { completion: text, model };
    } catch (error) {
      const known = error instanceof AiError ? error : null;
      if (known?.failure !== 'aborted' || known.partial === '') await limit.giveBack(userId);
      throw known ? new AppError(codes[known.failure], {}, { cause: error }) : error;
    }
  };
}

/** Asks once more when the completion is of no use for its task. */
async function complete(
  deps: CompletionDeps,
  request: CompletionRequest,
  onAgain?: () => void,
): Promise<Completion> {
  const { task } = request;
  const start = deps.now();
  const first = await outcomeOf(deps, request);
  const isUseless = 'text' in first ? !isUsable(task, first.text) : first.failure === 'empty';
  if (task && isUseless && deps.now() - start <= longestFirstCompletionMs && !request.signal?.aborted) {
    onAgain?.();
    const second = await outcomeOf(deps, request);
    if ('text' in second || second.failure === 'aborted') return completionOf(second);
  }
  return completionOf(first);
}

function outcomeOf(
  { ai, writer }: CompletionDeps,
  request: CompletionRequest,
): Promise<Completion | AiError> {
  return (request.task?.withoutModel ? writer : ai).complete(request).catch((error: unknown) => {
    if (error instanceof AiError) return error;
    throw error;
  });
}

function completionOf(outcome: Completion | AiError): Completion {
  if ('text' in outcome) return outcome;
  throw outcome;
}

const codes: Record<AiFailure, MessageCode> = {
  unavailable: 'ai_unavailable',
  'timed-out': 'ai_timed_out',
  busy: 'ai_busy',
  'not-connected': 'ai_not_connected',
  refused: 'ai_refused',
  empty: 'ai_empty',
  interrupted: 'ai_interrupted',
  aborted: 'ai_abandoned',
};

/** The feature that a text belongs to; null where every plan may ask. A prompt of one's own counts as the dearest. */
function featureOf(task: AiTask | undefined): GatedFeature | null {
  switch (task?.kind) {
    case 'plan':
      return 'validation';
    case 'coach':
      return null;
    default:
      return 'proof-of-concept';
  }
}

/** False for an unusable completion, which is not charged. */
function isUsable(task: AiTask | undefined, completion: string): boolean {
  if (completion.trim() === '') return false;
  switch (task?.kind) {
    case 'plan':
      return !('failure' in parseValidationOutput(completion));
    case 'coach':
      return readIdeationOutput(task.stage, completion).markdown.trim() !== '';
    case 'build-prompt':
      return 'response' in parseEnhancementOutput(completion);
    default:
      return true;
  }
}

/** The body of `POST /api/groq`. */
type CompletionBody = { prompt: string; task?: AiTask | undefined };

/**
 * The request for the AI. With a task the prompt is made from it and the one that was sent is not read. Hidden
 * characters go first: they could part a marker from its copy in the data.
 */
function completionRequest(
  asked: CompletionBody,
): Pick<CompletionRequest, 'task' | 'instructions' | 'prompt'> {
  if (!asked.task) return { prompt: withoutHidden(asked.prompt) };
  const task: AiTask = JSON.parse(withoutHidden(JSON.stringify(asked.task)));
  const { instructions, data } = taskPrompt(task);
  return { task, instructions, prompt: data };
}
