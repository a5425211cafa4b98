import { useQuery } from '@tanstack/react-query';
import { readConfig } from '#shared/contracts/config.ts';
import { call } from './call.ts';

/** Configuration of this deployment; fetched once a visit. */
export const configQuery = {
  queryKey: ['config'],
  queryFn: () => call(readConfig, {}),
  staleTime: Number.POSITIVE_INFINITY,
};

export function useConfig() {
  return useQuery(configQuery);
}
