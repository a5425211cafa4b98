import { type MessageCode, type MessageParams, message } from '#shared/messages/catalogue.ts';

/** The one error that is shown to people: a catalogue code with its parameters. */
export class AppError extends Error {
  readonly code: MessageCode;
  readonly status: number;
  /** Seconds after which a retry makes sense; becomes `Retry-After`. */
  readonly retryAfter: number | undefined;
  /** Names of the fields, or ids of the things, that a form can mark. */
  readonly about: string[] | undefined;

  constructor(
    code: MessageCode,
    params: MessageParams = {},
    options: ErrorOptions & { retryAfter?: number; about?: string[] } = {},
  ) {
    const entry = message(code, params);
    super(entry.text, options);
    this.code = code;
    this.status = entry.status ?? 500;
    this.retryAfter = options.retryAfter;
    this.about = options.about;
  }

  /** The wire form; `error` and `message` carry the same text (design 5). */
  get body(): { code: MessageCode; error: string; message: string; about?: string[] } {
    const { code, message, about } = this;
    return { code, error: message, message, ...(about && { about }) };
  }
}
