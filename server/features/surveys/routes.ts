import { handle, type Route } from '#server/http/handle.ts';
import { idempotencyKey } from '#server/http/idempotency-key.ts';
import type { Limit } from '#server/http/limits.ts';
import { createSurvey, readSurvey, setSurveyAccess, submitSurvey } from '#shared/contracts/surveys.ts';
import type { SurveyService } from './service.ts';

type Settings = {
  service: SurveyService;
  /** Surveys that one user stores or changes. */
  writeLimit: Limit;
  /** Submissions of one user, or from one network address. */
  submitLimit: Limit;
};

export function surveyRoutes({ service, writeLimit, submitLimit }: Settings): Route[] {
  return [
    handle(
      createSurvey,
      ({ caller, body }) => service.saveSurvey(caller, body),
      async ({ caller }) => {
        await writeLimit.take(caller.subject);
        await service.checkPlan(caller.subject);
      },
    ),
    handle(readSurvey, ({ caller, params }) => service.readSurvey(params.surveyId ?? '', caller)),
    handle(
      setSurveyAccess,
      ({ caller, params, body }) => service.setPublicLink(caller, params.surveyId ?? '', body.publicLink),
      ({ caller }) => writeLimit.take(caller.subject),
    ),
    handle(
      submitSurvey,
      async ({ caller, body, context }) => {
        await service.submit(caller, body, idempotencyKey(context.req.header('idempotency-key')));
        return { success: true };
      },
      ({ caller, context }) => submitLimit.take(caller?.subject ?? context.get('address')),
    ),
  ];
}
