import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useCampaigns } from '#web/features/outreach/campaigns/use-campaigns.ts';

type CardCode<Code> = { name: string; load: () => Promise<Code> };

/**
 * What a card of the dashboard shows before its code is there. The code is fetched ahead where the plan has campaigns,
 * and else only for whoever has some: all others see the small card that says what will be here.
 */
export function useCardCode<Code>(userId: string, hasPlan: boolean, { name, load }: CardCode<Code>) {
  const { campaigns, isError } = useCampaigns(userId);
  const hasNone = campaigns?.length === 0 && !isError;
  // What is listed, or why it could not be, is for the card itself to show; while it asks again, it stays.
  const [wasKnown, setKnown] = useState(false);
  const isKnown = wasKnown || campaigns !== undefined || isError;
  if (isKnown !== wasKnown) setKnown(isKnown);
  const {
    data,
    isError: hasFailed,
    refetch,
  } = useQuery({
    queryKey: ['code', name],
    queryFn: load,
    enabled: hasPlan || (isKnown && !hasNone),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return {
    campaigns: campaigns ?? [],
    hasNone,
    code: isKnown ? data : undefined,
    hasFailed: isKnown && hasFailed,
    retry: () => void refetch(),
  };
}
