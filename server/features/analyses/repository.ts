import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  gt,
  isNotNull,
  isNull,
  ne,
  not,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import { type Database, inTransaction, type Transaction } from '#server/database/connect.ts';
import { newAnswersOf } from '#server/database/new-answers.ts';
import { isNotArchived } from '#server/database/not-archived.ts';
import { isFound, isOnPage, newestFirst, type Page } from '#server/database/page.ts';
import {
  submissions,
  surveyAnalyses,
  surveyRules,
  surveys,
  surveyTallies,
  themeMoves,
} from '#server/database/tables.ts';
import { mostNumbers, type ThemeMove } from '#shared/contracts/surveys/analyses.ts';
import type { OptionMark, SurveyQuestion } from '#shared/contracts/surveys/validation.ts';
import { listedTexts } from '#shared/rules/surveys/answer-evidence.ts';
import {
  answersThatCount,
  countersOf,
  isMultiSelect,
  readTallies,
  type SurveyAnswer,
} from '#shared/rules/surveys/survey-answers.ts';
import { countedMarks, isDeciding, submissionMarker } from '#shared/rules/verdict/marks.ts';
import type { AnswerGroup } from '#shared/rules/verdict/verdict.ts';
import type { Evidence } from './evidence.ts';

export type AnalysisRow = typeof surveyAnalyses.$inferSelect & {
  questions: SurveyQuestion[];
  trailId: string | null;
  moves: ThemeMove[];
  /** Number of the newest submission; absent from lists. */
  newest?: number;
};
type ListedRow = AnalysisRow & { newAnswers: number };
type Choice = Required<Pick<NewAnalysis, 'surveyId' | 'asOf' | 'analysis' | 'model' | 'receipt'>>;
type Themes = Required<Pick<NewAnalysis, 'surveyId' | 'asOf' | 'themes'>>;
export type NewAnalysis = typeof surveyAnalyses.$inferInsert;

/** Reads a survey's analysis; null before the first. */
export type FindAnalysis = (surveyId: string) => Promise<AnalysisRow | null>;

/** Prepared once, because every look at results reads one. */
export function prepareFindAnalysis({ sql: db }: Database): FindAnalysis {
  const bySurvey = db
    .select({
      ...getTableColumns(surveyAnalyses),
      questions: surveys.questions,
      trailId: surveys.trailId,
      moves: movesOfAnalysis,
      newest: surveyTallies.submissions,
    })
    .from(surveyAnalyses)
    .innerJoin(surveys, eq(surveys.id, surveyAnalyses.surveyId))
    .innerJoin(surveyTallies, eq(surveyTallies.surveyId, surveys.id))
    .where(eq(surveyAnalyses.surveyId, sql.placeholder('surveyId')))
    .prepare('analysis_by_survey');
  return async (surveyId) => {
    const [row] = await bySurvey.execute({ surveyId });
    return row ?? null;
  };
}

/**
 * Without archived ideas and surveys that nobody has answered, and without the free-text answers, which would make
 * the list of a busy founder megabytes long.
 */
export function listAnalyses(database: Database, ownerId: string, page: Page): Promise<ListedRow[]> {
  const place = { createdAt: surveyAnalyses.createdAt, id: surveyAnalyses.surveyId };
  const mine = eq(surveyAnalyses.ownerId, ownerId);
  return database.sql
    .select({
      ...getTableColumns(surveyAnalyses),
      aggregatedData: withoutTexts,
      textNumbers: sql<AnalysisRow['textNumbers']>`'{}'::json`.as('no_numbers'),
      choices: sql<AnalysisRow['choices']>`'{}'::json`.as('no_choices'),
      themes: sql<AnalysisRow['themes']>`'[]'::json`.as('no_themes'),
      moves: sql<AnalysisRow['moves']>`'[]'::json`.as('no_moves'),
      questions: surveys.questions,
      trailId: surveys.trailId,
      newAnswers: sql<number>`${sql.raw(newAnswersOf('survey_analyses.survey_id'))}`.as('new_answers'),
    })
    .from(surveyAnalyses)
    .innerJoin(surveys, eq(surveys.id, surveyAnalyses.surveyId))
    .where(
      and(
        mine,
        gt(surveyAnalyses.submissionCount, 0),
        isNotArchived(database, surveys),
        isOnPage(place, page),
        isFound(page, sql`lower(${surveyAnalyses.idea})`),
      ),
    )
    .orderBy(...newestFirst(place))
    .limit(page.limit);
}

export type SavingDeps = {
  database: Database;
  /** Learns of every analysis that is saved, in its transaction. */
  noteAnalysis: (transaction: Transaction, analysis: NewAnalysis) => Promise<void>;
};

/**
 * Saves the analysis unless one that has seen more is already there, or a model's choice of the same ones.
 * @returns whether it was saved.
 */
export function saveAnalysis(
  { database, noteAnalysis }: SavingDeps,
  row: NewAnalysis & { asOf: number },
): Promise<boolean> {
  return inTransaction(database, async (transaction) => {
    // Before all others, so that a survey that is being deleted is waited for and found gone.
    if (!(await keepSurvey(transaction, row.surveyId))) return false;
    const isNews = await replaceAnalysis(transaction, row);
    if (isNews) await noteAnalysis(transaction, row);
    return isNews;
  });
}

/** Puts a model's choice in the place of the first one, if the analysis still rests on the same answers. */
export async function saveChoice(
  { sql: db }: Database,
  { surveyId, asOf, ...choice }: Choice,
): Promise<void> {
  await db
    .update(surveyAnalyses)
    .set(choice)
    .where(and(eq(surveyAnalyses.surveyId, surveyId), eq(surveyAnalyses.asOf, asOf)));
}

/** Puts a model's groups in the place of earlier ones, which stay while it is asked. */
export async function saveThemes({ sql: db }: Database, { surveyId, asOf, themes }: Themes): Promise<void> {
  await db
    .update(surveyAnalyses)
    .set({ themes })
    .where(and(eq(surveyAnalyses.surveyId, surveyId), eq(surveyAnalyses.asOf, asOf)));
}

/** Of the owner's survey; null when there is none. */
export async function findQuestions(
  { sql: db }: Database,
  surveyId: string,
  ownerId: string,
): Promise<SurveyQuestion[] | null> {
  const isOwned = and(eq(surveys.id, surveyId), eq(surveys.ownerId, ownerId));
  const [row] = await db.select({ questions: surveys.questions }).from(surveys).where(isOwned);
  return row?.questions ?? null;
}

/** @returns false when the survey has no such submission. */
export async function saveMove(
  { sql: db }: Database,
  surveyId: string,
  { question, number, theme }: ThemeMove,
): Promise<boolean> {
  const given = db
    .select({
      surveyId: submissions.surveyId,
      question: sql`${question}::int`.as('question'),
      number: submissions.number,
      theme: sql`${theme}::text`.as('theme'),
    })
    .from(submissions)
    .where(and(eq(submissions.surveyId, surveyId), eq(submissions.number, number)));
  const saved = await db
    .insert(themeMoves)
    .select(given)
    .onConflictDoUpdate({
      target: [themeMoves.surveyId, themeMoves.question, themeMoves.number],
      set: { theme },
    });
  return saved.rowCount === 1;
}

const movesOfAnalysis = sql<ThemeMove[]>`(
  select coalesce(json_agg(json_build_object('question', m.question, 'number', m.number, 'theme', m.theme)
    order by m.question, m.number), '[]')
  from ${themeMoves} m where m.survey_id = ${surveyAnalyses.surveyId})`.as('moves');

// The entries stay in order; a list that does not begin with a count has texts.
const withoutTexts = sql<AnalysisRow['aggregatedData']>`(
  select coalesce(json_object_agg(key, case when json_typeof(value->0) = 'object' then value else '[]'::json end), '{}')
  from json_each(${surveyAnalyses.aggregatedData}))`.as('counts_only');

/** Keeps the survey until the transaction ends; false when it is gone. */
async function keepSurvey({ sql: tx }: Transaction, surveyId: string): Promise<boolean> {
  const kept = await tx
    .select({ id: surveys.id })
    .from(surveys)
    .where(eq(surveys.id, surveyId))
    .for('key share');
  return kept.length > 0;
}

async function replaceAnalysis(
  { sql: tx }: Transaction,
  row: NewAnalysis & { asOf: number },
): Promise<boolean> {
  const { asOf, model } = surveyAnalyses;
  const isNews = or(sql`${asOf} < excluded.as_of`, and(sql`${asOf} = excluded.as_of`, isNull(model)));
  const { surveyId, ...changes } = row;
  const saved = await tx
    .insert(surveyAnalyses)
    .values(row)
    .onConflictDoUpdate({ target: surveyAnalyses.surveyId, set: changes, setWhere: isNews });
  await tx
    .update(surveyTallies)
    .set({ analysed: sql`greatest(${surveyTallies.analysed}, ${row.asOf})` })
    .where(eq(surveyTallies.surveyId, surveyId));
  return saved.rowCount === 1;
}

const askedAtOnce = 100;

/**
 * Surveys with answers or changes that no analysis has seen, in any order: failing ones must not starve the rest. Without
 * an index: every answer changes the columns that it would hold, and writing it would slow each answer down.
 */
export async function findBehind({ sql: tx }: Transaction): Promise<string[]> {
  const behind = sql`${surveyTallies.submissions} + ${surveyTallies.changes} > ${surveyTallies.analysed}`;
  const rows = await tx
    .select({ id: surveyTallies.surveyId })
    .from(surveyTallies)
    .where(behind)
    .orderBy(sql`random()`)
    .limit(askedAtOnce);
  return rows.map((row) => row.id);
}

/** A version of the rule, with the answers grouped by its own marks. */
export type ReadRule = typeof surveyRules.$inferSelect & Pick<Evidence, 'questions' | 'groups'>;
type Read = {
  ownerId: string;
  asOf: number;
  evidence: Omit<Evidence, 'rule'>;
  rules: ReadRule[];
  /** People who answered on behind the option that ends the survey. */
  wentOn: number;
};

/** The evidence of a verdict, all of one moment; null for an unknown survey. */
export function readEvidence(database: Database, surveyId: string): Promise<Read | null> {
  return inTransaction(database, async (transaction) => {
    await transaction.client.query('set transaction isolation level repeatable read read only');
    return readInTransaction(transaction, surveyId);
  });
}

async function readInTransaction({ sql: tx }: Transaction, surveyId: string): Promise<Read | null> {
  const [row] = await tx
    .select()
    .from(surveys)
    .innerJoin(surveyTallies, eq(surveyTallies.surveyId, surveys.id))
    .where(eq(surveys.id, surveyId));
  if (!row) return null;
  const { idea, people, questions, ownerId } = row.surveys;
  const { submissions: all, setApart, deleted, deletedAnswers, changes, counts } = row.survey_tallies;
  const isCounted = and(eq(submissions.surveyId, surveyId), submissions.counted);
  // Shown and quoted free text comes from these.
  const rows = await tx
    .select({ number: submissions.number, answers: submissions.answers })
    .from(submissions)
    .where(isCounted)
    .orderBy(desc(submissions.number))
    .limit(listedTexts.submissions);
  const newest = rows.map(({ number, answers }) => ({
    number,
    answers: answersThatCount(questions, answers),
  }));
  const tallies = readTallies(questions, counts).map((tally, position) => {
    const numbers = questions[position]?.options?.map((name) => firstWith(newest, position, name)) ?? [];
    return { answered: tally.answered, options: tally.options, numbers };
  });
  const versions = await tx
    .select()
    .from(surveyRules)
    .where(eq(surveyRules.surveyId, surveyId))
    .orderBy(asc(surveyRules.version));
  const rules: ReadRule[] = [];
  // The sealed one and the newest: what lies between decides nothing.
  for (const rule of new Set([...versions.slice(0, 1), ...versions.slice(-1)])) {
    const asked = questions.map((question, at) => ({ ...question, marks: rule.marks[at] ?? undefined }));
    rules.push({ ...rule, questions: asked, groups: await readGroups(tx, asked, isCounted) });
  }
  const groups = rules.at(-1)?.groups ?? (await readGroups(tx, questions, isCounted));
  return {
    ownerId,
    asOf: all + changes,
    rules,
    wentOn: await countGoneOn(tx, questions, isCounted),
    evidence: {
      idea,
      people: people ?? '',
      questions,
      tallies,
      groups,
      ruleChanges: versions.filter(({ answersBefore }) => answersBefore > 0).length,
      submissionCount: all - setApart,
      setApart: setApart - deleted,
      deleted: deletedAnswers,
      byHand: await countByHand(tx, surveyId),
      texts: freeTexts(questions, newest),
    },
  };
}

/** Submissions that count in spite of a reason, and those that the owner set apart. */
function countByHand(tx: Transaction['sql'], surveyId: string): Promise<number> {
  const { counted, reason } = submissions;
  const isMoved = or(
    and(counted, isNotNull(reason), ne(reason, 'by-hand')),
    and(not(counted), eq(reason, 'by-hand')),
  );
  return tx.$count(submissions, and(eq(submissions.surveyId, surveyId), isMoved));
}

/** Counted submissions with an answer behind the option that ends the survey, which is in no chart. */
async function countGoneOn(
  tx: Transaction['sql'],
  questions: SurveyQuestion[],
  isCounted: SQL | undefined,
): Promise<number> {
  const { slots, answers } = submissions;
  const ends = questions.flatMap(({ options, endsWith }, position) => {
    if (endsWith === undefined) return [];
    const slot = countersOf(questions.slice(0, position)) + 1 + (options ?? []).indexOf(endsWith);
    return [
      sql`(${slot} = any(${slots}) and jsonb_path_exists(${answers}, ${`$[${position + 1} to last] ? (@ != null)`}))`,
    ];
  });
  return ends.length === 0 ? 0 : tx.$count(submissions, and(isCounted, or(...ends)));
}

/** Counted submissions by place and by the marks of what they chose, in one pass over their slots. */
async function readGroups(
  tx: Transaction['sql'],
  questions: SurveyQuestion[],
  isCounted: SQL | undefined,
): Promise<AnswerGroup[]> {
  const chose = (slots: number[]) => sql`${submissions.slots} && ${sql.param(slots)}::int[]`;
  const marks = questions.flatMap((question, position) => {
    if (!isDeciding(question)) return [];
    const start = countersOf(questions.slice(0, position));
    const ofMark = (mark: OptionMark) =>
      countedMarks(question).flatMap((own, option) => (own === mark ? [start + 1 + option] : []));
    // Blank check boxes raise the first slot alone, and speak against the problem.
    const otherwise = isMultiSelect(question)
      ? sql`case when ${chose(ofMark(null))} then 'uncounted' else 'hasnt' end`
      : sql`'uncounted'`;
    return sql`case when ${chose(ofMark('has'))} then 'has' when ${chose(ofMark('hasnt'))} then 'hasnt'
      when ${chose([start])} then ${otherwise} end`;
  });
  const pattern = sql<AnswerGroup['marks']>`array[${sql.join(marks, sql`, `)}]::text[]`;
  return await tx
    .select({ channel: submissions.channel, marks: pattern, count: sql<number>`count(*)::int` })
    .from(submissions)
    .where(isCounted)
    .groupBy(sql`1`, sql`2`);
}

type NumberedAnswers = { number: number; answers: SurveyAnswer[] };

/** The first of the submissions, newest first, that chose the option. */
function firstWith(newest: NumberedAnswers[], question: number, option: string): number[] {
  const choosing = newest.filter(({ answers }) => [answers[question]].flat().includes(option));
  return choosing
    .map(({ number }) => number)
    .slice(-mostNumbers)
    .reverse();
}

function freeTexts(questions: SurveyQuestion[], newest: NumberedAnswers[]): Evidence['texts'] {
  const markSubmission = submissionMarker(questions);
  return newest.flatMap(({ number, answers }) => {
    const mark = markSubmission(answers);
    return answers.flatMap((answer, question) =>
      questions[question]?.type === 'open-ended' && typeof answer === 'string' && answer.trim() !== ''
        ? [{ question, number, answer, mark }]
        : [],
    );
  });
}
