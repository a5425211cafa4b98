import type { AiConfig } from '#server/config.ts';
import { embeddedAi } from './embedded.ts';
import type { Ai } from './port.ts';

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
