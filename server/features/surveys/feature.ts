import { randomUUID } from 'node:crypto';
import type { Database, Transaction } from '#server/database/connect.ts';
import type { Route } from '#server/http/handle.ts';
import type { Limits } from '#server/http/limits.ts';
import type { Plan } from '#shared/contracts/account.ts';
import type { IdeaReading } from '#shared/contracts/reading.ts';
import { qualityThresholds } from '#shared/rules/verdict/rule.ts';
import { surveyRepository } from './repository.ts';
import { answerReview } from './review.ts';
import { surveyRoutes } from './routes.ts';
import { type SurveyService, surveyService } from './service.ts';
import { submissionWriter } from './submissions.ts';
import { surveyVisitor } from './visitor.ts';

type SurveyFeatureDeps = {
  database: Database;
  secretKey: string;
  https: boolean;
  siteUrl: () => string;
  limits: Limits;
  /** Limits that each process counts for itself: a shared count would cost more than storing an answer. */
  processLimits: Limits;
  enqueueAnalysis: (transaction: Transaction, surveyId: string) => Promise<void>;
  findTrail: (
    transaction: Transaction,
    ownerId: string,
    named: { trailId?: string; idea: string; reading?: IdeaReading },
  ) => Promise<string>;
  readUser: (id: string) => Promise<{ plan: Plan }>;
  now: () => number;
};

/** Surveys, their submissions, and what their owners count by hand. */
export function surveyFeature(deps: SurveyFeatureDeps): { service: SurveyService; routes: Route[] } {
  const { database, siteUrl, limits, processLimits, enqueueAnalysis, findTrail, readUser, now } = deps;
  const { burstSubmissions, burstSeconds } = qualityThresholds;
  const networkLimit = processLimits('survey-network', burstSubmissions, burstSeconds);
  const service = surveyService({
    repository: surveyRepository(database),
    writeSubmission: submissionWriter({ database, siteUrl, networkLimit }),
    enqueueAnalysis,
    findTrail,
    readUser,
    randomId: randomUUID,
    now,
  });
  const routes = surveyRoutes({
    service,
    review: answerReview({ database, enqueueAnalysis }),
    visitor: surveyVisitor(deps),
    writeLimit: limits('survey-write', 300, 600),
    submitLimit: processLimits('submit-survey', 60, 60),
  });
  return { service, routes };
}
