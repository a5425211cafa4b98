import type { IdeationStage } from '#shared/contracts/ideation.ts';
import { enhancementPrompt, readEnhancementPrompt } from '#shared/rules/enhancement-prompt.ts';
import { parseEnhancementReply } from '#shared/rules/enhancement-reply.ts';
import { withoutHidden } from '#shared/rules/hidden-characters.ts';
import { ideationPrompt, readIdeationPrompt } from '#shared/rules/ideation-prompt.ts';
import { readIdeationReply } from '#shared/rules/ideation-reply.ts';
import type { GatedFeature } from '#shared/rules/plans.ts';
import { readValidationPrompt, validationPrompt } from '#shared/rules/validation-prompt.ts';
import { parseValidationReply } from '#shared/rules/validation-reply.ts';

/** Which of our own instruction templates a prompt was made from; null for anybody else's. */
export type OwnPrompt =
  | { kind: 'ideation'; stage: IdeationStage }
  | { kind: 'validation' | 'enhancement' }
  | null;

export function readOwnPrompt(prompt: string): OwnPrompt {
  const coached = readIdeationPrompt(prompt);
  if (coached) return { kind: 'ideation', stage: coached.stage };
  if (readValidationPrompt(prompt) !== null) return { kind: 'validation' };
  return readEnhancementPrompt(prompt) === null ? null : { kind: 'enhancement' };
}

/**
 * A prompt of ours made again from its data without hidden characters: they could part a marker from its copy in the
 * data. Any other prompt just loses them.
 */
export function visiblePrompt(prompt: string): string {
  if (withoutHidden(prompt) === prompt) return prompt;
  const coached = readIdeationPrompt(prompt);
  if (coached) {
    const { stage, idea, content } = coached;
    return ideationPrompt({ stage, idea: withoutHidden(idea), content: withoutHidden(content) }).prompt;
  }
  const idea = readValidationPrompt(prompt);
  if (idea !== null) return validationPrompt(withoutHidden(idea));
  const enhancement = readEnhancementPrompt(prompt);
  if (enhancement === null) return withoutHidden(prompt);
  const { evidence } = enhancement;
  const visible: typeof evidence = evidence && JSON.parse(withoutHidden(JSON.stringify(evidence)));
  return enhancementPrompt({ idea: withoutHidden(enhancement.idea), evidence: visible });
}

/** The feature that a prompt is for, also in other words than ours; null where every plan may ask. */
export function featureAskedFor(prompt: string, own: OwnPrompt): GatedFeature | null {
  // Coaching is for everybody, whatever the founder's own text in it holds.
  if (own?.kind === 'ideation') return null;
  // A plan without its survey is still what the gate stands before.
  if (own?.kind === 'validation' || prompt.includes('surveyQuestions')) return 'validation';
  if (own?.kind === 'enhancement' || asksForBuildPrompt(prompt)) return 'proof-of-concept';
  return null;
}

/** False for a reply that nobody could do anything with: blank, or to a prompt of ours with nothing to read in it. */
export function isUsable(own: OwnPrompt, completion: string): boolean {
  if (completion.trim() === '') return false;
  switch (own?.kind) {
    case 'ideation':
      return readIdeationReply(own.stage, completion).markdown.trim() !== '';
    case 'validation':
      return 'plan' in parseValidationReply(completion);
    case 'enhancement':
      return 'response' in parseEnhancementReply(completion);
    default:
      return true;
  }
}

/** Each of these words alone stands in innocent prompts; a rewritten app idea has them all. */
function asksForBuildPrompt(prompt: string): boolean {
  const asksForField = /["'“‘`]response["'”’`]/i.test(prompt);
  return (
    asksForField && /\bprompts?\b/i.test(prompt) && /\b(?:builders?|no-?code|app ideas?)\b/i.test(prompt)
  );
}
