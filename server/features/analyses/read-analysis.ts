import { AppError } from '#server/app-error.ts';
import type { Database } from '#server/database/connect.ts';
import type { Page } from '#server/database/page.ts';
import type { ListedAnalysis, SurveyAnalysis, Theme, ThemeMove } from '#shared/contracts/surveys/analyses.ts';
import { questionTitles } from './evidence.ts';
import { type AnalysisRow, type FindAnalysis, findQuestions, listAnalyses, saveMove } from './repository.ts';
import { moveAnswers } from './themes.ts';

type ReadingDeps = { database: Database };

/**
 * Everybody who is signed in may read it; its trail and its newest answer are its owner's to know.
 * @throws AppError analysis_not_found when nothing has been analysed under this id.
 */
export async function getAnalysis(
  { findAnalysis }: { findAnalysis: FindAnalysis },
  surveyId: string,
  subject: string,
): Promise<SurveyAnalysis> {
  const row = await findAnalysis(surveyId);
  if (!row) throw new AppError('analysis_not_found');
  return toAnalysis(row.ownerId === subject ? row : { ...row, trailId: null, newest: undefined });
}

/** The caller's own analyses, newest first, without their free-text answers. */
export async function listOwnAnalyses(
  { database }: ReadingDeps,
  ownerId: string,
  page: Page,
): Promise<ListedAnalysis[]> {
  const rows = await listAnalyses(database, ownerId, page);
  return rows.map(({ newAnswers, ...row }) => ({ ...toAnalysis(row), newAnswers }));
}

/** @throws AppError survey_not_found for anybody but the owner; body_invalid; submission_not_found. */
export async function moveAnswer(
  { database }: ReadingDeps,
  ownerId: string,
  surveyId: string,
  move: ThemeMove,
): Promise<void> {
  const questions = await findQuestions(database, surveyId, ownerId);
  if (!questions) throw new AppError('survey_not_found');
  if (questions[move.question]?.type !== 'open-ended')
    throw new AppError('body_invalid', { detail: 'question must be the position of an open question' });
  const theme = move.theme?.trim() ?? null;
  if (!(await saveMove(database, surveyId, { ...move, theme }))) throw new AppError('submission_not_found');
}

export function toAnalysis(stored: AnalysisRow): SurveyAnalysis {
  const { createdAt, ownerId: _owner, questions, themes: _themes, moves: _moves, ...row } = stored;
  const created_at = createdAt.toISOString();
  const questionOrder = questionTitles(questions);
  return { ...row, created_at, questionOrder, themes: themesOf(stored, questionOrder) };
}

/** By question title, most answers first; of the answers that are listed only. */
function themesOf({ themes, moves, textNumbers }: AnalysisRow, titles: string[]): Record<string, Theme[]> {
  const moved = moveAnswers(themes, moves);
  const byTitle = titles.map((title, position): [string, Theme[]] => {
    const listed = new Set(Object.hasOwn(textNumbers, title) ? textNumbers[title] : []);
    const own = moved
      .filter(({ question }) => question === position)
      .map((one) => ({ ...one, numbers: one.numbers.filter((number) => listed.has(number)) }))
      .map(({ question: _question, ...theme }) => theme)
      .filter(({ numbers }) => numbers.length > 0)
      .toSorted((a, b) => b.numbers.length - a.numbers.length);
    return [title, own];
  });
  return Object.fromEntries(byTitle.filter(([, own]) => own.length > 0));
}
