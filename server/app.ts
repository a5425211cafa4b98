import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import type { Logger } from 'pino';
import { acceptsWrites, connectDatabase } from '#server/database/connect.ts';
import { installationId, migrateDatabase } from '#server/database/migrate.ts';
import { accountQueues } from '#server/features/account/account-mails.ts';
import { accountFeature, doorkeeper } from '#server/features/account/feature.ts';
import { aiFeature } from '#server/features/ai/feature.ts';
import { analysisEnqueuer, analysisFeature, analysisQueues } from '#server/features/analyses/feature.ts';
import { billingFeature, billingQueues } from '#server/features/billing/feature.ts';
import { findSoldPlan } from '#server/features/billing/repository.ts';
import { configFeature } from '#server/features/config/feature.ts';
import { deliverMessageQueue } from '#server/features/contact/contact.ts';
import { contactFeature } from '#server/features/contact/feature.ts';
import { ideationFeature } from '#server/features/ideation/feature.ts';
import { outreachFeature, outreachQueues } from '#server/features/outreach/feature.ts';
import { personalDataFeature, personalDataQueues } from '#server/features/personal-data/feature.ts';
import { previewFeature } from '#server/features/preview/feature.ts';
import { buildPromptFeature } from '#server/features/proof-of-concept/feature.ts';
import { agentRule, supportFeature } from '#server/features/support-requests/feature.ts';
import { supportQueues } from '#server/features/support-requests/tasks.ts';
import { surveyNewsFeature, surveyNewsQueues } from '#server/features/survey-news/feature.ts';
import { surveyFeature } from '#server/features/surveys/feature.ts';
import { trailFeature } from '#server/features/trails/feature.ts';
import { waitlistFeature } from '#server/features/waitlist/feature.ts';
import { sendWaitlistLinkQueue } from '#server/features/waitlist/waitlist.ts';
import { createApplication, healthRoutes } from '#server/http/application.ts';
import { mount, type Route, type Variables } from '#server/http/handle.ts';
import { type Limits, memoryLimits, sharedLimits } from '#server/http/limits.ts';
import { apiDocumentRoutes } from '#server/http/openapi/routes.ts';
import { trustedProxies } from '#server/http/sender-address.ts';
import { type SessionCookie, sessionCookie } from '#server/http/session-cookie.ts';
import { firstAnswers } from '#server/http/site/first-load.ts';
import { siteFiles } from '#server/http/site/site-files.ts';
import { isOnThisMachine, siteUrl as siteUrlOf } from '#server/http/site/site-url.ts';
import { serveBrowserFiles } from '#server/http/site/static-files.ts';
import { embeddedAi } from '#server/integrations/ai/embedded.ts';
import type { Ai } from '#server/integrations/ai/port.ts';
import { selectAi, untilEnded } from '#server/integrations/ai/select.ts';
import { readIdea } from '#server/integrations/ai/writer/read-idea.ts';
import { selectFiles } from '#server/integrations/files/select.ts';
import type { EmbeddedIdentityOptions } from '#server/integrations/identity/embedded.ts';
import type { AgentClaims } from '#server/integrations/identity/port.ts';
import { identityHosts, selectIdentity } from '#server/integrations/identity/select.ts';
import { outboxRoutes } from '#server/integrations/mail/outbox.ts';
import { hasOutbox, selectMail } from '#server/integrations/mail/select.ts';
import { selectMailbox } from '#server/integrations/mailbox/select.ts';
import { testCheckoutRoutes } from '#server/integrations/payments/embedded.ts';
import type { Payments } from '#server/integrations/payments/port.ts';
import { hasTestCheckout, selectPayments } from '#server/integrations/payments/select.ts';
import { publicAddressFetch } from '#server/integrations/sources/http/public-address.ts';
import { rateLimits } from '#server/integrations/sources/http/rate-limits.ts';
import { deleteExpiredResponses, responseCache } from '#server/integrations/sources/http/response-cache.ts';
import type { ConversationSources, Posters } from '#server/integrations/sources/port.ts';
import { selectSources } from '#server/integrations/sources/select.ts';
import { startTasks, type Tasks } from '#server/tasks/tasks.ts';
import { type Config, isHttps } from './config.ts';
import { readSecretKey } from './secret-box.ts';

export type Overrides = {
  ai?: Ai;
  payments?: Payments;
  sources?: ConversationSources;
  posters?: Posters;
  limits?: Limits;
  now?: () => number;
  passwords?: EmbeddedIdentityOptions['passwords'];
  browserFiles?: string;
  /** Longest that a page waits for what its calls would bring, in milliseconds. */
  firstAnswersWithinMs?: number;
  /** Background work waits for `runDueTasks`. */
  tasksByHand?: boolean;
};

export type App = {
  http: Hono;
  /** Has `/readyz` say 503 from now on; everything else still works. */
  reportNotReady(): void;
  /** Ends AI calls, which may take minutes, as if they had been cut off. */
  endCalls(): void;
  /** Works the `scheduled` tasks and all that are due, where background work is run by hand. */
  runDueTasks: Tasks['runDue'];
  /** Lets tasks in flight finish, then closes the database. */
  stop(): Promise<void>;
};

type AppOptions = { databaseUrl: string; log: Logger; listeningUrl: () => string };

export const queues = [
  ...accountQueues,
  ...analysisQueues,
  ...surveyNewsQueues,
  deliverMessageQueue,
  sendWaitlistLinkQueue,
  ...billingQueues,
  ...supportQueues,
  ...outreachQueues,
  ...personalDataQueues,
];

const taskGraceMs = 3_000;

/** Puts the whole server together on a database. `listeningUrl` is read when a link is made. */
export async function createApp(
  config: Config,
  options: AppOptions,
  overrides: Overrides = {},
): Promise<App> {
  await migrateDatabase(options.databaseUrl);
  const base = await createBase(config, options, overrides);
  const session = sessionCookie(base);
  const features = await createFeatures(base, session);
  const { http, reportNotReady } = await createHttp(base, session, features);
  return {
    http,
    reportNotReady,
    endCalls: base.endCalls,
    runDueTasks: base.tasks.runDue,
    async stop() {
      await base.tasks.stop(taskGraceMs);
      await features.settle();
      base.mail.close();
      base.metrics?.close();
      await base.database.close();
    },
  };
}

type Base = Awaited<ReturnType<typeof createBase>>;

/** Shared by all features: the database, the task queues, ports and limits. */
async function createBase(config: Config, options: AppOptions, overrides: Overrides) {
  const { databaseUrl, log } = options;
  const now = overrides.now ?? Date.now;
  const database = connectDatabase(databaseUrl, (err) => log.warn({ err }, 'database connection lost'));
  // Loaded only where it is wanted.
  const metrics = config.metrics
    ? await (await import('./metrics.ts')).startMetrics(database.pool, config.metrics)
    : null;
  if (metrics) log.info({ port: metrics.port }, 'metrics are served');
  const worksTasks = config.role !== 'web' && (overrides.tasksByHand ? 'by-hand' : true);
  const tasks = await startTasks(databaseUrl, queues, { worksTasks, log, observe: metrics?.observeTask });
  const ending = new AbortController();
  const selected =
    overrides.ai ?? (await selectAi(config.ai, (reason) => log.warn({ reason }, 'AI call failed')));
  const endable = untilEnded(selected, ending.signal);
  const ai = metrics?.observed(endable) ?? endable;
  return {
    config,
    overrides,
    log,
    now,
    database,
    metrics,
    tasks,
    ai,
    endCalls: () => ending.abort(),
    /** Null without a configured model: the embedded AI chooses no answers and reads no posts. */
    model: config.ai.kind === 'embedded' && !overrides.ai ? null : ai,
    mail: await selectMail(config, database, log),
    mailbox: await selectMailbox(config, { log, now }),
    files: await selectFiles(config, await installationId(database, randomUUID), log),
    limits: overrides.limits ?? (config.databaseUrl ? sharedLimits(database.pool) : memoryLimits),
    processLimits: overrides.limits ?? memoryLimits,
    secretKey: await readSecretKey(config.secretKey, config.dataDir),
    https: isHttps(config),
    siteUrl: siteUrlOf(config.publicUrl, options.listeningUrl),
    supportEmail: config.supportEmail,
    ...agentRules(config),
  };
}

/** Agents need a second factor where other machines reach the inbox; Firebase has rules of its own. */
function agentRules({ identity, host, publicUrl, supportAgents }: Config) {
  const isAgent = agentRule(supportAgents, identity.kind === 'embedded' && !isOnThisMachine(host, publicUrl));
  const isListedAgent = agentRule(supportAgents, false);
  const lacksSecondFactor = (claims: AgentClaims) => isListedAgent(claims) && !isAgent(claims);
  return { isAgent, lacksSecondFactor };
}

type Features = Awaited<ReturnType<typeof createFeatures>>;

/** Every feature, with its routes and its background work. */
async function createFeatures(base: Base, session: SessionCookie) {
  const { config, overrides, log, database, tasks, limits, ai, now } = base;
  const account = await accountFeature({ ...base, session, provider: config.identity.kind });
  const { readUser, readAccount, endEverySession } = account;
  const trails = trailFeature(base);
  const { findTrail, findDraftTrail, describeIdea } = trails;
  const enqueueAnalysis = analysisEnqueuer(tasks);
  const surveys = surveyFeature({ ...base, enqueueAnalysis, findTrail, readUser });
  const { checkAccess, checkResultsAccess } = surveys;
  const provider =
    overrides.payments ??
    (await selectPayments(config.payments, {
      database,
      randomId: randomUUID,
      now,
      findSoldPlan: (priceId: string) => findSoldPlan(database, priceId),
      onRefused: (reason: string) => log.warn({ reason }, 'a payment was refused'),
      onBrandingRefused: (err: Error) => log.warn({ err }, 'Stripe refused the look of a checkout'),
    }));
  const billing = await billingFeature({ ...base, provider, readUser: readAccount });
  const support = await supportFeature({ ...base, readUser: readAccount, describeIdea });
  const personalData = await personalDataFeature({
    ...base,
    readMails: support.readMails,
    cancelSubscription: billing.cancelSubscription,
    endEverySession,
  });
  const surveyNews = await surveyNewsFeature(base);
  const { noteAnalysis } = surveyNews;
  const waitlist = await waitlistFeature(base);
  const outreach = await outreachFeature({ ...base, ...selectOutreach(base), readUser, findTrail });
  const { prices } = billing;
  const { supportHours } = support;
  const routes: Route[] = [
    ...configFeature(config, { prices, supportHours, hasOutbox: hasOutbox(config) }),
    ...account.routes,
    ...personalData.routes,
    ...billing.routes,
    ...aiFeature({ ai, writer: embeddedAi(), readUser, limits, now, log }),
    ...surveys.routes,
    ...(await analysisFeature({ ...base, enqueueAnalysis, noteAnalysis, checkAccess, checkResultsAccess })),
    ...surveyNews.routes,
    ...trails.routes,
    ...ideationFeature({ database, now, findTrail: findDraftTrail }),
    ...buildPromptFeature({ database, now, findTrail: findDraftTrail }),
    ...(await contactFeature(base)),
    ...waitlist.routes,
    ...previewFeature({ readIdea, limits }),
    ...support.routes,
    ...outreach.routes,
  ];
  const pages = new Hono<{ Variables: Variables }>();
  if (billing.webhook) pages.route('/', billing.webhook);
  if (support.webhook) pages.route('/', support.webhook);
  if (hasTestCheckout(provider)) pages.route('/', testCheckoutRoutes(provider, billing.recordSession));
  pages.route('/', outreach.pages);
  return {
    routes,
    /** Routes outside the contract: the webhooks of payments and mails, the test checkout, tracked links. */
    pages,
    /** 'Unsubscribe' of mail programs. */
    oneClick: new Hono()
      .route('/', waitlist.oneClick)
      .route('/', outreach.oneClick)
      .route('/', surveyNews.oneClick),
    account,
    findSurveyTitle: surveys.findPublicTitle,
    /** Resolves when what responses have left behind them is written. */
    settle: outreach.settle,
  };
}

/** Adapters of the places where conversations are found and joined. */
function selectOutreach({ config, overrides, database, log, now }: Base) {
  const addresses = config.sources;
  const deps = {
    limits: rateLimits(database.pool),
    cache: responseCache(database, now, log),
    fetchPublic: publicAddressFetch(),
    now,
    log,
  };
  const selected = selectSources(addresses, deps);
  return {
    addresses,
    sources: overrides.sources ?? selected,
    posters: overrides.posters ?? selected,
    cleanSources: (at: Date) => deleteExpiredResponses(database, at),
  };
}

async function createHttp(base: Base, session: SessionCookie, features: Features) {
  const { config, overrides, log, metrics, database, tasks, siteUrl, isAgent } = base;
  const { account, findSurveyTitle } = features;
  const { passwords } = overrides;
  const identity = await selectIdentity(config.identity, { ...base, ...account.forIdentity, passwords });
  const http = createApplication({
    log,
    https: base.https,
    connectsTo: identityHosts(config.identity),
    isTrustedProxy: trustedProxies(config.trustedProxies),
    observe: metrics?.observeRequest,
  });
  const health = healthRoutes(async () => (await tasks.isReady()) && (await acceptsWrites(database)));
  http.route('/', health.routes);
  // Before the others: it shares its address with a call of our own page.
  http.route('/', features.oneClick);
  mount(http, features.routes, doorkeeper({ identity, session, account, log, isAgent }));
  http.route('/', apiDocumentRoutes());
  if (identity.routes) http.route('/', identity.routes);
  http.route('/', features.pages);
  if (hasOutbox(config)) http.route('/', outboxRoutes(database));
  http.route('/', siteFiles(siteUrl));
  const hasSession = identity.hasSession ?? (() => false);
  const folder = overrides.browserFiles;
  const first = firstAnswers(http, overrides.firstAnswersWithinMs ?? 2_000);
  if (folder) serveBrowserFiles(http, { folder, siteUrl, hasSession, firstAnswers: first, findSurveyTitle });
  return { http: http as unknown as Hono, reportNotReady: health.reportNotReady };
}
