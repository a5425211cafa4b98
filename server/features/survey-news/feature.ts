import type { Hono } from 'hono';
import { AppError } from '#server/app-error.ts';
import type { Database, Transaction } from '#server/database/connect.ts';
import { handle, type Route } from '#server/http/handle.ts';
import type { Limits } from '#server/http/limits.ts';
import type { Mail } from '#server/integrations/mail/port.ts';
import { mailWork } from '#server/mail/mail-work.ts';
import { oneClickOff } from '#server/mail/one-click-off.ts';
import type { Queue, Tasks } from '#server/tasks/tasks.ts';
import { markAnswersSeen } from '#shared/contracts/surveys/survey-news.ts';
import { noteAnalysis, noteChangedVerdicts, sendNewsQueue } from './note-analysis.ts';
import { type SavedAnalysis, saveSeen, switchMailsOff } from './repository.ts';
import { sendNews } from './send-news.ts';

export const noteChangedVerdictsQueue: Queue<Record<string, never>> = {
  name: 'find-changed-verdicts',
  onePerKey: true,
};

export const surveyNewsQueues = [sendNewsQueue, noteChangedVerdictsQueue];

type SurveyNewsDeps = {
  database: Database;
  tasks: Tasks;
  mail: Mail;
  limits: Limits;
  secretKey: string;
  siteUrl: () => string;
  now: () => number;
};

type SurveyNews = {
  routes: Route[];
  oneClick: Hono;
  noteAnalysis: (transaction: Transaction, analysis: SavedAnalysis) => Promise<void>;
};

/** News of a survey for its owner: mails about answers and verdicts, and which answers were seen. */
export async function surveyNewsFeature(feature: SurveyNewsDeps): Promise<SurveyNews> {
  const { database, tasks, secretKey, siteUrl } = feature;
  const seenLimit = feature.limits('answers-seen', 300, 600);
  const { urlFor: offUrl, routes: oneClick } = oneClickOff({
    secretKey,
    siteUrl,
    path: '/api/survey-mails/off',
    purpose: 'switching mails about survey answers off',
    title: 'Survey answers and verdicts',
    button: 'Stop these mails',
    done: 'Mails about answers and verdicts are off. Settings turn them on again.',
    switchOff: (userId) => switchMailsOff(database, userId),
  });
  const deps = { ...feature, offUrl, now: () => new Date(feature.now()) };
  await tasks.work(sendNewsQueue, (task) => sendNews(deps, task), mailWork);
  await tasks.work(noteChangedVerdictsQueue, () => noteChangedVerdicts(deps));
  await tasks.schedule(noteChangedVerdictsQueue, '17 * * * *');
  return {
    noteAnalysis: (transaction, analysis) => noteAnalysis(deps, transaction, analysis),
    oneClick,
    routes: [
      handle(
        markAnswersSeen,
        async ({ caller, params, body }) => {
          if (!(await saveSeen(database, caller.subject, params.surveyId, body.number)))
            throw new AppError('survey_not_found');
          return { seen: true };
        },
        ({ caller }) => seenLimit.take(caller.subject),
      ),
    ],
  };
}
