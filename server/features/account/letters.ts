import type { MailMessage } from '#server/integrations/mail/port.ts';
import { linkButton, paragraph } from '#server/mail/blocks.ts';
import { renderLetter } from '#server/mail/render-letter.ts';
import { productName } from '#shared/rules/product.ts';

/** The link to set a new password. */
export function resetMail({ to, link }: { to: string; link: string }): MailMessage {
  const subject = `Set a new password for ${productName}`;
  const letter = renderLetter({
    title: 'Set a new password',
    preheader: 'The link works for one hour.',
    blocks: [
      paragraph(
        `Somebody, hopefully you, asked to set a new password for ${productName}. `,
        'Open this link within one hour to choose it:',
      ),
      linkButton('Choose a new password', link),
      paragraph('If it was not you, ignore this message: your password has not changed.'),
    ],
    reason: `You get this mail because your address has an account of ${productName}, and its password was said to be forgotten.`,
  });
  return { to, subject, ...letter };
}

/** To the address that an account had until now. */
export function emailChangedMail(given: { to: string; newEmail: string; siteUrl: string }): MailMessage {
  const { to, newEmail, siteUrl } = given;
  const subject = `Your email for ${productName} has changed`;
  const letter = renderLetter({
    title: 'Your email has changed',
    preheader: `Your account now uses ${newEmail}.`,
    blocks: [
      paragraph(`Your account of ${productName} now uses ${newEmail}. Mail to this address ends here.`),
      paragraph('If you did not change it, tell us at once:'),
      linkButton('Contact us', `${siteUrl}/ContactUs`),
    ],
    reason: `You get this mail because an account of ${productName} used this address until now.`,
  });
  return { to, subject, ...letter };
}

/** The link to confirm the address of an account. */
export function verifyMail({ to, link }: { to: string; link: string }): MailMessage {
  const subject = `Confirm your email for ${productName}`;
  const letter = renderLetter({
    title: 'Confirm your email',
    preheader: 'The link works for 24 hours.',
    blocks: [
      paragraph(
        `Somebody, hopefully you, asked to confirm this address for an account of ${productName}. `,
        'Open this link within 24 hours and press the button there:',
      ),
      linkButton('Confirm my email', link),
      paragraph('If you have no account with us, ignore this message: nothing happens without the button.'),
    ],
    reason: `You get this mail because an account of ${productName} names your address, and its owner asked to confirm it.`,
  });
  return { to, subject, ...letter };
}
