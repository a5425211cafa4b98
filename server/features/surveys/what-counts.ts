import { AppError } from '#server/app-error.ts';
import type { Limit } from '#server/http/limits.ts';
import type { SetApartReason } from '#shared/contracts/submissions.ts';

/** The sender of a submission, as far as the server can tell, and the reason that its answers alone give. */
export type Sender = {
  surveyId: string;
  /** The owner's own, or set apart by its answers; null when it can count. */
  reason: SetApartReason | null;
  account: string | null;
  /** The id in its browser's cookie; null without one, and where everybody must sign in. */
  browser: string | null;
  /** A hash of a visitor's network; null for accounts. */
  network: string | null;
  /** Of its free texts; null when they are short. */
  textHash: string | null;
};

export type Decision = {
  /** Null for a submission that counts. */
  reason: SetApartReason | null;
  /** Stored submissions of the same person, which stop counting. */
  replaces: { surveyId: string; number: number }[];
  /** True when the same person was counted before. */
  isRepeated: boolean;
};

/** A submission that counts so far: a stored one with its number, or the decision on an earlier one of the group. */
export type Counting = Pick<Sender, 'surveyId' | 'account' | 'browser' | 'textHash'> & {
  number?: number;
  decision?: Decision;
};

/**
 * Decides in the order of the group which submissions count (design 7.21), beside those that count already. An
 * account's later submission takes the place of its earlier one, and of what its browser sent without an account.
 */
export async function decideGroup(
  stored: Counting[],
  isBurst: (sender: Sender) => Promise<boolean>,
  group: Sender[],
): Promise<Decision[]> {
  const counting = Map.groupBy(stored, ({ surveyId }) => surveyId);
  const decisions: Decision[] = [];
  for (const sender of group) {
    const others = counting.get(sender.surveyId) ?? [];
    const own = others.filter((other) => isOwn(sender, other));
    const reason = sender.reason ?? (await reasonAgainst(sender, others, own, isBurst));
    const decision: Decision = { reason, replaces: [], isRepeated: own.length > 0 };
    decisions.push(decision);
    if (reason !== null) continue;
    for (const earlier of own) {
      if (earlier.decision) earlier.decision.reason = 'replaced';
      if (earlier.number) decision.replaces.push({ surveyId: sender.surveyId, number: earlier.number });
    }
    const rest = others.filter((other) => !own.includes(other));
    counting.set(sender.surveyId, [...rest, { ...sender, decision }]);
  }
  return decisions;
}

/** True for an earlier submission of the same account, or of its browser before it signed in. */
function isOwn(sender: Sender, earlier: Counting): boolean {
  if (sender.account === null) return false;
  return earlier.account === sender.account || (earlier.account === null && isOfBrowser(sender, earlier));
}

function isOfBrowser({ browser }: Sender, earlier: Counting): boolean {
  return browser !== null && earlier.browser === browser;
}

async function reasonAgainst(
  sender: Sender,
  others: Counting[],
  own: Counting[],
  isBurst: (sender: Sender) => Promise<boolean>,
): Promise<SetApartReason | null> {
  const { textHash } = sender;
  const strangers = others.filter((other) => !own.includes(other));
  if (strangers.some((other) => isOfBrowser(sender, other))) return 'same-browser';
  if (textHash !== null && strangers.some((other) => other.textHash === textHash)) return 'copy';
  return (await isBurst(sender)) ? 'burst' : null;
}

/** Tells, once for each sender, whether its network has used up what counts in the survey. */
export function burstCheck(limit: Limit): (sender: Sender) => Promise<boolean> {
  const known = new Map<Sender, boolean>();
  return async (sender) => {
    const { surveyId, network } = sender;
    if (network === null) return false;
    const isBurst = known.get(sender) ?? (await isUsedUp(limit, `${surveyId} ${network}`));
    known.set(sender, isBurst);
    return isBurst;
  };
}

async function isUsedUp(limit: Limit, key: string): Promise<boolean> {
  try {
    await limit.take(key);
    return false;
  } catch (refusal) {
    if (refusal instanceof AppError) return true;
    throw refusal;
  }
}

// The inner limits keep the plan on the indexes, also one that was made for an empty table.
const countingBy = (column: string, most: number) => `
  select s.* from people
  cross join lateral (
    select survey_id, number, account, browser, text_hash from submissions
    where survey_id = people.survey_id and ${column} = people.${column} and counted and ${column} is not null
    limit ${most}
  ) s`;

/** Submissions that count and are of the same account, browser or text as one of `people`. */
// Of a browser the owner may have counted several by hand.
export const countingSql = `${countingBy('account', 1)} union ${countingBy('browser', 10)} union ${countingBy('text_hash', 2)}`;
