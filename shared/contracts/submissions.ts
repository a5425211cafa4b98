import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { pageQuery } from './paging.ts';

/** Why a submission is kept and not counted (design 7.21). */
export const setApartReason = z.enum([
  /** The owner's own. */
  'preview',
  /** A later one of the same account took its place. */
  'replaced',
  'same-browser',
  /** More than five in ten minutes from one network. */
  'burst',
  'empty',
  'too-fast',
  'straight-line',
  'copy',
  /** The owner set it apart. */
  'by-hand',
]);
export type SetApartReason = z.infer<typeof setApartReason>;

/** One submission as the survey's owner sees it. */
export const submission = z.object({
  /** #4; stays when others are deleted. */
  number: z.number(),
  created_at: z.string(),
  counted: z.boolean(),
  /** Why it was set apart; stays when the owner counts it. */
  reason: z.nullable(setApartReason),
  /** The place where the link was shared; null where no one knows. */
  channel: z.nullable(z.string()),
  /** By question position; a multi-select answer is a list. */
  answers: z.array(z.union([z.string(), z.array(z.string()), z.null()])),
  /** The mail address that its sender left. */
  contact: z.optional(z.nullable(z.string())),
});
export type Submission = z.infer<typeof submission>;

/** Newest first; only for the survey's owner. `apart=true` keeps those that are set apart; `before` ends in a number. */
export const listSubmissions = endpoint({
  method: 'GET',
  path: '/api/surveys/{surveyId}/submissions',
  access: 'signed-in',
  act: 'read the answers of a survey',
  query: z.object({ ...pageQuery, apart: z.optional(z.enum(['true', 'false'])) }),
  response: z.array(submission),
});

/** Mail addresses of people who may be asked more, newest first; `before` ends in a number. */
export const listContacts = endpoint({
  method: 'GET',
  path: '/api/surveys/{surveyId}/contacts',
  access: 'signed-in',
  act: 'read the answers of a survey',
  query: z.object({ before: pageQuery.before, limit: pageQuery.limit }),
  response: z.array(
    z.object({
      /** Of the submission that it came with. */
      number: z.number(),
      created_at: z.string(),
      email: z.string(),
    }),
  ),
});
export type RespondentContact = z.infer<typeof listContacts.response>[number];

/** Counts a submission or sets it apart, as the owner says. */
export const setSubmissionCounted = endpoint({
  method: 'PUT',
  path: '/api/surveys/{surveyId}/submissions/{number}',
  access: 'signed-in',
  act: 'change what counts',
  body: z.strictObject({ counted: z.boolean() }),
  response: submission,
  refusals: [409],
});

export const deleteSubmission = endpoint({
  method: 'DELETE',
  path: '/api/surveys/{surveyId}/submissions/{number}',
  access: 'signed-in',
  act: 'delete an answer',
  response: z.object({ deleted: z.boolean() }),
});
