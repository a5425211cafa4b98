import { afterAll, afterEach, beforeEach, expect, vi } from 'vitest';

// An unexpected console.error fails its test; one that is expected is stubbed by the test itself.
let errors: unknown[][] = [];

beforeEach(() => {
  errors = [];
  vi.spyOn(console, 'error').mockImplementation((...parts) => {
    errors.push(parts);
  });
});

afterEach(() => {
  const seen = errors;
  errors = [];
  expect(seen, 'unexpected console.error').toEqual([]);
});

// Each test of a screen starts with an empty page and browser. A part that is imported for the first time takes as
// long as the machine needs: waits begin behind it.
if (typeof window !== 'undefined') {
  const { cleanup, configure, getConfig } = await import('@testing-library/react');
  const { toast } = await import('sonner');
  const { setTokenSource } = await import('#web/identity/token.ts');
  afterEach(() => {
    cleanup();
    toast.dismiss();
    setTokenSource(async () => null);
    vi.useRealTimers();
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
    localStorage.clear();
    sessionStorage.clear();
  });
  const { asyncWrapper } = getConfig();
  configure({
    asyncWrapper: (callback) =>
      asyncWrapper(async () => {
        await vi.dynamicImportSettled();
        return callback();
      }),
  });
  // The files of a worker share the library: the next one wraps it again.
  afterAll(() => configure({ asyncWrapper }));
}

// Toasts set timers that outlive their test. Those of a file end with it, before its window is closed.
if (typeof window !== 'undefined') {
  const timers: NodeJS.Timeout[] = [];
  const setTimer = globalThis.setTimeout;
  const noted = (...given: Parameters<typeof setTimeout>) => {
    const timer = setTimer(...given);
    timers.push(timer);
    return timer;
  };
  globalThis.setTimeout = Object.assign(noted, setTimer);
  afterAll(() => {
    globalThis.setTimeout = setTimer;
    for (const timer of timers) clearTimeout(timer);
  });
}
