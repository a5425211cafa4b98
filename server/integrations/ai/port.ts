import type { AiTask } from '#shared/contracts/ai.ts';

/** Why there is no completion; the caller turns it into a catalogue message. */
export type AiFailure =
  | 'unavailable'
  | 'timed-out'
  | 'busy'
  | 'not-connected'
  | 'refused'
  | 'empty'
  | 'interrupted'
  | 'aborted';

/** Thrown by every adapter. `partial` is the text that arrived before a stream was cut. */
export class AiError extends Error {
  readonly failure: AiFailure;
  readonly partial: string;
  constructor(failure: AiFailure, partial = '') {
    super(`AI completion failed: ${failure}`);
    this.failure = failure;
    this.partial = partial;
  }
}

export type CompletionRequest = {
  /** The wanted text; all that the adapter without a model reads. */
  task?: AiTask | undefined;
  /** Goes as the system message. */
  instructions?: string | undefined;
  /** Goes as the user's message: with instructions only what people wrote. */
  prompt: string;
  /** Ask for one JSON object where the provider can promise it. */
  json: boolean;
  /** Ends the call upstream when the reader goes away. */
  signal?: AbortSignal;
  /**
   * Called with each piece of text as it arrives. The pieces joined are the completion's text, but for reasoning that
   * no mark announced: only the completion is without it.
   */
  onText?: (piece: string) => void;
};

export type Completion = {
  text: string;
  /** The model's name, or null when the text was written without a model. */
  model: string | null;
};

/** Writes text for a task or from a prompt. */
export type Ai = { complete(request: CompletionRequest): Promise<Completion> };
