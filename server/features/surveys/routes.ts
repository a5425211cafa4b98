import { handle, type Route } from '#server/http/handle.ts';
import { idempotencyKey } from '#server/http/idempotency-key.ts';
import type { Limit } from '#server/http/limits.ts';
import { createSurvey, readSurvey, setSurveyAccess, submitSurvey } from '#shared/contracts/surveys.ts';
import type { SurveyService } from './service.ts';

export function surveyRoutes(service: SurveyService, limit: Limit): Route[] {
  return [
    handle(
      createSurvey,
      ({ caller, body }) => service.saveSurvey(caller, body),
      ({ caller }) => service.checkPlan(caller.subject),
    ),
    handle(readSurvey, ({ caller, params }) => service.readSurvey(params.surveyId ?? '', caller)),
    handle(setSurveyAccess, ({ caller, params, body }) =>
      service.setPublicLink(caller, params.surveyId ?? '', body.publicLink),
    ),
    handle(
      submitSurvey,
      async ({ caller, body, context }) => {
        await service.submit(caller, body, idempotencyKey(context.req.header('idempotency-key')));
        return { success: true };
      },
      ({ caller, context }) => limit.take(caller?.subject ?? context.get('address')),
    ),
  ];
}
