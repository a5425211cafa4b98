import type { AiTask } from '#shared/contracts/ai.ts';
import { enhancementPrompt } from './enhancement-prompt.ts';
import { ideationPrompt } from './ideation-prompt.ts';
import type { TaskPrompt } from './prompt-parts.ts';
import { validationPrompt } from './validation-prompt.ts';

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
