import type { Ai } from './port.ts';

/** Placeholder until the composer is finished. */
export function embeddedAi(): Ai {
  return { complete: async () => ({ text: '', model: null }) };
}
