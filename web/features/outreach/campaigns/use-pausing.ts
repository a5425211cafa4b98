import { type InfiniteData, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Campaign, pauseCampaign, resumeCampaign } from '#shared/contracts/campaigns.ts';
import { message } from '#shared/messages/catalogue.ts';
import { call } from '#web/api/call.ts';
import { readRefusal } from '#web/api/failure-message.ts';
import { showToast } from '#web/ui/overlays/toast.ts';
import { campaignsKey } from './use-campaigns.ts';

/** Pauses and resumes, shown at once; what it was comes back when the server refuses. The other button undoes it. */
export function usePausing(userId: string, campaign: Campaign) {
  const [wanted, setWanted] = useState<boolean | null>(null);
  const keep = useKeepCampaign(userId);
  const { mutate } = useMutation({
    networkMode: 'always',
    // One after the other: what was chosen last must also arrive last.
    scope: { id: `campaign ${campaign.id}` },
    mutationFn: (active: boolean) =>
      call(active ? resumeCampaign : pauseCampaign, { params: { id: campaign.id } }),
    async onSuccess(changed, active) {
      await keep(changed);
      showToast(message(active ? 'campaign_resumed' : 'campaign_paused'));
    },
    onError: (error, active) =>
      showToast(readRefusal(error, active ? 'campaign_resume_failed' : 'campaign_pause_failed').notice),
    onSettled: (_campaign, _error, active) => setWanted((now) => (now === active ? null : now)),
  });
  const active = wanted ?? campaign.active;
  return {
    active,
    toggle() {
      setWanted(!active);
      mutate(!active);
    },
  };
}

/** Lists a campaign as the server holds it now. */
export function useKeepCampaign(userId: string) {
  const client = useQueryClient();
  return async (changed: Campaign) => {
    // A list that was asked for before the change would bring back what it was.
    await client.cancelQueries({ queryKey: campaignsKey(userId) });
    const replace = (page: Campaign[]) => page.map((each) => (each.id === changed.id ? changed : each));
    client.setQueryData<InfiniteData<Campaign[]>>(
      campaignsKey(userId),
      (data) => data && { ...data, pages: data.pages.map(replace) },
    );
  };
}
