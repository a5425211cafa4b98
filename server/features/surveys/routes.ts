import { readPage } from '#server/database/page.ts';
import { handle, idempotencyKey, type Route } from '#server/http/handle.ts';
import type { Limit } from '#server/http/limits.ts';
import {
  countGroup,
  countSubmissions,
  deleteSubmission,
  listContacts,
  listSubmissions,
  readSubmission,
  setGroupApart,
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
          // Anybody can make accounts by the dozen; an address that was proven is a person's.
          network: caller?.emailVerified ? null : visitor.network(context.get('address')),
        };
        await service.submit(caller, body, sender, idempotencyKey(context.req.header('idempotency-key')));
        return { success: true };
      },
      ({ caller, context }) => submitLimit.take(caller?.subject ?? context.get('address')),
    ),
    handle(listSubmissions, ({ caller, params, query: { before, limit, ...filter } }) =>
      review.list(caller.subject, params.surveyId, readPage({ before, limit }), filter),
    ),
    handle(listContacts, ({ caller, params, query }) =>
      review.listContacts(caller.subject, params.surveyId, readPage(query)),
    ),
    handle(countSubmissions, ({ caller, params, query }) =>
      review.count(caller.subject, params.surveyId, query),
    ),
    handle(readSubmission, ({ caller, params }) =>
      review.read(caller.subject, params.surveyId, params.number),
    ),
    handle(
      countGroup,
      ({ caller, params, body }) => review.countGroup(caller.subject, params.surveyId, body.number),
      ({ caller }) => writeLimit.take(caller.subject),
    ),
    handle(
      setGroupApart,
      async ({ caller, params, body }) => ({
        setApart: await review.setGroupApart(caller.subject, params.surveyId, body),
      }),
      ({ caller }) => writeLimit.take(caller.subject),
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
