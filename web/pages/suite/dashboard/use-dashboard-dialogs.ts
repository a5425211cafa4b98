import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import * as z from 'zod/mini';
import type { User } from '#shared/contracts/account.ts';
import type { PaidPlan } from '#shared/contracts/billing.ts';
import type { Trail } from '#shared/contracts/trails.ts';
import { message } from '#shared/messages/catalogue.ts';
import { type GatedFeature, planFor, planNames, upgradeNeeded } from '#shared/rules/billing/plans.ts';
import { answersPath } from '#shared/rules/surveys/survey-path.ts';
import {
  clearPostPaymentRedirect,
  savePostPaymentRedirect,
  saveStartBefore,
  takeStartBefore,
} from '#web/features/billing/payment-notes.ts';
import type { RequestStart } from '#web/features/support-requests/form/request-draft.ts';
import { coachStart, type TrailActions } from '#web/features/trails/trail-actions.ts';
import { type Modal, useModalParam } from '#web/pages/modal-param.ts';
import { showToast } from '#web/ui/overlays/toast.ts';
import { type ToolName, toolModals } from './tools.data.ts';

type Start<Open extends keyof TrailActions> = Parameters<TrailActions[Open]>[0];

/** Why the plans are shown, and the lowest that helps. */
type Gate = { reason: string; needed: PaidPlan };

/** A tool without a start opens where the founder left it. */
export type DashboardDialog =
  | ({ name: 'pricing' } & Partial<Gate>)
  | { name: 'ideation'; start?: Start<'openIdeation'> }
  | { name: 'validation'; start?: Start<'openValidation'> }
  | { name: 'proof-of-concept'; start?: Start<'openProofOfConcept'> }
  | { name: 'launch'; start?: Start<'openLaunch'> }
  | { name: 'job-form'; start?: RequestStart }
  | { name: 'information' }
  | { name: 'share'; surveyId: string }
  | { name: 'results'; surveyId: string; trailId: string };

/** The dialog, or the card that the founder is led to once none is open. */
type Shown = DashboardDialog | { name: 'history' } | null;

type GatedDialog = Extract<DashboardDialog, { name: GatedFeature }>;

/** A tool that needed a plan, and what it was asked for, as this tab noted it. */
const startBefore = z.object({
  name: z.enum(['validation', 'proof-of-concept', 'launch']),
  start: z.object({
    idea: z.string(),
    trailId: z.string(),
    content: z.optional(z.string()),
    surveyId: z.optional(z.string()),
    appName: z._default(z.string(), ''),
  }),
});

export type DashboardDialogs = ReturnType<typeof useDashboardDialogs>;

/** Which dialog is over a page of the suite, and the plan gates before them (specification 4, Plan gates). */
export function useDashboardDialogs(user: User) {
  const { id: userId, plan } = user;
  const [shown, setDialog] = useState<Shown>(null);
  const dialog = shown?.name === 'history' ? null : shown;
  const actions = useActions(user, setDialog);
  /** Dialogs opened since stay. */
  const closeOnly = (name: NonNullable<Shown>['name']) =>
    setDialog((open) => (open?.name === name ? null : open));

  /** With the idea that is worked on; without one where the founder left the tool. */
  function openTool(tool: ToolName, trail?: Trail) {
    if (tool === 'ideation') actions.openIdeation(trail && coachStart(trail));
    else if (tool === 'validation') actions.openValidation();
    else if (tool === 'proof-of-concept')
      actions.openProofOfConcept(trail && { idea: trail.idea, trailId: trail.id });
    else if (tool === 'launch') actions.openLaunch();
    else setDialog({ name: 'information' });
  }

  useModalParam((modal) => {
    const tool = toolOf(modal);
    const asked = z.safeParse(startBefore, takeStartBefore(userId)).data;
    if (tool && asked?.name === tool) actions.open(asked);
    else if (tool) openTool(tool);
    else actions.openSupportRequest();
  });
  usePricingHash(() => setDialog({ name: 'pricing' }));

  return {
    dialog,
    ...actions,
    openTool,
    /** Shows what the plan lacks for the tool; null when it has it. Without it the tool's dialog is read-only. */
    upgradeFor: (tool: GatedFeature) =>
      upgradeNeeded(plan, tool) ? () => setDialog({ name: 'pricing', ...stopAtGate(plan, tool) }) : null,
    seePlans: () => setDialog({ name: 'pricing' }),
    /** The plans with the way back to a form, whose draft stays in this browser. */
    seePlansFor(modal: Modal) {
      savePostPaymentRedirect(wayTo(modal));
      setDialog({ name: 'pricing' });
    },
    closeJobForm: () => closeOnly('job-form'),
    closeLaunch: () => closeOnly('launch'),
    isHistorySought: shown?.name === 'history',
    /** Leads to the conversations of a campaign that was started, unless another dialog has come up meanwhile. */
    seekHistory: () => setDialog((open) => open ?? { name: 'history' }),
    leaveHistory: () => closeOnly('history'),
    close() {
      if (dialog?.name === 'pricing') {
        clearPostPaymentRedirect();
        saveStartBefore(userId, null);
      }
      setDialog(null);
    },
  };
}

/** Dialogs of the dashboard and of a trail. */
function useActions({ id: userId, plan }: User, setDialog: (dialog: DashboardDialog) => void) {
  const navigate = useNavigate();

  /** Opens the tool's dialog, or the plans when the plan does not have it and it is for something new. */
  function open(wanted: GatedDialog) {
    const gate = isMade(wanted) ? null : stopAtGate(plan, wanted.name);
    if (gate) saveStartBefore(userId, wanted.start ? wanted : null);
    setDialog(gate ? { name: 'pricing', ...gate } : wanted);
  }

  return {
    open,
    openIdeation: (start?: Start<'openIdeation'>) => setDialog({ name: 'ideation', start }),
    openValidation: (start?: Start<'openValidation'>) => open({ name: 'validation', start }),
    /** The plan that lies open in this browser. */
    continuePlan: () => setDialog({ name: 'validation' }),
    openProofOfConcept: (start?: Start<'openProofOfConcept'>) => open({ name: 'proof-of-concept', start }),
    openLaunch: (start?: Start<'openLaunch'>) => open({ name: 'launch', start }),
    showConversations: () => void navigate('/startup-spark-suite/dashboard#engagement-history'),
    shareSurvey: (surveyId: string) => setDialog({ name: 'share', surveyId }),
    readResult: (surveyId: string, trailId = '') => setDialog({ name: 'results', surveyId, trailId }),
    reviewAnswers: (surveyId: string) => void navigate(answersPath(surveyId)),
    openSupportRequest: (start?: RequestStart) => setDialog({ name: 'job-form', start }),
  };
}

/** Finished work can be read on every plan; only new work needs one. */
function isMade(open: GatedDialog): boolean {
  if (open.name === 'validation') return open.start?.surveyId !== undefined;
  return open.name === 'proof-of-concept' && open.start !== undefined && 'promptId' in open.start;
}

/** Shown over the plans, whose cards don't name the tools as the dashboard does. */
const planNotes: Record<GatedFeature, string> = {
  validation: `A plan with its survey comes with the ${planNames.pro}.`,
  'proof-of-concept': `Build prompts come with the ${planNames.pro}.`,
  launch: `Finding conversations comes with the ${planNames.developer}.`,
};

/** Says which plan opens the tool, and remembers the way back to it; null when the tool is open. */
function stopAtGate(plan: User['plan'], tool: GatedFeature): Gate | null {
  const upgrade = upgradeNeeded(plan, tool);
  if (!upgrade) return null;
  savePostPaymentRedirect(wayTo(toolModals[tool]));
  showToast(message(upgrade));
  return { reason: planNotes[tool], needed: planFor(tool) };
}

function wayTo(modal: Modal): string {
  return `/startup-spark-suite/dashboard?modal=${modal}`;
}

function toolOf(modal: Modal): ToolName | null {
  const entry = Object.entries(toolModals).find(([, name]) => name === modal);
  return entry ? (entry[0] as ToolName) : null;
}

/** `/#pricing` is a section for visitors; for whoever is signed in it is a dialog. */
function usePricingHash(open: () => void): void {
  const { hash, search } = useLocation();
  const navigate = useNavigate();
  const answer = useEffectEvent(() => {
    navigate({ search, hash: '' }, { replace: true });
    open();
  });
  useEffect(() => {
    if (hash === '#pricing') answer();
  }, [hash]);
}
