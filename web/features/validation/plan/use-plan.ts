import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { SurveyDraft } from '#shared/contracts/surveys/surveys.ts';
import { ideaName } from '#shared/rules/plans/app-name.ts';
import { surveyPath } from '#shared/rules/surveys/survey-path.ts';
import { readDraft, saveDraft } from '#web/drafts/draft-store.ts';
import { changeWorkspace, readWorkspace, workspaceKey } from '#web/features/validation/workspace.ts';
import {
  editPlan,
  type FounderPlan,
  founderPlan,
  isSameSurvey,
  movePlan,
  type PlanPatch,
  surveyDraft,
} from './founder-plan.ts';

export type CurrentPlan = ReturnType<typeof usePlan>;

type PlanDrafts = {
  plan: FounderPlan | null;
  /** The plan before the open one. */
  previous: FounderPlan | null;
  /** False where this browser stores nothing: its storage is full or switched off. */
  isStored: boolean;
};

/**
 * The open plan of an account and the one before it, saved in the browser at every change and shared by its tabs.
 * @param wanted the survey whose plan this tab was asked for: it stays when another tab opens another.
 */
export function usePlan(userId: string, wanted?: string) {
  const [drafts, setDrafts] = useState(() => readDrafts(userId));
  // Responses arrive later than edits: they must meet the newest plan.
  const latest = useRef(drafts);
  const isGone = useRef(false);

  function show(next: PlanDrafts) {
    latest.current = next;
    setDrafts(next);
  }

  /** The drafts as the browser has them: another tab may have changed them. */
  function current(): PlanDrafts {
    const { plan, previous, isStored } = latest.current;
    return { plan: (isStored && plan && readPlan(plan.surveyId)) || plan, previous, isStored };
  }

  function save(plan: FounderPlan | null, previous: FounderPlan | null) {
    // A late response must not overwrite the work of the next dialog.
    if (isGone.current) return;
    const isPlanStored = plan === null || savePlan(plan);
    const isPointed = changeWorkspace(userId, { open: pointer(plan), previous: pointer(previous) });
    show({ plan, previous, isStored: isPlanStored && isPointed });
  }

  /** Changes the open plan, unless the change was meant for another one. */
  function change(turn: (plan: FounderPlan) => FounderPlan, surveyId?: string) {
    const { plan, previous } = current();
    if (plan && plan.surveyId === (surveyId ?? plan.surveyId)) save(turn(plan), previous);
  }

  /** Puts another plan, or none, in the place of the open one, which can be brought back. */
  function replace(next: FounderPlan | null) {
    const { plan, previous } = current();
    save(next, plan ?? previous);
  }

  const follow = useEffectEvent(({ key }: StorageEvent) => {
    const { plan, isStored } = latest.current;
    if (!isStored) return;
    const isWanted = plan !== null && plan.surveyId === wanted;
    const isOtherPlan = readWorkspace(userId).open?.surveyId !== plan?.surveyId;
    if (key === workspaceKey(userId) && isOtherPlan && !isWanted) show(readDrafts(userId));
    else if (plan && key === surveyPath(plan.surveyId)) show(current());
  });
  useEffect(() => {
    isGone.current = false;
    addEventListener('storage', follow);
    return () => {
      isGone.current = true;
      removeEventListener('storage', follow);
    };
  }, []);

  return {
    ...drafts,
    edit: (patch: PlanPatch, surveyId?: string) => change((plan) => editPlan(plan, patch), surveyId),
    /** Opens a copy under another survey address; the plan as it was can be brought back. */
    copy: () => {
      const { plan } = current();
      if (plan) save(movePlan(plan), plan);
    },
    markStored: (draft: SurveyDraft) =>
      change(
        (plan) => ({ ...plan, stored: isSameSurvey(surveyDraft(plan), draft) ? 'yes' : 'older' }),
        draft.surveyId,
      ),
    close: () => replace(null),
    open: (fresh: FounderPlan) => replace(fresh),
    /** Opens the plan that this browser has of a survey; false when it has none. */
    openSaved: (surveyId: string) => {
      const saved = readPlan(surveyId);
      if (saved && latest.current.plan?.surveyId !== surveyId) replace(saved);
      return saved !== null;
    },
    bringBack: () => {
      const { plan, previous } = current();
      save(previous, plan);
    },
  };
}

function readDrafts(userId: string): PlanDrafts {
  const { open, previous } = readWorkspace(userId);
  return {
    plan: open && readPlan(open.surveyId),
    previous: previous && readPlan(previous.surveyId),
    isStored: true,
  };
}

function pointer(plan: FounderPlan | null) {
  return plan && { surveyId: plan.surveyId, appName: ideaName({ ...plan, appName: plan.appName || null }) };
}

/** The plan that this browser stores with a survey; null when only the bare survey is there, or nothing. */
export function readPlan(surveyId: string): FounderPlan | null {
  const plan = readDraft(surveyPath(surveyId), founderPlan);
  return plan?.surveyId === surveyId ? plan : null;
}

/** Saves a plan under its survey's path, where the survey page reads it. @returns false when the browser refuses. */
export function savePlan(plan: FounderPlan): boolean {
  return saveDraft(surveyPath(plan.surveyId), plan);
}
