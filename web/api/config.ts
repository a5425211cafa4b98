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

/** False also while the configuration is not known. */
export function useHasModel(): boolean {
  const { data } = useConfig();
  return data !== undefined && data.ai !== 'embedded';
}
