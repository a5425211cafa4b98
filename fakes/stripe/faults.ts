import type { ServerResponse } from 'node:http';

/**
 * How the next calls go wrong. `cut` breaks the connection before anything happens, `cut after` when it has happened;
 * `nothing` is a good status with an empty object.
 */
export type Fault = 'error' | 'html' | 'cut' | 'cut after' | 'nothing' | 'silence' | { slowMs: number };

type Planned = { fault: Fault; left: number; path: string };

export type Faults = ReturnType<typeof makeFaults>;

export function makeFaults() {
  let planned: Planned[] = [];
  return {
    /** Spoils the next `times` calls whose path begins so. */
    plan: (fault: Fault, { times = 1, path = '/v1/' } = {}) =>
      void planned.push({ fault, left: times, path }),
    clear: () => {
      planned = [];
    },
    next(path: string): Fault | null {
      const found = planned.find((one) => one.left > 0 && path.startsWith(one.path));
      if (found) found.left -= 1;
      return found?.fault ?? null;
    },
  };
}

/** Answers as the fault says; false where the call goes on as if nothing were wrong. */
export function spoil(fault: Fault | null, response: ServerResponse): boolean {
  if (fault === null || fault === 'cut after' || typeof fault === 'object') return false;
  // Silence is not answered at all: whoever asks has to give up.
  if (fault === 'silence') return true;
  if (fault === 'cut') {
    response.destroy();
    return true;
  }
  const error = { error: { type: 'api_error', message: 'Something went wrong on our end.' } };
  const isHtml = fault === 'html';
  response.writeHead(fault === 'error' ? 500 : 200, {
    'content-type': isHtml ? 'text/html' : 'application/json',
  });
  response.end(
    isHtml ? '<html><body>Bad gateway</body></html>' : JSON.stringify(fault === 'error' ? error : {}),
  );
  return true;
}
