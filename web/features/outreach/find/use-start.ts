import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { type Campaign, startCampaign } from '#shared/contracts/campaigns.ts';
import type { Opportunity } from '#shared/contracts/opportunities.ts';
import { message } from '#shared/messages/catalogue.ts';
import { call } from '#web/api/call.ts';
import { newId } from '#web/api/new-id.ts';
import { showToast } from '#web/ui/overlays/toast.ts';
import { describeFailure } from './find-failure.tsx';
import type { ProductQuery } from './ProductForm.tsx';
import { checkSignedIn } from './use-search.ts';

type StartOptions = {
  userId: string;
  trailId: string | undefined;
  onStarted: (campaign: Campaign) => void;
};

export type CampaignStart = ReturnType<typeof useStart>;

/** Starts a campaign with the chosen opportunities (specification 5 and 8, Campaign). */
export function useStart({ userId, trailId, onStarted }: StartOptions) {
  const keyOf = useRequestKey();
  const isRunning = useRef(false);
  const { mutate, isPending, error } = useMutation({
    networkMode: 'always',
    async mutationFn({ product, forums, chosen }: ProductQuery & { chosen: Opportunity[] }) {
      if (!(await checkSignedIn())) return null;
      showToast(message('campaign_starting', { n: chosen.length }));
      const body = {
        userId,
        product,
        // The server has the rest of what it found.
        opportunities: chosen.map(({ id, link }) => ({ id, link })),
        ...(forums.length > 0 ? { forums } : {}),
        ...(trailId === undefined ? {} : { trailId }),
      };
      return call(startCampaign, { body, headers: { 'Idempotency-Key': keyOf(body) } });
    },
    onSuccess(started) {
      if (!started) return;
      const { campaign } = started;
      showToast(message(campaign.autoPost ? 'campaign_started' : 'campaign_started_by_hand'));
      onStarted(campaign);
    },
    onError: (problem) => showToast(describeFailure(problem, 'campaign_start_failed').notice),
    onSettled() {
      isRunning.current = false;
    },
  });
  return {
    isStarting: isPending,
    failure: error && describeFailure(error, 'campaign_start_failed'),
    start(query: ProductQuery, chosen: Opportunity[]) {
      if (isRunning.current) return;
      if (chosen.length === 0) return showToast(message('no_opportunities'));
      isRunning.current = true;
      mutate({ ...query, chosen });
    },
  };
}

/** One key for one body, however often it is sent: a lost response must not make two campaigns. */
function useRequestKey(): (body: object) => string {
  const last = useRef({ body: '', key: '' });
  return (body) => {
    const text = JSON.stringify(body);
    if (last.current.body !== text) last.current = { body: text, key: newId() };
    return last.current.key;
  };
}
