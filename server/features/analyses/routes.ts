import { readPage } from '#server/database/page.ts';
import { handle, type Route } from '#server/http/handle.ts';
import type { Limit } from '#server/http/limits.ts';
import type { Claims } from '#server/integrations/identity/port.ts';
import { analyzeSurvey, listAnalyses, moveToTheme, readAnalysis } from '#shared/contracts/analyses.ts';
import {
  createResultsLink,
  readResultsLink,
  readSharedResults,
  removeResultsLink,
} from '#shared/contracts/results-links.ts';
import type { ResultsLinks } from './results-links.ts';
import type { AnalysisService } from './service.ts';

type AnalysisRoutesDeps = {
  service: AnalysisService;
  links: ResultsLinks;
  /** Lets through who may answer the survey; throws for everybody else. */
  checkAccess: (surveyId: string, caller: Claims | null) => Promise<void>;
  /** Lets through who may see the survey's results; throws for everybody else. */
  checkResultsAccess: (surveyId: string, caller: Claims) => Promise<void>;
  limit: Limit;
  /** Changes of results links by one user. */
  linkLimit: Limit;
  /** Shared results that one network address reads. */
  sharedLimit: Limit;
};

export function analysisRoutes(deps: AnalysisRoutesDeps): Route[] {
  const { service, links, checkAccess, checkResultsAccess, limit, linkLimit, sharedLimit } = deps;
  return [
    handle(
      analyzeSurvey,
      async ({ caller, body }) => {
        await checkAccess(body.surveyId, caller);
        await service.requestAnalysis(body.surveyId);
        return { queued: true };
      },
      ({ caller, context }) => limit.take(caller?.subject ?? context.get('address')),
    ),
    handle(readAnalysis, async ({ caller, query: { surveyId } }) => {
      await checkResultsAccess(surveyId, caller);
      return service.readAnalysis(surveyId, caller.subject);
    }),
    handle(
      moveToTheme,
      async ({ caller, params, body }) => {
        await service.moveToTheme(caller.subject, params.surveyId, body);
        return { moved: true };
      },
      ({ caller }) => limit.take(caller.subject),
    ),
    handle(listAnalyses, ({ caller, query }) => service.listAnalyses(caller.subject, readPage(query))),
    handle(
      createResultsLink,
      ({ caller, params, body }) => links.create(caller.subject, params.surveyId, body),
      ({ caller }) => linkLimit.take(caller.subject),
    ),
    handle(readResultsLink, ({ caller, params }) => links.read(caller.subject, params.surveyId)),
    handle(
      removeResultsLink,
      async ({ caller, params }) => ({
        removed: await links.remove(caller.subject, params.surveyId),
      }),
      ({ caller }) => linkLimit.take(caller.subject),
    ),
    handle(
      readSharedResults,
      ({ params }) => links.readShared(params.token),
      ({ context }) => sharedLimit.take(context.get('address')),
    ),
  ];
}
