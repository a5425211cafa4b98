import { createHash, randomBytes } from 'node:crypto';
import { and, eq, gt, isNull } from 'drizzle-orm';
import { AppError } from '#server/app-error.ts';
import type { Database } from '#server/database/connect.ts';
import { resultsLinks as links, surveys, users } from '#server/database/tables.ts';
import type { Output } from '#shared/contracts/endpoint.ts';
import type { SurveyAnalysis } from '#shared/contracts/surveys/analyses.ts';
import type {
  createResultsLink,
  ResultsLink,
  SharedResults,
} from '#shared/contracts/surveys/results-links.ts';
import type { SurveyQuestion } from '#shared/contracts/surveys/validation.ts';
import { defaultRule } from '#shared/rules/verdict/rule.ts';
import { figurePoint, optionPoint } from './compose-analysis.ts';
import { questionTitles } from './evidence.ts';
import { toAnalysis } from './read-analysis.ts';
import type { FindAnalysis } from './repository.ts';
import { summarize } from './sentences.ts';

type LinkDeps = { database: Database; now: () => Date };

type NewLink = Output<typeof createResultsLink.body>;

const dayMs = 86_400_000;

/** Replaces the link before it; its token is stored hashed. @throws AppError survey_not_found for anybody but the owner. */
export async function createLink(
  { database, now }: LinkDeps,
  ownerId: string,
  surveyId: string,
  { days, hidden, showsTexts }: NewLink,
): Promise<ResultsLink & { token: string }> {
  await requireOwner(database, ownerId, surveyId);
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(now().getTime() + days * dayMs);
  const link = { tokenHash: hash(token), hidden, showsTexts, expiresAt, createdAt: now() };
  await database.sql
    .insert(links)
    .values({ surveyId, ...link })
    .onConflictDoUpdate({ target: links.surveyId, set: link });
  return { token, hidden, showsTexts, expiresAt: expiresAt.toISOString() };
}

/** Null when there is none or it has expired. @throws AppError survey_not_found for anybody but the owner. */
export async function findLink(
  { database, now }: LinkDeps,
  ownerId: string,
  surveyId: string,
): Promise<ResultsLink | null> {
  await requireOwner(database, ownerId, surveyId);
  const [row] = await database.sql
    .select()
    .from(links)
    .where(and(eq(links.surveyId, surveyId), gt(links.expiresAt, now())));
  if (!row) return null;
  const { hidden, showsTexts, expiresAt } = row;
  return { hidden, showsTexts, expiresAt: expiresAt.toISOString() };
}

/** @returns false when there was none. @throws AppError survey_not_found for anybody but the owner. */
export async function deleteLink(
  { database }: LinkDeps,
  ownerId: string,
  surveyId: string,
): Promise<boolean> {
  await requireOwner(database, ownerId, surveyId);
  const removed = await database.sql.delete(links).where(eq(links.surveyId, surveyId));
  return removed.rowCount === 1;
}

async function requireOwner({ sql: db }: Database, ownerId: string, surveyId: string): Promise<void> {
  const owned = and(eq(surveys.id, surveyId), eq(surveys.ownerId, ownerId));
  if ((await db.$count(surveys, owned)) === 0) throw new AppError('survey_not_found');
}

/**
 * @throws AppError results_not_shared for an unknown, removed or expired link; analysis_not_found before the first
 * analysis.
 */
export async function getSharedResults(
  { database, findAnalysis, now }: LinkDeps & { findAnalysis: FindAnalysis },
  token: string,
): Promise<SharedResults> {
  const [found] = await database.sql
    .select({ link: links })
    .from(links)
    .innerJoin(surveys, eq(surveys.id, links.surveyId))
    .innerJoin(users, eq(users.id, surveys.ownerId))
    .where(
      // Links of an owner whose account is being deleted are closed.
      and(eq(links.tokenHash, hash(token)), gt(links.expiresAt, now()), isNull(users.deletesAt)),
    );
  const link = found?.link;
  if (!link) throw new AppError('results_not_shared');
  const row = await findAnalysis(link.surveyId);
  if (!row) throw new AppError('analysis_not_found');
  return sharedResults(toAnalysis(row), row.questions, link);
}

function hash(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

type LinkOptions = Pick<ResultsLink, 'hidden' | 'showsTexts'>;

/**
 * The part of an analysis that a results link shows. Everything is built from the visible questions, so that a sentence
 * or a quote from a hidden one cannot pass.
 */
export function sharedResults(
  { surveyId: _survey, trailId: _trail, choices, ...result }: SurveyAnalysis,
  questions: SurveyQuestion[],
  { hidden, showsTexts }: LinkOptions,
): SharedResults {
  const titles = questionTitles(questions);
  const visible = titles.filter((_, at) => !hidden.includes(at) && (showsTexts || hasOptions(questions[at])));
  const isHidden = (text: string) =>
    questions.every(({ question }) => question !== text) ||
    hidden.some((position) => questions[position]?.question === text);
  const figures = result.figures.filter(({ question }) => !isHidden(question));
  const aggregatedData = pick(result.aggregatedData, visible);
  const textNumbers = pick(result.textNumbers, visible);
  const options = Object.entries(pick(choices ?? {}, visible)).flatMap(([title, { answered }]) =>
    (aggregatedData[title] ?? []).flatMap((entry) =>
      typeof entry === 'string' ? [] : optionPoint(title, entry, answered),
    ),
  );
  const points = new Set([...figures.map(figurePoint), ...options]);
  const texts = Object.values(aggregatedData)
    .flat()
    .filter((entry) => typeof entry === 'string');
  const isShown = (point: string) => points.has(point) || isQuoteOf(texts, point);
  const { analysis, basis } = result;
  // It names the questions.
  const rules = basis?.rules.map(({ sealedText: _, ...rule }) => rule) ?? [];
  const shownProblems = basis?.notDeciding.filter(({ question }) => !isHidden(question)) ?? [];
  return {
    ...result,
    basis: basis && hidden.length > 0 ? { ...basis, rules, notDeciding: shownProblems } : basis,
    analysis: {
      ...analysis,
      summary:
        figures.length === result.figures.length
          ? analysis.summary
          : summarize(
              { figures, reason: basis?.reason ?? 'settled', moreAnswers: basis?.moreAnswers ?? null },
              basis?.rules.at(-1) ?? defaultRule,
            ),
      keyStrengths: analysis.keyStrengths.filter(isShown),
      keyWeaknesses: analysis.keyWeaknesses.filter(isShown),
    },
    figures,
    aggregatedData,
    textNumbers,
    themes: pick(result.themes ?? {}, visible),
    questionOrder: visible,
    hiddenQuestions: hidden.length,
  };
}

function hasOptions(question: SurveyQuestion | undefined): boolean {
  return question?.type !== 'open-ended' && Boolean(question?.options);
}

function pick<Value>(record: Record<string, Value>, names: string[]): Record<string, Value> {
  return Object.fromEntries(Object.entries(record).filter(([name]) => names.includes(name)));
}

/** A quote may be cut at either end, has straight quotes inside and may carry marks that keep its direction apart. */
function isQuoteOf(texts: string[], point: string): boolean {
  const words = /^“(.*)” \(#\d+(?:, #\d+)*(?:, [\d,]+ more)?\)$/s.exec(point)?.[1];
  const bare = words?.replace(/^\u2068|\u2069$/gu, '').replace(/^…|…$/gu, '');
  return bare !== undefined && texts.some((text) => text.replace(/[“”]/g, '"').includes(bare));
}
