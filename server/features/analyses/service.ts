import { AppError } from '#server/app-error.ts';
import type { Transaction } from '#server/database/connect.ts';
import type { Page } from '#server/database/page.ts';
import type { Ai } from '#server/integrations/ai/port.ts';
import type { SurveyAnalysis } from '#shared/contracts/analyses.ts';
import type { ParserStep, Receipt } from '#shared/contracts/receipt.ts';
import { analysisPromptVersion } from './analysis-prompt.ts';
import { composeAnalysis } from './compose-analysis.ts';
import { questionTitles } from './question-titles.ts';
import type { AnalysisRepository, AnalysisRow } from './repository.ts';
import { wordWithModel } from './word-with-model.ts';

export type AnalysisService = ReturnType<typeof analysisService>;

type Settings = {
  repository: AnalysisRepository;
  /** Null when no model is configured: then the composer's words stand. */
  model: Ai | null;
  enqueueAnalysis: (transaction: Transaction, surveyId: string) => Promise<void>;
  now: () => Date;
  /** How long a model may take over its words, in milliseconds. */
  wordingMs?: number;
};

const fullWordingMs = 45_000;
/** Of a model, as receipts have it. */
const longestName = 200;

export function analysisService(settings: Settings) {
  const { repository, model, enqueueAnalysis, now, wordingMs = fullWordingMs } = settings;
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
     * Computes and stores a survey's analysis, then has a model word it, for at most `wordingMs`: nobody waits for a
     * model to see counts. Can run twice without harm; what is already worded is not worded again.
     */
    async analyze(surveyId: string, signal?: AbortSignal): Promise<void> {
      const read = await repository.readEvidence(surveyId);
      if (!read) return;
      const { ownerId, evidence } = read;
      const { submissionCount } = evidence;
      const { analysis, aggregatedData, textNumbers, verdict } = composeAnalysis(evidence);
      const isKept = await repository.saveAnalysis({
        surveyId,
        ownerId,
        idea: evidence.idea,
        analysis,
        aggregatedData,
        textNumbers,
        signals: verdict.signals,
        line: verdict.line,
        submissionCount,
        model: null,
        receipt: null,
        createdAt: now(),
      });
      if (!model || !isKept || submissionCount === 0) return;
      const limits = [AbortSignal.timeout(wordingMs), ...(signal ? [signal] : [])];
      const worded = await wordWithModel(model, evidence, { analysis }, AbortSignal.any(limits));
      if (worded.model === null) return;
      const { analysis: words, model: name, step } = worded;
      const receipt = receiptOf(name, step, now());
      await repository.saveWording({ surveyId, submissionCount, analysis: words, model: name, receipt });
    },

    /** @throws AppError analysis_not_found when nothing has been analysed under this id. */
    async readAnalysis(surveyId: string): Promise<SurveyAnalysis> {
      const row = await repository.findAnalysis(surveyId);
      if (!row) throw new AppError('analysis_not_found');
      return toAnalysis(row);
    },

    /** The caller's own analyses, newest first, without their free-text answers. */
    async listAnalyses(ownerId: string, page: Page): Promise<SurveyAnalysis[]> {
      return (await repository.listAnalyses(ownerId, page)).map(toAnalysis);
    },
  };
}

function receiptOf(model: string, step: ParserStep, at: Date): Receipt {
  const promptVersion = analysisPromptVersion;
  return { model: model.slice(0, longestName), at: at.toISOString(), promptVersion, step };
}

function toAnalysis({ createdAt, ownerId: _owner, questions, ...row }: AnalysisRow): SurveyAnalysis {
  const created_at = createdAt.toISOString();
  // An older release writes anew without touching the receipt, which then is of words that are gone.
  const isOfTheseWords = row.model !== null && row.receipt !== null && row.receipt.at >= created_at;
  const receipt = isOfTheseWords ? row.receipt : null;
  return { ...row, receipt, created_at, questionOrder: questionTitles(questions) };
}
