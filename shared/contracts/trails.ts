import * as z from 'zod/mini';
import { jobStatus } from '#shared/contracts/support-requests/support-requests.ts';
import { afterVerdict } from '#shared/contracts/surveys/analyses.ts';
import { ideaLimit } from '#shared/rules/ideation/idea-limit.ts';
import { builderName } from './build-prompts.ts';
import { endpoint } from './endpoint.ts';
import { ideationStage } from './ideation.ts';
import { pageQuery } from './paging.ts';
import { ideaReading } from './reading.ts';
import { requiredText } from './text.ts';

/** Coached sessions and surveys are renamed and archived by themselves; the rest goes with its idea. */
const partKind = z.enum(['session', 'survey']);

/** Everything that a founder made for one idea, each kind newest first. */
export const trail = z.object({
  id: z.string(),
  idea: z.string(),
  /** Its boxes and first question, as the founder filled them last, in whichever tool; null before. */
  reading: z.nullable(ideaReading),
  /** Its owner's name for it; absent while that is the idea itself. */
  name: z.optional(z.string()),
  archived: z.optional(z.literal(true)),
  /** The newest plan's name for the app, else the coach's; null when it has none. */
  appName: z.nullable(z.string()),
  created_at: z.string(),
  updatedAt: z.string(),
  ideations: z.array(
    z.object({
      id: z.string(),
      name: z.optional(z.string()),
      saved: z.boolean(),
      nextStage: z.nullable(ideationStage),
      /** The first 200 units, with '...' when there are more. */
      preview: z.string(),
      updatedAt: z.string(),
    }),
  ),
  surveys: z.array(
    z.object({
      surveyId: z.string(),
      name: z.optional(z.string()),
      /** With the one for a contact, where the survey asks for it. */
      questions: z.number(),
      publicLink: z.boolean(),
      submissions: z.number(),
      /** Submissions by others that the owner has not opened yet, counted or not. */
      newAnswers: z.number(),
      /** Submissions that are set apart and wait for the owner to count them or not. */
      waitingAnswers: z.number(),
      /** Counted answers below which nothing is decided; null for a survey without marks. */
      minimumAnswers: z.nullable(z.number()),
      /** Answers that count until a verdict can be reached; 0 where none are missing. */
      missingAnswers: z.number(),
      created_at: z.string(),
      /** When its newest counted answer came; null before the first. */
      answeredAt: z.nullable(z.string()),
      /** Null until the first answers are analysed. */
      verdict: z.nullable(
        z.object({
          goNoGoDecision: z.string(),
          submissionCount: z.number(),
          created_at: z.string(),
          next: afterVerdict,
        }),
      ),
    }),
  ),
  buildPrompts: z.array(
    z.object({
      id: z.string(),
      builder: builderName,
      /** The survey whose answers its newest rewrite was traced to; null when it was traced to none. */
      surveyId: z.nullable(z.string()),
      /** How many answers that were at that time; null when it was traced to none, or before this was kept. */
      submissionCount: z.nullable(z.number()),
      preview: z.string(),
      updatedAt: z.string(),
    }),
  ),
  supportRequests: z.array(
    z.object({
      id: z.string(),
      requestTitle: z.string(),
      status: jobStatus,
      waitingForCustomer: z.boolean(),
      resolvedAt: z.nullable(z.string()),
      /** When the first answer is due, or was; null once it came, while we wait for the customer, and when nothing is due. */
      answerDueAt: z.nullable(z.string()),
      created_at: z.string(),
      updatedAt: z.string(),
    }),
  ),
  campaigns: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      active: z.boolean(),
      awaitingReview: z.number(),
      posted: z.number(),
      /** Visits through its tracked links. */
      visits: z.number(),
      created_at: z.string(),
      /** When one of its conversations changed last. */
      updatedAt: z.string(),
    }),
  ),
  /** Put out of the way: in no other list. A survey goes on taking answers. */
  archivedParts: z.array(
    z.object({
      kind: partKind,
      id: z.string(),
      name: z.optional(z.string()),
      /** 0 for a session. */
      submissions: z.number(),
      /** Of a session, when it was changed last; of a survey, when it was made. */
      at: z.string(),
    }),
  ),
});
export type Trail = z.infer<typeof trail>;

/** The caller's trails, the one begun last first: those in use, or those put out of the way. */
export const listTrails = endpoint({
  method: 'GET',
  path: '/api/trails',
  access: 'signed-in',
  act: 'view your ideas',
  query: z.object({ ...pageQuery, archived: z.optional(z.literal('true')) }),
  response: z.array(trail),
});

export const readTrail = endpoint({
  method: 'GET',
  path: '/api/trails/{id}',
  access: 'signed-in',
  act: 'view an idea',
  response: trail,
});

/** The trail of a sentence, however it is typed; null while it has none. */
export const findIdea = endpoint({
  method: 'POST',
  path: '/api/ideas/find',
  access: 'signed-in',
  act: 'view an idea',
  body: z.strictObject({ idea: requiredText(ideaLimit) }),
  response: z.object({ trail: z.nullable(trail) }),
});

/**
 * Keeps an idea's boxes for every device and tool. They begin a trail once both are filled: half an idea begins none,
 * and is not kept.
 */
export const saveIdeaReading = endpoint({
  method: 'PUT',
  path: '/api/ideas/reading',
  access: 'signed-in',
  act: 'change an idea',
  body: z.strictObject({ idea: requiredText(ideaLimit), reading: ideaReading }),
  /** The trail that keeps them; null where none does. */
  response: z.object({ trailId: z.nullable(z.string()) }),
});

const nameAndArchived = {
  name: z.optional(z.nullable(requiredText(200))),
  archived: z.optional(z.boolean()),
};

/** Renames a trail, by null to its own wording, or puts it out of the way and back. */
export const changeTrail = endpoint({
  method: 'PATCH',
  path: '/api/trails/{id}',
  access: 'signed-in',
  act: 'change an idea',
  body: z.strictObject(nameAndArchived),
  response: trail,
});

/** The same for one session or survey; the response is its trail. */
export const changeTrailPart = endpoint({
  method: 'PATCH',
  path: '/api/trail-parts/{id}',
  access: 'signed-in',
  act: 'change a part of an idea',
  body: z.strictObject({
    kind: partKind,
    ...nameAndArchived,
  }),
  response: trail,
});
export type TrailChange = z.infer<typeof changeTrail.body>;
export type TrailPartChange = z.infer<typeof changeTrailPart.body>;

/**
 * Deletes a trail with its sessions, build prompts, and surveys with their answers. Support requests and campaigns stay,
 * on no idea.
 */
export const deleteTrail = endpoint({
  method: 'DELETE',
  path: '/api/trails/{id}',
  access: 'signed-in',
  act: 'delete an idea',
  response: z.object({ deleted: z.boolean() }),
});

/** Puts everything of one trail under another: the same idea in other words. The emptied trail is gone. */
export const joinTrails = endpoint({
  method: 'POST',
  path: '/api/trails/{id}/join',
  access: 'signed-in',
  act: 'join ideas',
  body: z.strictObject({ into: z.string().check(z.maxLength(64)) }),
  response: trail,
});
