// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import { fitFrame } from './fit-frame.ts';

afterEach(() => vi.unstubAllGlobals());

it('tells the page around it each new height, and opens links in tabs', () => {
  let resize = () => {};
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(callback: () => void) {
        resize = callback;
      }
      observe() {}
    },
  );
  const root = document.createElement('div');
  const postMessage = vi.fn();
  fitFrame(root, { postMessage });
  for (const height of [700, 420]) {
    Object.defineProperty(root, 'offsetHeight', { value: height, configurable: true });
    resize();
    expect(postMessage).toHaveBeenLastCalledWith({ surveyHeight: height }, '*');
  }
  expect(document.querySelector('base')?.target).toBe('_blank');
});
