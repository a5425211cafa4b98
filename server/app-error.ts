import { type MessageCode, message, type ParamsThen } from '#shared/messages/catalogue.ts';

type AppErrorOptions = ErrorOptions & { retryAfter?: number; about?: string[] };

/** The one error that is shown to people: a catalogue code with its parameters. */
export class AppError<Code extends MessageCode = MessageCode> extends Error {
  readonly code: Code;
  readonly status: number;
  /** Seconds after which a retry makes sense; becomes `Retry-After`. */
  readonly retryAfter: number | undefined;
  /** Names of the fields, or ids of the things, that a form can mark. */
  readonly about: string[] | undefined;

  constructor(code: Code, ...[params, options = {}]: ParamsThen<Code, [options?: AppErrorOptions]>) {
    const entry = message<MessageCode>(code, params);
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
