import type { Hono } from 'hono';
import { AppError } from '#server/app-error.ts';
import type { Database, Transaction } from '#server/database/connect.ts';
import { handle, type Route } from '#server/http/handle.ts';
import type { Limits } from '#server/http/limits.ts';
import type { Mail } from '#server/integrations/mail/port.ts';
import { mailWork } from '#server/mail/mail-work.ts';
import { oneClickOff } from '#server/mail/one-click-off.ts';
import { doEach } from '#server/tasks/do-each.ts';
import type { Queue, Tasks } from '#server/tasks/tasks.ts';
import { markAnswersSeen } from '#shared/contracts/survey-news.ts';
import {
  isWorthReading,
  type NewsRow,
  type SavedAnalysis,
  type SurveyNewsRepository,
  surveyNewsRepository,
} from './repository.ts';

/** A mail that was decided at `at`; what it says is read when it is sent. */
type NewsMail = { kind: 'first' } | { kind: 'verdict'; before: string | null };
type NewsMailTask = { surveyId: string; at: string; mail: NewsMail };

/** While one waits for the mail server, no other of its kind and survey is added: it will say how things are by then. */
const mailSurveyNews: Queue<NewsMailTask> = {
  name: 'mail-survey-news',
  onePerKey: false,
  oneUnfinishedPerKey: true,
  patient: true,
};

/** Finds verdicts that changed within a day of their last mail, once the day is over. */
export const findChangedVerdicts: Queue<Record<string, never>> = {
  name: 'find-changed-verdicts',
  onePerKey: true,
};

export const surveyNewsQueues = [mailSurveyNews, findChangedVerdicts];

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
  /** Decides in the transaction that saves an analysis whether its owner is mailed. */
  noteAnalysis: (transaction: Transaction, analysis: SavedAnalysis) => Promise<void>;
};

/** News of a survey for its owner: mails about answers and verdicts, and which answers were seen. */
export async function surveyNewsFeature(deps: SurveyNewsDeps): Promise<SurveyNews> {
  const { database, tasks, mail, siteUrl } = deps;
  const repository = surveyNewsRepository(database);
  const now = () => new Date(deps.now());
  const seenLimit = deps.limits('answers-seen', 300, 600);
  const off = oneClickOff({
    secretKey: deps.secretKey,
    siteUrl,
    path: '/api/survey-mails/off',
    purpose: 'switching mails about survey answers off',
    title: 'Survey answers and verdicts',
    button: 'Stop these mails',
    done: 'Mails about answers and verdicts are off. Settings turn them on again.',
    switchOff: repository.switchOff,
  });

  async function noteAnalysis(transaction: Transaction, analysis: SavedAnalysis): Promise<void> {
    if (analysis.submissionCount === 0) return;
    const { surveyId } = analysis;
    const known = await repository.lockNews(transaction, surveyId);
    const at = now();
    const news = known && newsOf(known, analysis, at);
    if (!news) return;
    const decision = { mailedDecision: analysis.analysis.goNoGoDecision, decisionMailedAt: at };
    await repository.saveNews(
      transaction,
      surveyId,
      news.kind === 'first' ? { firstMailedAt: at } : decision,
    );
    const task = { surveyId, at: at.toISOString(), mail: news };
    await tasks.enqueue(transaction, mailSurveyNews, task, `${surveyId} ${news.kind}`);
  }

  await tasks.work(mailSurveyNews, (task) => sendNews(repository, mail, task, { siteUrl, off }), mailWork);
  await tasks.work(findChangedVerdicts, async () => {
    const changed = await repository.listChanged(new Date(now().getTime() - betweenVerdictsMs));
    const note = (analysis: SavedAnalysis) =>
      repository.transaction((transaction) => noteAnalysis(transaction, analysis));
    await doEach(changed, note, 'Some changed verdicts could not be mailed.');
  });
  await tasks.schedule(findChangedVerdicts, '17 * * * *');
  return {
    noteAnalysis,
    oneClick: off.routes,
    routes: [
      handle(
        markAnswersSeen,
        async ({ caller, params, body }) => {
          if (!(await repository.markSeen(caller.subject, params.surveyId, body.number)))
            throw new AppError('survey_not_found');
          return { seen: true };
        },
        ({ caller }) => seenLimit.take(caller.subject),
      ),
    ],
  };
}

const betweenVerdictsMs = 86_400_000;

/** The mail that this analysis is worth; null for none. */
function newsOf(known: NewsRow, analysis: SavedAnalysis, at: Date): NewsMail | null {
  const { firstMailedAt, mailedDecision, decisionMailedAt } = known;
  if (!isWorthReading(analysis))
    return firstMailedAt === null && mailedDecision === null ? { kind: 'first' } : null;
  if (mailedDecision === null) return { kind: 'verdict', before: null };
  const isOver = decisionMailedAt === null || at.getTime() - decisionMailedAt.getTime() >= betweenVerdictsMs;
  const isOther = mailedDecision !== analysis.analysis.goNoGoDecision;
  return isOther && isOver ? { kind: 'verdict', before: mailedDecision } : null;
}

type SendDeps = { siteUrl: () => string; off: ReturnType<typeof oneClickOff> };

/** Sends one mail if it is still wanted and still true: it may have waited for the mail server. */
async function sendNews(
  repository: SurveyNewsRepository,
  mail: Mail,
  { surveyId, at, mail: news }: NewsMailTask,
  { siteUrl, off }: SendDeps,
): Promise<void> {
  const mailed = await repository.findMailed(surveyId);
  if (!mailed || mailed.owner.mailsOff.includes('surveyAnswers')) return;
  const { survey, analysis } = mailed;
  const letter = { mailed, at, siteUrl: siteUrl(), offUrl: off.urlFor(survey.ownerId) };
  if (news.kind === 'first') {
    const first = await repository.findFirstAnswer(survey);
    // With enough answers by now, the verdict has a mail of its own.
    if (!first || isWorthReading(analysis)) return;
    const { firstAnswerLetter } = await import('./letters.ts');
    return mail.send(firstAnswerLetter(letter, first));
  }
  if (!isWorthReading(analysis)) return;
  const { goNoGoDecision } = analysis.analysis;
  if (goNoGoDecision !== news.before) {
    const { verdictLetter } = await import('./letters.ts');
    await mail.send(verdictLetter(letter, news.before));
  }
  // Last, so that a change while it was sent is found when the day is over.
  await repository.saveMailed(surveyId, goNoGoDecision);
}
