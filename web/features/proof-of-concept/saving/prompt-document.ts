import * as z from 'zod/mini';
import {
  type BuilderName,
  type BuildPrompt,
  builderName,
  buildPromptLimit,
  type Rewrite,
  rewrite,
} from '#shared/contracts/build-prompts.ts';
import { formFor } from '#shared/rules/build-prompts/builder-form.ts';
import { savedRewrites } from '#shared/rules/build-prompts/saved-rewrites.ts';
import { cutText } from '#shared/rules/model-output/cut-output.ts';
import { storable } from '#shared/rules/text/storable.ts';
import { newId } from '#web/api/new-id.ts';
import { contentOf, findShown, listVersions } from '#web/features/proof-of-concept/versions.ts';

const promptDocument = z.object({
  id: z.string(),
  /** Null until there is a rewrite: half an idea begins no trail. */
  trailId: z.nullable(z.string()),
  idea: z.string(),
  surveyId: z.nullable(z.string()),
  builder: builderName,
  result: z.string(),
  /** Oldest first. A founder's edits stand among them with the receipt of the rewrite they change. */
  rewrites: z.array(rewrite),
  /** When the rewrite was made that `result` began as; it names the rewrite. */
  shown: z.nullable(z.string()),
  revision: z.number(),
});
/** A build prompt as the founder edits it. */
export type PromptDocument = z.infer<typeof promptDocument>;
export type ChangePrompt = (turn: (document: PromptDocument) => PromptDocument) => void;

export function blankPrompt(trailId: string | null = null, idea = ''): PromptDocument {
  return {
    id: newId(),
    trailId,
    idea: storable(idea),
    surveyId: null,
    builder: 'plain',
    result: '',
    rewrites: [],
    shown: null,
    revision: 0,
  };
}

/** The same text as a prompt of its own. */
export function forkPrompt(document: PromptDocument): PromptDocument {
  return { ...document, id: newId(), revision: 0 };
}

/** Prompt in local storage, if it is one. */
export function readPrompt(stored: unknown): PromptDocument | null {
  return z.safeParse(promptDocument, stored).data ?? null;
}

/** Saved prompt as a draft; its text tells which rewrite it shows. */
export function promptOf(kept: BuildPrompt): PromptDocument {
  const { id, idea, surveyId, builder, result, rewrites, revision } = kept;
  const trailId = kept.trailId || null;
  const content = contentOf(result);
  const same = rewrites.findLast(({ text }) => contentOf(text) === content) ?? rewrites.at(-1);
  return {
    id,
    trailId,
    idea,
    surveyId,
    builder,
    result,
    rewrites,
    shown: same?.receipt.at ?? null,
    revision,
  };
}

export function isWorthSaving({ idea, rewrites, result }: PromptDocument): boolean {
  return idea.trim() !== '' || rewrites.length > 0 || result.trim() !== '';
}

/** Shows a fresh rewrite in the form of the chosen builder; what was shown before stays among the rewrites. */
export function addRewrite(document: PromptDocument, fresh: Rewrite): PromptDocument {
  const before = keepEdits(document);
  const kept = { ...fresh, text: cutText(fresh.text, buildPromptLimit) };
  return {
    ...before,
    result: storable(formFor(document.builder, kept.text)),
    rewrites: savedRewrites([...before.rewrites, kept]),
    shown: fresh.receipt.at,
  };
}

/** Shows a text from before; the edits that it takes the place of stay among the rewrites. */
export function returnTo(document: PromptDocument, version: Rewrite): PromptDocument {
  const result = storable(formFor(document.builder, version.text));
  return { ...keepEdits(document), result, shown: version.receipt.at };
}

/** Changes the form, not the content: edits are kept. */
export function chooseBuilder(document: PromptDocument, builder: BuilderName): PromptDocument {
  return { ...document, builder, result: storable(formFor(builder, document.result)) };
}

/** Such a result stays in this browser until it is shorter: the server would refuse it, and an edit is never cut. */
export function isResultTooLong({ result }: PromptDocument): boolean {
  return result.length > buildPromptLimit;
}

/** The founder's edits that would no longer be kept after one rewrite more. */
export function leavingEdits(document: PromptDocument): Rewrite[] {
  const newest = document.rewrites.at(-1);
  if (!newest) return [];
  const { rewrites } = addRewrite(document, { ...newest, text: '', isEdit: false });
  return document.rewrites.filter((rewrite) => rewrite.isEdit && !rewrites.includes(rewrite));
}

function keepEdits(document: PromptDocument): PromptDocument {
  const { result, rewrites, shown } = document;
  const versions = listVersions(rewrites);
  const run = findShown(versions, shown);
  const content = contentOf(result);
  if (!run || content === '' || versions.some((version) => version.content === content)) return document;
  const edited = { ...run.rewrite, text: cutText(content, buildPromptLimit), isEdit: true };
  return { ...document, rewrites: savedRewrites([...rewrites, edited]) };
}
