import { useRef, useState } from 'react';
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

  function put(next: Desk) {
    latest.current = next;
    setDesk(next);
    const written = next.plan === null || keepPlan(shelf, next.plan);
    const pointed = changeWorkspace(userId, { open: pointer(next.plan), previous: pointer(next.previous) });
    setKept(written && pointed);
  }

  function change(turn: (plan: FounderPlan) => FounderPlan) {
    const { plan, previous } = latest.current;
    if (plan) put({ plan: turn(plan), previous });
  }

  return {
    ...desk,
    /** False when this browser keeps nothing: its storage is full or switched off. */
    kept,
    edit: (patch: PlanPatch) => change((plan) => editPlan(plan, patch)),
    move: () => change(movePlan),
    markStored: (draft: SurveyDraft) =>
      change((plan) => {
        if (plan.surveyId !== draft.surveyId) return plan;
        return { ...plan, stored: isSameSurvey(surveyDraft(plan), draft) ? 'yes' : 'older' };
      }),
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
