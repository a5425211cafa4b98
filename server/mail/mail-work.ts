import { MailRefusedError } from '#server/integrations/mail/port.ts';

/** Options of every mail queue: a slow mail blocks no other, a refused one is not retried. */
export const mailWork = {
  atOnce: 2,
  isFinal: (error: unknown) => error instanceof MailRefusedError,
};

/** The failure as it is stored with what was to be sent. */
export function failureText(error: unknown): string {
  return String(error instanceof Error ? error.message : error).slice(0, 500);
}
