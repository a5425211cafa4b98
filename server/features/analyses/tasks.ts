import type { Transaction } from '#server/database/connect.ts';
import type { Queue, Tasks } from '#server/tasks/tasks.ts';
import type { AnalysisService } from './service.ts';

const analyzeSurvey: Queue<{ surveyId: string }> = { name: 'analyze-survey', onePerKey: true };
const missingAnalyses: Queue<Record<string, never>> = {
  name: 'missing-analyses',
  onePerKey: true,
};

export const analysisQueues = [analyzeSurvey, missingAnalyses];

/** Requests an analysis in the transaction that changed the survey; one waits at most. */
export const analysisEnqueuer = (tasks: Tasks) => (transaction: Transaction, surveyId: string) =>
  tasks.enqueue(transaction, analyzeSurvey, { surveyId }, surveyId);

export async function workAnalysisTasks(tasks: Tasks, service: AnalysisService): Promise<void> {
  // Several at once, because a model may take its time over one of them.
  await tasks.work(analyzeSurvey, ({ surveyId }, signal) => service.analyze(surveyId, signal), {
    atOnce: 4,
  });
  await tasks.work(missingAnalyses, () => service.requestMissing());
  await tasks.schedule(missingAnalyses, '* * * * *');
}
