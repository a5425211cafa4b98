import type { AiTask } from '#shared/contracts/ai.ts';
import { parseEnhancementReply } from '#shared/rules/enhancement-reply.ts';
import { readIdeationReply } from '#shared/rules/ideation-reply.ts';
import type { GatedFeature } from '#shared/rules/plans.ts';
import { parseValidationReply } from '#shared/rules/validation-reply.ts';
import type { CompletionBody } from './completion-request.ts';

/** The feature that is asked for, by task or by a prompt without hidden characters; null where every plan may ask. */
export function featureAskedFor({ task, prompt }: CompletionBody): GatedFeature | null {
  switch (task?.kind) {
    case 'plan':
      return 'validation';
    case 'build-prompt':
      return 'proof-of-concept';
    case 'coach':
      return null;
    default:
      if (prompt.includes('surveyQuestions')) return 'validation';
      return asksForBuildPrompt(prompt) ? 'proof-of-concept' : null;
  }
}

/** False for a completion that nobody could do anything with: it is not charged. */
export function isUsable(task: AiTask | undefined, completion: string): boolean {
  if (completion.trim() === '') return false;
  switch (task?.kind) {
    case 'plan':
      return !('failure' in parseValidationReply(completion));
    case 'coach':
      return readIdeationReply(task.stage, completion).markdown.trim() !== '';
    case 'build-prompt':
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
