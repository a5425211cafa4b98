import { useSyncExternalStore } from 'react';

type PlanPointer = { surveyId: string; appName: string };

/** Open work of a founder. */
export type Workspace = {
  /** As typed. */
  idea: string;
  /** Text typed before a trail's idea took its place; '' when there was none. */
  aside: string;
  open: PlanPointer | null;
  /** The plan before the open one. */
  previous: PlanPointer | null;
};

const empty: Workspace = { idea: '', aside: '', open: null, previous: null };

/** Storage key of the workspace. */
export function workspaceKey(userId: string): string {
  return `validation:${userId}`;
}

/** Reads one account's workspace, so that two people on one computer don't see each other's. */
export function readWorkspace(userId: string): Workspace {
  return parse(readRaw(userId));
}

/** Changes what `patch` names and leaves what another tab has written in the rest; false when it can't be kept. */
export function changeWorkspace(userId: string, patch: Partial<Workspace>): boolean {
  try {
    localStorage.setItem(workspaceKey(userId), JSON.stringify({ ...readWorkspace(userId), ...patch }));
  } catch {
    return false;
  }
  dispatchEvent(new Event(changed));
  return true;
}

/** The workspace as it is now, whichever tab or dialog changes it. */
export function useWorkspace(userId: string): Workspace {
  return parse(useSyncExternalStore(subscribe, () => readRaw(userId)));
}

const changed = 'validation-workspace';

function readRaw(userId: string): string | null {
  try {
    return localStorage.getItem(workspaceKey(userId));
  } catch {
    return null;
  }
}

function parse(raw: string | null): Workspace {
  try {
    const { idea, aside, open, previous } = { ...empty, ...JSON.parse(raw ?? '{}') };
    return {
      idea: typeof idea === 'string' ? idea : '',
      aside: typeof aside === 'string' ? aside : '',
      open: isPointer(open) ? open : null,
      previous: isPointer(previous) ? previous : null,
    };
  } catch {
    return empty;
  }
}

function isPointer(value: unknown): value is PlanPointer {
  const { surveyId, appName } = (value ?? {}) as Partial<PlanPointer>;
  return typeof surveyId === 'string' && typeof appName === 'string';
}

function subscribe(notify: () => void): () => void {
  addEventListener(changed, notify);
  addEventListener('storage', notify);
  return () => {
    removeEventListener(changed, notify);
    removeEventListener('storage', notify);
  };
}
