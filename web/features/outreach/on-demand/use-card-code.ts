import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useCampaigns } from '#web/features/outreach/campaigns/use-campaigns.ts';

type CardCode<Code> = { name: string; load: () => Promise<Code> };

/**
 * Loads the code of a dashboard card. It is fetched ahead where the plan has campaigns, and else only for accounts with
 * some. All others see the small card that describes it.
 */
export function useCardCode<Code>(userId: string, hasPlan: boolean, { name, load }: CardCode<Code>) {
  const { campaigns, isError } = useCampaigns(userId);
  const hasNone = campaigns?.length === 0 && !isError;
  // The card itself shows the list or its failure; it stays during a refetch.
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
