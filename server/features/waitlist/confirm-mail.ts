import { createHash } from 'node:crypto';
import type { MailMessage } from '#server/integrations/mail/port.ts';
import { linkButton, paragraph, plainLink } from '#server/mail/blocks.ts';
import { renderLetter } from '#server/mail/render-letter.ts';
import { productName } from '#shared/rules/product.ts';

/** Second half of the double opt-in: only the link adds an address to the list. */
export function confirmMail(
  { email, token }: { email: string; token: string },
  siteUrl: string,
  askedAt: string,
): MailMessage {
  const page = `${siteUrl}/startup-social`;
  return {
    to: email,
    subject: 'Confirm that we may write to you about Startup Social',
    unsubscribeUrl: `${siteUrl}/api/notify/unsubscribe?token=${token}`,
    // Not the token itself: ids of mails are shown and logged in many places.
    id: `waitlist-${createHash('sha256').update(`${token} ${askedAt}`).digest('hex').slice(0, 32)}`,
    ...renderLetter({
      title: 'One more step',
      preheader: 'Open the link, and we tell you when Startup Social opens.',
      blocks: [
        paragraph('Confirm this address, and you get one mail when Startup Social opens.'),
        linkButton('Yes, tell me', `${page}?confirm=${token}`),
        paragraph(
          'Not you? Do nothing, and you are not on the list. To leave it later: ',
          plainLink(`${page}?unsubscribe=${token}`),
        ),
      ],
      reason: `Sent because somebody entered ${email} at ${productName}.`,
    }),
  };
}
