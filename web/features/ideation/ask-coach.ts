import { type CoachTask, completePrompt } from '#shared/contracts/ai.ts';
import type { SectionReceipt } from '#shared/contracts/ideation.ts';
import { message } from '#shared/messages/catalogue.ts';
import { ideationPromptVersion } from '#shared/rules/ideation-prompt.ts';
import { readIdeationReply } from '#shared/rules/ideation-reply.ts';
import { preview } from '#shared/rules/preview.ts';
import { promptBody, type TaskPrompt } from '#shared/rules/prompt-parts.ts';
import { ApiError } from '#web/api/api-error.ts';
import { stream } from '#web/api/stream.ts';

export type CoachFailure = {
  /** As specified, for the toast. */
  text: string;
  /** What stays in sight; it also says when the server could not be reached. */
  reason: string;
};

export type CoachOutcome =
  | { kind: 'section'; markdown: string; receipt: SectionReceipt }
  | { kind: 'failed'; failure: CoachFailure }
  | { kind: 'stopped' };

/** Asks for one section; every way it can end is in the outcome, nothing is thrown. */
export async function askCoach(
  prompt: TaskPrompt<CoachTask>,
  signal: AbortSignal,
  onText: (piece: string) => void,
): Promise<CoachOutcome> {
  const { stage } = prompt.task;
  try {
    const body = promptBody(prompt);
    const { completion, model } = await stream(completePrompt, { body, signal }, onText);
    const { markdown, step } = readIdeationReply(stage, completion);
    if (completion.trim() === '' || markdown.trim() === '')
      return { kind: 'failed', failure: alike(message('ai_empty').text) };
    const at = new Date().toISOString();
    return {
      kind: 'section',
      markdown,
      receipt: { stage, model, at, promptVersion: ideationPromptVersion, step },
    };
  } catch (error) {
    return signal.aborted ? { kind: 'stopped' } : { kind: 'failed', failure: describeFailure(error) };
  }
}

/** Specification 8, Ideation AI call failure. */
export function describeFailure(error: unknown): CoachFailure {
  const unknown = message('ideation_failed').text;
  if (!(error instanceof ApiError)) return alike(unknown);
  if (error.code === 'offline') return { text: unknown, reason: error.message };
  if (error.details.text) return alike(error.message);
  const { body = '' } = error.details;
  const excerpt = isJson(body) ? '' : `. ${preview(body, excerptLength)}`;
  return alike(`Server error: ${error.status}${body === '' ? '' : excerpt}`);
}

const excerptLength = 100;

function alike(text: string): CoachFailure {
  return { text, reason: text };
}

function isJson(body: string): boolean {
  try {
    JSON.parse(body);
    return true;
  } catch {
    return false;
  }
}
