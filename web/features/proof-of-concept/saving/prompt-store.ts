import { listAnalyses } from '#shared/contracts/analyses.ts';
import {
  type BuildPrompt,
  keepBuildPrompt,
  type Rewrite,
  readBuildPrompt,
  readCurrentBuildPrompt,
} from '#shared/contracts/build-prompts.ts';
import { ideaLimit } from '#shared/contracts/ideation.ts';
import { ApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { outlivesPage } from '#web/api/outlives-page.ts';
import { isResultTooLong, type PromptDocument, promptOf } from './prompt-document.ts';

/** The server's side of the build prompts. It remembers which rewrites the server holds: each is sent once. */
export function promptStore() {
  const held = new Map<string, Set<string>>();
  // A keep can take several calls: one that failed after the first goes on from there, and no other document does.
  const findTrail = surveyTrails();
  const unfinished = new Map<string, { from: number; to: number; sent: string }>();

  function learn(prompt: BuildPrompt): BuildPrompt {
    const known = held.get(prompt.id) ?? new Set();
    for (const one of prompt.rewrites) known.add(nameOf(one));
    held.set(prompt.id, known);
    return prompt;
  }

  const fetchPrompt = async (id: string) => learn(await call(readBuildPrompt, { params: { id } }));

  async function put(document: PromptDocument, added: Rewrite | undefined): Promise<BuildPrompt> {
    const { id, idea, surveyId, builder, result } = document;
    const trailId = await trailOf(document);
    const revision = reachedOf(document);
    const body = { idea, surveyId, builder, result, revision, trailId, rewrite: added };
    const kept = learn(await call(keepBuildPrompt, { params: { id }, body, keepalive: outlivesPage(body) }));
    if (added) unfinished.set(id, { from: document.revision, to: kept.revision, sent: nameOf(added) });
    return kept;
  }

  /** Other words for a validated idea are no idea of their own. */
  async function trailOf({ trailId, surveyId, result }: PromptDocument): Promise<string | undefined> {
    if (trailId !== null || surveyId === null) return trailId ?? undefined;
    // Asked for as soon as it is chosen: a page that is left has no time for it.
    const ofSurvey = await findTrail(surveyId);
    return result === '' ? undefined : ofSurvey;
  }

  function reachedOf({ id, revision, rewrites }: PromptDocument): number {
    const { from, to, sent } = unfinished.get(id) ?? { from: null, to: revision, sent: '' };
    return from === revision && rewrites.some((one) => nameOf(one) === sent) ? to : revision;
  }

  async function save(document: PromptDocument): Promise<PromptDocument> {
    if (!isSavable(document)) throw tooLong();
    if (document.revision > 0 && !held.has(document.id)) await fetchPrompt(document.id);
    const known = held.get(document.id);
    const unsent = document.rewrites.filter((one) => !known?.has(nameOf(one)));
    let kept = await put(document, unsent.shift());
    for (const one of unsent) kept = await put(document, one);
    unfinished.delete(document.id);
    return { ...document, trailId: kept.trailId || null, revision: kept.revision };
  }

  return {
    save,
    read: async (id: string) => promptOf(await fetchPrompt(id)),
    load: async () => {
      const { prompt } = await call(readCurrentBuildPrompt, {});
      return prompt && promptOf(learn(prompt));
    },
  };
}

/** Longer prompts stay in this browser: the server would refuse them, and nothing is ever cut. */
export function isSavable(document: PromptDocument): boolean {
  return document.idea.length <= ideaLimit && !isResultTooLong(document);
}

function nameOf({ receipt, text }: Rewrite): string {
  return `${receipt.at} ${text}`;
}

function tooLong(): ApiError {
  return new ApiError({ status: 413, statusText: '', code: 'body_too_large' });
}

const pageSize = 100;

/** Finds the trail of a survey that a build prompt rests on; each is asked for once. */
function surveyTrails() {
  const found = new Map<string, string>();

  async function search(surveyId: string, before?: string): Promise<string | undefined> {
    const page = await call(listAnalyses, { query: { limit: pageSize, ...(before ? { before } : {}) } });
    for (const { surveyId: id, trailId } of page) if (trailId) found.set(id, trailId);
    const last = page.at(-1);
    if (found.has(surveyId) || !last || page.length < pageSize) return found.get(surveyId);
    return search(surveyId, `${last.created_at}~${last.surveyId}`);
  }

  return async (surveyId: string): Promise<string | undefined> => {
    // Keeping the text comes before its place: ideas can be put together later.
    return found.get(surveyId) ?? search(surveyId).catch(() => undefined);
  };
}
