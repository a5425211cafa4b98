import * as z from 'zod/mini';
import { endpoint } from '#shared/contracts/endpoint.ts';

/** Mails about their campaigns that a founder asked for; both are off at first. */
export const dailyMail = z.strictObject({
  /** The news, once a day. */
  isOn: z.boolean(),
  /** The first conversations of a day, as soon as they are found. */
  atFirst: z.boolean(),
});
export type DailyMail = z.infer<typeof dailyMail>;

export const readDailyMail = endpoint({
  method: 'GET',
  path: '/api/daily-mail',
  access: 'signed-in',
  act: 'view mail settings',
  response: dailyMail,
});

export const setDailyMail = endpoint({
  method: 'PUT',
  path: '/api/daily-mail',
  access: 'signed-in',
  act: 'change mail settings',
  body: dailyMail,
  response: dailyMail,
  refusals: [409],
});
