import { type Ai, AiError } from './port.ts';

/** The same AI, whose calls are cut off when `ended` fires; to their readers they are interrupted, not given up. */
export function untilEnded(ai: Ai, ended: AbortSignal): Ai {
  return {
    complete: (request) => {
      const signal = request.signal ? AbortSignal.any([request.signal, ended]) : ended;
      return ai.complete({ ...request, signal }).catch((error: unknown) => {
        const isCutOff = ended.aborted && !request.signal?.aborted;
        if (isCutOff && error instanceof AiError) throw new AiError('interrupted', error.partial);
        throw error;
      });
    },
  };
}
