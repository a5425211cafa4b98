import * as z from 'zod/mini';
import { ideaLimit } from '#shared/rules/ideation/idea-limit.ts';
import { endpoint } from './endpoint.ts';
import { pageQuery } from './paging.ts';
import { receipt } from './receipt.ts';
import { text } from './text.ts';

/** The five stages of the coach, in order (specification 4). */
export const ideationStage = z.enum(['IDEATION', 'MARKET_RESEARCH', 'VALIDATION', 'MVP', 'ACQUISITION']);
export type IdeationStage = z.infer<typeof ideationStage>;

/** Longest content of a session in UTF-16 units. A whole session fits the 256 KB of a request in any script. */
export const contentLimit = 60_000;
/** Longest part of a section that was stopped: a whole one is a little shorter. */
export const partialLimit = 12_000;

/** The receipt of one section, with its text as it was written where that fits. */
export const sectionReceipt = z.extend(receipt, {
  stage: ideationStage,
  original: z.optional(text(partialLimit)),
});
export type SectionReceipt = z.infer<typeof sectionReceipt>;

const state = {
  /** Text typed before the first stage; it stays when the field is cleared. */
  idea: text(ideaLimit),
  /** All sections as Markdown, each under '### {stage title}', with the founder's own edits. */
  content: text(contentLimit),
  /** The stage that comes next; null once all five are written. */
  nextStage: z.nullable(ideationStage),
  /** Part of the next section that had arrived when it was stopped; '' when there is none. */
  partial: text(partialLimit),
  /** One a section; that of the coming stage belongs to `partial`. */
  receipts: z.array(sectionReceipt).check(z.maxLength(10)),
};

/** A session is in progress until it is saved; a saved one can be continued and saved again. */
export const ideationSession = z.object({
  /** Chosen by the browser. */
  id: z.string(),
  /** The idea's trail: everything that was made for one idea; '' until there is content. */
  trailId: z.string(),
  ...state,
  /** Grows with every write; a write on top of an older one is refused. */
  revision: z.number(),
  saved: z.boolean(),
  created_at: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type IdeationSession = z.infer<typeof ideationSession>;

export const sessionId = z.string().check(z.regex(/^[\w-]{8,64}$/, 'is not the id of a session'));

/** Saves a session (specification 7): `content` alone is a new one; with `id` the session of that id is marked as saved. */
export const saveIdeation = endpoint({
  method: 'POST',
  path: '/api/ideation-sessions',
  access: 'signed-in',
  act: 'save your session',
  body: z.strictObject({
    content: z.optional(text(contentLimit)),
    id: z.optional(sessionId),
    revision: z.optional(z.number()),
    trailId: z.optional(text(64)),
    idea: z.optional(state.idea),
    nextStage: z.optional(state.nextStage),
    receipts: z.optional(state.receipts),
  }),
  response: ideationSession,
  status: 201,
  refusals: [409],
});

/**
 * Sessions with any text, newest first, without those of archived ideas. `preview` cuts their content to 201 characters.
 * A blank content is replaced by the idea or the stopped section.
 */
export const listIdeations = endpoint({
  method: 'GET',
  path: '/api/ideation-sessions',
  access: 'signed-in',
  act: 'view your sessions',
  query: z.object({ ...pageQuery, preview: z.optional(z.literal('1')) }),
  response: z.array(
    z.object({
      id: z.string(),
      trailId: z.string(),
      /** Its owner's name for it. */
      name: z.nullable(z.string()),
      /** Its idea's name, else that of the idea's newest plan; null while it has neither. */
      ideaName: z.nullable(z.string()),
      content: z.string(),
      nextStage: state.nextStage,
      saved: z.boolean(),
      created_at: z.string(),
      updatedAt: z.string(),
    }),
  ),
});
export type ListedIdeation = z.infer<typeof listIdeations.response>[number];

export const readIdeation = endpoint({
  method: 'GET',
  path: '/api/ideation-sessions/{id}',
  access: 'signed-in',
  act: 'view your sessions',
  response: ideationSession,
});

/** Deletes a session, saved or not. */
export const deleteIdeation = endpoint({
  method: 'DELETE',
  path: '/api/ideation-sessions/{id}',
  access: 'signed-in',
  act: 'delete an ideation session',
  response: z.object({ deleted: z.boolean() }),
});

/** The newest session that is not saved, on whatever device it was begun; null when there is none. */
export const readCurrentIdeation = endpoint({
  method: 'GET',
  path: '/api/ideation-draft',
  access: 'signed-in',
  act: 'view your sessions',
  response: z.object({ session: z.nullable(ideationSession) }),
});

/** Saves a session as it is. `revision` is the one that the browser last saw, 0 for a new session; any other is 409. */
export const saveIdeationDraft = endpoint({
  method: 'PUT',
  path: '/api/ideation-sessions/{id}',
  access: 'signed-in',
  act: 'save your session',
  body: z.strictObject({ ...state, revision: z.number(), trailId: z.optional(text(64)) }),
  response: ideationSession,
  refusals: [409],
});
