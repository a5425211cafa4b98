export type Tone = 'success' | 'error' | 'info';

/** One text that people see. `{name}` in `title` and `text` is filled from the message's parameters. */
export type Message = {
  title: string;
  text: string;
  tone: Tone;
  /** HTTP status when the server answers with it. */
  status?:
    | 400
    | 401
    | 402
    | 403
    | 404
    | 405
    | 408
    | 409
    | 410
    | 413
    | 415
    | 422
    | 429
    | 499
    | 500
    | 501
    | 502
    | 503
    | 504;
};

/** Keeps the exact keys and texts of a message group while checking each entry. */
export function messages<const Group extends Record<string, Message>>(group: Group): Group {
  return group;
}
