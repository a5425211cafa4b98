import type { SurveyDraft } from '#shared/contracts/surveys.ts';
import {
  editPlan,
  type FounderPlan,
  isSameSurvey,
  movePlan,
  type PlanPatch,
  surveyDraft,
} from './founder-plan.ts';
import { type PlanShelf, readPlan } from './plan-shelf.ts';
import { useDesk } from './use-desk.ts';

export type CurrentPlan = ReturnType<typeof usePlan>;

/** The open plan and the one before it, and what can be done with them. */
export function usePlan(userId: string, shelf: PlanShelf) {
  const { desk, kept, put, catchUp } = useDesk(userId, shelf);

  /** Changes the open plan, unless the change was meant for another one. */
  function change(turn: (plan: FounderPlan) => FounderPlan, surveyId?: string) {
    const { plan, previous } = catchUp();
    if (plan && plan.surveyId === (surveyId ?? plan.surveyId)) put({ plan: turn(plan), previous });
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
    openKept: (surveyId: string) => {
      const { plan, previous } = catchUp();
      const kept = readPlan(shelf, surveyId);
      if (kept && plan?.surveyId !== surveyId) put({ plan: kept, previous: plan ?? previous });
      return kept !== null;
    },
    bringBack: () => {
      const { plan, previous } = catchUp();
      put({ plan: previous, previous: plan });
    },
  };
}
