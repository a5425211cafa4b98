import { ideationInstructions } from '#shared/rules/ideation/ideation-instructions.ts';
import { standInBuildPrompt, standInSections } from './openai-sections.data.ts';

/** A section for the coach, a build prompt for the proof of concept; null for prompts that are not theirs. */
export function studioReply(prompt: string): object | null {
  const coaching = ideationInstructions.find(({ text }) => prompt.startsWith(text));
  if (coaching) return standInSections[coaching.stage];
  return prompt.includes('the single field "response"') ? { response: standInBuildPrompt } : null;
}
