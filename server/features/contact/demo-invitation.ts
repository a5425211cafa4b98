import ical, {
  ICalAttendeeRole,
  ICalAttendeeStatus,
  ICalCalendarMethod,
  ICalEventStatus,
} from 'ical-generator';
import { productName } from '#shared/rules/product.ts';

type Wish = {
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
 * Two drafts of one wish are the same event, so that a mail that comes twice does not fill a calendar.
 */
export function demoInvitation(wish: Wish, supportEmail: string): string {
  const { id, createdAt, fullName, email, message, startsAt, timeZone } = wish;
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
  event.createAttendee({
    name: fullName,
    email,
    rsvp: true,
    role: ICalAttendeeRole.REQ,
    status: ICalAttendeeStatus.NEEDSACTION,
  });
  return calendar.toString();
}
