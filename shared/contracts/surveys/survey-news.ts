import * as z from 'zod/mini';
import { endpoint } from '#shared/contracts/endpoint.ts';

/** Says that the owner has read the answers up to this number; it never goes back. */
export const markAnswersSeen = endpoint({
  method: 'PUT',
  path: '/api/surveys/{surveyId}/seen',
  access: 'signed-in',
  act: 'view this page',
  body: z.strictObject({
    /** Number of the newest submission that was shown: #4. */
    number: z.int().check(z.minimum(0), z.maximum(2_147_483_647)),
  }),
  response: z.object({ seen: z.boolean() }),
});
