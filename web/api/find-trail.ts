import { findIdea, readTrail, type Trail } from '#shared/contracts/trails.ts';
import { call } from './call.ts';

/** A trail by its id, or by the idea's sentence where that is not known, as for work that hangs on none. */
type TrailPlace = { trailId?: string | null; idea: string };

/** The trail with its boxes and surveys from every device and tool; null where there is none. */
export async function findTrail({ trailId, idea }: TrailPlace, signal?: AbortSignal): Promise<Trail | null> {
  const options = signal && { signal };
  if (trailId) return call(readTrail, { params: { id: trailId }, ...options });
  if (!findIdea.body.safeParse({ idea }).success) return null;
  return (await call(findIdea, { body: { idea }, ...options })).trail;
}

/** The newest survey of a trail that has an analysis of answers. */
export function answeredSurvey(trail: Trail | null | undefined): Trail['surveys'][number] | undefined {
  return trail?.surveys.find(({ submissions, verdict }) => submissions > 0 && verdict !== null);
}
