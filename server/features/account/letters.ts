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
      paragraph('The link works for one hour.'),
      linkButton('Choose a new password', link),
      paragraph('Not you? Ignore this mail: your password has not changed.'),
    ],
    reason: `Sent because somebody asked for a new password for your account at ${productName}.`,
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
    reason: `Sent because an account at ${productName} used this address until now.`,
  });
  return { to, subject, ...letter };
}

/** To the owner of an account that got a passkey. */
export function passkeyAddedMail({ to, siteUrl }: { to: string; siteUrl: string }): MailMessage {
  const subject = `A passkey was added at ${productName}`;
  const letter = renderLetter({
    title: 'A passkey was added',
    preheader: 'It signs in to your account without your password.',
    blocks: [
      paragraph('A passkey was added to your account. It signs in without your password.'),
      paragraph('If you did not add it, remove it and change your password:'),
      linkButton('Open Settings', `${siteUrl}/settings#account`),
    ],
    reason: `Sent because your account at ${productName} has this address.`,
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
      paragraph('Open the link within 24 hours and press the button there.'),
      linkButton('Confirm my email', link),
      paragraph('No account with us? Ignore this mail: nothing happens without the button.'),
    ],
    reason: `Sent because an account at ${productName} has this address.`,
  });
  return { to, subject, ...letter };
}

/** The link that gives an account this new address. */
export function changeMail({ to, link }: { to: string; link: string }): MailMessage {
  const subject = `Confirm your new email for ${productName}`;
  const letter = renderLetter({
    title: 'Confirm your new email',
    preheader: 'The link works for 24 hours.',
    blocks: [
      paragraph(`Your account at ${productName} gets the email ${to}.`),
      paragraph('Sign in, open the link within 24 hours and press the button there.'),
      linkButton('Confirm my new email', link),
      paragraph('If you did not ask for this, ignore it: nothing changes.'),
    ],
    reason: `Sent because an account at ${productName} is to use this address.`,
  });
  return { to, subject, ...letter };
}
