import * as z from 'zod/mini';
import {
  type BuilderName,
  type BuildPrompt,
  builderName,
  buildPromptLimit,
  changedForm,
  type Rewrite,
  readBuildPrompt,
  readCurrentBuildPrompt,
  rewrite,
  saveBuildPrompt,
} from '#shared/contracts/build-prompts.ts';
import { formFor } from '#shared/rules/build-prompts/builder-form.ts';
import { savedRewrites } from '#shared/rules/build-prompts/saved-rewrites.ts';
import { CappedMap } from '#shared/rules/capped-map.ts';
import { ideaLimit } from '#shared/rules/ideation/idea-limit.ts';
import { cutText, storable } from '#shared/rules/text/plain-text.ts';
import { ApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { newId } from '#web/api/new-id.ts';
import { outlivesPage } from '#web/api/outlives-page.ts';

const promptDocument = z.object({
  id: z.string(),
  /** Null until there is a rewrite: half an idea begins no trail. */
  trailId: z.nullable(z.string()),
  idea: z.string(),
  surveyId: z.nullable(z.string()),
  builder: builderName,
  result: z.string(),
  /** Answers that no rewrite holds yet. */
  form: z.nullable(changedForm),
  /** Oldest first. A founder's edits are among them with the receipt of the rewrite they change. */
  rewrites: z.array(z.extend(rewrite, { isSaved: z.optional(z.boolean()) })),
  /** When the rewrite was made that `result` began as; it names the rewrite. */
  shown: z.nullable(z.string()),
  revision: z.number(),
});
/** A build prompt as the founder edits it. */
export type PromptDocument = z.infer<typeof promptDocument>;
export type ChangePrompt = (turn: (document: PromptDocument) => PromptDocument) => void;

/** How prompts are saved while they are edited, in this browser and in the account. */
export const promptDocuments = {
  form: 'proof-of-concept',
  schema: { parse: parsePrompt },
  load: loadPrompt,
  read: readPrompt,
  save: savePrompt,
  copy: copyPrompt,
  blank: () => blankPrompt(),
  isWorthSaving,
};

export function blankPrompt(trailId: string | null = null, idea = ''): PromptDocument {
  return {
    id: newId(),
    trailId,
    idea: storable(idea),
    surveyId: null,
    builder: 'plain',
    result: '',
    form: null,
    rewrites: [],
    shown: null,
    revision: 0,
  };
}

/** The same text as a prompt of its own. */
export function copyPrompt(document: PromptDocument): PromptDocument {
  const rewrites = document.rewrites.map(({ isSaved: _there, ...text }) => text);
  return { ...document, id: newId(), rewrites, revision: 0 };
}

/** Prompt in local storage, if it is one. */
export function parsePrompt(stored: unknown): PromptDocument | null {
  return z.safeParse(promptDocument, stored).data ?? null;
}

/** Saved prompt as a draft; its text decides which rewrite it shows. */
export function promptOf(saved: BuildPrompt): PromptDocument {
  const { id, trailId, idea, surveyId, builder, result, form = null, revision } = saved;
  const content = contentOf(result);
  const same = saved.rewrites.findLast(({ text }) => contentOf(text) === content) ?? saved.rewrites.at(-1);
  return {
    id,
    trailId: trailId || null,
    idea,
    surveyId,
    builder,
    result,
    form: form && changesIn(form),
    rewrites: saved.rewrites.map((text) => ({ ...text, isSaved: true })),
    shown: same?.receipt.at ?? null,
    revision,
  };
}

/** A response names every field of its contract: those without a value were not changed. */
function changesIn(form: NonNullable<BuildPrompt['form']>) {
  return Object.fromEntries(Object.entries(form).filter(([, value]) => value !== undefined));
}

export async function readPrompt(id: string): Promise<PromptDocument> {
  return promptOf(await call(readBuildPrompt, { params: { id } }));
}

/** The prompt that was changed last; null when there is none. */
async function loadPrompt(): Promise<PromptDocument | null> {
  const { prompt } = await call(readCurrentBuildPrompt, {});
  return prompt && promptOf(prompt);
}

/**
 * Saves the prompt; one call carries one rewrite. When a later call fails, the same document can be saved again.
 * @throws ApiError; 413 without a call for what is too long: it would be refused, and nothing is ever cut.
 */
async function savePrompt(document: PromptDocument): Promise<PromptDocument> {
  if (!isSavable(document)) throw new ApiError({ status: 413, statusText: '', code: 'body_too_large' });
  const { id, idea, surveyId, builder, result, form, rewrites } = document;
  let { trailId, revision } = document;
  const [first, ...others] = rewrites.filter(({ isSaved }) => !isSaved);
  for (const added of [first, ...others]) {
    const state = { idea, surveyId, builder, result, form };
    const body = { ...state, revision, trailId: trailId ?? undefined, rewrite: added };
    const saved = await call(saveBuildPrompt, { params: { id }, body, keepalive: outlivesPage(body) });
    trailId = saved.trailId || null;
    revision = saved.revision;
  }
  return { ...document, trailId, revision, rewrites: rewrites.map((text) => ({ ...text, isSaved: true })) };
}

/** Longer prompts stay in this browser: the server would refuse them. */
export function isSavable(document: PromptDocument): boolean {
  return document.idea.length <= ideaLimit && !isResultTooLong(document);
}

export function isResultTooLong({ result }: PromptDocument): boolean {
  return result.length > buildPromptLimit;
}

export function isWorthSaving({ idea, rewrites, result, form }: PromptDocument): boolean {
  return idea.trim() !== '' || rewrites.length > 0 || result.trim() !== '' || form !== null;
}

/** Shows a fresh rewrite in the form of the chosen builder; what was shown before stays among the rewrites. */
export function addRewrite(document: PromptDocument, fresh: Rewrite): PromptDocument {
  const before = storeEdits(document);
  const added = { ...fresh, text: cutText(fresh.text, buildPromptLimit) };
  return {
    ...before,
    result: storable(formFor(document.builder, added.text)),
    // A whole rewrite holds its answers.
    form: fresh.form && !isIncomplete(fresh) ? null : document.form,
    rewrites: savedRewrites([...before.rewrites, added]),
    shown: fresh.receipt.at,
  };
}

/** Shows a text from before; the edits that it takes the place of stay among the rewrites. */
export function returnTo(document: PromptDocument, version: Rewrite): PromptDocument {
  const result = storable(formFor(document.builder, version.text));
  return { ...storeEdits(document), result, shown: version.receipt.at };
}

/** Changes the form, not the content: edits stay. */
export function chooseBuilder(document: PromptDocument, builder: BuilderName): PromptDocument {
  return { ...document, builder, result: storable(formFor(builder, document.result)) };
}

/** The founder's edits that one more rewrite would delete. */
export function leavingEdits(document: PromptDocument): Rewrite[] {
  const newest = document.rewrites.at(-1);
  if (!newest) return [];
  const { rewrites } = addRewrite(document, { ...newest, text: '', isEdit: false });
  return document.rewrites.filter((text) => text.isEdit && !rewrites.includes(text));
}

/** A rewrite that was stopped or cut off. */
export function isIncomplete({ receipt }: Rewrite): boolean {
  return receipt.step === 'unfinished';
}

function storeEdits(document: PromptDocument): PromptDocument {
  const { result, rewrites, shown } = document;
  const versions = listVersions(rewrites);
  const run = findShown(versions, shown);
  const content = contentOf(result);
  if (!run || content === '' || versions.some((version) => version.content === content)) return document;
  const { isSaved: _there, ...edited } = run.rewrite;
  const edit = { ...edited, text: cutText(content, buildPromptLimit), isEdit: true };
  return { ...document, rewrites: savedRewrites([...rewrites, edit]) };
}

export type Version = {
  rewrite: PromptDocument['rewrites'][number];
  /** Counts the rewrites from the oldest that is stored. */
  number: number;
  /** It is the founder's edit of that rewrite. */
  isEdit: boolean;
  /** Its content, in no builder's form. */
  content: string;
};

/** Every stored text, oldest first. What shares a receipt is one rewrite and its edits, which can outlive it. */
export function listVersions(rewrites: PromptDocument['rewrites']): Version[] {
  const runs = [...new Set(rewrites.map(({ receipt }) => receipt.at))];
  return rewrites.map((text) => ({
    rewrite: text,
    number: runs.indexOf(text.receipt.at) + 1,
    isEdit: text.isEdit ?? false,
    content: contentOf(text.text),
  }));
}

/** The rewrite that was made at `shown`, else the newest; and the one before it. */
export function findShown(versions: Version[], shown: string | null) {
  const numbers = versions.map(({ number }) => number);
  const runs = versions.filter(({ number }, index) => numbers.indexOf(number) === index);
  const found = runs.findIndex(({ rewrite: text }) => text.receipt.at === shown);
  const index = found === -1 ? runs.length - 1 : found;
  const run = runs[index];
  return run ? { ...run, before: runs[index - 1]?.rewrite ?? null } : null;
}

// All of the rewrites are looked at with every letter that is typed.
const contents = new CappedMap<string, string>(100);

/** Content of a text, whatever builder's form it has. */
export function contentOf(text: string): string {
  const content = contents.get(text) ?? formFor('plain', text).trim();
  contents.set(text, content);
  return content;
}
