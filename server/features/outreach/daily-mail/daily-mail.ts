import type { Hono } from 'hono';
import { type Database, inTransaction } from '#server/database/connect.ts';
import { handle, type Route } from '#server/http/handle.ts';
import type { Mail } from '#server/integrations/mail/port.ts';
import { mailWork } from '#server/mail/mail-work.ts';
import { oneClickOff } from '#server/mail/one-click-off.ts';
import { doEach } from '#server/tasks/do-each.ts';
import type { Queue, Tasks } from '#server/tasks/tasks.ts';
import type { Plan } from '#shared/contracts/account.ts';
import { readDailyMail, setDailyMail } from '#shared/contracts/outreach/daily-mail.ts';
import { upgradeNeeded } from '#shared/rules/billing/plans.ts';
import { sendFirstMail } from './first-mail.ts';
import {
  countNew,
  type DailyNews,
  findRecipient,
  listDue,
  lockDue,
  readSettings,
  readTotals,
  saveReported,
  saveSettings,
  switchOff,
} from './repository.ts';

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

type DailyMailDeps = {
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
export async function dailyMailFeature(deps: DailyMailDeps): Promise<{ routes: Route[]; oneClick: Hono }> {
  const { secretKey, database, tasks, mail, siteUrl, now } = deps;
  const off = oneClickOff({
    secretKey,
    siteUrl,
    path: '/api/daily-mail/off',
    purpose: 'switching the daily mail off',
    title: 'Daily mail',
    button: 'Stop daily mail',
    done: 'Your daily mail is off.',
    switchOff: (ownerId) => switchOff(database, ownerId, 'isOn'),
  });
  const firstOff = oneClickOff({
    secretKey,
    siteUrl,
    path: '/api/daily-mail/first-off',
    purpose: 'switching the mail at first conversations off',
    title: 'First conversations',
    button: 'Stop this mail',
    done: 'This mail is off.',
    switchOff: (ownerId) => switchOff(database, ownerId, 'atFirst'),
  });
  await tasks.work(findDailyNews, () => findNews(deps));
  await tasks.schedule(findDailyNews, '7 7 * * *');
  await tasks.work(
    sendDailyMail,
    async (daily) => {
      const email = await findRecipient(database, daily.ownerId, 'isOn');
      if (email === null) return;
      const { dailyLetter } = await import('./letter.ts');
      const offUrl = off.urlFor(daily.ownerId);
      await mail.send(dailyLetter({ ...daily, email, siteUrl: siteUrl(), offUrl }));
    },
    mailWork,
  );
  await tasks.work(
    sendFirstMail,
    async (first) => {
      const email = await findRecipient(database, first.ownerId, 'atFirst');
      if (email === null) return;
      const { firstLetter } = await import('./letter.ts');
      const offUrl = firstOff.urlFor(first.ownerId);
      await mail.send(firstLetter({ ...first, email, siteUrl: siteUrl(), offUrl }));
    },
    mailWork,
  );
  const routes = [
    handle(readDailyMail, ({ caller }) => readSettings(database, caller.subject)),
    handle(setDailyMail, async ({ caller, body }) => {
      // Refuses an account that never synced.
      await deps.readUser(caller.subject);
      await inTransaction(database, async (transaction) => {
        const totals = await readTotals(transaction, caller.subject);
        await saveSettings(transaction, caller.subject, body, totals, now());
      });
      return body;
    }),
  ];
  return { routes, oneClick: off.routes.route('/', firstOff.routes) };
}

/**
 * Writes a mail for each founder with news. Nothing new means no mail, and the next day counts it too.
 * @throws AggregateError of the founders whose news could not be read; the others have their mail.
 */
async function findNews(deps: DailyMailDeps): Promise<void> {
  const reportedBefore = new Date(deps.now().getTime() - betweenMailsMs);
  const findFor = (ownerId: string) => findNewsFor(deps, ownerId, reportedBefore);
  await doEach(listDue(deps.database, reportedBefore), findFor, 'Some daily mails could not be written.');
}

async function findNewsFor(
  { database, tasks, now, readUser }: DailyMailDeps,
  ownerId: string,
  reportedBefore: Date,
): Promise<void> {
  if (upgradeNeeded((await readUser(ownerId)).plan, 'launch') !== null) return;
  await inTransaction(database, async (transaction) => {
    const last = await lockDue(transaction, ownerId, reportedBefore);
    if (!last) return;
    const totals = await readTotals(transaction, ownerId);
    const news = {
      conversations: await countNew(transaction, ownerId, last.reportedAt),
      visits: totals.visits - last.visits,
      signUps: totals.signUps - last.signUps,
      surveyAnswers: totals.surveyAnswers - last.surveyAnswers,
    };
    if (Object.values(news).every((count) => count <= 0)) return;
    const reportedAt = now();
    const at = reportedAt.toISOString();
    await saveReported(transaction, ownerId, totals, reportedAt);
    const mail = { ownerId, day: at.slice(0, 10), news };
    await tasks.enqueue(transaction, sendDailyMail, mail, `${ownerId} ${at}`);
  });
}
