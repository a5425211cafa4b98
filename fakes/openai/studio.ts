import { ideationInstructions } from '#shared/rules/prompts/ideation-instructions.ts';
import { fakeBuildPrompt, fakeSections } from './sections.data.ts';

/** A section for the coach, a build prompt for the proof of concept; null for prompts that are not theirs. */
export function studioReply(prompt: string): object | null {
  const coaching = ideationInstructions.find(({ text }) => prompt.startsWith(text));
  if (coaching) return fakeSections[coaching.stage];
  return prompt.includes('the single field "response"') ? { response: fakeBuildPrompt } : null;
}
