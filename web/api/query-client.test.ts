import { MutationObserver, onlineManager, QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { queryClient } from './query-client.ts';

afterEach(() => {
  onlineManager.setOnline(true);
  queryClient.unmount();
  queryClient.clear();
});

it('what is asked without a network fails instead of waiting, and is asked again once there is one', async () => {
  queryClient.mount();
  onlineManager.setOnline(false);
  const read = vi.fn(async () => {
    if (!onlineManager.isOnline()) throw new TypeError('Failed to fetch');
    return 'listed';
  });
  const list = new QueryObserver(queryClient, { queryKey: ['list'], queryFn: read, retry: false });
  const leave = list.subscribe(() => {});
  await vi.waitFor(() => expect(list.getCurrentResult().isError).toBe(true));
  onlineManager.setOnline(true);
  await vi.waitFor(() => expect(list.getCurrentResult().data).toBe('listed'));
  leave();
});

it('a change without a network fails at once instead of waiting for one', async () => {
  onlineManager.setOnline(false);
  const send = vi.fn(async () => {
    throw new TypeError('Failed to fetch');
  });
  const change = new MutationObserver(queryClient, { mutationFn: send });
  await expect(change.mutate()).rejects.toThrow('Failed to fetch');
});
