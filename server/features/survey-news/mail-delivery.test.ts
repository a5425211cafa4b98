import { expect, it } from 'vitest';
import { openMailingServer } from '#server/testing/mailing-server.ts';
import { answersTo, markedDraft, openSurvey } from '#server/testing/survey-samples.ts';
import type { SurveyDraft } from '#shared/contracts/surveys/surveys.ts';

const queue = 'mail-survey-news';
const day = 86_400_000;
const clock = { ahead: 0 };
const mailing = openMailingServer({ now: () => Date.now() + clock.ahead });

async function openMarked() {
  const owner = await mailing.server.signUp('pro');
  const draft = await openSurvey(mailing.server, owner, { ...markedDraft(), minimumAnswers: 5 });
  // All but the receipt of the plan.
  const news = () =>
    mailing
      .arrived()
      .filter(({ to, parsed }) => to.includes(owner.email) && headerOf(parsed, 'list-unsubscribe'));
  return { draft, news };
}

type Parsed = ReturnType<typeof mailing.arrived>[number]['parsed'];

function headerOf({ headers }: Parsed, name: string): string {
  return headers.find(({ key }) => key === name)?.value ?? '';
}

async function answer({ surveyId, ...draft }: SurveyDraft, times: number, choice = 'About every week') {
  for (let n = 0; n < times; n += 1) {
    const body = answersTo({ ...draft, surveyId }, choice, `${clock.ahead} ${choice} ${n}`);
    await mailing.server.call('POST', '/api/submit-survey', { body });
  }
  await mailing.server.call('POST', '/api/analyze-survey', { body: { surveyId } });
  await send();
}

async function send(): Promise<void> {
  await mailing.retryNow();
  await mailing.server.app.runDueTasks();
}

it('sends the first answer after the mail server was away for a day, with its own way to stop it', async () => {
  const { draft, news } = await openMarked();
  await mailing.stopMail();
  await answer(draft, 1);
  expect(await mailing.taskStates(queue)).toContain('retry');
  clock.ahead += day;
  await send();
  await mailing.startMail();
  await send();
  await send();
  const [mail, ...more] = news();
  expect([mail?.parsed.subject, more]).toEqual(['Your first answer', []]);
  const header = (name: string) => (mail ? headerOf(mail.parsed, name) : '');
  expect(header('list-unsubscribe')).toMatch(/^<http:\S+\/api\/survey-mails\/off\?token=\S+>$/);
  expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
});

it('sends only what is still true: one mail, with the verdict as it is by now', async () => {
  const { draft, news } = await openMarked();
  await mailing.stopMail();
  await answer(draft, 1);
  await answer(draft, 4);
  await answer(draft, 40, 'Not once');
  clock.ahead += 2 * day;
  await answer(draft, 1, 'Not once');
  await mailing.startMail();
  await send();
  const [mail, ...more] = news();
  expect(more).toEqual([]);
  expect(mail?.parsed.subject).toBe('46 answers: your verdict');
  expect(mail?.parsed.text).toMatch(/^No-Go/);
});
