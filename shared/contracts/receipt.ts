import * as z from 'zod/mini';

/** The rungs of the ladder on which a model's reply is read, the strictest first (specification 4, Ideation stages). */
export const parserStep = z.enum(['strict', 'object', 'fence', 'loose', 'raw']);
export type ParserStep = z.infer<typeof parserStep>;

/** Origin of a generated text; shown beside it on request. */
export const receipt = z.object({
  /** The model's name; null for a text that was written without a model. */
  model: z.nullable(z.string().check(z.maxLength(200))),
  /** When the reply was complete, ISO 8601. */
  at: z.string().check(z.maxLength(40)),
  /** Which instruction template was sent, such as `ideation-1`. */
  promptVersion: z.string().check(z.maxLength(40)),
  /** `unfinished` when the reply was stopped or cut off before its end. */
  step: z.enum([...parserStep.options, 'unfinished']),
  /** Parts of the reply that were left out because they are not among what the model was offered. */
  refused: z.optional(z.number()),
});
export type Receipt = z.infer<typeof receipt>;
