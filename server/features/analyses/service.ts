import { AppError } from '#server/app-error.ts';
import type { Transaction } from '#server/database/connect.ts';
import type { Page } from '#server/database/page.ts';
import type { Ai } from '#server/integrations/ai/port.ts';
import type {
  ListedAnalysis,
  RuleVersion,
  SurveyAnalysis,
  Theme,
  ThemeMove,
} from '#shared/contracts/analyses.ts';
import { verdictPointsPromptVersion } from '#shared/rules/prompts/verdict-points-prompt.ts';
import { findNotDeciding } from '#shared/rules/verdict/marks.ts';
import { defaultRule, sealedText } from '#shared/rules/verdict/rule.ts';
import { reachVerdict } from '#shared/rules/verdict/verdict.ts';
import { choosePoints } from './choose-points.ts';
import { composeAnalysis, pointsOf } from './compose-analysis.ts';
import { questionTitles } from './evidence.ts';
import type { AnalysisRepository, AnalysisRow, ReadRule } from './repository.ts';
import { countPlaces } from './sentences.ts';
import { findThemes, moveAnswers } from './themes.ts';

export type AnalysisService = ReturnType<typeof analysisService>;

type AnalysisServiceDeps = {
  repository: AnalysisRepository;
  /** Null when no model is configured. */
  model: Ai | null;
  enqueueAnalysis: (transaction: Transaction, surveyId: string) => Promise<void>;
  now: () => Date;
};

/** A model may take so long over its choice. */
const choiceMs = 45_000;
/** Of a model, as receipts have it. */
const longestName = 200;

export function analysisService(deps: AnalysisServiceDeps) {
  const { repository, model, enqueueAnalysis, now } = deps;
  return {
    /** Asks for an analysis; many requests before it runs are one task. */
    async requestAnalysis(surveyId: string): Promise<void> {
      await repository.transaction((transaction) => enqueueAnalysis(transaction, surveyId));
    },

    /** Asks for the analyses that a lost trigger left undone. */
    async requestMissing(): Promise<void> {
      await repository.transaction(async (transaction) => {
        for (const id of await repository.findBehind(transaction)) await enqueueAnalysis(transaction, id);
      });
    },

    /**
     * Computes and stores a survey's analysis, then has a model choose its points and group its texts, for at most
     * `choiceMs`: counts never wait for a model. Can run twice without harm; a model's choice is not made again.
     */
    async analyze(surveyId: string, signal?: AbortSignal): Promise<void> {
      const read = await repository.readEvidence(surveyId);
      if (!read) return;
      const { ownerId, asOf, rules, wentOn } = read;
      const evidence = { ...read.evidence, rule: rules.at(-1) ?? defaultRule };
      const { verdict, figures, without, analysis, ...data } = composeAnalysis(evidence);
      const { aggregatedData, textNumbers, choices } = data;
      const { idea, rule, submissionCount, setApart, byHand, deleted } = evidence;
      const isNewest = await repository.saveAnalysis({
        surveyId,
        ownerId,
        idea,
        analysis,
        aggregatedData,
        textNumbers,
        choices,
        figures,
        basis: {
          reason: verdict.reason,
          moreAnswers: verdict.moreAnswers,
          setApart,
          byHand,
          deleted,
          wentOn,
          notDeciding: findNotDeciding(evidence.questions),
          ...without,
          places: countPlaces(evidence.groups),
          rules: rules.map(describeRule),
        },
        line: rule.line,
        submissionCount,
        asOf,
        model: null,
        receipt: null,
        createdAt: now(),
      });
      if (!model || !isNewest || submissionCount === 0) return;
      const limits = [AbortSignal.timeout(choiceMs), ...(signal ? [signal] : [])];
      const { strengths, weaknesses } = pointsOf(evidence, figures);
      const lists = { idea, decision: verdict.decision, strengths, weaknesses };
      const until = AbortSignal.any(limits);
      const [chosen, themes] = await Promise.all([
        choosePoints(model, lists, until),
        findThemes(model, evidence, until),
      ]);
      if (themes) await repository.saveThemes({ surveyId, asOf, themes });
      if (!chosen) return;
      const { points, model: name, step, refused } = chosen;
      const receipt = {
        model: name.slice(0, longestName),
        at: now().toISOString(),
        promptVersion: verdictPointsPromptVersion,
        step,
        refused,
      };
      await repository.saveChoice({
        surveyId,
        asOf,
        analysis: { ...analysis, ...points },
        model: name,
        receipt,
      });
    },

    /**
     * Everybody who is signed in may read it; its trail and its newest answer are its owner's to know.
     * @throws AppError analysis_not_found when nothing has been analysed under this id.
     */
    async readAnalysis(surveyId: string, subject: string): Promise<SurveyAnalysis> {
      const row = await repository.findAnalysis(surveyId);
      if (!row) throw new AppError('analysis_not_found');
      return toAnalysis(row.ownerId === subject ? row : { ...row, trailId: null, newest: undefined });
    },

    /** @throws AppError survey_not_found for anybody but the owner; body_invalid; submission_not_found. */
    async moveToTheme(ownerId: string, surveyId: string, move: ThemeMove): Promise<void> {
      const questions = await repository.findQuestions(surveyId, ownerId);
      if (!questions) throw new AppError('survey_not_found');
      if (questions[move.question]?.type !== 'open-ended')
        throw new AppError('body_invalid', { detail: 'question must be the position of an open question' });
      const theme = move.theme?.trim() ?? null;
      if (!(await repository.saveMove(surveyId, { ...move, theme })))
        throw new AppError('submission_not_found');
    },

    /** The caller's own analyses, newest first, without their free-text answers. */
    async listAnalyses(ownerId: string, page: Page): Promise<ListedAnalysis[]> {
      const rows = await repository.listAnalyses(ownerId, page);
      return rows.map(({ newAnswers, ...row }) => ({ ...toAnalysis(row), newAnswers }));
    },
  };
}

function describeRule(rule: ReadRule): RuleVersion {
  const { version, line, minimumAnswers, hash, answersBefore } = rule;
  const { decision } = reachVerdict(rule.questions, rule.groups, rule);
  const sealedAt = rule.sealedAt?.toISOString() ?? null;
  const text = sealedText(rule, rule.questions);
  return { version, line, minimumAnswers, hash, sealedText: text, sealedAt, answersBefore, decision };
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
