import { AppError } from '#server/app-error.ts';
import type { Transaction } from '#server/database/connect.ts';
import type { Ai } from '#server/integrations/ai/port.ts';
import type { SurveyAnalysis } from '#shared/contracts/analyses.ts';
import { composeAnalysis } from './compose-analysis.ts';
import type { AnalysisRepository, AnalysisRow } from './repository.ts';
import { wordWithModel } from './word-with-model.ts';

export type AnalysisService = ReturnType<typeof analysisService>;

type Settings = {
  repository: AnalysisRepository;
  /** Null when no model is configured: then the composer's words stand. */
  model: Ai | null;
  enqueueAnalysis: (transaction: Transaction, surveyId: string) => Promise<void>;
  now: () => Date;
};

export function analysisService({ repository, model, enqueueAnalysis, now }: Settings) {
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

    /** Computes, words and stores a survey's analysis; can run twice without harm. */
    async analyze(surveyId: string, signal?: AbortSignal): Promise<void> {
      const read = await repository.readEvidence(surveyId);
      if (!read) return;
      const { ownerId, evidence } = read;
      const composed = composeAnalysis(evidence);
      const worded = model
        ? await wordWithModel(model, evidence, composed, signal)
        : { analysis: composed.analysis, model: null };
      await repository.saveAnalysis({
        surveyId,
        ownerId,
        idea: evidence.idea,
        analysis: worded.analysis,
        aggregatedData: composed.aggregatedData,
        signals: composed.verdict.signals,
        line: composed.verdict.line,
        submissionCount: evidence.submissionCount,
        model: worded.model,
        createdAt: now(),
      });
    },

    /** @throws AppError analysis_not_found when nothing has been analysed under this id. */
    async readAnalysis(surveyId: string): Promise<SurveyAnalysis> {
      const row = await repository.findAnalysis(surveyId);
      if (!row) throw new AppError('analysis_not_found');
      return toAnalysis(row);
    },

    /** The caller's own analyses, newest first. */
    async listAnalyses(ownerId: string): Promise<SurveyAnalysis[]> {
      return (await repository.listAnalyses(ownerId)).map(toAnalysis);
    },
  };
}

function toAnalysis({ createdAt, ownerId: _owner, ...row }: AnalysisRow): SurveyAnalysis {
  return { ...row, created_at: createdAt.toISOString() };
}
