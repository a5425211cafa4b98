import { listAnalyses } from '#shared/contracts/analyses.ts';
import { call } from '#web/api/call.ts';

const pageSize = 100;

/** Finds the trail of a survey that a build prompt rests on; each is asked for once. */
export function surveyTrails() {
  const found = new Map<string, string>();

  async function search(surveyId: string, before?: string): Promise<string | undefined> {
    const page = await call(listAnalyses, { query: { limit: pageSize, ...(before ? { before } : {}) } });
    for (const { surveyId: id, trailId } of page) if (trailId) found.set(id, trailId);
    const last = page.at(-1);
    if (found.has(surveyId) || !last || page.length < pageSize) return found.get(surveyId);
    return search(surveyId, `${last.created_at}~${last.surveyId}`);
  }

  return async (surveyId: string): Promise<string | undefined> => {
    // Keeping the text comes before its place: ideas can be put together later.
    return found.get(surveyId) ?? search(surveyId).catch(() => undefined);
  };
}
