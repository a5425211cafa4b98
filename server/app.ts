import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import type { Logger } from 'pino';
import { createBillingFeatures } from '#server/app-billing.ts';
import { connect } from '#server/app-database.ts';
import { doorkeeper, embeddedSettings, identityHosts, isHttps } from '#server/app-identity.ts';
import { createOutreachFeatures } from '#server/app-outreach.ts';
import { createStudioFeatures } from '#server/app-studio.ts';
import { createSupportFeatures } from '#server/app-support.ts';
import { createVisitorFeatures } from '#server/app-visitors.ts';
import type { Config } from '#server/config.ts';
import { acceptsWrites, type Database, type Transaction } from '#server/database/connect.ts';
import { installationId } from '#server/database/installation.ts';
import { migrateDatabase } from '#server/database/migrate.ts';
import { callerMemory } from '#server/features/account/caller-memory.ts';
import { accountRepository } from '#server/features/account/repository.ts';
import { accountRoutes } from '#server/features/account/routes.ts';
import { accountService } from '#server/features/account/service.ts';
import { workAccountTasks } from '#server/features/account/tasks.ts';
import { aiRoutes } from '#server/features/ai/routes.ts';
import { aiService } from '#server/features/ai/service.ts';
import { analysisRepository } from '#server/features/analyses/repository.ts';
import { resultsLinks } from '#server/features/analyses/results-links.ts';
import { analysisRoutes } from '#server/features/analyses/routes.ts';
import { analysisService } from '#server/features/analyses/service.ts';
import { analyzeSurveyQueue, workAnalysisTasks } from '#server/features/analyses/tasks.ts';
import { publicConfig } from '#server/features/config/public-config.ts';
import { configRoutes } from '#server/features/config/routes.ts';
import { type AgentRule, agentRule } from '#server/features/support-requests/agents.ts';
import { surveyRepository } from '#server/features/surveys/repository.ts';
import { reviewService } from '#server/features/surveys/review.ts';
import { reviewRepository } from '#server/features/surveys/review-repository.ts';
import { surveyRoutes } from '#server/features/surveys/routes.ts';
import { surveyService } from '#server/features/surveys/service.ts';
import { submissionWriter } from '#server/features/surveys/submissions.ts';
import { surveyMemory } from '#server/features/surveys/survey-memory.ts';
import { surveyVisitor } from '#server/features/surveys/visitor.ts';
import { createApplication } from '#server/http/application.ts';
import { mount, type Route } from '#server/http/handle.ts';
import { healthRoutes } from '#server/http/health.ts';
import { type Limits, memoryLimits, sharedLimits } from '#server/http/limits.ts';
import { apiDocumentRoutes } from '#server/http/openapi/routes.ts';
import type { Variables } from '#server/http/request-context.ts';
import { trustedProxies } from '#server/http/sender-address.ts';
import { type SessionCookie, sessionCookie } from '#server/http/session-cookie.ts';
import { siteFiles } from '#server/http/site-files.ts';
import { type SiteUrl, siteUrl as siteUrlOf } from '#server/http/site-url.ts';
import { serveBrowserFiles } from '#server/http/static-files.ts';
import type { Ai } from '#server/integrations/ai/port.ts';
import { selectAi } from '#server/integrations/ai/select.ts';
import { untilEnded } from '#server/integrations/ai/until-ended.ts';
import type { Files } from '#server/integrations/files/port.ts';
import { selectFiles } from '#server/integrations/files/select.ts';
import { selectIdentity } from '#server/integrations/identity/select.ts';
import { outboxRoutes } from '#server/integrations/mail/outbox.ts';
import type { Mail } from '#server/integrations/mail/port.ts';
import { hasOutbox, selectMail } from '#server/integrations/mail/select.ts';
import type { Payments } from '#server/integrations/payments/port.ts';
import type { ConversationSources, Posters } from '#server/integrations/sources/port.ts';
import type { Metrics } from '#server/metrics.ts';
import { secretKey } from '#server/secret-key.ts';
import type { Tasks } from '#server/tasks/tasks.ts';
import { qualityThresholds } from '#shared/rules/verdict/answer-quality.ts';

export type Overrides = {
  ai?: Ai;
  payments?: Payments;
  sources?: ConversationSources;
  posters?: Posters;
  limits?: Limits;
  now?: () => number;
  browserFiles?: string;
};

export type App = {
  http: Hono;
  /** Has `/readyz` say 503 from now on; everything else still works. */
  leave(): void;
  /** Ends AI calls, which may take minutes, as if they had been cut off. */
  endCalls(): void;
  /** Lets tasks in flight finish, then closes the database. */
  stop(): Promise<void>;
};

const taskGraceMs = 3_000;

type Parts = {
  config: Config;
  secretKey: string;
  overrides: Overrides;
  log: Logger;
  metrics: Metrics | null;
  database: Database;
  tasks: Tasks;
  limits: Limits;
  siteUrl: SiteUrl;
  ai: Ai;
  files: Files;
  mail: Mail;
  now: () => number;
  isAgent: AgentRule;
};

/** Puts the whole server together on a database. `listeningUrl` is read when a link is made. */
export async function createApp(
  config: Config,
  settings: { databaseUrl: string; log: Logger; listeningUrl: () => string },
  overrides: Overrides = {},
): Promise<App> {
  const { databaseUrl, log } = settings;
  await migrateDatabase(databaseUrl);
  const { database, metrics, tasks } = await connect(config, databaseUrl, log);
  const limits = overrides.limits ?? (config.databaseUrl ? sharedLimits(database.pool) : memoryLimits);
  const siteUrl = siteUrlOf(config.publicUrl, settings.listeningUrl);
  const { selected, endCalls } = await createAi(config, overrides.ai, log);
  const ai = metrics?.observed(selected) ?? selected;
  const mail = await selectMail(config, database, log);
  const now = overrides.now ?? Date.now;
  const isAgent = agentRule(config.supportAgents);
  const files = await selectFiles(config, await installationId(database, randomUUID), log);
  const ports = { ai, files, mail };
  const key = await secretKey(config.secretKey, config.dataDir);
  const parts: Parts = {
    config,
    secretKey: key,
    overrides,
    log,
    metrics,
    database,
    tasks,
    limits,
    siteUrl,
    ...ports,
    now,
    isAgent,
  };
  const { http, leave, settle } = await createHttp(parts, createServices(parts));
  return {
    http,
    leave,
    endCalls,
    async stop() {
      await tasks.stop(taskGraceMs);
      await settle();
      mail.close();
      metrics?.close();
      await database.close();
    },
  };
}

async function createAi(config: Config, given: Ai | undefined, log: Logger) {
  const ending = new AbortController();
  const ai = given ?? (await selectAi(config.ai, (reason) => log.warn({ reason }, 'AI call failed')));
  return { selected: untilEnded(ai, ending.signal), endCalls: () => ending.abort() };
}

type Services = ReturnType<typeof createServices>;

function createServices({ config, overrides, database, tasks, limits, siteUrl, ai, now, isAgent }: Parts) {
  const provider = config.identity.kind;
  const people = accountRepository(database);
  const memory = callerMemory((subject) => people.findIdentity({ provider, subject }), now);
  const account = accountService({
    repository: people,
    memory,
    provider,
    isAgent,
    randomId: randomUUID,
    now,
  });
  const surveyRows = surveyRepository(database);
  const { burstSubmissions, burstSeconds } = qualityThresholds;
  // Each process counts for itself, so that storing an answer needs no query for it.
  const countNetworks = overrides.limits ?? memoryLimits;
  const networkLimit = countNetworks('survey-network', burstSubmissions, burstSeconds);
  const studio = createStudioFeatures({ database, now });
  const enqueueAnalysis = (transaction: Transaction, surveyId: string) =>
    tasks.enqueue(transaction, analyzeSurveyQueue, { surveyId }, surveyId);
  const analyses = analysisRepository(database);
  return {
    account,
    ai: aiService({ ai, readUser: account.readUser, limits }),
    surveys: surveyService({
      repository: surveyRows,
      memory: surveyMemory(surveyRows.findSurvey, now),
      writeSubmission: submissionWriter({ database, siteUrl, networkLimit }),
      enqueueAnalysis,
      findTrail: studio.findOrStartTrail,
      readUser: account.readUser,
      randomId: randomUUID,
    }),
    review: reviewService({ database, repository: reviewRepository(database), enqueueAnalysis }),
    studio,
    analyses: analysisService({
      repository: analyses,
      model: config.ai.kind === 'embedded' && !overrides.ai ? null : ai,
      enqueueAnalysis,
      now: () => new Date(now()),
    }),
    links: resultsLinks({
      database,
      findAnalysis: analyses.findAnalysis,
      now: () => new Date(now()),
    }),
  };
}

/** `settle` resolves when what replies have left behind them is written. */
async function createHttp(
  parts: Parts,
  services: Services,
): Promise<{ http: Hono; leave: () => void; settle: () => Promise<void> }> {
  const { config, overrides, log, database, tasks, siteUrl, now } = parts;
  const { account, surveys } = services;
  const identity = await selectIdentity(config.identity, embeddedSettings({ ...parts, account }));
  const session = sessionCookie({
    secretKey: parts.secretKey,
    https: isHttps(config),
    now,
  });
  const { routes, oneClick, pages, settle } = await createFeatures(parts, services, session);
  const http = createApplication({
    log,
    https: isHttps(config),
    connectsTo: identityHosts(config),
    isTrustedProxy: trustedProxies(config.trustedProxies),
    observe: parts.metrics?.observeRequest,
  });
  const isReady = async () => (await tasks.isReady()) && (await acceptsWrites(database));
  const health = healthRoutes(isReady);
  http.route('/', health.routes);
  // Before the others: it shares its address with a call of our own page.
  http.route('/', oneClick);
  mount(http, routes, doorkeeper({ ...parts, identity, session, account }));
  http.route('/', apiDocumentRoutes());
  if (identity.routes) http.route('/', identity.routes);
  http.route('/', pages);
  if (hasOutbox(config)) http.route('/', outboxRoutes(database));
  http.route('/', siteFiles(siteUrl));
  const hasSession = identity.hasSession ?? (() => false);
  const folder = overrides.browserFiles;
  const findSurveyTitle = surveys.findPublicTitle;
  if (folder) serveBrowserFiles(http, { folder, siteUrl, hasSession, findSurveyTitle });
  return { http: http as unknown as Hono, leave: health.leave, settle };
}

/** Everything that is called, with the background work behind it. */
async function createFeatures(parts: Parts, services: Services, session: SessionCookie) {
  const { config, overrides, log, tasks, limits, mail, now } = parts;
  const { account, ai, analyses, links, review, studio, surveys } = services;
  const billing = await createBillingFeatures({ ...parts, readUser: account.readAccount });
  await workAccountTasks(tasks, mail, now);
  await workAnalysisTasks(tasks, analyses);
  const visitors = await createVisitorFeatures({ ...parts, supportEmail: config.supportEmail });
  const support = await createSupportFeatures({ ...parts, readUser: account.readAccount });
  const { findOrStartTrail: findTrail } = studio;
  const outreach = await createOutreachFeatures({ ...parts, readUser: account.readUser, findTrail });
  const shown = { prices: billing.prices, supportHours: support.supportHours, hasOutbox: hasOutbox(config) };
  // Each process counts answers for itself: a shared count would cost more than the answer.
  const submitLimit = (overrides.limits ?? memoryLimits)('submit-survey', 60, 60);
  const writeLimit = limits('survey-write', 300, 600);
  const visitor = surveyVisitor({ secretKey: parts.secretKey, https: isHttps(config), now });
  const routes: Route[] = [
    ...configRoutes(publicConfig(config, shown)),
    ...accountRoutes(account, session),
    ...billing.routes,
    ...aiRoutes({ service: ai, log }),
    ...surveyRoutes({ service: surveys, review, visitor, writeLimit, submitLimit }),
    ...analysisRoutes({
      service: analyses,
      links,
      admit: surveys.admit,
      limit: limits('analyze-survey', 60, 60),
      linkLimit: limits('results-link', 60, 600),
      sharedLimit: limits('shared-results', 60, 60),
    }),
    ...studio.routes,
    ...visitors.routes,
    ...support.routes,
    ...outreach.routes,
  ];
  const pages = new Hono<{ Variables: Variables }>().route('/', billing.pages).route('/', outreach.pages);
  return { routes, oneClick: visitors.oneClick, pages, settle: outreach.settle };
}
