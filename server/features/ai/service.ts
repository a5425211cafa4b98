import { AppError } from '#server/app-error.ts';
import type { Limits } from '#server/http/limits.ts';
import { type Ai, AiError, type AiFailure } from '#server/integrations/ai/port.ts';
import type { Plan, User } from '#shared/contracts/account.ts';
import type { MessageCode } from '#shared/messages/catalogue.ts';
import { upgradeNeeded } from '#shared/rules/plans.ts';
import { type CompletionBody, completionRequest } from './completion-request.ts';
import { featureAskedFor, isUsable } from './task-gates.ts';

export type AiService = ReturnType<typeof aiService>;

/** One admitted call, already counted; runs once. */
export type AdmittedCall = (
  signal: AbortSignal,
  onText?: (piece: string) => void,
) => Promise<{ completion: string; model: string | null }>;

type Settings = { ai: Ai; readUser: (id: string) => Promise<User>; limits: Limits };

/** Answers in any 60 minutes. A founder who walks the whole trail needs about ten. */
const answersAnHour: Record<Plan, number> = { free: 20, pro: 60, developer: 200 };

/** AI replies for signed-in users (specification 7; design 7.10). */
export function aiService({ ai, readUser, limits }: Settings) {
  const limit = limits('ai', Math.max(...Object.values(answersAnHour)), 3600);
  return {
    /** @throws AppError too_many_requests. */
    async checkLimit(userId: string): Promise<void> {
      const { plan } = await readUser(userId);
      await limit.check(userId, answersAnHour[plan]);
    },

    /**
     * Checks the plan and counts the call; the returned function then makes it. A call that fails is given
     * back, and one whose reply is of no use, but not one that its own reader ended when the first words were
     * there: the provider has worked for it.
     * @throws AppError upgrade_to_pro, too_many_requests; the returned function one of the `ai_…` codes,
     *   with the AiError as its cause.
     */
    async admit(userId: string, asked: CompletionBody): Promise<AdmittedCall> {
      const request = completionRequest(asked);
      const user = readUser(userId);
      const allowed = user.then(({ plan }) => {
        const feature = featureAskedFor({ task: asked.task, prompt: request.prompt });
        const upgrade = feature && upgradeNeeded(plan, feature);
        if (upgrade) throw new AppError(upgrade);
        return answersAnHour[plan];
      });
      // Counted meanwhile: every founder waits for both before a word is written.
      await limit.takeFrom(allowed, userId);
      return async (signal, onText) => {
        try {
          const { text, model } = await ai.complete({ ...request, json: true, signal, onText });
          if (!isUsable(asked.task, text)) await limit.giveBack(userId);
          return { completion: text, model };
        } catch (error) {
          const known = error instanceof AiError ? error : null;
          if (known?.failure !== 'aborted' || known.partial === '') await limit.giveBack(userId);
          throw known ? new AppError(codes[known.failure], {}, { cause: error }) : error;
        }
      };
    },
  };
}

const codes: Record<AiFailure, MessageCode> = {
  unavailable: 'ai_unavailable',
  'timed-out': 'ai_timed_out',
  busy: 'ai_busy',
  refused: 'ai_refused',
  empty: 'ai_empty',
  interrupted: 'ai_interrupted',
  aborted: 'ai_abandoned',
};
