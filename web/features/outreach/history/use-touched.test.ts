// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { exampleConversation } from '#web/features/outreach/example-outreach.data.ts';
import type { Wish } from './touched.ts';
import { useTouched } from './use-touched.ts';

afterEach(cleanup);

it('an answer that news have overtaken changes nothing but the wish', () => {
  const { result } = renderHook(() => useTouched('{}'));
  const { id } = exampleConversation;
  const wish: Wish = { status: 'APPROVED' };
  const approved = { ...exampleConversation, ...wish, updatedAt: '2026-11-20T10:00:00.000Z' };
  const posted = { ...approved, status: 'POSTED' as const, updatedAt: '2026-11-20T10:00:09.000Z' };
  act(() => result.current.wish(exampleConversation, wish));
  act(() => result.current.follow([posted]));
  act(() => result.current.answer(approved, wish));
  expect(result.current.known(id)?.status).toBe('POSTED');
  expect(result.current.all[id]?.wish).toBeNull();
});
