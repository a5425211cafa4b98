import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

/** One cache for the app. What the server refused is not asked again; what it could not answer is, once. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // Without a network a list says that it could not be loaded; it loads by itself once there is one again.
      networkMode: 'always',
      refetchOnReconnect: true,
      staleTime: 15_000,
      retry: (failures, error) => failures < 1 && !(error instanceof ApiError && error.isRefused),
    },
    // A change fails at once too: waiting for a network would say nothing, and make it when it is unexpected.
    mutations: { networkMode: 'always' },
  },
});
