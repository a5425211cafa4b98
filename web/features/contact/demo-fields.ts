import { longestNote } from '#shared/contracts/contact.ts';
import { type MessageCode, type MessageParams, message } from '#shared/messages/catalogue.ts';
import { longestAheadDays } from '#shared/rules/demo-days.ts';
import { isEmail } from '#shared/rules/email.ts';
import { readTime } from './demo-time.ts';
import { describeRoom } from './room.ts';

export const demoFields = ['fullName', 'email', 'date', 'time', 'note'] as const;
export type DemoField = (typeof demoFields)[number];
export type DemoValues = Record<DemoField, string>;
export type DemoErrors = Partial<Record<DemoField, string>>;

type Checked = {
  /** In the order of the form. */
  errors: DemoErrors;
  /** The one toast for them; none where the field alone says it better. */
  toast?: { code: MessageCode; params?: MessageParams } | undefined;
  /** ISO 8601, when nothing is wrong. */
  startsAt?: string;
};

const days = { days: longestAheadDays };

/** What is wrong with a demo request; the server checks the same again. */
export function checkDemo(values: DemoValues, now: Date): Checked {
  const errors: DemoErrors = {};
  if (!values.fullName.trim()) errors.fullName = 'Enter your name.';
  if (!values.email.trim()) errors.email = 'Enter your email.';
  else if (!isEmail(values.email.trim())) errors.email = message('email_invalid').text;
  if (!values.date) errors.date = 'Choose a date.';
  if (!values.time) errors.time = 'Choose a time.';
  const moment = values.date && values.time ? readTime(values, now) : undefined;
  if (moment === 'outside') errors.date = message('demo_time_invalid', days).text;
  if (moment === 'skipped') errors.time = 'The clocks skip this time on that day. Choose another.';
  if (values.note.length > longestNote) errors.note = describeRoom(values.note, longestNote);
  const startsAt = moment instanceof Date ? moment.toISOString() : undefined;
  if (Object.keys(errors).length === 0 && startsAt) return { errors, startsAt };
  return { errors, toast: toastFor(values, errors, moment === 'outside') };
}

function toastFor(values: DemoValues, errors: DemoErrors, isOutside: boolean): Checked['toast'] {
  const { fullName, email, date, time } = values;
  if ([fullName, email, date, time].some((value) => !value.trim())) return { code: 'demo_missing_fields' };
  if (errors.email) return { code: 'email_invalid' };
  if (isOutside) return { code: 'demo_time_invalid', params: days };
}
