import { isDeepStrictEqual } from 'node:util';
import { AppError } from '#server/app-error.ts';
import { type Database, inTransaction, type Transaction } from '#server/database/connect.ts';
import { type FindDraftTrail, lockOwnerPlan, writeOnTop } from '#server/database/owned-documents.ts';
import type * as contract from '#shared/contracts/build-prompts.ts';
import type { BuildPrompt, Rewrite } from '#shared/contracts/build-prompts.ts';
import type { Output } from '#shared/contracts/endpoint.ts';
import { sessionId } from '#shared/contracts/ideation.ts';
import { upgradeNeeded } from '#shared/rules/billing/plans.ts';
import { savedRewrites } from '#shared/rules/build-prompts/saved-rewrites.ts';
import {
  addPrompt,
  findLastChanged,
  findOfAnyOwner,
  findPrompt,
  findTrailOfSurvey,
  type PromptRow,
  replacePrompt,
} from './repository.ts';

export type BuildPromptDeps = {
  database: Database;
  /** The trail that a prompt hangs on; null while it has no result and names none. */
  findTrail: FindDraftTrail;
  now: () => Date;
};
type Body = Output<typeof contract.saveBuildPrompt.body>;

/**
 * Saves a build prompt on top of the revision that its writer saw. A new one needs a plan with the proof of
 * concept. An existing one can be edited on any plan, so that a plan's end takes no text away.
 * @throws AppError build_prompt_changed_elsewhere, also for an id of another account; upgrade_to_pro,
 *   body_invalid, sync_refused.
 */
export async function saveBuildPrompt(
  deps: BuildPromptDeps,
  ownerId: string,
  id: string,
  body: Body,
): Promise<BuildPrompt> {
  if (!sessionId.safeParse(id).success)
    throw new AppError('body_invalid', { detail: 'this is not the id of a build prompt' });
  const row = await inTransaction(deps.database, (transaction) =>
    writeOnTop<PromptRow, Body>({
      find: () => findOfAnyOwner(transaction, id),
      turn: (stored) => turn(ownerId, stored, body),
      write: (change, stored) => write(deps, transaction, { id, ownerId }, change, stored),
    }),
  );
  return toPrompt(row);
}

/** @throws AppError build_prompt_not_found, for another account's too. */
export async function readBuildPrompt(
  { database }: BuildPromptDeps,
  ownerId: string,
  id: string,
): Promise<BuildPrompt> {
  const row = await findPrompt(database, ownerId, id);
  if (!row) throw new AppError('build_prompt_not_found');
  return toPrompt(row);
}

export async function readCurrentBuildPrompt(
  { database }: BuildPromptDeps,
  ownerId: string,
): Promise<{ prompt: BuildPrompt | null }> {
  const row = await findLastChanged(database, ownerId);
  return { prompt: row && toPrompt(row) };
}

/** Null when everything that the body brings is stored already: a lost response that is sent again. */
function turn(ownerId: string, stored: PromptRow | null, body: Body): Body | null {
  if (stored && stored.ownerId !== ownerId) throw new AppError('build_prompt_changed_elsewhere');
  const isRewriteStored = !body.rewrite || (stored !== null && hasRewrite(stored, body.rewrite));
  if (stored && isRewriteStored && isDeepStrictEqual(stateOf(stored), stateOf(body))) return null;
  if ((stored?.revision ?? 0) !== body.revision) throw new AppError('build_prompt_changed_elsewhere');
  return isRewriteStored ? { ...body, rewrite: undefined } : body;
}

async function write(
  { findTrail, now }: BuildPromptDeps,
  transaction: Transaction,
  { id, ownerId }: { id: string; ownerId: string },
  { rewrite, trailId: named, ...body }: Body,
  stored: PromptRow | null,
): Promise<PromptRow | null> {
  if (!stored) await requirePlan(transaction, ownerId);
  const { idea, surveyId, result } = body;
  // Other wording for a validated idea is no idea of its own. A prompt without a result begins no trail.
  const wantsTrailOfSurvey = !stored?.trailId && !named && surveyId !== null && result !== '';
  const ofSurvey = wantsTrailOfSurvey && (await findTrailOfSurvey(transaction, ownerId, surveyId));
  const draft = { trailId: named ?? (ofSurvey || undefined), idea, content: result };
  // A prompt keeps its trail: writing the old one would undo a concurrent join.
  const trailId = stored?.trailId ? undefined : await findTrail(transaction, ownerId, draft);
  const rewrites = savedRewrites([...(stored?.rewrites ?? []), ...(rewrite ? [rewrite] : [])]);
  const changes = { ...stateOf(body), rewrites, trailId, updatedAt: now() };
  return stored
    ? replacePrompt(transaction, stored, changes)
    : addPrompt(transaction, { ...changes, id, ownerId, createdAt: now() });
}

async function requirePlan(transaction: Transaction, ownerId: string): Promise<void> {
  const plan = await lockOwnerPlan(transaction, ownerId);
  if (!plan) throw new AppError('sync_refused');
  const gate = upgradeNeeded(plan, 'proof-of-concept');
  if (gate) throw new AppError(gate);
}

function hasRewrite({ rewrites }: PromptRow, rewrite: Rewrite): boolean {
  return rewrites.some((stored) => isDeepStrictEqual(stored, rewrite));
}

function stateOf({
  idea,
  surveyId,
  builder,
  result,
  form = null,
}: Pick<Body, 'idea' | 'surveyId' | 'builder' | 'result' | 'form'>) {
  return { idea, surveyId, builder, result, form };
}

function toPrompt({ ownerId: _owner, trailId, createdAt, updatedAt, ...row }: PromptRow): BuildPrompt {
  return {
    ...row,
    trailId: trailId ?? '',
    created_at: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}
