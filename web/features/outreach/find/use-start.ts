import { useRef, useState } from 'react';
import { type Campaign, startCampaign } from '#shared/contracts/campaigns.ts';
import type { Opportunity } from '#shared/contracts/opportunities.ts';
import { message } from '#shared/messages/catalogue.ts';
import { call } from '#web/api/call.ts';
import { newId } from '#web/api/new-id.ts';
import { readToken } from '#web/identity/token.ts';
import { showToast } from '#web/ui/overlays/toast.ts';
import type { ProductQuery } from './check-product.ts';
import { describeFailure, type OutreachFailure } from './outreach-failure.ts';

type Given = { userId: string; trailId: string | undefined; onStarted: (campaign: Campaign) => void };

export type Starting = ReturnType<typeof useStart>;

/** Starts a campaign with the chosen opportunities (specification 5 and 8, Campaign). */
export function useStart({ userId, trailId, onStarted }: Given) {
  const [isStarting, setIsStarting] = useState(false);
  const [failure, setFailure] = useState<OutreachFailure | null>(null);
  const isUnderWay = useRef(false);
  const keyOf = useRequestKey();

  async function start({ product, forums }: ProductQuery, chosen: Opportunity[]) {
    if (isUnderWay.current) return;
    setFailure(null);
    if (chosen.length === 0) return showToast(message('no_opportunities'));
    isUnderWay.current = true;
    setIsStarting(true);
    try {
      const token = await readToken().catch(() => undefined);
      if (token === null) return showToast(message('campaign_sign_in'));
      showToast(message('campaign_starting', { n: chosen.length }));
      const body = {
        userId,
        product,
        // The server has the rest of what it found.
        opportunities: chosen.map(({ id, link }) => ({ id, link })),
        ...(forums.length > 0 ? { forums } : {}),
        ...(trailId === undefined ? {} : { trailId }),
      };
      const { campaign } = await call(startCampaign, { body, headers: { 'Idempotency-Key': keyOf(body) } });
      showToast(message(campaign.autoPost ? 'campaign_started' : 'campaign_started_by_hand'));
      onStarted(campaign);
    } catch (error) {
      const described = describeFailure(error, 'campaign_start_failed');
      setFailure(described);
      showToast(described.notice);
    } finally {
      isUnderWay.current = false;
      setIsStarting(false);
    }
  }

  return { isStarting, failure, start };
}

/** One key for one body, however often it is sent: an answer that was lost must not make two campaigns. */
function useRequestKey(): (body: object) => string {
  const last = useRef({ body: '', key: '' });
  return (body) => {
    const text = JSON.stringify(body);
    if (last.current.body !== text) last.current = { body: text, key: newId() };
    return last.current.key;
  };
}
