import ical, {
  ICalAttendeeRole,
  ICalAttendeeStatus,
  ICalCalendarMethod,
  ICalEventStatus,
} from 'ical-generator';
import type { contactMessages } from '#server/database/tables.ts';
import type { MailMessage } from '#server/integrations/mail/port.ts';
import { facts, paragraph, quote } from '#server/mail/blocks.ts';
import { renderLetter } from '#server/mail/render-letter.ts';
import { productName } from '#shared/rules/product.ts';
import { preview } from '#shared/rules/text/plain-text.ts';

export type ContactRow = typeof contactMessages.$inferSelect;

/** Mail to us for one stored message. Replying to it writes to the visitor. */
export function composeMail(row: ContactRow, supportEmail: string): MailMessage {
  const { startsAt, timeZone } = row;
  const invitation = startsAt && timeZone ? { ...row, startsAt, timeZone } : null;
  return {
    to: supportEmail,
    replyTo: row.email,
    // Include the time, because a recreated database counts from one again.
    id: `${row.kind}-${row.id}-${row.createdAt.getTime()}`,
    ...(invitation ? demoMail(invitation, supportEmail) : contactMail(row, supportEmail)),
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
      reason: `Sent because ${supportEmail} receives the contact page of ${productName}.`,
    }),
  };
}

type DemoInvitation = ContactRow & { startsAt: Date; timeZone: string };

function demoMail(invitation: DemoInvitation, supportEmail: string) {
  const { fullName, email, message, startsAt, timeZone } = invitation;
  return {
    subject: `Demo wished by ${fullName}`,
    calendar: demoInvitation(invitation, supportEmail),
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
          'The attached invitation is a draft; the visitor has not got it. If the time suits you, send it on. ',
          'If not, answer this mail with another proposal.',
        ),
      ],
      reason: `Sent because ${supportEmail} receives the demo requests of ${productName}.`,
    }),
  };
}

function describeTime(moment: Date, timeZone: string): string {
  const form = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'short', timeZone });
  return `${form.format(moment)} (${timeZone})`;
}

type InvitationFields = {
  id: number;
  createdAt: Date;
  fullName: string;
  email: string;
  message: string;
  startsAt: Date;
  timeZone: string;
};

const lengthMs = 30 * 60_000;

/**
 * The draft of an invitation to a demo: 30 minutes, from us to the visitor (RFC 5545 and 5546).
 * Two drafts of one invitation are the same event, so that a mail that comes twice does not fill a calendar.
 */
function demoInvitation(invitation: InvitationFields, supportEmail: string): string {
  const { id, createdAt, fullName, email, message, startsAt, timeZone } = invitation;
  const calendar = ical({
    prodId: { company: productName, product: 'Demo requests', language: 'EN' },
    method: ICalCalendarMethod.REQUEST,
  });
  const event = calendar.createEvent({
    id: `demo-${id}-${createdAt.getTime()}@${supportEmail.split('@').at(-1)}`,
    stamp: createdAt,
    start: startsAt,
    end: new Date(startsAt.getTime() + lengthMs),
    summary: `${productName} demo for ${fullName}`,
    description: [`The time zone of ${fullName} is ${timeZone}.`, message].filter(Boolean).join('\n\n'),
    status: ICalEventStatus.TENTATIVE,
    organizer: { name: productName, email: supportEmail },
  });
  // The recipient is among them: a calendar offers an event only to its attendees.
  for (const guest of [
    { name: productName, email: supportEmail, role: ICalAttendeeRole.CHAIR },
    { name: fullName, email, role: ICalAttendeeRole.REQ },
  ])
    event.createAttendee({ ...guest, rsvp: true, status: ICalAttendeeStatus.NEEDSACTION });
  return calendar.toString();
}
