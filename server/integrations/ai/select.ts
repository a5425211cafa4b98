import type { AiConfig } from '#server/config.ts';
import { embeddedAi } from './embedded.ts';
import { type Ai, AiError } from './port.ts';

/** The adapter that the configuration names. `log` gets the reasons of failed calls, without keys. */
export async function selectAi(config: AiConfig, log: (reason: string) => void): Promise<Ai> {
  switch (config.kind) {
    case 'embedded':
      return embeddedAi();
    case 'openai-compatible': {
      // Loaded only when chosen: the SDK costs 15 MB and a fifth of a second.
      const { openaiCompatible } = await import('./openai-compatible.ts');
      return openaiCompatible({ baseUrl: config.baseUrl, apiKey: config.apiKey, model: config.model, log });
    }
    default:
      return config satisfies never;
  }
}

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
