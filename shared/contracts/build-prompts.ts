import * as z from 'zod/mini';
import { ideaLimit } from '#shared/rules/ideation/idea-limit.ts';
import { endpoint } from './endpoint.ts';
import { phraseLimit } from './reading.ts';
import { receipt } from './receipt.ts';
import { requiredText, text } from './text.ts';

/** The builder that a build prompt is written for; `plain` fits any of them. */
export const builderName = z.enum(['plain', 'lovable', 'bolt', 'v0', 'replit', 'cursor']);
export type BuilderName = z.infer<typeof builderName>;

/** Longest build prompt in UTF-16 units. An idea and two prompts, three bytes a unit, must fit into one request's 256 KB. */
export const buildPromptLimit = 30_000;

/** Most lines of a form, and most answers attached to one. */
export const mostAbilities = 5;
export const mostAttached = 3;
/** Longest line of the form. A form fits into one request beside two prompts. */
export const formLineLimit = 200;

/** Longest count or citation that is attached to a line. */
export const attachedLimit = 240;

/** One thing that people can do, and what speaks for it: counts, and citations such as `[#3 "by lunch"]`. */
const ability = z.strictObject({
  text: text(formLineLimit),
  attached: z.array(requiredText(attachedLimit)).check(z.maxLength(mostAttached)),
});
export type Ability = z.infer<typeof ability>;

/** The founder's answers to the questions that are asked where no model writes; '' where there is none. */
export const buildPromptForm = z.strictObject({
  /** The app's name. */
  name: text(formLineLimit),
  who: text(phraseLimit),
  trouble: text(phraseLimit),
  /** The one thing that people add or look at. */
  thing: text(formLineLimit),
  abilities: z.array(ability).check(z.maxLength(mostAbilities)),
  notYet: text(formLineLimit),
});
export type BuildPromptForm = z.infer<typeof buildPromptForm>;

/** The answers that the founder has changed since the newest rewrite. */
export const changedForm = z.partial(buildPromptForm);

/** One rewrite: what the founder gave, and what came back for it. */
export const rewrite = z.object({
  original: text(ideaLimit),
  text: text(buildPromptLimit),
  receipt,
  /** The model's own text, where checking its citations changed it and both are short enough to be kept. */
  unchecked: z.optional(text(buildPromptLimit)),
  /** The survey whose answers it was traced to. */
  surveyId: z.nullable(text(200)),
  /** How many submissions that survey had then; null or absent without a survey. */
  submissionCount: z.optional(z.nullable(z.number())),
  /** The text is the founder's edit of the rewrite with this receipt. */
  isEdit: z.optional(z.boolean()),
  /** Written from these answers instead of by a model. */
  form: z.optional(buildPromptForm),
});
export type Rewrite = z.infer<typeof rewrite>;

/** How many rewrites and edits of one prompt are stored; `shared/rules/build-prompts/saved-rewrites.ts` says which. */
export const maxSavedRewrites = 10;

const state = {
  /** The founder's own words. */
  idea: text(ideaLimit),
  surveyId: z.nullable(text(200)),
  builder: builderName,
  /** The build prompt with the founder's edits. */
  result: text(buildPromptLimit),
  /** Answers that no rewrite holds yet. */
  form: z.optional(z.nullable(changedForm)),
};

export const buildPrompt = z.object({
  /** Chosen by the browser. */
  id: z.string(),
  /** '' until there is a result. */
  trailId: z.string(),
  ...state,
  /** Oldest first. */
  rewrites: z.array(rewrite),
  /** Grows with every write; a write on top of an older one is refused. */
  revision: z.number(),
  created_at: z.string(),
  updatedAt: z.string(),
});
export type BuildPrompt = z.infer<typeof buildPrompt>;

/** Saves a build prompt. `revision` is the one last seen, 0 for a new one, any other is 409; `rewrite` is added to those before. */
export const saveBuildPrompt = endpoint({
  method: 'PUT',
  path: '/api/build-prompts/{id}',
  access: 'signed-in',
  act: 'save a build prompt',
  body: z.strictObject({
    ...state,
    revision: z.number(),
    trailId: z.optional(text(64)),
    rewrite: z.optional(rewrite),
  }),
  response: buildPrompt,
  refusals: [403, 409],
});

export const readBuildPrompt = endpoint({
  method: 'GET',
  path: '/api/build-prompts/{id}',
  access: 'signed-in',
  act: 'view a build prompt',
  response: buildPrompt,
});

/** The build prompt that was changed last; null when there is none. */
export const readCurrentBuildPrompt = endpoint({
  method: 'GET',
  path: '/api/build-prompt-draft',
  access: 'signed-in',
  act: 'view a build prompt',
  response: z.object({ prompt: z.nullable(buildPrompt) }),
});
