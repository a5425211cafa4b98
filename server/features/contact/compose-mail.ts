import type { MailMessage } from '#server/integrations/mail/port.ts';
import { facts, paragraph, quote } from '#server/mail/blocks.ts';
import { renderLetter } from '#server/mail/render-letter.ts';
import { preview } from '#shared/rules/preview.ts';
import { productName } from '#shared/rules/product.ts';
import { demoInvitation } from './demo-invitation.ts';
import type { ContactRow } from './repository.ts';

/** What we get for one stored message. Answering it writes to the visitor. */
export function composeMail(row: ContactRow, supportEmail: string): MailMessage {
  const { startsAt, timeZone } = row;
  const wish = startsAt && timeZone ? { ...row, startsAt, timeZone } : null;
  return {
    to: supportEmail,
    replyTo: row.email,
    // With its time, because a database that is set up anew counts from one again.
    id: `${row.kind}-${row.id}-${row.createdAt.getTime()}`,
    ...(wish ? demoMail(wish, supportEmail) : contactMail(row, supportEmail)),
  };
}

function contactMail({ fullName, email, phone, message }: ContactRow, supportEmail: string) {
  const writer = fullName || email;
  return {
    subject: `Message from ${writer}`,
    ...renderLetter({
      title: `Message from ${writer}`,
      preheader: preview(message, 120),
      blocks: [
        facts([
          ['Name', fullName],
          ['Email', email],
          ['Phone', phone],
        ]),
        quote(message),
        paragraph('Answer this mail to write to them.'),
      ],
      reason: `You get this mail because ${supportEmail} receives what visitors write on the contact page of ${productName}.`,
    }),
  };
}

type Wish = ContactRow & { startsAt: Date; timeZone: string };

function demoMail(wish: Wish, supportEmail: string) {
  const { fullName, email, message, startsAt, timeZone } = wish;
  return {
    subject: `Demo wished by ${fullName}`,
    calendar: demoInvitation(wish, supportEmail),
    ...renderLetter({
      title: `Demo wished by ${fullName}`,
      preheader: describeTime(startsAt, timeZone),
      blocks: [
        facts([
          ['Name', fullName],
          ['Email', email],
          ['Their time', describeTime(startsAt, timeZone)],
          ['The same in UTC', describeTime(startsAt, 'UTC')],
        ]),
        ...(message ? [quote(message)] : []),
        paragraph(
          'The attached invitation is a draft; the visitor has not got it. Check whether the time suits you, ',
          'then put it into your calendar and send it on to them, or answer this mail with another proposal.',
        ),
      ],
      reason: `You get this mail because ${supportEmail} receives the demo requests of ${productName}.`,
    }),
  };
}

function describeTime(moment: Date, timeZone: string): string {
  const form = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'short', timeZone });
  return `${form.format(moment)} (${timeZone})`;
}
