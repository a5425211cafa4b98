import type { Refusal } from './outcome.ts';
import type { Eyes } from './sighting.ts';

/** A source that has forgotten a session may call the thread closed or refuse: then the session is what ended. */
export async function checkSession(
  { poster, account }: Eyes,
  refusal: Refusal,
  signal: AbortSignal,
): Promise<Refusal> {
  if (refusal.outcome !== 'closed' && refusal.outcome !== 'refused') return refusal;
  const isValid = await poster.isSessionValid?.(account, signal);
  return isValid === false ? { outcome: 'logged-out', text: refusal.text } : refusal;
}
