// @vitest-environment happy-dom
import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useInSight } from './use-in-sight.ts';

const observers: { watched: Set<Element>; see: (row: Element, isIntersecting: boolean) => void }[] = [];

beforeEach(() => {
  observers.length = 0;
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      watched = new Set<Element>();
      see: (row: Element, isIntersecting: boolean) => void;
      constructor(look: (entries: { target: Element; isIntersecting: boolean }[]) => void) {
        this.see = (target, isIntersecting) => look([{ target, isIntersecting }]);
        observers.push(this);
      }
      observe(row: Element) {
        this.watched.add(row);
      }
      unobserve(row: Element) {
        this.watched.delete(row);
      }
    },
  );
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('observes rows from the first to the last, and knows which can be seen', () => {
  const { result } = renderHook(() => useInSight());
  expect(observers).toEqual([]);
  const row = document.createElement('li');
  row.setAttribute('data-row', 'c1');
  const leave = result.current.watch(row);
  observers[0]?.see(row, true);
  expect([...result.current.inSight.current]).toEqual(['c1']);
  observers[0]?.see(row, false);
  expect([...result.current.inSight.current]).toEqual([]);
  observers[0]?.see(row, true);
  leave?.();
  expect([...result.current.inSight.current]).toEqual([]);
  expect(observers.map(({ watched }) => watched.size)).toEqual([0]);
});
