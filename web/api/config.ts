import { useQuery } from '@tanstack/react-query';
import { readConfig } from '#shared/contracts/config.ts';
import { call } from './call.ts';

/** What this deployment uses; asked for once a visit. */
export const configQuery = {
  queryKey: ['config'],
  queryFn: () => call(readConfig, {}),
  staleTime: Number.POSITIVE_INFINITY,
};

export function useConfig() {
  return useQuery(configQuery);
}
