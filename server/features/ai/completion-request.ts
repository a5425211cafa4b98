import type { CompletionRequest } from '#server/integrations/ai/port.ts';
import type { AiTask } from '#shared/contracts/ai.ts';
import { withoutHidden } from '#shared/rules/hidden-characters.ts';
import { taskPrompt } from '#shared/rules/task-prompt.ts';

/** The body of `POST /api/groq`. */
export type CompletionBody = { prompt: string; task?: AiTask | undefined };

/**
 * The request for the AI. With a task the prompt is made from it and the one that was sent is not read. Hidden
 * characters go first: they could part a marker from its copy in the data.
 */
export function completionRequest(
  asked: CompletionBody,
): Pick<CompletionRequest, 'task' | 'instructions' | 'prompt'> {
  if (!asked.task) return { prompt: withoutHidden(asked.prompt) };
  const task: AiTask = JSON.parse(withoutHidden(JSON.stringify(asked.task)));
  const { instructions, data } = taskPrompt(task);
  return { task, instructions, prompt: data };
}
