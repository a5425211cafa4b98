import type { AiTask } from '#shared/contracts/ai.ts';
import { enhancementPrompt } from '#shared/rules/build-prompts/enhancement-prompt.ts';
import { ideationPrompt } from '#shared/rules/ideation/ideation-prompt.ts';
import { validationPrompt } from '#shared/rules/plans/validation-prompt.ts';
import type { TaskPrompt } from '#shared/rules/text/prompt-parts.ts';

/** The prompt of any task. */
export function taskPrompt(task: AiTask): TaskPrompt {
  switch (task.kind) {
    case 'plan':
      return validationPrompt(task);
    case 'coach':
      return ideationPrompt(task);
    case 'build-prompt':
      return enhancementPrompt(task);
  }
}
