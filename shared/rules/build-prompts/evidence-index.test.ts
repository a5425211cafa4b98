import { expect, test } from 'vitest';
import type { AnswerEvidence } from '#shared/contracts/ai.ts';
import { indexEvidence, matchFeature } from './evidence-index.ts';

const slipped = 'Think of the last time it slipped. What was going on that day, and what followed from it?';
const left =
  'Which notebook, sheet or app did you begin and then leave? How long did it last, and what ended it?';
const broke = 'The last time a score was missing, where did it break down?';
const did = 'What did you do the last time a score was missing? Choose all that apply.';

/** A survey among choir directors about sheet music of paper: by number, what slipped and what was left. */
const told: [number, string, string][] = [
  [
    14,
    'The reminders of our old tool came at 6 in the morning; a list at the door helped.',
    'A tool with reminders, one month.',
  ],
  [
    13,
    'Jede Woche fehlen Noten, ich kopiere dauernd nach.',
    'Eine Excel-Tabelle; nach zwei Monaten hat sie niemand gepflegt.',
  ],
  [
    12,
    'Two altos lost scores on a train. 😀 <b>bold</b>',
    'A spreadsheet; lasted one term; nobody updated it.',
  ],
  [
    11,
    'Don’t build another app. I deleted the last one because everybody had to sign up.',
    'One day; the sign-up.',
  ],
  [
    10,
    'Singers swap folders and the numbers no longer fit.',
    'A paper list in the folder cupboard, one season.',
  ],
  [
    9,
    'The rental firm charged 140 dollars for four lost scores.',
    'A spreadsheet with numbers; ended because it took too long to write down.',
  ],
  [8, 'never happens to me', 'none'],
  [
    7,
    'Only at the rehearsal I hear that all basses are away. I would never use a late list, shaming ended badly.',
    'A late list on the wall. Two singers quit over it.',
  ],
  [
    6,
    'One score got lost at Easter, I copied it, nothing followed.',
    'A notebook, it lasted a year, then I lost the notebook.',
  ],
  [
    5,
    'I do not want reminders. People left the group because of them. Scores still went missing.',
    'A reminder app; the reminders were ignored.',
  ],
  [
    4,
    'A tenor was absent and only he had the marked score. Please no reminders by e-mail: I switched them off, they annoyed my singers.',
    'Three weeks, the reminders drove everybody mad.',
  ],
  [3, 'It does not happen, our librarian keeps a card box and it works.', 'None, I never began one.'],
  [
    2,
    'Three scores were missing before the concert, I found out at the door. We had to buy new copies for 60 euros.',
    'A spreadsheet that I shared; singers never opened it.',
  ],
  [
    1,
    'On Tuesday the altos had no scores because two members took them home; I spent an hour copying.',
    'A spreadsheet. It lasted two months; nobody but me updated it.',
  ],
];
const counted: [string, string, number][] = [
  [broke, 'It was forgotten at the right moment', 5],
  [broke, 'It took too long to write down', 3],
  [broke, 'The record was never looked at again', 2],
  [did, 'Asked around in the chat group', 6],
  [did, 'Copied another score', 3],
  [did, 'Wrote it on paper', 5],
  [did, 'Set alarms or reminders', 1],
  [did, 'I paid for something', 4],
];
const choir: AnswerEvidence = {
  surveyId: 'survey-choir-log-abc1234',
  idea: 'An app for choir directors that keeps track of who has which sheet music, who is absent, and reminds singers to give the scores back',
  submissionCount: 14,
  newest: null,
  answers: told.flatMap(([number, ...texts]) =>
    texts.map((text, place) => ({ number, question: place === 0 ? slipped : left, text })),
  ),
  options: counted.map(([question, name, count]) => ({ question, name, count, answered: 14 })),
};
const everybody = told.map(([number]) => number);

/** The end of a line for which a model cites all answers. */
function behind(feature: string): { answers: number[]; against: number[]; options: string[] } {
  const { options, ...numbers } = matchFeature(feature, everybody, indexEvidence(choir));
  return { ...numbers, options: options.map(({ name }) => name) };
}

test.each([
  'Nothing typed twice: what was entered once is copied over, instead of retyping or manual copying',
  'Importing what stands in a spreadsheet, an Excel file, a notebook or on paper',
  'A record to look things up in, for those who lose track, misplace notes or cannot prove what was agreed',
  'The whole cost and price before anything else, for those who paid too much, met hidden fees or found it expensive',
  'A list of the scores that were copied, with the time',
  'Buy sheet music in the app',
])('no answer is said to ask for %j', (feature) => {
  expect(behind(feature)).toEqual({ answers: [], against: [], options: [] });
});

test('answers against reminders are all seen, whether they refuse them or complain of them', () => {
  const reminders =
    'Reminders before it is due, which can be moved, for those who forget, miss or notice things too late';
  expect(behind(reminders)).toEqual({ answers: [], against: [4, 5, 14], options: [] });
  expect(matchFeature(`- ${reminders}`, [], indexEvidence(choir)).against).toEqual([4, 5, 14]);
});

test('a refusal counts against the very thing that it names, not against a word of it', () => {
  expect(behind('A late list').against).toEqual([7]);
  expect(behind('Late changes reach everybody').against).toEqual([]);
});

test('an option counts where a line holds two of its words or all of it, not one', () => {
  const chat = 'A link that opens from WhatsApp or any group chat, where people already write';
  expect(behind(chat)).toEqual({ answers: [], against: [], options: ['Asked around in the chat group'] });
  expect(behind('One tap; for those who said “It took too long to write down”').options).toEqual([
    'It took too long to write down',
  ]);
});

test('what an answer does tell in one clause stays', () => {
  expect(behind('Folders with numbers that singers can swap').answers).toEqual([10]);
  expect(behind('A charge by the rental firm is shown').answers).toEqual([9]);
});

const one = (text: string) =>
  indexEvidence({ ...choir, answers: [{ number: 1, question: slipped, text }], options: [] });

test.each([
  [
    'words of different clauses',
    'Excel import from a notebook',
    'My notebook is red, and I use Excel at work',
    [],
  ],
  ['two words of one clause', 'Excel import from a notebook', 'I type the notebook into Excel', [1]],
  ['forms of one word', 'A recorder for records', 'I recorded my recording', []],
  ['everyday words', 'Write and copy on paper', 'I write a copy on paper', []],
  ['a name', 'A link that opens from WhatsApp', 'We asked around in whatsapp', [1]],
  ['a compound', 'Die Urlaubsvertretung', 'Ich suchte eine Urlaubsvertretung', [1]],
])('%s: what %j may claim of an answer', (_what, feature, text, numbers) => {
  expect(matchFeature(feature, [1], one(text)).answers).toEqual(numbers);
});

test('a feature that the idea names in its own words can be found by them', () => {
  const evidence = {
    ...choir,
    idea: 'A choir app with attendance sheets and weather reports',
    answers: [{ number: 1, question: slipped, text: 'I lost the attendance sheets twice' }],
    options: [],
  };
  expect(matchFeature('Attendance sheets', [1], indexEvidence(evidence)).answers).toEqual([1]);
  expect(matchFeature('Weather reports', [1], indexEvidence(evidence)).answers).toEqual([]);
});
