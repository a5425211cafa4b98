import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { User } from '#shared/contracts/account.ts';
import type { SurveyAnalysis } from '#shared/contracts/analyses.ts';
import { message } from '#shared/messages/catalogue.ts';
import { type GatedFeature, upgradeNeeded } from '#shared/rules/plans.ts';
import {
  forgetPostPaymentRedirect,
  keepPostPaymentRedirect,
} from '#web/features/billing/post-payment-redirect.ts';
import { type Modal, useModalParam } from '#web/pages/modal-param.ts';
import { showToast } from '#web/ui/toast.ts';
import type { InformationTopic } from './information.data.ts';
import { type ToolName, toolModals } from './tools.data.ts';

export type DashboardDialog =
  | { name: 'pricing'; reason: string | null }
  | { name: 'validation' }
  | { name: 'information'; topic: InformationTopic }
  | { name: 'results'; analysis: SurveyAnalysis };

export type DashboardDialogs = ReturnType<typeof useDashboardDialogs>;

/** Which dialog stands over the dashboard, and the plan gates before them (specification 4, Plan gates). */
export function useDashboardDialogs(user: User) {
  const [dialog, setDialog] = useState<DashboardDialog | null>(null);
  const inform = (topic: InformationTopic) => setDialog({ name: 'information', topic });

  function openTool(tool: ToolName) {
    if (tool === 'ideation' || tool === 'social') inform(tool);
    else {
      const reason = stopAtGate(user, tool);
      if (reason) setDialog({ name: 'pricing', reason });
      else setDialog(tool === 'validation' ? { name: tool } : { name: 'information', topic: tool });
    }
  }

  useModalParam((modal) => {
    const tool = toolOf(modal);
    if (tool) openTool(tool);
    else inform('support-request');
  });
  usePricingHash(() => setDialog({ name: 'pricing', reason: null }));

  return {
    dialog,
    openTool,
    startSupportRequest: () => inform('support-request'),
    seePlans: () => setDialog({ name: 'pricing', reason: null }),
    readResult: (analysis: SurveyAnalysis) => setDialog({ name: 'results', analysis }),
    close() {
      if (dialog?.name === 'pricing') forgetPostPaymentRedirect();
      setDialog(null);
    },
  };
}

/** Says why the plan does not open the tool, and remembers the way back to it; null when it does. */
function stopAtGate(user: User, tool: GatedFeature): string | null {
  const upgrade = upgradeNeeded(user.plan, tool);
  if (!upgrade) return null;
  keepPostPaymentRedirect(`/startup-spark-suite/dashboard?modal=${toolModals[tool]}`);
  const reason = message(upgrade);
  showToast(reason);
  // Nobody should pay for what they could not use yet.
  const isOpen = tool === 'validation';
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
