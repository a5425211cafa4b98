import { groupCommit } from '#server/database/group-commit.ts';
import { readPage } from '#server/database/page.ts';
import { handle, idempotencyKey, type Route } from '#server/http/handle.ts';
import type { Limit, Limits } from '#server/http/limits.ts';
import type { Claims } from '#server/integrations/identity/port.ts';
import * as answers from '#shared/contracts/surveys/submissions.ts';
import * as contract from '#shared/contracts/surveys/surveys.ts';
import { qualityThresholds } from '#shared/rules/verdict/rule.ts';
import {
  checkResultsAccess,
  findAccessible,
  findPublicTitle,
  readSurvey,
  readTitle,
  SurveyCache,
} from './read-survey.ts';
import {
  countGroup,
  countSubmissions,
  deleteSubmission,
  listContacts,
  listSubmissions,
  type ReviewDeps,
  readSubmission,
  setGroupApart,
  setSubmissionCounted,
} from './review.ts';
import { changeSettings, checkPlan, deleteSurvey, type SaveSurveyDeps, saveSurvey } from './save-survey.ts';
import { storeSubmission } from './store-submission.ts';
import { ensureVisitorId, findBrowser, hashNetwork, visitorKey } from './visitor.ts';
import { type NewSubmission, writeSubmissions } from './write-submissions.ts';

type SurveyFeatureDeps = Omit<SaveSurveyDeps, 'cache'> & {
  secretKey: string;
  https: boolean;
  siteUrl: () => string;
  limits: Limits;
  /** Limits that each process counts for itself: a shared count would cost more than storing an answer. */
  processLimits: Limits;
  now: () => number;
};

type SurveyFeature = {
  routes: Route[];
  /** Checks that the caller may answer the survey. @throws AppError survey_not_found, survey_sign_in. */
  checkAccess: (id: string, caller: Claims | null) => Promise<void>;
  checkResultsAccess: (id: string, caller: Claims) => Promise<void>;
  findPublicTitle: (id: string) => Promise<string | null>;
};

/** Surveys, their submissions, and what their owners count by hand. */
export function surveyFeature(feature: SurveyFeatureDeps): SurveyFeature {
  const cache = new SurveyCache(feature.database, feature.now);
  const deps = { ...feature, cache };
  // Surveys that one user stores or changes.
  const writeLimit = feature.limits('survey-write', 300, 600);
  return {
    routes: [...surveyRoutes(deps, writeLimit), submissionRoute(deps), ...reviewRoutes(deps, writeLimit)],
    checkAccess: async (id, caller) => void (await findAccessible(cache, id, caller)),
    checkResultsAccess: (id, caller) => checkResultsAccess(cache, id, caller),
    findPublicTitle: (id) => findPublicTitle(cache, id),
  };
}

type RouteDeps = SurveyFeatureDeps & SaveSurveyDeps;

function surveyRoutes(deps: RouteDeps, writeLimit: Limit): Route[] {
  const { cache, https } = deps;
  const key = visitorKey(deps.secretKey);
  return [
    handle(
      contract.createSurvey,
      ({ caller, body }) => saveSurvey(deps, caller, body),
      async ({ caller }) => {
        await writeLimit.take(caller.subject);
        await checkPlan(deps, caller.subject);
      },
    ),
    handle(contract.readSurvey, async ({ caller, params, context }) => {
      const survey = await readSurvey(deps, params.surveyId, caller);
      if (survey.publicLink) ensureVisitorId(key, https, context);
      return survey;
    }),
    handle(contract.readSurveyTitle, async ({ params }) => ({
      title: await readTitle(cache, params.surveyId),
    })),
    handle(
      contract.deleteSurvey,
      async ({ caller, params }) => {
        await deleteSurvey(deps, caller, params.surveyId);
        return { deleted: true };
      },
      ({ caller }) => writeLimit.take(caller.subject),
    ),
    handle(
      contract.setSurveyAccess,
      ({ caller, params, body }) => changeSettings(deps, caller, params.surveyId, body),
      ({ caller }) => writeLimit.take(caller.subject),
    ),
    handle(
      contract.setSurveySettings,
      ({ caller, params, body }) => changeSettings(deps, caller, params.surveyId, body),
      ({ caller }) => writeLimit.take(caller.subject),
    ),
  ];
}

/** Largest number of submissions that one statement stores. */
const largestGroup = 200;

function submissionRoute(deps: RouteDeps): Route {
  const { database, siteUrl, cache, processLimits, now, secretKey } = deps;
  const { burstSubmissions, burstSeconds } = qualityThresholds;
  const networkLimit = processLimits('survey-network', burstSubmissions, burstSeconds);
  // Of one user, or from one network address.
  const submitLimit = processLimits('submit-survey', 60, 60);
  const writing = { database, siteUrl, networkLimit };
  const write = groupCommit((group: NewSubmission[]) => writeSubmissions(writing, group), largestGroup);
  const key = visitorKey(secretKey);
  return handle(
    contract.submitSurvey,
    async ({ caller, body, context }) => {
      const sender = {
        browser: findBrowser(key, context),
        // Anybody can make accounts by the dozen; an address that was proven is a person's.
        network: caller?.emailVerified ? null : hashNetwork(key, context.get('address'), now()),
      };
      const sentKey = idempotencyKey(context.req.header('idempotency-key'));
      await storeSubmission({ cache, write }, caller, body, sender, sentKey);
      return { success: true };
    },
    ({ caller, context }) => submitLimit.take(caller?.subject ?? context.get('address')),
  );
}

function reviewRoutes(deps: ReviewDeps, writeLimit: Limit): Route[] {
  return [
    handle(answers.listSubmissions, ({ caller, params, query: { before, limit, ...filter } }) =>
      listSubmissions(deps, caller.subject, params.surveyId, readPage({ before, limit }), filter),
    ),
    handle(answers.listContacts, ({ caller, params, query }) =>
      listContacts(deps, caller.subject, params.surveyId, readPage(query)),
    ),
    handle(answers.countSubmissions, ({ caller, params, query }) =>
      countSubmissions(deps, caller.subject, params.surveyId, query),
    ),
    handle(answers.readSubmission, ({ caller, params }) =>
      readSubmission(deps, caller.subject, params.surveyId, params.number),
    ),
    handle(
      answers.countGroup,
      ({ caller, params, body }) => countGroup(deps, caller.subject, params.surveyId, body.number),
      ({ caller }) => writeLimit.take(caller.subject),
    ),
    handle(
      answers.setGroupApart,
      async ({ caller, params, body }) => ({
        setApart: await setGroupApart(deps, caller.subject, params.surveyId, body),
      }),
      ({ caller }) => writeLimit.take(caller.subject),
    ),
    handle(
      answers.setSubmissionCounted,
      ({ caller, params, body }) =>
        setSubmissionCounted(deps, caller.subject, params.surveyId, params.number, body.counted),
      ({ caller }) => writeLimit.take(caller.subject),
    ),
    handle(
      answers.deleteSubmission,
      async ({ caller, params }) => {
        await deleteSubmission(deps, caller.subject, params.surveyId, params.number);
        return { deleted: true };
      },
      ({ caller }) => writeLimit.take(caller.subject),
    ),
  ];
}
