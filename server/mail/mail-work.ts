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

type DeliveryState = { deliveredAt?: Date; failure: string | null; givenUpAt: Date | null };

/**
 * Sends a stored mail. Its row says when it was delivered, or why it failed and whether that ended it.
 * @throws what `send` throws.
 */
export async function sendStored(
  send: () => Promise<void>,
  save: (state: DeliveryState) => Promise<unknown>,
  { isLastTry, now }: { isLastTry: boolean; now: () => Date },
): Promise<void> {
  try {
    await send();
  } catch (error) {
    const isOver = isLastTry || mailWork.isFinal(error);
    await save({ failure: failureText(error), givenUpAt: isOver ? now() : null });
    throw error;
  }
  await save({ deliveredAt: now(), failure: null, givenUpAt: null });
}
