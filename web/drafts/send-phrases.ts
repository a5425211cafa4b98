import type { IdeaReading } from '#shared/contracts/reading.ts';
import { saveIdeaReading } from '#shared/contracts/trails.ts';
import { call } from '#web/api/call.ts';

/** Sends an idea's boxes to the account, for other devices and tools. This browser has them too: failures do no harm. */
export function sendPhrases(idea: string, reading: IdeaReading): void {
  const body = { idea, reading };
  if (saveIdeaReading.body.safeParse(body).success)
    void call(saveIdeaReading, { body }).catch(() => undefined);
}
