import { randomBytes, randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/database/connect.ts';
import type { Route } from '#server/http/handle.ts';
import type { Limits } from '#server/http/limits.ts';
import type { Files } from '#server/integrations/files/port.ts';
import type { AgentClaims, Caller } from '#server/integrations/identity/port.ts';
import type { Mail } from '#server/integrations/mail/port.ts';
import type { Mailbox } from '#server/integrations/mailbox/port.ts';
import type { Tasks } from '#server/tasks/tasks.ts';
import type { User } from '#shared/contracts/account.ts';
import { productName } from '#shared/rules/product.ts';
import { linkedThreadService } from './answers.ts';
import { attachmentRepository } from './attachments/repository.ts';
import { attachmentRoutes } from './attachments/routes.ts';
import { attachmentService } from './attachments/service.ts';
import { replyAddresses } from './inbound/reply-address.ts';
import { inboundMailService } from './inbound/service.ts';
import { storedMails } from './inbound/stored-mails.ts';
import { mailWebhook } from './inbound/webhook.ts';
import { agentDirectory } from './inbox/agents.ts';
import { inboxRepository } from './inbox/repository.ts';
import { savedAnswerService } from './inbox/saved-answers.ts';
import { type DescribeIdea, inboxService } from './inbox/service.ts';
import { mailSettingsService } from './mail-settings.ts';
import { findMailedRequest } from './mails/support-mail.ts';
import { requestRepository } from './repository.ts';
import type { RequestRow } from './requests-as-jobs.ts';
import {
  inboxRoutes,
  linkedThreadRoutes,
  mailSettingsRoutes,
  requestRoutes,
  savedAnswerRoutes,
} from './routes.ts';
import { requestService } from './service.ts';
import { slaBreaches, slaBreachesQueue, workSlaBreaches } from './sla/sla-breaches.ts';
import { slaClock } from './sla/sla-clock.ts';
import {
  deleteUnusedFiles,
  mailEnqueuer,
  mailSupportRequest,
  readMailbox,
  supportMailer,
  workMailbox,
  workSupportMails,
  workUnusedFiles,
} from './tasks.ts';

type SupportFeatureDeps = {
  config: Config;
  log: Logger;
  database: Database;
  tasks: Tasks;
  limits: Limits;
  files: Files;
  mail: Mail;
  siteUrl: () => string;
  now: () => number;
  isAgent: AgentRule;
  /** Signs the addresses of answers by mail. */
  secretKey: string;
  /** Source of answers by mail; null without one. */
  mailbox: Mailbox | null;
  readUser: (caller: Caller) => Promise<User>;
  describeIdea: DescribeIdea;
};

export const supportQueues = [mailSupportRequest, slaBreachesQueue, deleteUnusedFiles, readMailbox];

/** Support requests: customers ask, agents answer. */
export async function supportFeature(deps: SupportFeatureDeps) {
  const { config, database, tasks, limits, files, mail, siteUrl, isAgent, readUser } = deps;
  const now = () => new Date(deps.now());
  const clock = slaClock(config.supportHours);
  const repository = requestRepository(database);
  const attachments = attachmentService({
    repository: attachmentRepository(database),
    files,
    now: deps.now,
    randomId: randomUUID,
    isAgent,
  });
  const mails = storedMails({ database, files, isAgent, now });
  const enqueueMail = mailEnqueuer(tasks);
  const agents = agentDirectory(database, config.supportAgents);
  const breaches = slaBreaches({ database, repository, agentsFor: agents.addressesFor, enqueueMail, now });
  await workSlaBreaches(tasks, breaches);
  const requests = requestService({
    repository,
    clock,
    enqueueMail,
    attachments,
    mails,
    breaches,
    readUser,
    randomId: randomUUID,
    randomToken: () => randomBytes(32).toString('base64url'),
    now,
  });
  const { messageLimit, writeLimit, uploadLimit, ...linkLimits } = limitsOf(limits);
  const linkedThreads = linkedThreadService({
    repository,
    clock,
    attachments,
    mails,
    enqueueMail,
    now,
    ...linkLimits,
  });
  const { inboundMail } = config;
  const addresses = inboundMail && replyAddresses(deps.secretKey, inboundMail.replyAddress);
  const letters = {
    siteUrl,
    supportEmail: config.supportEmail,
    supportHours: clock.label,
    replyAddressFor: (row: RequestRow) => addresses?.addressFor(row) ?? null,
  };
  const { findMessageId } = mails;
  const { readForMail: readFiles } = attachments;
  await workSupportMails(tasks, supportMailer({ database, mail, findMessageId, readFiles, now, ...letters }));
  await workUnusedFiles(tasks, async () => {
    await mails.forgetOld();
    await attachments.deleteUnused();
  });
  const answersByMail =
    addresses &&
    inboundMailService({
      repository,
      clock,
      attachments,
      mails,
      enqueueMail,
      now,
      addresses,
      sender: senderOf(config),
      findRequest: (requestId) => findMailedRequest(database, { kind: 'received', requestId }),
      lettersTo: async (mailed, authors) =>
        (await import('./mails/letters.ts')).lettersTo(mailed, authors, letters),
      mailLimit: limits('support-mail', 30, 600, 'too_many_messages'),
      otherSenderLimit: limits('support-mail-other-sender', 1, 3600),
      log: deps.log,
    });
  if (answersByMail && deps.mailbox) await workMailbox(tasks, deps.mailbox, answersByMail, database);
  const webhook =
    answersByMail && inboundMail?.kind === 'webhook'
      ? mailWebhook({ service: answersByMail, secret: inboundMail.secret, now: deps.now })
      : null;
  const inbox = inboxService({
    inbox: inboxRepository(database),
    agents,
    requests: repository,
    clock,
    breaches,
    enqueueMail,
    attachments,
    readUser,
    describeIdea: deps.describeIdea,
    now,
  });
  const routes: Route[] = [
    ...requestRoutes({ requests, mails, messageLimit, writeLimit, randomId: randomUUID }),
    ...linkedThreadRoutes(linkedThreads),
    ...mailSettingsRoutes(mailSettingsService(database), writeLimit),
    ...inboxRoutes(inbox),
    ...savedAnswerRoutes(savedAnswerService({ database, randomId: randomUUID, now })),
    ...attachmentRoutes(attachments, uploadLimit),
  ];
  return { routes, webhook, supportHours: clock.label, readMails: mails.readAll };
}

/** The parts of `Name <address>`, or of an address alone. */
function senderOf({ mail, supportEmail }: Config): { name: string; address: string } {
  const from = mail.kind === 'smtp' ? mail.from : supportEmail;
  const [, name, address] = /^"?([^"<]*?)"?\s*<([^>]+)>/.exec(from) ?? [];
  return { name: name || productName, address: address ?? from };
}

function limitsOf(limits: Limits) {
  return {
    messageLimit: limits('support-message', 60, 600),
    writeLimit: limits('support-write', 30, 600),
    uploadLimit: limits('upload-attachment', 60, 600),
    wrongLimit: limits('support-link-wrong', 60, 600),
    answerLimit: limits('support-link-answer', 60, 600, 'too_many_messages'),
    fileLimit: limits('support-link-file', 300, 600),
  };
}

export type AgentRule = ReturnType<typeof agentRule>;

/**
 * True for an agent (design 7.8): a listed e-mail address, in any case, verified by the identity provider. An
 * unverified address gives no access, and without the second factor that `needsSecondFactor` asks for there is none.
 */
export function agentRule(addresses: readonly string[], needsSecondFactor: boolean) {
  const listed = new Set(addresses.map((address) => address.toLowerCase()));
  return ({ email, emailVerified, secondFactor }: AgentClaims): boolean =>
    emailVerified && listed.has(email.toLowerCase()) && (secondFactor || !needsSecondFactor);
}
