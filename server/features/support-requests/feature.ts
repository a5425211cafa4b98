import type { Hono } from 'hono';
import type { Config } from '#server/config.ts';
import type { Route, Variables } from '#server/http/handle.ts';
import type { Limits } from '#server/http/limits.ts';
import type { AgentClaims } from '#server/integrations/identity/port.ts';
import type { Mail } from '#server/integrations/mail/port.ts';
import type { Mailbox } from '#server/integrations/mailbox/port.ts';
import { productName } from '#shared/rules/product.ts';
import { receiveMail } from './inbound/receive-mail.ts';
import { replyAddresses, replyAddressFor } from './inbound/reply-address.ts';
import { type ReadableMail, readAllMails } from './inbound/stored-mails.ts';
import { mailWebhook } from './inbound/webhook.ts';
import type { LetterDeps } from './mails/letters.ts';
import { supportRoutes } from './routes.ts';
import { slaClock } from './sla/sla-clock.ts';
import type { SupportDeps } from './support-deps.ts';
import { workMailbox, workSupportTasks } from './tasks.ts';

type SupportFeatureDeps = Omit<SupportDeps, 'clock' | 'supportAgents' | 'now'> & {
  config: Config;
  limits: Limits;
  mail: Mail;
  siteUrl: () => string;
  now: () => number;
  /** Signs the addresses of answers by mail. */
  secretKey: string;
  /** Source of answers by mail; null without one. */
  mailbox: Mailbox | null;
};

type SupportFeature = {
  routes: Route[];
  /** Takes answers by mail; null where none come this way. */
  webhook: Hono<{ Variables: Variables }> | null;
  /** When support works, for people; null when that is always. */
  supportHours: string | null;
  /** Every stored mail to an owner's requests. */
  readMails: (ownerId: string) => AsyncGenerator<ReadableMail>;
};

/** Support requests: customers ask, agents answer. */
export async function supportFeature(feature: SupportFeatureDeps): Promise<SupportFeature> {
  const { config, limits, mailbox, siteUrl } = feature;
  const { inboundMail, supportAgents, supportEmail } = config;
  const clock = slaClock(config.supportHours);
  const { label: supportHours } = clock;
  const addresses = inboundMail && replyAddresses(feature.secretKey, inboundMail.replyAddress);
  const letters: LetterDeps = {
    siteUrl,
    supportEmail,
    supportHours,
    replyAddressFor: (row) => addresses && replyAddressFor(addresses, row),
  };
  const now = () => new Date(feature.now());
  const deps = { ...feature, clock, supportAgents, letters, now };
  await workSupportTasks(deps);
  const inbound = addresses && {
    ...deps,
    addresses,
    sender: senderOf(config),
    mailLimit: limits('support-mail', 30, 600, 'too_many_messages'),
    otherSenderLimit: limits('support-mail-other-sender', 1, 3600),
  };
  if (inbound && mailbox) await workMailbox(inbound, mailbox);
  const webhook =
    inbound && inboundMail?.kind === 'webhook'
      ? mailWebhook({ receive: (raw) => receiveMail(inbound, raw), secret: inboundMail.secret, now })
      : null;
  return {
    routes: supportRoutes(deps),
    webhook,
    supportHours,
    readMails: (ownerId) => readAllMails(deps, ownerId),
  };
}

/** The parts of `Name <address>`, or of an address alone. */
function senderOf({ mail, supportEmail }: Config): { name: string; address: string } {
  const from = mail.kind === 'smtp' ? mail.from : supportEmail;
  const [, name, address] = /^"?([^"<]*?)"?\s*<([^>]+)>/.exec(from) ?? [];
  return { name: name || productName, address: address ?? from };
}

/**
 * True for an agent (design 7.8): a listed e-mail address, in any case, verified by the identity provider. An
 * unverified address gives no access, and without the second factor that `needsSecondFactor` asks for there is none.
 */
export function agentRule(addresses: readonly string[], needsSecondFactor: boolean) {
  const listed = new Set(addresses.map((address) => address.toLowerCase()));
  return ({ email, emailVerified, secondFactor }: AgentClaims): boolean =>
    emailVerified && listed.has(email.toLowerCase()) && (secondFactor || !needsSecondFactor);
}
