import type { Hono } from 'hono';
import type { Database } from '#server/database/connect.ts';
import { handle, type Route } from '#server/http/handle.ts';
import type { Mail } from '#server/integrations/mail/port.ts';
import { mailWork } from '#server/mail/mail-work.ts';
import { oneClickOff } from '#server/mail/one-click-off.ts';
import { doEach } from '#server/tasks/do-each.ts';
import type { Queue, Tasks } from '#server/tasks/tasks.ts';
import type { Plan } from '#shared/contracts/account.ts';
import { readDailyMail, setDailyMail } from '#shared/contracts/daily-mail.ts';
import { upgradeNeeded } from '#shared/rules/billing/plans.ts';
import { firstMails, sendFirstMail } from './first-mail.ts';
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

export const dailyMailQueues = [findDailyNews, sendDailyMail, sendFirstMail];

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

/** Mails about new conversations and what came of replies, for founders who asked for them: both are off at first. */
export async function dailyMailFeature(deps: DailyMailFeatureDeps): Promise<{
  routes: Route[];
  oneClick: Hono;
  mailFirst: Awaited<ReturnType<typeof firstMails>>;
}> {
  const { database, tasks, mail, siteUrl, now } = deps;
  const repository = dailyMailRepository(database);
  const off = oneClickOff({
    secretKey: deps.secretKey,
    siteUrl,
    path: '/api/daily-mail/off',
    purpose: 'switching the daily mail off',
    title: 'Daily mail',
    button: 'Stop daily mail',
    done: 'Your daily mail is off.',
    switchOff: (ownerId) => repository.switchOff(ownerId, 'isOn'),
  });
  const firstOff = oneClickOff({
    secretKey: deps.secretKey,
    siteUrl,
    path: '/api/daily-mail/first-off',
    purpose: 'switching the mail at first conversations off',
    title: 'First conversations',
    button: 'Stop this mail',
    done: 'This mail is off.',
    switchOff: (ownerId) => repository.switchOff(ownerId, 'atFirst'),
  });
  await tasks.work(findDailyNews, () => findNews(deps, repository));
  await tasks.schedule(findDailyNews, '7 7 * * *');
  await tasks.work(
    sendDailyMail,
    async ({ ownerId, day, news }) => {
      const email = await repository.findRecipient(ownerId, 'isOn');
      if (email === null) return;
      const { dailyLetter } = await import('./letter.ts');
      const offUrl = off.urlFor(ownerId);
      await mail.send(dailyLetter({ email, ownerId, day, news, siteUrl: siteUrl(), offUrl }));
    },
    mailWork,
  );
  return {
    routes: [
      handle(readDailyMail, ({ caller }) => repository.readSettings(caller.subject)),
      handle(setDailyMail, async ({ caller, body }) => {
        // Refuses an account that never synced.
        await deps.readUser(caller.subject);
        await repository.transaction(async (transaction) => {
          const totals = await repository.readTotals(transaction, caller.subject);
          await repository.saveSettings(transaction, caller.subject, body, totals, now());
        });
        return body;
      }),
    ],
    oneClick: off.routes.route('/', firstOff.routes),
    mailFirst: await firstMails({ repository, tasks, mail, off: firstOff, siteUrl, now }),
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
