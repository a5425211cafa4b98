import type { AiConfig } from '#server/config.ts';
import { embeddedAi } from './embedded.ts';
import { openaiCompatible } from './openai-compatible.ts';
import type { Ai } from './port.ts';

/** The adapter that the configuration names. `log` gets the reasons of failed calls, without keys. */
export function selectAi(config: AiConfig, log: (reason: string) => void): Ai {
  switch (config.kind) {
    case 'embedded':
      return embeddedAi();
    case 'openai-compatible':
      return openaiCompatible({ baseUrl: config.baseUrl, apiKey: config.apiKey, model: config.model, log });
    default:
      return config satisfies never;
  }
}
