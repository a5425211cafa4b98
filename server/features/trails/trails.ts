import { randomUUID } from 'node:crypto';
import { AppError } from '#server/app-error.ts';
import { type Database, inTransaction, type Transaction } from '#server/database/connect.ts';
import type { Page } from '#server/database/page.ts';
import type { IdeaReading } from '#shared/contracts/reading.ts';
import type { RequestIdea } from '#shared/contracts/support-requests/support-inbox.ts';
import type { Figure } from '#shared/contracts/surveys/analyses.ts';
import type { Trail, TrailChange } from '#shared/contracts/trails.ts';
import { readAppName } from '#shared/rules/plans/app-name.ts';
import { missingPhrase } from '#shared/rules/plans/needs-asking.ts';
import { preview } from '#shared/rules/text/plain-text.ts';
import { afterVerdict } from '#shared/rules/verdict/next-step.ts';
import { ideaKey, trailTitle } from './idea-key.ts';
import type { TrailPart, TrailRow } from './repository.ts';
import * as repository from './repository.ts';
import type { Archivable, TrailParts } from './trail-parts.ts';

export type TrailDeps = { database: Database; now: () => Date };

/** Of a support request: one of these is enough. */
export type IdeaPart = { trailId: string | null; surveyId: string | null };

/** Idea of new work. */
export type Named = { trailId?: string; idea: string; content?: string; reading?: IdeaReading };

/**
 * The trail that something new hangs on: the named one if it is the owner's, else that of the idea's own words,
 * begun if there is none. Without a typed idea, the first words of `content` are used. An archived trail comes
 * back. The trail can't go away before the transaction ends.
 */
export async function findOrStart(
  { now }: TrailDeps,
  transaction: Transaction,
  ownerId: string,
  named: Named,
): Promise<string> {
  const { trailId, idea, content = '', reading } = named;
  const own = trailId ? await repository.lockOwn(transaction, ownerId, trailId) : null;
  if (own) {
    await repository.bringBack(transaction, own);
    if (reading) await repository.setReading(transaction, own, reading);
    return own;
  }
  const title = trailTitle(idea, content);
  const start = { key: ideaKey(title), idea: title, id: randomUUID(), createdAt: now() };
  const trailIds = await repository.startTrails(transaction, ownerId, [start]);
  const found = trailIds.get(start.key) ?? start.id;
  await repository.bringBack(transaction, found);
  if (reading) await repository.setReading(transaction, found, reading);
  return found;
}

/** The same for what is still being written: half an idea begins no trail, only content does. */
export async function findForDraft(
  deps: TrailDeps,
  transaction: Transaction,
  ownerId: string,
  named: Named & { content: string },
): Promise<string | null> {
  if (named.content.trim() !== '') return findOrStart(deps, transaction, ownerId, named);
  return named.trailId ? repository.lockOwn(transaction, ownerId, named.trailId) : null;
}

/** The caller's trails, the one begun last first. */
export async function listTrails(
  { database }: TrailDeps,
  ownerId: string,
  page: Page & { archived: boolean },
): Promise<Trail[]> {
  const { rows, parts } = await repository.listTrails(database, ownerId, page);
  return gatherTrails(rows, parts);
}

/** @throws AppError trail_not_found, for another account's too. */
export async function readTrail({ database }: TrailDeps, ownerId: string, id: string): Promise<Trail> {
  const { rows, parts } = await repository.findTrail(database, ownerId, id);
  const [trail] = gatherTrails(rows, parts);
  if (!trail) throw new AppError('trail_not_found');
  return trail;
}

/** The trail of a sentence, however it is typed; null while it has none. */
export async function findIdea(deps: TrailDeps, ownerId: string, idea: string): Promise<Trail | null> {
  const id = await repository.findByKey(deps.database, ownerId, ideaKey(trailTitle(idea, '')));
  return id === null ? null : readTrail(deps, ownerId, id);
}

/** The idea behind a support request, with its plan and verdict in short; null where there is none. */
export async function describeIdea(
  { database }: TrailDeps,
  ownerId: string,
  part: IdeaPart,
): Promise<RequestIdea | null> {
  const found = await repository.findIdea(database, ownerId, part);
  if (!found) return null;
  const { idea, name, plan, questions, analysis, figures, submissionCount } = found;
  return {
    idea,
    name,
    plan: questions && {
      pitch: preview(plan?.oneSentencePitch ?? '', planLength),
      problem: preview(plan?.problemParagraph ?? '', planLength),
      audience: preview(plan?.targetAudience ?? '', planLength),
      questions: questions.map(({ question }) => preview(question, previewLength)),
    },
    verdict:
      analysis && figures && submissionCount
        ? { decision: analysis.goNoGoDecision, submissionCount, figures: figures.map(toSentence) }
        : null,
  };
}

/** Keeps the boxes of an idea on its trail, which two filled boxes begin; null where no trail keeps them. */
export async function saveReading(
  deps: TrailDeps,
  ownerId: string,
  idea: string,
  reading: IdeaReading,
): Promise<string | null> {
  const { database } = deps;
  const isBegun = missingPhrase(reading) === null;
  if (!isBegun && (await repository.findByKey(database, ownerId, ideaKey(trailTitle(idea, '')))) === null)
    return null;
  return inTransaction(database, (transaction) => findOrStart(deps, transaction, ownerId, { idea, reading }));
}

/** @throws AppError trail_not_found */
export async function changeTrail(
  deps: TrailDeps,
  ownerId: string,
  id: string,
  change: TrailChange,
): Promise<Trail> {
  const isChanged = await repository.changeTrail(deps.database, ownerId, id, toColumns(change, deps.now));
  if (!isChanged) throw new AppError('trail_not_found');
  return readTrail(deps, ownerId, id);
}

/** @throws AppError trail_not_found, also when the owner has no such part on a trail. */
export async function changePart(
  deps: TrailDeps,
  ownerId: string,
  part: TrailPart,
  change: TrailChange,
): Promise<Trail> {
  const trailId = await repository.changePart(deps.database, ownerId, part, toColumns(change, deps.now));
  if (!trailId) throw new AppError('trail_not_found');
  return readTrail(deps, ownerId, trailId);
}

/** Deletes a trail with what was made on it, but for support requests and campaigns. @throws AppError trail_not_found */
export async function deleteTrail({ database }: TrailDeps, ownerId: string, id: string): Promise<void> {
  await inTransaction(database, async (transaction) => {
    await repository.lockOwner(transaction, ownerId);
    if (!(await repository.lockOwn(transaction, ownerId, id))) throw new AppError('trail_not_found');
    await repository.deleteWithParts(transaction, ownerId, id);
  });
}

/**
 * Hangs everything of one trail on another and deletes the empty one. Its wordings find the other from now on.
 * @throws AppError trail_not_found, body_invalid for one and the same trail.
 */
export async function joinTrails(
  deps: TrailDeps,
  ownerId: string,
  from: string,
  into: string,
): Promise<Trail> {
  if (from === into) throw new AppError('body_invalid', { detail: 'into is the trail itself' });
  await inTransaction(deps.database, async (transaction) => {
    await repository.lockOwner(transaction, ownerId);
    for (const id of [from, into])
      if (!(await repository.lockOwn(transaction, ownerId, id))) throw new AppError('trail_not_found');
    await repository.moveAll(transaction, ownerId, from, into);
    await repository.deleteTrail(transaction, from);
  });
  return readTrail(deps, ownerId, into);
}

const toSentence = ({ subject, says, low, high }: Figure) => ({ says: `${subject} ${says}`, low, high });

function toColumns({ name, archived }: TrailChange, now: () => Date) {
  const archivedAt = archived ? now() : null;
  return {
    name: name === undefined ? undefined : (name?.trim() ?? null),
    archivedAt: archived === undefined ? undefined : archivedAt,
  };
}

const previewLength = 200;
/** Of a plan's text: more is rarely written. */
const planLength = 600;

/** Trails as the wire has them, each with its own parts in the order in which they come. */
function gatherTrails(rows: TrailRow[], parts: TrailParts): Trail[] {
  const ideations = Map.groupBy(parts.ideations, ({ trailId }) => trailId);
  const surveys = Map.groupBy(parts.surveys, ({ trailId }) => trailId);
  const buildPrompts = Map.groupBy(parts.buildPrompts, ({ trailId }) => trailId);
  const supportRequests = Map.groupBy(parts.supportRequests, ({ trailId }) => trailId);
  const campaigns = Map.groupBy(parts.campaigns, ({ trailId }) => trailId);
  return rows.map(({ id, idea, reading, name, archivedAt, createdAt }) => {
    const own = {
      ideations: ideations.get(id)?.filter(isInUse) ?? [],
      surveys: surveys.get(id)?.filter(isInUse) ?? [],
      buildPrompts: buildPrompts.get(id) ?? [],
      supportRequests: supportRequests.get(id) ?? [],
      campaigns: campaigns.get(id) ?? [],
    };
    return {
      id,
      idea,
      reading,
      name: name ?? undefined,
      archived: archivedAt ? (true as const) : undefined,
      appName: findAppName(own),
      created_at: createdAt.toISOString(),
      updatedAt: newestOf(createdAt, own).toISOString(),
      ideations: own.ideations.map(toSession),
      surveys: own.surveys.map(toSurvey),
      buildPrompts: own.buildPrompts.map(withPreview),
      supportRequests: own.supportRequests.map(toRequest),
      campaigns: own.campaigns.map(toCampaign),
      archivedParts: [
        ...(ideations.get(id) ?? []).filter(isArchived).map(toArchivedSession),
        ...(surveys.get(id) ?? []).filter(isArchived).map(toArchivedSurvey),
      ],
    };
  });
}

function findAppName({ surveys, ideations }: TrailParts): string | null {
  const planned = surveys.find(({ appName }) => appName)?.appName;
  const coached = ideations.map(({ start }) => readAppName(start)?.name).find(Boolean);
  return planned ?? coached ?? null;
}

function newestOf(createdAt: Date, { surveys, ...parts }: TrailParts): Date {
  const { ideations, buildPrompts, supportRequests, campaigns } = parts;
  const changed = [...ideations, ...buildPrompts, ...supportRequests, ...campaigns];
  const moments = [
    createdAt,
    ...changed.map(({ updatedAt }) => updatedAt),
    ...surveys.flatMap((survey) => [survey.createdAt, survey.analysedAt ?? survey.createdAt]),
  ];
  return new Date(Math.max(...moments.map((moment) => moment.getTime())));
}

function withPreview<Part extends { start: string; updatedAt: Date }>({ start, updatedAt, ...part }: Part) {
  return { ...part, preview: preview(start, previewLength), updatedAt: updatedAt.toISOString() };
}

function toSession({ name, archivedAt: _archived, ...part }: TrailParts['ideations'][number]) {
  return { ...withPreview(part), name: name ?? undefined };
}

const isInUse = ({ archivedAt }: Archivable) => archivedAt === null;
const isArchived = (part: Archivable) => !isInUse(part);

type ArchivedPart = Trail['archivedParts'][number];

function toArchivedSession({ id, name, updatedAt }: TrailParts['ideations'][number]): ArchivedPart {
  return { kind: 'session', id, name: name ?? undefined, submissions: 0, at: updatedAt.toISOString() };
}

function toArchivedSurvey(part: TrailParts['surveys'][number]): ArchivedPart {
  const { surveyId, name, submissions, createdAt } = part;
  return { kind: 'survey', id: surveyId, name: name ?? undefined, submissions, at: createdAt.toISOString() };
}

function toSurvey(part: TrailParts['surveys'][number]): Trail['surveys'][number] {
  const { surveyId, name, questions, publicLink, submissions, minimumAnswers, createdAt, answeredAt } = part;
  const { goNoGoDecision, submissionCount, analysedAt, basis, newAnswers, waitingAnswers } = part;
  const isAnalysed = goNoGoDecision !== null && submissionCount !== null && analysedAt !== null;
  return {
    surveyId,
    name: name ?? undefined,
    questions,
    publicLink,
    submissions,
    newAnswers,
    waitingAnswers,
    minimumAnswers,
    missingAnswers: missingAnswersOf(part),
    created_at: createdAt.toISOString(),
    answeredAt: answeredAt?.toISOString() ?? null,
    verdict: isAnalysed
      ? {
          goNoGoDecision,
          submissionCount,
          created_at: analysedAt.toISOString(),
          next: afterVerdict(goNoGoDecision, basis),
        }
      : null,
  };
}

/** An analysis knows which answers count; before the first, every answer is taken for one. */
function missingAnswersOf({ minimumAnswers, submissions, basis }: TrailParts['surveys'][number]): number {
  if (minimumAnswers === null) return 0;
  if (!basis || basis.reason === 'no-answers') return Math.max(0, minimumAnswers - submissions);
  return basis.reason === 'too-few' ? (basis.moreAnswers ?? 0) : 0;
}

function toRequest(part: TrailParts['supportRequests'][number]): Trail['supportRequests'][number] {
  const { id, requestTitle, status, waitingForCustomer, resolvedAt, answerDueAt, createdAt, updatedAt } =
    part;
  return {
    id,
    requestTitle,
    status,
    waitingForCustomer,
    resolvedAt: resolvedAt?.toISOString() ?? null,
    answerDueAt: answerDueAt?.toISOString() ?? null,
    created_at: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}

function toCampaign(part: TrailParts['campaigns'][number]): Trail['campaigns'][number] {
  const { id, name, active, awaitingReview, posted, visits, createdAt, updatedAt } = part;
  const times = { created_at: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
  return { id, name, active, awaitingReview, posted, visits, ...times };
}
