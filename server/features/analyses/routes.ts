import { readPage } from '#server/database/page.ts';
import { handle, type Route } from '#server/http/handle.ts';
import type { Limit } from '#server/http/limits.ts';
import type { Claims } from '#server/integrations/identity/port.ts';
import { analyzeSurvey, listAnalyses, readAnalysis } from '#shared/contracts/analyses.ts';
import type { AnalysisService } from './service.ts';

type Settings = {
  service: AnalysisService;
  /** Lets through who may answer the survey; throws for everybody else. */
  admit: (surveyId: string, caller: Claims | null) => Promise<void>;
  limit: Limit;
};

export function analysisRoutes({ service, admit, limit }: Settings): Route[] {
  return [
    handle(
      analyzeSurvey,
      async ({ caller, body }) => {
        await admit(body.surveyId, caller);
        await service.requestAnalysis(body.surveyId);
        return { queued: true };
      },
      ({ caller, context }) => limit.take(caller?.subject ?? context.get('address')),
    ),
    handle(readAnalysis, ({ query }) => service.readAnalysis(query.surveyId)),
    handle(listAnalyses, ({ caller, query }) => service.listAnalyses(caller.subject, readPage(query))),
  ];
}
