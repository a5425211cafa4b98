import * as z from 'zod/mini';
import { endpoint } from '#shared/contracts/endpoint.ts';
import { pageQuery } from '#shared/contracts/paging.ts';
import { text } from '#shared/contracts/text.ts';

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

/** Reasons that are nothing to decide on: the owner's own acts, and an answer that its sender replaced. */
export const decidedReasons: SetApartReason[] = ['preview', 'replaced', 'by-hand'];

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

/** The owner's filters of submissions; `search` keeps those with these words in an answer, ignoring case. */
const submissionFilter = {
  search: pageQuery.search,
  /** True keeps those that are set apart, false those that count. */
  apart: z.optional(z.enum(['true', 'false'])),
  /** Keeps those with this reason. */
  reason: z.optional(setApartReason),
  /** Keeps those set apart with this number: for one reason, by one browser or from one network. */
  group: z.optional(z.string().check(z.regex(/^[1-9]\d{0,9}$/, 'must be a number'))),
  /** Slots of chosen options (`shared/rules/surveys/survey-answers.ts`), as `3,7`: all of them were chosen. */
  options: z.optional(text(200).check(z.regex(/^\d{1,4}(,\d{1,4})*$/, 'must be slots with commas'))),
  /** The place where the link was shared; empty for those of no known place. */
  from: z.optional(text(200)),
  /** True keeps those with a contact. */
  contact: z.optional(z.literal('true')),
};

/** Newest first; only for the survey's owner. `before` ends in a number. */
export const listSubmissions = endpoint({
  method: 'GET',
  path: '/api/surveys/{surveyId}/submissions',
  access: 'signed-in',
  act: 'read the answers of a survey',
  query: z.object({ ...pageQuery, ...submissionFilter }),
  response: z.array(submission),
});
export type SubmissionFilter = Omit<z.infer<typeof listSubmissions.query>, 'before' | 'limit'>;

export const readSubmission = endpoint({
  method: 'GET',
  path: '/api/surveys/{surveyId}/submissions/{number}',
  access: 'signed-in',
  act: 'read the answers of a survey',
  response: submission,
});

/** Submissions set apart for one reason, by one browser or from one network where that is the reason. */
const submissionGroup = z.object({
  reason: setApartReason,
  count: z.number(),
  /** Number of the newest one, which names the group. */
  newest: z.number(),
  /** True for those of one browser or one network, which can be counted at once. */
  isOneSender: z.boolean(),
});
export type SubmissionGroup = z.infer<typeof submissionGroup>;

/** How many submissions there are, for the owner's list with the same filters. */
export const countSubmissions = endpoint({
  method: 'GET',
  path: '/api/surveys/{surveyId}/submission-counts',
  access: 'signed-in',
  act: 'read the answers of a survey',
  query: z.object(submissionFilter),
  response: z.object({
    /** Submissions that count, whatever the filters. */
    counted: z.number(),
    /** Those set apart, the owner's own among them. */
    apart: z.number(),
    /** Those with a contact. */
    contacts: z.number(),
    /** Those that all filters keep. */
    listed: z.number(),
    /** Those that `search` finds among the ones that count, and among the ones set apart. */
    found: z.object({ counted: z.number(), apart: z.number() }),
    /** Of those that count and are found, by slot. */
    slots: z.array(z.number()),
    /** Of those that count and are found, by place, most first; null where no one knows. */
    places: z.array(z.object({ name: z.nullable(z.string()), count: z.number() })),
    groups: z.array(submissionGroup),
  }),
});
export type SubmissionCounts = z.infer<typeof countSubmissions.response>;

const number = z.int().check(z.minimum(1), z.maximum(2_147_483_647));
/** The most that one act counts, as many as the body that takes it back has room for. */
export const mostAtOnce = 20_000;
const numbers = z.array(number).check(z.maxLength(mostAtOnce));

/** Counts the newest of those that were set apart with this number, by one browser or from one network. */
export const countGroup = endpoint({
  method: 'POST',
  path: '/api/surveys/{surveyId}/groups/count',
  access: 'signed-in',
  act: 'change what counts',
  body: z.strictObject({ number }),
  response: z.object({
    counted: numbers,
    /** Earlier ones of the same accounts, which no longer count. */
    replaced: numbers,
    /** Earlier ones of the same accounts in the group, which stay apart. */
    earlier: numbers,
  }),
});
export type CountedGroup = z.infer<typeof countGroup.response>;

/** Takes back `countGroup`, with its response as the body. */
export const setGroupApart = endpoint({
  method: 'POST',
  path: '/api/surveys/{surveyId}/groups/set-apart',
  access: 'signed-in',
  act: 'change what counts',
  body: z.strictObject({ counted: numbers, replaced: numbers, earlier: numbers }),
  response: z.object({ setApart: z.number() }),
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
