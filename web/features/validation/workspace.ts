import { useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import { saveDraft } from '#web/drafts/draft-store.ts';
import { announceDraft, watchDrafts } from '#web/drafts/watch-drafts.ts';
import { readItem } from '#web/identity/storage.ts';

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

const empty: Workspace = { idea: '', aside: '', open: null, previous: null };

/** Storage key of the workspace. */
export function workspaceKey(userId: string): string {
  return `validation:${userId}`;
}

/** Reads one account's workspace, so that two people on one computer don't see each other's. */
export function readWorkspace(userId: string): Workspace {
  return parse(readItem(workspaceKey(userId)));
}

/** Changes what `patch` names and leaves what another tab has written in the rest; false when it can't be stored. */
export function changeWorkspace(userId: string, patch: Partial<Workspace>): boolean {
  const isStored = saveDraft(workspaceKey(userId), { ...readWorkspace(userId), ...patch });
  announceDraft();
  return isStored;
}

/** The workspace as it is now, whichever tab or dialog changes it. */
export function useWorkspace(userId: string): Workspace {
  return parse(useSyncExternalStore(watchDrafts, () => readItem(workspaceKey(userId))));
}

function parse(raw: string | null): Workspace {
  try {
    return workspace.parse(JSON.parse(raw ?? '{}'));
  } catch {
    return empty;
  }
}
