import { and, eq, gt, max, sql } from 'drizzle-orm';
import { inTransaction, type Transaction } from '#server/database/connect.ts';
import { campaigns, conversations, postingAttempts } from '#server/database/tables.ts';
import {
  budgetReplies,
  communityKeyOf,
  listOwnReplies,
} from '#server/features/outreach/promotion-history.ts';
import type { HoldReason } from '#shared/contracts/outreach/hold-reasons.ts';
import { compareReply } from '#shared/rules/outreach/near-identical.ts';
import type { RuleCard } from '#shared/rules/outreach/places/rule-cards.ts';
import {
  findPromotionBan,
  isUnderKnownRules,
  withServerRules,
} from '#shared/rules/outreach/places/server-rules.ts';
import { isFederated } from '#shared/rules/outreach/places/source-labels.ts';
import { type EarlierReply, promotionBudget } from '#shared/rules/outreach/promotion-budget.ts';
import { findFormProblem } from '#shared/rules/outreach/reply-form.ts';
import type { OwnAccount } from './accounts/sessions.ts';
import {
  type CampaignRow,
  type ConversationRow,
  type LeasedReply,
  noProblem,
  type PostingDeps,
  refusedByCheck,
} from './attempt.ts';
import { changeWaiting, leaseMs } from './lease.ts';
import { isApprovalOver, nextPlanCheck, nextSignInCheck } from './schedule.ts';

type SendFacts = {
  row: ConversationRow;
  campaign: Pick<CampaignRow, 'active'>;
  mayPost: boolean;
  account: OwnAccount | null;
  /** True when replies may be sent to the host. */
  isSentTo: boolean;
  card: RuleCard;
  /** The other replies that use up the same budget. */
  history: EarlierReply[];
  /** The account was too fast and is left alone until then. */
  quietUntil: Date | null;
  now: Date;
};

/** `none`: withdrawn, or sent by another worker. `wait` without `until` lasts as long as the campaign pauses. */
export type SendDecision =
  | { canSend: true; account: OwnAccount }
  | { canSend: false; next: 'wait'; until: Date | null; blockedBy: HoldReason | null }
  | { canSend: false; next: 'by-hand'; blockedBy: HoldReason }
  | { canSend: false; next: 'review'; blockedBy: HoldReason }
  | { canSend: false; next: 'none' };

/**
 * Decides if an approved reply may be sent (design 7.12 and 7.15). Runs before sending, and again in the transaction
 * that marks it as sending.
 */
function canSend(facts: SendFacts): SendDecision {
  const { row, campaign, mayPost, account, isSentTo, card, quietUntil, now } = facts;
  if (row.status !== 'APPROVED' || row.reply === null) return { canSend: false, next: 'none' };
  if (!campaign.active) return wait(null, null);
  if (!mayPost) return wait(nextPlanCheck(now), { code: 'plan' });
  const { place } = card;
  const { host } = row;
  if (!isSentTo || card.replyWay !== 'account') return byHand({ code: 'by-hand', place });
  if (row.autoApproved && !card.automatedPosting) return byHand({ code: 'not-automated', place });
  const reviewBecause = findReview(facts);
  if (reviewBecause) return { canSend: false, next: 'review', blockedBy: reviewBecause };
  if (account?.needsLink) return wait(nextSignInCheck(now), { code: 'sign-in', host });
  if (account?.session && !isUnderKnownRules(row, account)) return byHand({ code: 'server-rules-unknown' });
  if (card.generatedText === 'unwelcome' && compareReply(row.reply)(row.suggestedReply))
    return byHand({ code: 'too-close-to-draft', place });
  if (!account?.canPost) return byHand({ code: 'account-unlinked', host });
  const misfit = findFormProblem(row.reply, row.source, account.limits, row.contentWarning ?? '');
  if (misfit) return { canSend: false, next: 'review', blockedBy: refusedByCheck(misfit) };
  const overBudget = findOverBudget(facts);
  if (overBudget) return byHand(overBudget);
  if (quietUntil && quietUntil > now)
    return wait(quietUntil, { code: 'too-fast', host, until: quietUntil.toISOString() });
  return { canSend: true, account };
}

function wait(until: Date | null, blockedBy: HoldReason | null): SendDecision {
  return { canSend: false, next: 'wait', until, blockedBy };
}

function byHand(blockedBy: HoldReason): SendDecision {
  return { canSend: false, next: 'by-hand', blockedBy };
}

/** Why a reply needs another approval, as one that waited long for a sign-in; null when it does not. */
function findReview({ row, card, account, now }: SendFacts): HoldReason | null {
  const rule = row.isPromotion ? findPromotionBan(card) : null;
  if (rule !== null) return { code: 'promotion-banned', place: card.place, rule };
  if (row.outcome !== 'logged-out' && row.heldBecause?.code !== 'sign-in') return null;
  if (isApprovalOver(row.approvedAt ?? row.createdAt, now)) return { code: 'approval-expired' };
  return account && account.id !== row.accountId ? { code: 'other-account', host: row.host } : null;
}

function findOverBudget({ row, card, history, now }: SendFacts): HoldReason | null {
  const budget = promotionBudget(history, communityKeyOf(row), card, now);
  const allowed = budget.repliesLeftToday > 0 && (!row.isPromotion || budget.promotionAllowed);
  return allowed ? null : { code: 'over-budget', figures: budget.figures };
}

// ---- facts -------------------------------------------------------------------------------------

type OutsideFacts = Pick<SendFacts, 'account' | 'mayPost' | 'card' | 'isSentTo'>;

/** Checks an approved reply against the current facts, before any request to the source. */
export async function checkPreconditions(
  deps: PostingDeps,
  { row, campaign }: LeasedReply,
): Promise<SendDecision> {
  const outside = await readOutside(deps, row);
  const inside = await readInside(deps.database, { row, campaign }, outside.account, deps.now());
  return canSend({ ...outside, ...inside });
}

/**
 * Checks again with budget, campaign and conversation locked, and marks the reply as sending. Send only what `canSend`.
 * A marked reply is never sent twice.
 */
export async function startSending(deps: PostingDeps, leased: LeasedReply): Promise<SendDecision> {
  const outside = await readOutside(deps, leased.row);
  return inTransaction(deps.database, async (transaction) => {
    const locked = await lock(transaction, leased.row);
    if (!locked) return { canSend: false, next: 'none' };
    const facts = { ...outside, ...(await readInside(transaction, locked, outside.account, deps.now())) };
    const decision = canSend(facts);
    if (!decision.canSend) return decision;
    const until = new Date(facts.now.getTime() + leaseMs);
    const hasBegun = await begin(transaction, leased, facts, decision.account, until);
    return hasBegun ? decision : { canSend: false, next: 'none' };
  });
}

/** Facts from other connections; they can't be read inside a transaction. */
async function readOutside(
  { accounts, mayPost, cardOf, posters }: PostingDeps,
  row: ConversationRow,
): Promise<OutsideFacts> {
  const [account, isAllowed] = await Promise.all([
    accounts.findAccount(row.ownerId, row.source, row.host),
    mayPost(row.ownerId),
  ]);
  const card = withServerRules(cardOf(row), row.source, account);
  const isSentTo = posters.posterFor(row.source)?.sendsTo(row.host) ?? false;
  return { account, mayPost: isAllowed, card, isSentTo };
}

async function lock({ sql: db }: Transaction, { ownerId, source, host, id, campaignId }: ConversationRow) {
  // Two replies of one budget would each count as its last; an account of sources that pass posts on answers everywhere.
  const place = isFederated(source) ? `${ownerId} ${source}` : `${ownerId} ${source} ${host}`;
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${place}, 0))`);
  const [campaign] = await db.select().from(campaigns).where(eq(campaigns.id, campaignId)).for('share');
  const [row] = await db.select().from(conversations).where(eq(conversations.id, id)).for('no key update');
  return row && campaign ? { row, campaign } : null;
}

async function readInside(
  reader: Pick<Transaction, 'sql'>,
  { row, campaign }: { row: ConversationRow; campaign: Pick<CampaignRow, 'active'> },
  account: OwnAccount | null,
  now: Date,
) {
  const reply = { ...row, accountId: account?.id ?? null };
  const history = budgetReplies(await listOwnReplies(reader, row, { countsApproved: false }), reply);
  return { row, campaign, history, quietUntil: account && (await findQuiet(reader, row, account, now)), now };
}

/** Marks the reply as sending in the database and in the lease; false when the lease was lost. */
async function begin(
  transaction: Transaction,
  leased: LeasedReply,
  { row, now }: SendFacts,
  { id: senderId, username: senderName, externalId: senderExternalId, host: senderHost }: OwnAccount,
  heldUntil: Date,
): Promise<boolean> {
  const sender = { senderId, senderName, senderExternalId, senderHost };
  const left = { state: 'sending' as const, sentAt: now, hasLeft: true, notBefore: null, readBacks: 0 };
  const sending = { ...left, ...sender };
  if (!(await changeWaiting(transaction, leased, { ...sending, heldUntil, updatedAt: now }))) return false;
  const onItsWay = { status: 'POSTING' as const, repliedAt: now, accountId: senderId, ...noProblem };
  await transaction.sql
    .update(conversations)
    .set({ ...onItsWay, updatedAt: now })
    .where(eq(conversations.id, row.id));
  leased.row = { ...row, ...onItsWay };
  leased.attempt = { ...leased.attempt, ...sending };
  return true;
}

/** Stored with the attempts, so that it outlives a withdrawn reply. */
async function findQuiet(
  { sql: db }: Pick<Transaction, 'sql'>,
  row: ConversationRow,
  account: OwnAccount,
  now: Date,
): Promise<Date | null> {
  const { quietUntil, senderExternalId, senderHost } = postingAttempts;
  const [found] = await db
    .select({ until: max(quietUntil) })
    .from(postingAttempts)
    .innerJoin(conversations, eq(conversations.id, postingAttempts.conversationId))
    .where(
      and(
        eq(conversations.ownerId, row.ownerId),
        eq(conversations.source, row.source),
        eq(senderHost, account.host),
        eq(senderExternalId, account.externalId),
        gt(quietUntil, now),
      ),
    );
  return found?.until ?? null;
}
