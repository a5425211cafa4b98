import { expect, test } from 'vitest';
import type { AnswerEvidence } from '#shared/contracts/ai.ts';
import { composeBuildPrompt } from './compose-build-prompt.ts';

const idea =
  'An app for choir directors that keeps track of who has which sheet music, who is absent at the next rehearsal, and reminds singers to give the scores back';
const slipped = 'What was going on the last time it slipped, and what followed from it?';
const left = 'Which notebook, sheet or app did you begin and then leave? What ended it?';

function evidenceOf(texts: [number, string, string][], options: [string, number][] = []): AnswerEvidence {
  return {
    surveyId: 'survey-choir-log-abc1234',
    idea,
    submissionCount: 14,
    newest: null,
    answers: texts.map(([number, question, text]) => ({ number, question, text })),
    options: options.map(([name, count]) => ({ question: 'What happened?', name, count, answered: 14 })),
  };
}

function compose(evidence: AnswerEvidence): { must: string; unasked: string } {
  const { response } = composeBuildPrompt({ idea, evidence });
  const section = (title: string) => response.split(`## ${title}\n`)[1]?.split('\n## ')[0] ?? '';
  return { must: section('Must'), unasked: section('Do not build yet') };
}

test('what was copied or noted on paper is no wish to type less or to import', () => {
  const { must } = compose(
    evidenceOf([
      [6, slipped, 'One score got lost at Easter, I copied it, nothing followed.'],
      [6, left, 'A notebook, it lasted a year, then I lost the notebook.'],
      [2, slipped, 'Three scores were missing, so we had to buy new copies for 60 euros.'],
      [9, left, 'A spreadsheet with numbers; ended because it took too long to write down.'],
      [1, left, 'A spreadsheet. It lasted two months; nobody but me updated it.'],
    ]),
  );
  expect(must).not.toMatch(/Nothing typed twice|Importing|#\d/);
});

test('an option about writing does not speak for a group chat', () => {
  const { must } = compose(
    evidenceOf(
      [[1, slipped, 'I waited too long, then I asked in the group chat on WhatsApp.']],
      [
        ['Asked around in the chat group', 6],
        ['It took too long to write down', 3],
      ],
    ),
  );
  const line = must.split('\n').find((one) => one.includes('WhatsApp'));
  expect(line).toMatch(/\(answer #1 speaks of it\) \(chosen by 6 of 14: "Asked around in the chat group"\)$/);
});

test('answers that complain of reminders stand behind none, and alone make no feature of them', () => {
  const { must, unasked } = compose(
    evidenceOf([
      [4, slipped, 'A tenor was late. Please no reminders by e-mail: they annoyed my singers.'],
      [5, left, 'A reminder app; I forgot and missed the reminders, they were ignored.'],
      [5, slipped, 'I do not want reminders.'],
      [14, slipped, 'The reminders of our old tool came at 6 in the morning, too late for me.'],
      [1, slipped, 'I forgot the reminder and was late.'],
    ]),
  );
  expect(must).toMatch(/^- Reminders .*\(answer #1 speaks of it\)$/m);
  expect(unasked).not.toContain('- Reminders');
  const without = compose(
    evidenceOf([[5, left, 'I forgot a reminder and was late; the reminders were ignored.']]),
  );
  expect(without.must).not.toContain('- Reminders');
});
