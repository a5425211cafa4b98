// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { exampleConversation } from '#web/features/outreach/example-outreach.data.ts';
import type { ExpectedChange } from './optimistic.ts';
import { useOptimistic } from './use-optimistic.ts';

afterEach(cleanup);

it('an answer that news have overtaken changes nothing but the expected status', () => {
  const { result } = renderHook(() => useOptimistic('{}'));
  const { id } = exampleConversation;
  const expected: ExpectedChange = { status: 'APPROVED' };
  const approved = { ...exampleConversation, ...expected, updatedAt: '2026-11-20T10:00:00.000Z' };
  const posted = { ...approved, status: 'POSTED' as const, updatedAt: '2026-11-20T10:00:09.000Z' };
  act(() => result.current.expect(exampleConversation, expected));
  act(() => result.current.follow([posted]));
  act(() => result.current.answer(approved, expected));
  expect(result.current.known(id)?.status).toBe('POSTED');
  expect(result.current.all[id]?.expected).toBeNull();
});
