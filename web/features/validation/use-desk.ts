import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { surveyPath } from '#shared/rules/survey-path.ts';
import { type FounderPlan, isSame, mergePlans } from './founder-plan.ts';
import { keepPlan, type PlanShelf, readPlan } from './plan-shelf.ts';
import { changeWorkspace, readWorkspace, workspaceKey } from './workspace.ts';

/** The open plan and the one before it. */
export type Desk = { plan: FounderPlan | null; previous: FounderPlan | null };

/** The desk of one account, kept in the browser at every change and shared by its tabs. */
export function useDesk(userId: string, shelf: PlanShelf) {
  const [desk, setDesk] = useState(() => readDesk(userId, shelf));
  const [kept, setKept] = useState(true);
  // Replies of the server arrive later than edits: they must meet the newest plan.
  const latest = useRef(desk);
  /** The open plan as this tab last saw it in the browser's storage, where every tab has it from. */
  const seen = useRef(desk.plan);
  const isGone = useGone();

  function show(next: Desk, stored: FounderPlan | null) {
    latest.current = next;
    seen.current = stored;
    setDesk(next);
  }

  function put(next: Desk) {
    // A late reply must not overwrite what the next dialog has kept since.
    if (isGone.current) return;
    const written = next.plan === null || keepPlan(shelf, next.plan);
    const pointed = changeWorkspace(userId, { open: pointer(next.plan), previous: pointer(next.previous) });
    show(next, written ? next.plan : seen.current);
    setKept(written && pointed);
  }

  /** The desk with what other tabs have stored of its plan; a change builds on it, so that theirs stays. */
  function catchUp(): Desk {
    const { plan, previous } = latest.current;
    const stored = plan && readPlan(shelf, plan.surveyId);
    const base = seen.current;
    if (stored && base?.surveyId === plan.surveyId && !isSame(stored, base))
      show({ plan: mergePlans(base, plan, stored), previous }, stored);
    return latest.current;
  }

  /** Another tab has opened another plan; this one's lies in the browser, unless that keeps nothing. */
  function follow() {
    const { open } = readWorkspace(userId);
    if (!kept || open?.surveyId === latest.current.plan?.surveyId) return;
    const next = readDesk(userId, shelf);
    show(next, next.plan);
  }

  useStorage((key) => {
    if (key === workspaceKey(userId)) follow();
    else if (desk.plan && key === surveyPath(desk.plan.surveyId)) catchUp();
  });

  return { desk, kept, put, catchUp };
}

/** Tells what another tab has stored, by its key. */
function useStorage(onStored: (key: string | null) => void) {
  const tell = useEffectEvent(onStored);
  useEffect(() => {
    const listener = ({ key }: StorageEvent) => tell(key);
    addEventListener('storage', listener);
    return () => removeEventListener('storage', listener);
  }, []);
}

function useGone() {
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);
  return isGone;
}

function readDesk(userId: string, shelf: PlanShelf): Desk {
  const { open, previous } = readWorkspace(userId);
  return {
    plan: open && readPlan(shelf, open.surveyId),
    previous: previous && readPlan(shelf, previous.surveyId),
  };
}

function pointer(plan: FounderPlan | null) {
  return plan && { surveyId: plan.surveyId, appName: plan.appName };
}
