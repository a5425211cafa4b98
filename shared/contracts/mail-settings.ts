import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

/** The mails that can be switched off; receipts can't. */
export const mailKind = z.enum([
  'requestReceived',
  'answer',
  'waitingForYou',
  'resolved',
  'answerOverdue',
  'paymentFailed',
  'surveyAnswers',
]);
export type MailKind = z.infer<typeof mailKind>;

/** True for each mail that is sent; all are, until they are switched off. */
export const mailSettings = z.record(mailKind, z.boolean());
export type MailSettings = z.infer<typeof mailSettings>;

export const readMailSettings = endpoint({
  method: 'GET',
  path: '/api/mail-settings',
  access: 'signed-in',
  act: 'view mail settings',
  response: mailSettings,
});

export const setMailSettings = endpoint({
  method: 'PUT',
  path: '/api/mail-settings',
  access: 'signed-in',
  act: 'change mail settings',
  body: mailSettings,
  response: mailSettings,
  refusals: [409],
});
