import { setImmediate } from 'node:timers/promises';
import { composeValidationPlan } from './composer/compose-validation-plan.ts';
import { ideaInPrompt } from './composer/idea-in-prompt.ts';
import { type Ai, AiError, type Completion, type CompletionRequest } from './port.ts';

/**
 * The adapter that needs no provider: composes validation plans from the idea's own words, the same for the
 * same prompt (Design 7.11). The completion is the plan as JSON and its model is null. Throws AiError
 * 'refused' for prompts that ask for something else and 'aborted' when the signal fires.
 */
export function embeddedAi(): Ai {
  return { complete };
}

async function complete({ prompt, signal, onText }: CompletionRequest): Promise<Completion> {
  if (signal?.aborted) throw new AiError('aborted');
  const idea = ideaInPrompt(prompt);
  if (idea === null) throw new AiError('refused');
  const text = JSON.stringify(composeValidationPlan(idea), null, 2);
  for (const [index, piece] of piecesOf(text).entries()) {
    // Gives way to the event loop, so that a reader who goes away is noticed.
    await setImmediate();
    if (signal?.aborted) throw new AiError('aborted', text.slice(0, index * pieceLength));
    onText?.(piece);
  }
  return { text, model: null };
}

const pieceLength = 700;

function piecesOf(text: string): string[] {
  return Array.from({ length: Math.ceil(text.length / pieceLength) }, (_, index) =>
    text.slice(index * pieceLength, (index + 1) * pieceLength),
  );
}
