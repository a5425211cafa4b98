import type { Queue, Tasks } from '#server/tasks/tasks.ts';
import type { AnalysisService } from './service.ts';

export const analyzeSurveyQueue: Queue<{ surveyId: string }> = { name: 'analyze-survey', onePerKey: true };
export const missingAnalysesQueue: Queue<Record<string, never>> = {
  name: 'missing-analyses',
  onePerKey: true,
};

export async function workAnalysisTasks(tasks: Tasks, service: AnalysisService): Promise<void> {
  // Several at once, because a model may take its time over one of them.
  await tasks.work(analyzeSurveyQueue, ({ surveyId }, signal) => service.analyze(surveyId, signal), {
    atOnce: 4,
  });
  await tasks.work(missingAnalysesQueue, () => service.requestMissing());
  await tasks.schedule(missingAnalysesQueue, '* * * * *');
}
