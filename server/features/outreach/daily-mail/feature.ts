import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { Hono } from 'hono';
import { html } from 'hono/html';
import type { Database } from '#server/database/connect.ts';
import { handle, type Route } from '#server/http/handle.ts';
import type { Mail } from '#server/integrations/mail/port.ts';
import { mailWork } from '#server/mail/mail-work.ts';
import { doEach } from '#server/tasks/do-each.ts';
import type { Queue, Tasks } from '#server/tasks/tasks.ts';
import type { Plan } from '#shared/contracts/account.ts';
import { readDailyMail, setDailyMail } from '#shared/contracts/daily-mail.ts';
import { upgradeNeeded } from '#shared/rules/billing/plans.ts';
import { productName } from '#shared/rules/product.ts';
import { type DailyMailRepository, type DailyNews, dailyMailRepository } from './repository.ts';

/** Finds the founders with news for a mail. */
export const findDailyNews: Queue<Record<string, never>> = { name: 'find-daily-news', onePerKey: true };

type DailyMailTask = { ownerId: string; day: string; news: DailyNews };

/** Sends one daily mail. Its key has the moment of the counts, so the next one is queued beside one that waits. */
const sendDailyMail: Queue<DailyMailTask> = {
  name: 'send-daily-mail',
  onePerKey: false,
  oneUnfinishedPerKey: true,
  patient: true,
};

export const dailyMailQueues = [findDailyNews, sendDailyMail];

type DailyMailFeatureDeps = {
  secretKey: string;
  database: Database;
  tasks: Tasks;
  mail: Mail;
  siteUrl: () => string;
  now: () => Date;
  readUser: (id: string) => Promise<{ plan: Plan }>;
};

/** Shorter than a day, so that the hour of the mail stays when a round is late. */
const betweenMailsMs = 20 * 3_600_000;

/** A daily mail about new conversations and what came of replies, for founders who asked for it. */
export async function dailyMailFeature(
  deps: DailyMailFeatureDeps,
): Promise<{ routes: Route[]; oneClick: Hono }> {
  const { database, tasks, mail, siteUrl, now } = deps;
  const repository = dailyMailRepository(database);
  const links = offLinks(deps.secretKey);
  await tasks.work(findDailyNews, () => findNews(deps, repository));
  await tasks.schedule(findDailyNews, '7 7 * * *');
  await tasks.work(
    sendDailyMail,
    async ({ ownerId, day, news }) => {
      const email = await repository.findRecipient(ownerId);
      if (email === null) return;
      const { dailyLetter } = await import('./letter.ts');
      const offUrl = `${siteUrl()}${path}?token=${links.tokenOf(ownerId)}`;
      await mail.send(dailyLetter({ email, ownerId, day, news, siteUrl: siteUrl(), offUrl }));
    },
    mailWork,
  );
  return {
    routes: [
      handle(readDailyMail, async ({ caller }) => ({ isOn: await repository.isOn(caller.subject) })),
      handle(setDailyMail, async ({ caller, body: { isOn } }) => {
        // Refuses an account that never synced.
        await deps.readUser(caller.subject);
        if (isOn)
          await repository.transaction(async (transaction) => {
            const totals = await repository.readTotals(transaction, caller.subject);
            await repository.switchOn(transaction, caller.subject, totals, now());
          });
        else await repository.switchOff(caller.subject);
        return { isOn };
      }),
    ],
    oneClick: oneClickRoutes((token) => {
      const ownerId = links.ownerOf(token);
      return ownerId === null ? Promise.resolve() : repository.switchOff(ownerId);
    }),
  };
}

/**
 * Writes a mail for each founder with news. Nothing new means no mail, and the next day counts it too.
 * @throws AggregateError of the founders whose news could not be read; the others have their mail.
 */
async function findNews(
  { tasks, now, readUser }: DailyMailFeatureDeps,
  repository: DailyMailRepository,
): Promise<void> {
  const reportedBefore = new Date(now().getTime() - betweenMailsMs);
  async function findFor(ownerId: string): Promise<void> {
    if (upgradeNeeded((await readUser(ownerId)).plan, 'launch') !== null) return;
    await repository.transaction(async (transaction) => {
      const last = await repository.lockDue(transaction, ownerId, reportedBefore);
      if (!last) return;
      const totals = await repository.readTotals(transaction, ownerId);
      const news = {
        conversations: await repository.countNew(transaction, ownerId, last.reportedAt),
        visits: totals.visits - last.visits,
        signUps: totals.signUps - last.signUps,
        surveyAnswers: totals.surveyAnswers - last.surveyAnswers,
      };
      if (Object.values(news).every((count) => count <= 0)) return;
      const reportedAt = now();
      const at = reportedAt.toISOString();
      await repository.saveReported(transaction, ownerId, totals, reportedAt);
      const mail = { ownerId, day: at.slice(0, 10), news };
      await tasks.enqueue(transaction, sendDailyMail, mail, `${ownerId} ${at}`);
    });
  }
  await doEach(await repository.listDue(reportedBefore), findFor, 'Some daily mails could not be written.');
}

const path = '/api/daily-mail/off';

/** Signed tokens that switch the mail of one founder off, without a login and for ever. */
function offLinks(secretKey: string) {
  const key = Buffer.from(hkdfSync('sha256', secretKey, '', 'switching the daily mail off', 32));
  const sign = (ownerId: string) => createHmac('sha256', key).update(ownerId).digest('base64url');
  return {
    tokenOf: (ownerId: string) => `${Buffer.from(ownerId).toString('base64url')}.${sign(ownerId)}`,

    /** Null for a token that is not ours. */
    ownerOf(token: string): string | null {
      const [id = '', signature = ''] = token.split('.');
      const ownerId = Buffer.from(id, 'base64url').toString();
      const expected = Buffer.from(sign(ownerId));
      const given = Buffer.from(signature);
      return given.length === expected.length && timingSafeEqual(given, expected) ? ownerId : null;
    },
  };
}

/**
 * The 'unsubscribe' button of mail programs (RFC 8058) and the link in the mail. A GET only asks, because scanners open
 * every link. The response is the same for an unknown token.
 */
function oneClickRoutes(switchOff: (token: string) => Promise<void>): Hono {
  const app = new Hono();
  app.post(path, async (context) => {
    await switchOff(context.req.query('token') ?? '');
    context.header('Cache-Control', 'no-store');
    return context.html(page(html`<p>Your daily mail is off.</p>`));
  });
  app.get(path, (context) => {
    context.header('Cache-Control', 'no-store');
    return context.html(page(html`<form method="post"><button>Stop daily mail</button></form>`));
  });
  return app;
}

function page(content: unknown) {
  return html`<!doctype html><html lang="en"><head><meta charset="utf-8">
    <meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">
    <meta name="color-scheme" content="light dark"><title>Daily mail · ${productName}</title>
    <link rel="icon" href="/favicon.svg" type="image/svg+xml"><link rel="stylesheet" href="/plain.css"></head><body><main>
    <h1>Daily mail</h1>${content}</main></body></html>`;
}
