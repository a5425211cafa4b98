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
        paragraph(
          `This address was entered at ${productName} to hear when Startup Social opens. `,
          'Open this link to confirm it:',
        ),
        linkButton('Yes, tell me', `${page}?confirm=${token}`),
        paragraph(
          'If it was not you, do nothing: without the link this address is not on the list. Only if somebody ',
          'enters it again, a mail like this asks again, at most three times a month. ',
          'To be left out now or later, open this one:',
        ),
        paragraph(plainLink(`${page}?unsubscribe=${token}`)),
      ],
      reason: `You get this mail because somebody, hopefully you, entered ${email} on ${page}.`,
    }),
  };
}
