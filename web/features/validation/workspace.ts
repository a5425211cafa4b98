import { useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import type { IdeaReading } from '#shared/contracts/reading.ts';
import { needsAsking } from '#shared/rules/plans/needs-asking.ts';
import { surveyPath } from '#shared/rules/surveys/survey-path.ts';
import { storable } from '#shared/rules/text/plain-text.ts';
import { announceDraft, readDraft, saveDraft, watchDrafts } from '#web/drafts/draft-store.ts';
import { ideaPhrases, readPhrases } from '#web/drafts/idea-phrases.ts';
import { readItem, writeItem } from '#web/identity/storage.ts';

const planPointer = z.catch(z.nullable(z.object({ surveyId: z.string(), appName: z.string() })), null);
const text = z.catch(z.string(), '');

/** Open work of a founder. */
const workspace = z.object({
  /** As typed. */
  idea: text,
  /** Text typed before a trail's idea took its place; '' when there was none. */
  aside: text,
  open: planPointer,
  /** The plan before the open one. */
  previous: planPointer,
});
export type Workspace = z.infer<typeof workspace>;

/** Storage key of one account's workspace: two people on one computer don't see each other's. */
export function workspaceKey(userId: string): string {
  return `validation:${userId}`;
}

export function readWorkspace(userId: string): Workspace {
  return parse(readItem(workspaceKey(userId)));
}

/** Changes the fields of `patch` and leaves another tab's changes in the rest; false when it can't be stored. */
export function changeWorkspace(userId: string, patch: Partial<Workspace>): boolean {
  const isStored = saveDraft(workspaceKey(userId), { ...readWorkspace(userId), ...patch });
  announceDraft();
  return isStored;
}

/** Forgets the plan of a deleted survey; the survey page reads this browser's copy first (specification 3). */
export function forgetPlan(userId: string, surveyId: string): void {
  writeItem(surveyPath(surveyId), null);
  const { open, previous } = readWorkspace(userId);
  const without = (plan: Workspace['open']) => (plan?.surveyId === surveyId ? null : plan);
  changeWorkspace(userId, { open: without(open), previous: without(previous) });
}

/** The workspace as it is now, whichever tab or dialog changes it. */
export function useWorkspace(userId: string): Workspace {
  return parse(useSyncExternalStore(watchDrafts, () => readItem(workspaceKey(userId))));
}

function parse(raw: string | null): Workspace {
  try {
    return workspace.parse(JSON.parse(raw ?? '{}'));
  } catch {
    return workspace.parse({});
  }
}

/** The founder's phrases of an idea: from the open plan, the boxes without a plan, or the plan before. */
export function savedReading(userId: string, idea: string): IdeaReading | undefined {
  const { open, previous } = readWorkspace(userId);
  const [openPlan, previousPlan] = [open, previous].map(
    (at) => at && readDraft(surveyPath(at.surveyId), ideaPhrases),
  );
  return firstReading(idea, [openPlan, { idea, reading: readPhrases(userId, idea) }, previousPlan]);
}

/** A plan, or an idea whose phrases were asked for. */
type ReadIdea = { idea: string; reading?: IdeaReading | null | undefined } | null | undefined;

/** The first reading of the idea, as it is sent; undefined where there is none or it says too little. */
export function firstReading(idea: string, known: ReadIdea[]): IdeaReading | undefined {
  const found = known.find((one) => one?.reading && one.idea.trim() === idea.trim())?.reading;
  if (!found || needsAsking(found)) return undefined;
  const phrase = (typed: string) => storable(typed).trim();
  const { who, trouble, solution, question, language } = found;
  return {
    who: phrase(who),
    trouble: phrase(trouble),
    solution: phrase(solution),
    question: phrase(question),
    language,
  };
}
