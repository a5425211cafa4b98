import { setImmediate } from 'node:timers/promises';
import { readEnhancementPrompt } from '#shared/rules/enhancement-prompt.ts';
import { readIdeationPrompt } from '#shared/rules/ideation-prompt.ts';
import { composeBuildPrompt } from './composer/build-prompt/compose-build-prompt.ts';
import { composeValidationPlan } from './composer/compose-validation-plan.ts';
import { ideaInPrompt } from './composer/idea-in-prompt.ts';
import { composeIdeation } from './composer/ideation/compose-ideation.ts';
import { type Ai, AiError, type Completion, type CompletionRequest } from './port.ts';

/**
 * The adapter that needs no provider: composes the ideation coach's sections, build prompts and validation plans
 * from the founder's own words, the same for the same prompt (Design 7.11). The completion is one JSON object and
 * its model is null. Throws AiError 'refused' for prompts that ask for something else and 'aborted' when the
 * signal fires.
 */
export function embeddedAi(): Ai {
  return { complete };
}

async function complete({ prompt, signal, onText }: CompletionRequest): Promise<Completion> {
  if (signal?.aborted) throw new AiError('aborted');
  const reply = replyTo(prompt);
  if (reply === null) throw new AiError('refused');
  const text = JSON.stringify(reply, null, 2);
  for (const [index, piece] of piecesOf(text).entries()) {
    // Gives way to the event loop, so that a reader who goes away is noticed.
    await setImmediate();
    if (signal?.aborted) throw new AiError('aborted', text.slice(0, index * pieceLength));
    onText?.(piece);
  }
  return { text, model: null };
}

/** What the prompt asks for; our own prompts are known to the letter, so an idea cannot pass for one. */
function replyTo(prompt: string): object | null {
  const ideation = readIdeationPrompt(prompt);
  if (ideation !== null) return composeIdeation(ideation);
  const enhancement = readEnhancementPrompt(prompt);
  if (enhancement !== null) return composeBuildPrompt(enhancement);
  const idea = ideaInPrompt(prompt);
  return idea === null ? null : composeValidationPlan(idea);
}

const pieceLength = 700;

function piecesOf(text: string): string[] {
  return Array.from({ length: Math.ceil(text.length / pieceLength) }, (_, index) =>
    text.slice(index * pieceLength, (index + 1) * pieceLength),
  );
}
