import { readEnhancementPrompt } from '#shared/rules/enhancement-prompt.ts';
import { parseEnhancementReply } from '#shared/rules/enhancement-reply.ts';
import { readIdeationPrompt } from '#shared/rules/ideation-prompt.ts';
import { readIdeationReply } from '#shared/rules/ideation-reply.ts';
import type { GatedFeature } from '#shared/rules/plans.ts';
import { readValidationPrompt } from '#shared/rules/validation-prompt.ts';
import { parseValidationReply } from '#shared/rules/validation-reply.ts';

/** The feature that a prompt is for, also in other words than ours; null where every plan may ask. */
export function featureAskedFor(prompt: string): GatedFeature | null {
  // Coaching is for everybody, whatever the founder's own text in it holds.
  if (readIdeationPrompt(prompt) !== null) return null;
  // A plan without its survey is still what the gate stands before.
  if (readValidationPrompt(prompt) !== null || prompt.includes('surveyQuestions')) return 'validation';
  if (readEnhancementPrompt(prompt) !== null || asksForBuildPrompt(prompt)) return 'proof-of-concept';
  return null;
}

/** False for a reply that nobody could do anything with: blank, or to a prompt of ours with nothing to read in it. */
export function isUsable(prompt: string, completion: string): boolean {
  if (completion.trim() === '') return false;
  const coached = readIdeationPrompt(prompt);
  if (coached) return readIdeationReply(coached.stage, completion).markdown.trim() !== '';
  if (readValidationPrompt(prompt) !== null) return 'plan' in parseValidationReply(completion);
  if (readEnhancementPrompt(prompt) !== null) return 'response' in parseEnhancementReply(completion);
  return true;
}

/** Each of these words alone stands in innocent prompts; a rewritten app idea has them all. */
function asksForBuildPrompt(prompt: string): boolean {
  const asksForField = /["'“‘`]response["'”’`]/i.test(prompt);
  return (
    asksForField && /\bprompts?\b/i.test(prompt) && /\b(?:builders?|no-?code|app ideas?)\b/i.test(prompt)
  );
}
