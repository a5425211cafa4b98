import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

/** Days in which a deletion can be undone. */
export const undoDays = 7;

/** Answers with a ZIP of everything that the caller wrote or collected. */
export const exportData = endpoint({
  method: 'GET',
  path: '/api/user/export',
  access: 'signed-in',
  act: 'export your data',
  response: z.unknown(),
  responseTypes: ['application/zip'],
});

/**
 * Closes the caller's surveys, ends every session, and deletes the account in a week. A browser that is still signed in at
 * Firebase gets another session. Times are epoch milliseconds.
 */
export const deleteAccount = endpoint({
  method: 'POST',
  path: '/api/user/deletion',
  access: 'signed-in',
  act: 'delete your account',
  response: z.object({ deletesAt: z.number() }),
  refusals: [409, 502, 503],
});

/** Takes the deletion back. */
export const keepAccount = endpoint({
  method: 'DELETE',
  path: '/api/user/deletion',
  access: 'signed-in',
  act: 'keep your account',
  response: z.object({ kept: z.boolean() }),
});
