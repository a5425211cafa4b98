import { readEnhancementPrompt } from '#shared/rules/enhancement-prompt.ts';
import { readIdeationPrompt } from '#shared/rules/ideation-prompt.ts';
import { standInBuildPrompt, standInSections } from './openai-sections.data.ts';

/** What the ideation coach and the proof of concept are answered; null for prompts that are not theirs. */
export function studioReply(prompt: string): object | null {
  const ideation = readIdeationPrompt(prompt);
  if (ideation) return standInSections[ideation.stage];
  return readEnhancementPrompt(prompt) ? { response: standInBuildPrompt } : null;
}
