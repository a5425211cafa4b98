import { readPage } from '#server/database/page.ts';
import { handle, idempotencyKey, type Route } from '#server/http/handle.ts';
import type { Limit } from '#server/http/limits.ts';
import {
  deleteSubmission,
  listContacts,
  listSubmissions,
  setSubmissionCounted,
} from '#shared/contracts/submissions.ts';
import {
  createSurvey,
  deleteSurvey,
  readSurvey,
  readSurveyTitle,
  setSurveyAccess,
  setSurveySettings,
  submitSurvey,
} from '#shared/contracts/surveys.ts';
import type { AnswerReview } from './review.ts';
import type { SurveyService } from './service.ts';
import type { Visitor } from './visitor.ts';

type SurveyRoutesDeps = {
  service: SurveyService;
  review: AnswerReview;
  visitor: Visitor;
  /** Surveys that one user stores or changes. */
  writeLimit: Limit;
  /** Submissions of one user, or from one network address. */
  submitLimit: Limit;
};

export function surveyRoutes({
  service,
  review,
  visitor,
  writeLimit,
  submitLimit,
}: SurveyRoutesDeps): Route[] {
  return [
    handle(
      createSurvey,
      ({ caller, body }) => service.saveSurvey(caller, body),
      async ({ caller }) => {
        await writeLimit.take(caller.subject);
        await service.checkPlan(caller.subject);
      },
    ),
    handle(readSurvey, async ({ caller, params, context }) => {
      const survey = await service.readSurvey(params.surveyId, caller);
      if (survey.publicLink) visitor.ensureId(context);
      return survey;
    }),
    handle(readSurveyTitle, async ({ params }) => ({ title: await service.readTitle(params.surveyId) })),
    handle(
      deleteSurvey,
      async ({ caller, params }) => {
        await service.deleteSurvey(caller, params.surveyId);
        return { deleted: true };
      },
      ({ caller }) => writeLimit.take(caller.subject),
    ),
    handle(
      setSurveyAccess,
      ({ caller, params, body }) => service.changeSettings(caller, params.surveyId, body),
      ({ caller }) => writeLimit.take(caller.subject),
    ),
    handle(
      setSurveySettings,
      ({ caller, params, body }) => service.changeSettings(caller, params.surveyId, body),
      ({ caller }) => writeLimit.take(caller.subject),
    ),
    handle(
      submitSurvey,
      async ({ caller, body, context }) => {
        const sender = {
          browser: visitor.browser(context),
          network: caller ? null : visitor.network(context.get('address')),
        };
        await service.submit(caller, body, sender, idempotencyKey(context.req.header('idempotency-key')));
        return { success: true };
      },
      ({ caller, context }) => submitLimit.take(caller?.subject ?? context.get('address')),
    ),
    handle(listSubmissions, ({ caller, params, query: { apart, ...query } }) =>
      review.list(caller.subject, params.surveyId, { ...readPage(query), apart: apart === 'true' }),
    ),
    handle(listContacts, ({ caller, params, query }) =>
      review.listContacts(caller.subject, params.surveyId, readPage(query)),
    ),
    handle(
      setSubmissionCounted,
      ({ caller, params, body }) =>
        review.setCounted(caller.subject, params.surveyId, params.number, body.counted),
      ({ caller }) => writeLimit.take(caller.subject),
    ),
    handle(
      deleteSubmission,
      async ({ caller, params }) => {
        await review.delete(caller.subject, params.surveyId, params.number);
        return { deleted: true };
      },
      ({ caller }) => writeLimit.take(caller.subject),
    ),
  ];
}
