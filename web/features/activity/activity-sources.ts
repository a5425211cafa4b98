import { listAnalyses, type SurveyAnalysis } from '#shared/contracts/analyses.ts';
import { type ListedIdeation, listIdeations } from '#shared/contracts/ideation.ts';
import { type Job, listJobs } from '#shared/contracts/support-requests.ts';
import { call } from '#web/api/call.ts';

/** One entry of Recent Activities: where it is in the list, and the thing itself. */
export type Activity = { id: string; created_at: string } & (
  | { kind: 'ideation'; ideation: ListedIdeation }
  | { kind: 'analysis'; analysis: SurveyAnalysis }
  | { kind: 'job'; job: Job }
);
export type ActivityKind = Activity['kind'];

export type ActivityQuery = { before?: string; limit: number; search?: string };

type ActivitySource = {
  kind: ActivityKind;
  list: (query: ActivityQuery, signal: AbortSignal) => Promise<Activity[]>;
};

/** Sources that the list is merged from; each answers newest first. */
export const activitySources: ActivitySource[] = [
  {
    kind: 'ideation',
    list: async (query, signal) => {
      const listed = await call(listIdeations, { query: { ...query, preview: '1' }, signal });
      return listed.map((ideation) => ({
        kind: 'ideation',
        id: ideation.id,
        created_at: ideation.created_at,
        ideation,
      }));
    },
  },
  {
    kind: 'analysis',
    list: async (query, signal) => {
      const listed = await call(listAnalyses, { query, signal });
      return listed.map((analysis) => ({
        kind: 'analysis',
        id: analysis.surveyId,
        created_at: analysis.created_at,
        analysis,
      }));
    },
  },
  {
    kind: 'job',
    list: async (query, signal) => {
      const listed = await call(listJobs, { query, signal });
      return listed.map((job) => ({ kind: 'job', id: job.id, created_at: job.created_at, job }));
    },
  },
];
