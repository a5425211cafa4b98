import type { Params } from './form.ts';
import { Refusal } from './refusal.ts';

type Answer = { status: number; body: object };
type Keyed = { method: string; path: string; params: Params; key: string | null };

/** Gives a repeated POST its first answer; the same key with other parameters is an error. */
export function idempotency() {
  const answers = new Map<string, { fingerprint: string; answer: Answer }>();
  return ({ method, path, params, key }: Keyed, work: () => Answer): Answer => {
    if (method !== 'POST' || !key) return work();
    const fingerprint = JSON.stringify([path, params]);
    const known = answers.get(key);
    if (!known) {
      const answer = work();
      // Refused parameters leave the key unused.
      if (answer.status < 400) answers.set(key, { fingerprint, answer });
      return answer;
    }
    if (known.fingerprint === fingerprint) return known.answer;
    const message =
      'Keys for idempotent requests can only be used with the same parameters they were first used with.';
    throw new Refusal(400, { type: 'idempotency_error', message });
  };
}
