/** Undoes what a run set up, the last first. */
export type CleanUps = (() => Promise<unknown>)[];

/** Runs once, cleans up whatever ends it, and ends the process with 1 after `longestMs`. */
export async function boundedRun(
  longestMs: number,
  run: (cleanUps: CleanUps) => Promise<void>,
): Promise<void> {
  const cleanUps: CleanUps = [];
  const cleanUp = async () => {
    for (const step of cleanUps.splice(0).reverse()) await step();
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => cleanUp().finally(() => process.exit(130)));
  const tooLong = setTimeout(() => {
    console.error(`Not done after ${longestMs / 60_000} minutes.`);
    void cleanUp().finally(() => process.exit(1));
  }, longestMs);
  try {
    await run(cleanUps);
  } finally {
    await cleanUp();
    clearTimeout(tooLong);
  }
}

export function say(text: string): void {
  console.error(`${new Date().toISOString().slice(11, 19)} ${text}`);
}
