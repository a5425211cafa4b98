// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { outreachKey, useReplaceCampaign } from '#web/features/outreach/campaigns/use-campaigns.ts';
import { exampleCampaign } from '#web/features/outreach/outreach.fixture.tsx';
import { trailsKey } from '#web/features/trails/use-trails.ts';
import { founder, signedInAnswers } from '#web/testing/accounts.data.ts';
import { stubServer } from '#web/testing/stub-server.ts';
import { useFreshTrails } from './use-fresh-trails.ts';

afterEach(cleanup);

it('the trails are read again when a reply was decided or a campaign paused, and not before', async () => {
  let campaigns = [exampleCampaign];
  const { callsOf } = stubServer({ ...signedInAnswers, 'GET /api/products/campaign': () => campaigns });
  const client = new QueryClient();
  const invalidate = vi.spyOn(client, 'invalidateQueries');
  const refetch = () =>
    invalidate.mock.calls.filter(([filter]) => filter?.queryKey?.[0] === trailsKey(founder.id)[0]).length;
  const { result } = renderHook(
    () => {
      useFreshTrails(founder.id);
      return useReplaceCampaign(founder.id);
    },
    {
      wrapper: ({ children }: { children: ReactNode }) => (
        <QueryClientProvider client={client}>{children}</QueryClientProvider>
      ),
    },
  );
  await waitFor(() => expect(callsOf('GET /api/products/campaign')).toHaveLength(1));
  await client.invalidateQueries({ queryKey: outreachKey(founder.id) });
  expect(refetch()).toBe(0);

  campaigns = [{ ...exampleCampaign, conversations: { total: 5, awaitingReview: 1, posted: 1 } }];
  await client.invalidateQueries({ queryKey: outreachKey(founder.id) });
  await waitFor(() => expect(refetch()).toBe(1));

  result.current({ ...exampleCampaign, ...campaigns[0], active: false });
  await waitFor(() => expect(refetch()).toBe(2));
});
