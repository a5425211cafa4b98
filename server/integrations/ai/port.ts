/** Why a reply could not be had; the caller turns it into a catalogue message. */
export type AiFailure =
  | 'unavailable'
  | 'timed-out'
  | 'busy'
  | 'refused'
  | 'empty'
  | 'interrupted'
  | 'aborted';

/** Thrown by every adapter. `partial` is the text that arrived before a stream was cut. */
export class AiError extends Error {
  readonly failure: AiFailure;
  readonly partial: string;
  constructor(failure: AiFailure, partial = '') {
    super(`AI reply failed: ${failure}`);
    this.failure = failure;
    this.partial = partial;
  }
}

export type CompletionRequest = {
  prompt: string;
  /**
   * The place of people's own words in a prompt of ours, after a line break. The text before it goes as the system
   * message, the rest as the user's. Absent for any other prompt.
   */
  dataFrom?: number | undefined;
  /** Ask for one JSON object where the provider can promise it. */
  json: boolean;
  /** Ends the call upstream when the reader goes away. */
  signal?: AbortSignal;
  /** Called with each piece of text as it arrives; the pieces joined are the completion's text. */
  onText?: (piece: string) => void;
};

export type Completion = {
  text: string;
  /** The model's name, or null when the text was written without a model. */
  model: string | null;
};

/** The place of the first marker in a prompt of ours. */
export function firstMarker(prompt: string): number {
  return prompt.indexOf('\n<<<') + 1;
}

/** Writes text from a prompt. */
export type Ai = { complete(request: CompletionRequest): Promise<Completion> };
