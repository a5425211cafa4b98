import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { SurveyDraft } from '#shared/contracts/surveys.ts';
import { surveyPath } from '#shared/rules/surveys/survey-path.ts';
import { changeWorkspace, readWorkspace, workspaceKey } from '#web/features/validation/workspace.ts';
import {
  editPlan,
  type FounderPlan,
  isSame,
  isSameSurvey,
  mergePlans,
  movePlan,
  type PlanPatch,
  surveyDraft,
} from './founder-plan.ts';
import { type PlanStore, readPlan, savePlan } from './plan-store.ts';

export type CurrentPlan = ReturnType<typeof usePlan>;

/** The open plan and the one before it, and what can be done with them. */
export function usePlan(userId: string, store: PlanStore) {
  const { drafts, kept, put, catchUp } = usePlanDrafts(userId, store);

  /** Changes the open plan, unless the change was meant for another one. */
  function change(turn: (plan: FounderPlan) => FounderPlan, surveyId?: string) {
    const { plan, previous } = catchUp();
    if (plan && plan.surveyId === (surveyId ?? plan.surveyId)) put({ plan: turn(plan), previous });
  }

  return {
    ...drafts,
    /** False when this browser keeps nothing: its storage is full or switched off. */
    kept,
    edit: (patch: PlanPatch, surveyId?: string) => change((plan) => editPlan(plan, patch), surveyId),
    move: (surveyId: string) => change(movePlan, surveyId),
    markStored: (draft: SurveyDraft) =>
      change((plan) => {
        return { ...plan, stored: isSameSurvey(surveyDraft(plan), draft) ? 'yes' : 'older' };
      }, draft.surveyId),
    /** Closes the plan; it can be brought back until the next one is closed. */
    putAside: () => {
      const { plan, previous } = catchUp();
      put({ plan: null, previous: plan ?? previous });
    },
    /** Opens a fresh plan; one that another tab has opened meanwhile can be brought back. */
    open: (fresh: FounderPlan) => {
      const { plan, previous } = catchUp();
      put({ plan: fresh, previous: plan ?? previous });
    },
    /** Opens the plan that this browser has of a survey; false when it has none. */
    openSaved: (surveyId: string) => {
      const { plan, previous } = catchUp();
      const kept = readPlan(store, surveyId);
      if (kept && plan?.surveyId !== surveyId) put({ plan: kept, previous: plan ?? previous });
      return kept !== null;
    },
    bringBack: () => {
      const { plan, previous } = catchUp();
      put({ plan: previous, previous: plan });
    },
  };
}

/** The open plan and the one before it. */
type PlanDrafts = { plan: FounderPlan | null; previous: FounderPlan | null };

/** Open and previous plan of one account, saved in the browser at every change and shared by its tabs. */
function usePlanDrafts(userId: string, store: PlanStore) {
  const [drafts, setDrafts] = useState(() => readDrafts(userId, store));
  const [kept, setKept] = useState(true);
  // Replies of the server arrive later than edits: they must meet the newest plan.
  const latest = useRef(drafts);
  /** The open plan as this tab last saw it in the browser's storage, where every tab has it from. */
  const seen = useRef(drafts.plan);
  const isGone = useGone();

  function show(next: PlanDrafts, stored: FounderPlan | null) {
    latest.current = next;
    seen.current = stored;
    setDrafts(next);
  }

  function put(next: PlanDrafts) {
    // A late reply must not overwrite what the next dialog has kept since.
    if (isGone.current) return;
    const written = next.plan === null || savePlan(store, next.plan);
    const pointed = changeWorkspace(userId, { open: pointer(next.plan), previous: pointer(next.previous) });
    show(next, written ? next.plan : seen.current);
    setKept(written && pointed);
  }

  /** The drafts with changes that other tabs stored; a change builds on them, so that theirs stays. */
  function catchUp(): PlanDrafts {
    const { plan, previous } = latest.current;
    const stored = plan && readPlan(store, plan.surveyId);
    const base = seen.current;
    if (stored && base?.surveyId === plan.surveyId && !isSame(stored, base))
      show({ plan: mergePlans(base, plan, stored), previous }, stored);
    return latest.current;
  }

  /** Another tab has opened another plan; this one's lies in the browser, unless that keeps nothing. */
  function follow() {
    const { open } = readWorkspace(userId);
    if (!kept || open?.surveyId === latest.current.plan?.surveyId) return;
    const next = readDrafts(userId, store);
    show(next, next.plan);
  }

  useStorage((key) => {
    if (key === workspaceKey(userId)) follow();
    else if (drafts.plan && key === surveyPath(drafts.plan.surveyId)) catchUp();
  });

  return { drafts, kept, put, catchUp };
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

function readDrafts(userId: string, store: PlanStore): PlanDrafts {
  const { open, previous } = readWorkspace(userId);
  return {
    plan: open && readPlan(store, open.surveyId),
    previous: previous && readPlan(store, previous.surveyId),
  };
}

function pointer(plan: FounderPlan | null) {
  return plan && { surveyId: plan.surveyId, appName: plan.appName };
}
