import { type Database, inTransaction, type Transaction } from '#server/database/connect.ts';
import { readPage } from '#server/database/page.ts';
import { handle, type Route } from '#server/http/handle.ts';
import type { Limits } from '#server/http/limits.ts';
import type { Ai } from '#server/integrations/ai/port.ts';
import type { Claims } from '#server/integrations/identity/port.ts';
import type { Queue, Tasks } from '#server/tasks/tasks.ts';
import * as contract from '#shared/contracts/surveys/analyses.ts';
import * as linkContract from '#shared/contracts/surveys/results-links.ts';
import { getAnalysis, listOwnAnalyses, moveAnswer } from './read-analysis.ts';
import { type FindAnalysis, findBehind, type NewAnalysis, prepareFindAnalysis } from './repository.ts';
import { createLink, deleteLink, findLink, getSharedResults } from './results-links.ts';
import { updateAnalysis } from './update-analysis.ts';

const updateAnalysisQueue: Queue<{ surveyId: string }> = { name: 'analyze-survey', onePerKey: true };
const findBehindQueue: Queue<Record<string, never>> = { name: 'missing-analyses', onePerKey: true };

export const analysisQueues = [updateAnalysisQueue, findBehindQueue];

/** Requests an analysis in the transaction that changed the survey; one waits at most. */
export const analysisEnqueuer = (tasks: Tasks) => (transaction: Transaction, surveyId: string) =>
  tasks.enqueue(transaction, updateAnalysisQueue, { surveyId }, surveyId);

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
export async function analysisFeature(feature: AnalysisFeatureDeps): Promise<Route[]> {
  const { database, tasks, enqueueAnalysis } = feature;
  const deps = {
    ...feature,
    findAnalysis: prepareFindAnalysis(database),
    now: () => new Date(feature.now()),
  };
  // Several at once, because a model may take its time over one of them.
  await tasks.work(updateAnalysisQueue, ({ surveyId }, signal) => updateAnalysis(deps, surveyId, signal), {
    atOnce: 4,
  });
  // A lost trigger left them undone.
  await tasks.work(findBehindQueue, () =>
    inTransaction(database, async (transaction) => {
      for (const id of await findBehind(transaction)) await enqueueAnalysis(transaction, id);
    }),
  );
  await tasks.schedule(findBehindQueue, '* * * * *');
  return [...analysisRoutes(deps), ...resultsLinkRoutes(deps)];
}

type RouteDeps = Omit<AnalysisFeatureDeps, 'now'> & { findAnalysis: FindAnalysis; now: () => Date };

function analysisRoutes(deps: RouteDeps): Route[] {
  const { database, limits, enqueueAnalysis, checkAccess, checkResultsAccess } = deps;
  const limit = limits('analyze-survey', 60, 60);
  return [
    handle(
      contract.analyzeSurvey,
      async ({ caller, body: { surveyId } }) => {
        await checkAccess(surveyId, caller);
        await inTransaction(database, (transaction) => enqueueAnalysis(transaction, surveyId));
        return { queued: true };
      },
      ({ caller, context }) => limit.take(caller?.subject ?? context.get('address')),
    ),
    handle(contract.readAnalysis, async ({ caller, query: { surveyId } }) => {
      await checkResultsAccess(surveyId, caller);
      return getAnalysis(deps, surveyId, caller.subject);
    }),
    handle(
      contract.moveToTheme,
      async ({ caller, params, body }) => {
        await moveAnswer(deps, caller.subject, params.surveyId, body);
        return { moved: true };
      },
      ({ caller }) => limit.take(caller.subject),
    ),
    handle(contract.listAnalyses, ({ caller, query }) =>
      listOwnAnalyses(deps, caller.subject, readPage(query)),
    ),
  ];
}

function resultsLinkRoutes(deps: RouteDeps): Route[] {
  const changes = deps.limits('results-link', 60, 600);
  const reads = deps.limits('shared-results', 60, 60);
  return [
    handle(
      linkContract.createResultsLink,
      ({ caller, params, body }) => createLink(deps, caller.subject, params.surveyId, body),
      ({ caller }) => changes.take(caller.subject),
    ),
    handle(linkContract.readResultsLink, async ({ caller, params }) => ({
      link: await findLink(deps, caller.subject, params.surveyId),
    })),
    handle(
      linkContract.removeResultsLink,
      async ({ caller, params }) => ({ removed: await deleteLink(deps, caller.subject, params.surveyId) }),
      ({ caller }) => changes.take(caller.subject),
    ),
    handle(
      linkContract.readSharedResults,
      ({ params }) => getSharedResults(deps, params.token),
      // By network address.
      ({ context }) => reads.take(context.get('address')),
    ),
  ];
}
