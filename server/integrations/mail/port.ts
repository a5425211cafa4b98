export type MailMessage = { to: string; subject: string; text: string };

/** Hands a message over for delivery; rejects when it was not accepted, and may be called again. */
export type Mail = { send(message: MailMessage): Promise<void> };
