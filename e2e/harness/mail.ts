import { freePort } from './process.ts';

/** The settings of a product whose mail server does not answer. */
export async function mailServerAway(): Promise<Record<string, string>> {
  return {
    MAIL: 'smtp',
    SMTP_URL: `smtp://127.0.0.1:${await freePort()}`,
    MAIL_FROM: 'spark@example.com',
    SUPPORT_EMAIL: 'support@example.com',
  };
}
