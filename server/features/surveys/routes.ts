import { AppError } from '#server/app-error.ts';
import { handle, type Route } from '#server/http/handle.ts';
import type { Limit } from '#server/http/limits.ts';
import { createSurvey, readSurvey, setSurveyAccess, submitSurvey } from '#shared/contracts/surveys.ts';
import type { SurveyService } from './service.ts';

const keyForm = /^[\w.:-]{8,100}$/;

export function surveyRoutes(service: SurveyService, limit: Limit): Route[] {
  return [
    handle(createSurvey, ({ caller, body }) => service.saveSurvey(caller, body)),
    handle(readSurvey, ({ caller, params }) => service.readSurvey(params.surveyId ?? '', caller)),
    handle(setSurveyAccess, ({ caller, params, body }) =>
      service.setPublicLink(caller, params.surveyId ?? '', body.publicLink),
    ),
    handle(submitSurvey, async ({ caller, body, context }) => {
      await limit.take(caller?.subject ?? context.get('address'));
      await service.submit(caller, body, idempotencyKey(context.req.header('idempotency-key')));
      return { success: true };
    }),
  ];
}

function idempotencyKey(header: string | undefined): string | undefined {
  if (header === undefined || keyForm.test(header)) return header;
  throw new AppError('body_invalid', {
    detail: 'Idempotency-Key must be 8 to 100 letters, digits or . _ : -',
  });
}
