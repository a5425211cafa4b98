import { setImmediate } from 'node:timers/promises';
import type { AiTask, BuildPromptTask } from '#shared/contracts/ai.ts';
import { writeFormPrompt } from '#shared/rules/build-prompts/form-prompt.ts';
import { writtenSection } from '#shared/rules/ideation/written-section.ts';
import { planLanguage } from '#shared/rules/plans/plan-language.ts';
import { type Ai, AiError, type Completion, type CompletionRequest } from './port.ts';
import { languageOf, readAndPlan } from './writer/read-idea.ts';

/**
 * The adapter that needs no provider: writes our own texts from their task, the same for the same task (design 7.11).
 * The completion is one JSON object and its model is null.
 * @throws AiError 'not-connected' for a prompt without a task, 'aborted' when the signal fires.
 */
export function embeddedAi(): Ai {
  return { complete };
}

async function complete({ task, signal, onText }: CompletionRequest): Promise<Completion> {
  if (signal?.aborted) throw new AiError('aborted');
  if (!task) throw new AiError('not-connected');
  const text = JSON.stringify(await write(task), null, 2);
  for (const [index, piece] of piecesOf(text).entries()) {
    // Gives way to the event loop, so that a reader who goes away is noticed.
    await setImmediate();
    if (signal?.aborted) throw new AiError('aborted', text.slice(0, index * pieceLength));
    onText?.(piece);
  }
  return { text, model: null };
}

function write(task: AiTask): object | Promise<object> {
  switch (task.kind) {
    case 'plan':
      return readAndPlan(task.idea, task.reading);
    case 'coach':
      return writtenSection(task);
    case 'build-prompt':
      return writeBuildPrompt(task);
  }
}

async function writeBuildPrompt(task: BuildPromptTask): Promise<{ response: string }> {
  const language = task.reading?.language ?? (await languageOf(task.idea));
  return { response: writeFormPrompt(task, planLanguage({ language })) };
}

const pieceLength = 700;

function piecesOf(text: string): string[] {
  return Array.from({ length: Math.ceil(text.length / pieceLength) }, (_, index) =>
    text.slice(index * pieceLength, (index + 1) * pieceLength),
  );
}
