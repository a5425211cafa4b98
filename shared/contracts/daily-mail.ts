import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

/** True once the founder asked for a daily mail about their campaigns. */
export const dailyMail = z.strictObject({ isOn: z.boolean() });

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
