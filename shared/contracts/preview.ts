import * as z from 'zod/mini';
import { ideaLimit } from '#shared/rules/ideation/idea-limit.ts';
import { endpoint } from './endpoint.ts';
import { ideaReading } from './reading.ts';
import { requiredText } from './text.ts';

/** A look at an idea's plan before there is an account: written without a model, and nothing is stored. */
export const previewIdea = endpoint({
  method: 'POST',
  path: '/api/preview',
  access: 'public',
  /** The reading is the visitor's, once the boxes were shown. */
  body: z.strictObject({ idea: requiredText(ideaLimit), reading: z.optional(ideaReading) }),
  response: z.object({
    reading: ideaReading,
    /** A box or the first question is open: there are no questions yet. */
    asked: z.boolean(),
    /** The first questions of the survey. */
    questions: z.array(z.string()),
  }),
});
export type IdeaPreview = z.infer<typeof previewIdea.response>;
