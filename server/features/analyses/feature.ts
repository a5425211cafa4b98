import type { Database, Transaction } from '#server/database/connect.ts';
import type { Route } from '#server/http/handle.ts';
import type { Limits } from '#server/http/limits.ts';
import type { Ai } from '#server/integrations/ai/port.ts';
import type { Claims } from '#server/integrations/identity/port.ts';
import type { Tasks } from '#server/tasks/tasks.ts';
import { analysisRepository, type NewAnalysis } from './repository.ts';
import { resultsLinks } from './results-links.ts';
import { analysisRoutes } from './routes.ts';
import { analysisService } from './service.ts';
import { workAnalysisTasks } from './tasks.ts';

type AnalysisFeatureDeps = {
  database: Database;
  tasks: Tasks;
  limits: Limits;
  /** Null when no model is configured. */
  model: Ai | null;
  enqueueAnalysis: (transaction: Transaction, surveyId: string) => Promise<void>;
  /** Learns of every analysis that is saved, in its transaction. */
  noteAnalysis: (transaction: Transaction, analysis: NewAnalysis) => Promise<void>;
  /** Lets through who may answer the survey; throws for everybody else. */
  checkAccess: (surveyId: string, caller: Claims | null) => Promise<void>;
  /** Lets through who may see the survey's results; throws for everybody else. */
  checkResultsAccess: (surveyId: string, caller: Claims) => Promise<void>;
  now: () => number;
};

/** Verdicts on surveys, and public links to their results. */
export async function analysisFeature(deps: AnalysisFeatureDeps): Promise<Route[]> {
  const { database, tasks, limits, model, enqueueAnalysis, noteAnalysis } = deps;
  const { checkAccess, checkResultsAccess } = deps;
  const now = () => new Date(deps.now());
  const repository = analysisRepository(database, noteAnalysis);
  const service = analysisService({ repository, model, enqueueAnalysis, now });
  await workAnalysisTasks(tasks, service);
  return analysisRoutes({
    service,
    links: resultsLinks({ database, findAnalysis: repository.findAnalysis, now }),
    checkAccess,
    checkResultsAccess,
    limit: limits('analyze-survey', 60, 60),
    linkLimit: limits('results-link', 60, 600),
    sharedLimit: limits('shared-results', 60, 60),
  });
}
