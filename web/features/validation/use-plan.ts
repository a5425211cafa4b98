import { useEffect, useRef, useState } from 'react';
import type { SurveyDraft } from '#shared/contracts/surveys.ts';
import {
  editPlan,
  type FounderPlan,
  isSameSurvey,
  movePlan,
  type PlanPatch,
  surveyDraft,
} from './founder-plan.ts';
import { keepPlan, type PlanShelf, readPlan } from './plan-shelf.ts';
import { changeWorkspace, readWorkspace } from './workspace.ts';

export type CurrentPlan = ReturnType<typeof usePlan>;

/** The open plan and the one before it; every change is kept in the browser at once. */
export function usePlan(userId: string, shelf: PlanShelf) {
  const [desk, setDesk] = useState(() => readDesk(userId, shelf));
  const [kept, setKept] = useState(true);
  // Replies of the server arrive later than edits: they must meet the newest plan.
  const latest = useRef(desk);

  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);

  function put(next: Desk) {
    // A late reply must not overwrite what the next dialog has kept since.
    if (isGone.current) return;
    latest.current = next;
    setDesk(next);
    const written = next.plan === null || keepPlan(shelf, next.plan);
    const pointed = changeWorkspace(userId, { open: pointer(next.plan), previous: pointer(next.previous) });
    setKept(written && pointed);
  }

  /** Changes the open plan, unless the change was meant for another one. */
  function change(turn: (plan: FounderPlan) => FounderPlan, surveyId = latest.current.plan?.surveyId) {
    const { plan, previous } = latest.current;
    if (plan?.surveyId === surveyId && plan) put({ plan: turn(plan), previous });
  }

  return {
    ...desk,
    /** False when this browser keeps nothing: its storage is full or switched off. */
    kept,
    edit: (patch: PlanPatch, surveyId?: string) => change((plan) => editPlan(plan, patch), surveyId),
    move: (surveyId: string) => change(movePlan, surveyId),
    markStored: (draft: SurveyDraft) =>
      change((plan) => {
        return { ...plan, stored: isSameSurvey(surveyDraft(plan), draft) ? 'yes' : 'older' };
      }, draft.surveyId),
    /** Takes the plan off the desk; it can be brought back until the next one is. */
    putAside: () => put({ plan: null, previous: latest.current.plan ?? latest.current.previous }),
    open: (plan: FounderPlan) => put({ plan, previous: latest.current.previous }),
    bringBack: () => put({ plan: latest.current.previous, previous: latest.current.plan }),
  };
}

type Desk = { plan: FounderPlan | null; previous: FounderPlan | null };

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
