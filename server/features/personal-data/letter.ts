import type { MailMessage } from '#server/integrations/mail/port.ts';
import { linkButton, paragraph } from '#server/mail/blocks.ts';
import { renderLetter } from '#server/mail/render-letter.ts';
import { productName } from '#shared/rules/product.ts';

/** The end of an account, and the way back. `at` is ISO 8601. */
export function deletionMail({ to, at, siteUrl }: { to: string; at: string; siteUrl: string }): MailMessage {
  const day = new Date(at).toLocaleDateString('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' });
  const subject = `Your ${productName} account is deleted on ${day}`;
  const letter = renderLetter({
    title: 'Your account is being deleted',
    preheader: `You can keep it until ${day}.`,
    blocks: [
      paragraph(`On ${day} your account and everything in it are deleted. Your surveys are closed already.`),
      paragraph('To keep it, sign in before then and press "Keep my account".'),
      linkButton('Sign in', `${siteUrl}/?signIn=1`),
    ],
    reason: `Sent because the deletion of your account at ${productName} was asked for.`,
  });
  return { to, subject, ...letter };
}
