import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { User } from '#shared/contracts/account.ts';
import { message } from '#shared/messages/catalogue.ts';
import { type GatedFeature, upgradeNeeded } from '#shared/rules/plans.ts';
import {
  forgetPostPaymentRedirect,
  keepPostPaymentRedirect,
} from '#web/features/billing/post-payment-redirect.ts';
import type { JobFormStart } from '#web/features/support-requests/form/request-draft.ts';
import type { TrailActions } from '#web/features/trails/trail-actions.ts';
import { type Modal, useModalParam } from '#web/pages/modal-param.ts';
import { showToast } from '#web/ui/toast.ts';
import type { InformationTopic } from './information.data.ts';
import { type ToolName, toolModals } from './tools.data.ts';

type Start<Open extends keyof TrailActions> = Parameters<TrailActions[Open]>[0];

/** A tool without a start opens where the founder left it. */
export type DashboardDialog =
  | { name: 'pricing'; reason: string | null }
  | { name: 'ideation'; start?: Start<'openIdeation'> }
  | { name: 'validation'; start?: Start<'openValidation'> }
  | { name: 'proof-of-concept'; start?: Start<'openProofOfConcept'> }
  | { name: 'job-form'; start?: JobFormStart }
  | { name: 'information'; topic: InformationTopic }
  | { name: 'share'; surveyId: string }
  | { name: 'results'; surveyId: string; trailId: string };

export type DashboardDialogs = ReturnType<typeof useDashboardDialogs>;

/** Which dialog stands over a page of the suite, and the plan gates before them (specification 4, Plan gates). */
export function useDashboardDialogs({ plan }: User) {
  const [dialog, setDialog] = useState<DashboardDialog | null>(null);
  const inform = (topic: InformationTopic) => setDialog({ name: 'information', topic });

  /** Opens the tool's dialog, or the plans when the plan does not have it and it is for something new. */
  function pass(tool: GatedFeature, open: DashboardDialog) {
    const reason = isMade(open) ? null : stopAtGate(plan, tool);
    setDialog(reason ? { name: 'pricing', reason } : open);
  }

  const actions = {
    openIdeation: (start?: Start<'openIdeation'>) => setDialog({ name: 'ideation', start }),
    openValidation: (start?: Start<'openValidation'>) => pass('validation', { name: 'validation', start }),
    /** The plan that lies open in this browser. */
    continuePlan: () => setDialog({ name: 'validation' }),
    openProofOfConcept: (start?: Start<'openProofOfConcept'>) =>
      pass('proof-of-concept', { name: 'proof-of-concept', start }),
    shareSurvey: (surveyId: string) => setDialog({ name: 'share', surveyId }),
    readResult: (surveyId: string, trailId = '') => setDialog({ name: 'results', surveyId, trailId }),
    openSupportRequest: (start?: JobFormStart) => setDialog({ name: 'job-form', start }),
  };

  function openTool(tool: ToolName) {
    if (tool === 'ideation') actions.openIdeation();
    else if (tool === 'validation') actions.openValidation();
    else if (tool === 'proof-of-concept') actions.openProofOfConcept();
    else if (tool === 'launch') pass(tool, { name: 'information', topic: tool });
    else inform(tool);
  }

  useModalParam((modal) => {
    const tool = toolOf(modal);
    if (tool) openTool(tool);
    else actions.openSupportRequest();
  });
  usePricingHash(() => setDialog({ name: 'pricing', reason: null }));

  return {
    dialog,
    ...actions,
    openTool,
    /** Shows what the plan lacks for the tool; null when it has it. Without it the tool's dialog is read-only. */
    upgradeFor: (tool: GatedFeature) =>
      upgradeNeeded(plan, tool) ? () => setDialog({ name: 'pricing', reason: stopAtGate(plan, tool) }) : null,
    seePlans: () => setDialog({ name: 'pricing', reason: null }),
    /** The plans with the way back to the form, whose draft stays in this browser. */
    seePlansForRequest() {
      keepPostPaymentRedirect('/startup-spark-suite/dashboard?modal=jobForm');
      setDialog({ name: 'pricing', reason: null });
    },
    /** What was opened since the request was sent stays. */
    closeJobForm: () => setDialog((open) => (open?.name === 'job-form' ? null : open)),
    close() {
      if (dialog?.name === 'pricing') forgetPostPaymentRedirect();
      setDialog(null);
    },
  };
}

/** What was made is there to be read on every plan; only new work needs one. */
function isMade(open: DashboardDialog): boolean {
  if (open.name === 'validation') return open.start?.surveyId !== undefined;
  return open.name === 'proof-of-concept' && open.start !== undefined && 'promptId' in open.start;
}

/** Says why the plan does not open the tool, and remembers the way back to it; null when it does. */
function stopAtGate(plan: User['plan'], tool: GatedFeature): string | null {
  const upgrade = upgradeNeeded(plan, tool);
  if (!upgrade) return null;
  keepPostPaymentRedirect(`/startup-spark-suite/dashboard?modal=${toolModals[tool]}`);
  const reason = message(upgrade);
  showToast(reason);
  // Nobody should pay for what they could not use yet.
  const isOpen = tool !== 'launch';
  return isOpen
    ? reason.text
    : `${reason.text} It is not open yet, though: wait with an upgrade until it is.`;
}

function toolOf(modal: Modal): GatedFeature | null {
  const entry = Object.entries(toolModals).find(([, name]) => name === modal);
  return entry ? (entry[0] as GatedFeature) : null;
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
