import { createHash } from 'node:crypto';

const listenEveryMs = 6 * 3_600_000;
/** Least pause between searches: new posts are rarer. */
const leastWaitMs = 30 * 60_000;

/**
 * When a campaign listens after `from`: every six hours at times of its own, which differ between campaigns, so that
 * those that were started together don't ask the sources together. A round that is late does not move the next.
 */
export function nextListening(campaignId: string, from: Date): Date {
  const digest = createHash('sha256').update(campaignId).digest();
  const offset = Math.floor((digest.readUInt32BE() / 2 ** 32) * listenEveryMs);
  const rounds = Math.ceil((from.getTime() + leastWaitMs - offset) / listenEveryMs);
  return new Date(offset + rounds * listenEveryMs);
}
