import type { Database } from '#server/database/connect.ts';
import type { Mail } from '#server/integrations/mail/port.ts';
import type { NewsMailTask } from './note-analysis.ts';
import { findFirstAnswer, findMailed, isWorthReading, saveMailed } from './repository.ts';

type SendDeps = {
  database: Database;
  mail: Mail;
  siteUrl: () => string;
  /** Address that switches these mails off for a user. */
  offUrl: (userId: string) => string;
};

/** Sends one mail if it is still wanted and still true: it may have waited for the mail server. */
export async function sendNews(
  { database, mail, siteUrl, offUrl }: SendDeps,
  { surveyId, at, mail: news }: NewsMailTask,
): Promise<void> {
  const mailed = await findMailed(database, surveyId);
  if (!mailed || mailed.owner.mailsOff.includes('surveyAnswers')) return;
  const { survey, analysis } = mailed;
  const letter = { mailed, at, siteUrl: siteUrl(), offUrl: offUrl(survey.ownerId) };
  if (news.kind === 'first') {
    const first = await findFirstAnswer(database, survey);
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
  await saveMailed(database, surveyId, goNoGoDecision);
}
