import { type Database, inTransaction, type Transaction } from '#server/database/connect.ts';
import { doEach } from '#server/tasks/do-each.ts';
import type { Queue, Tasks } from '#server/tasks/tasks.ts';
import {
  isWorthReading,
  listChanged,
  lockNews,
  type NewsRow,
  type SavedAnalysis,
  saveNews,
} from './repository.ts';

/** A mail that was decided at `at`; what it says is read when it is sent. */
type NewsMail = { kind: 'first' } | { kind: 'verdict'; before: string | null };
export type NewsMailTask = { surveyId: string; at: string; mail: NewsMail };

/** While one waits for the mail server, no other of its kind and survey is added: it will say how things are by then. */
export const sendNewsQueue: Queue<NewsMailTask> = {
  name: 'mail-survey-news',
  onePerKey: false,
  oneUnfinishedPerKey: true,
  patient: true,
};

type NotingDeps = { database: Database; tasks: Tasks; now: () => Date };

/** Decides in the transaction that saves an analysis whether its owner is mailed. */
export async function noteAnalysis(
  { tasks, now }: Pick<NotingDeps, 'tasks' | 'now'>,
  transaction: Transaction,
  analysis: SavedAnalysis,
): Promise<void> {
  if (analysis.submissionCount === 0) return;
  const { surveyId } = analysis;
  const known = await lockNews(transaction, surveyId);
  const at = now();
  const news = known && newsOf(known, analysis, at);
  if (!news) return;
  const decision = { mailedDecision: analysis.analysis.goNoGoDecision, decisionMailedAt: at };
  await saveNews(transaction, surveyId, news.kind === 'first' ? { firstMailedAt: at } : decision);
  const task = { surveyId, at: at.toISOString(), mail: news };
  await tasks.enqueue(transaction, sendNewsQueue, task, `${surveyId} ${news.kind}`);
}

/** Mails of verdicts that changed within a day of their last mail, once the day is over. */
export async function noteChangedVerdicts(deps: NotingDeps): Promise<void> {
  const { database, now } = deps;
  const changed = await listChanged(database, new Date(now().getTime() - betweenVerdictsMs));
  const note = (analysis: SavedAnalysis) =>
    inTransaction(database, (transaction) => noteAnalysis(deps, transaction, analysis));
  await doEach(changed, note, 'Some changed verdicts could not be mailed.');
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
