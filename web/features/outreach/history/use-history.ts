import { useCampaigns } from '#web/features/outreach/campaigns/use-campaigns.ts';
import { showTouched } from './touched.ts';
import { useAftermath } from './use-aftermath.ts';
import { type HistoryFilter, useConversations, withoutRepeats } from './use-conversations.ts';
import { useInSight } from './use-in-sight.ts';
import { useNewCounts } from './use-new-counts.ts';
import { useTouched } from './use-touched.ts';
import { useWatch } from './use-watch.ts';

/** The conversations that pass a filter, kept up with what their owner and the server do to them. */
export function useHistory(userId: string, filter: HistoryFilter) {
  const list = JSON.stringify(filter);
  const conversations = useConversations(userId, filter);
  const { campaigns } = useCampaigns(userId);
  const touched = useTouched(list);
  const rows = showTouched(withoutRepeats(conversations.data?.pages ?? []), touched.all, list);
  const { inSight, watch } = useInSight();
  const { afterChange } = useAftermath(userId, touched);
  useWatch(userId, { rows, inSight }, (news) => {
    touched.follow(news);
    // What has arrived counts among the campaigns' posted ones.
    if (news.length > 0) void afterChange();
  });
  useNewCounts(campaigns, touched.all, () => void conversations.refetch());
  return { list, conversations, campaigns: campaigns ?? [], touched, rows, watchRow: watch };
}
