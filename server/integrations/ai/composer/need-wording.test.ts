import { expect, test } from 'vitest';
import { wordNeed } from './need-wording.ts';

const sheets = 'keep track of who has which sheet music';

test.each([
  [sheets, sheets],
  [`${sheets}, who is absent at the next rehearsal, and remind singers to give the scores back`, sheets],
  [`${sheets}, with a late list, reminders by e-mail and a QR code on each folder`, sheets],
  [`${sheets} so that they lose none`, sheets],
  ['keep track of which singers have a score', 'keep track of which singers have a score'],
  ['keep track of who is using the rooms', 'keep track of who is using the rooms'],
  [
    'find a quiet place near the old town where friends who play chess can meet on Sundays',
    'find a quiet place near the old town',
  ],
])('%j is asked about with its questions whole or not at all', (action, asked) => {
  expect(wordNeed(action, true).asked).toBe(asked);
});

test.each([
  sheets,
  'remember to ask which children have allergies at school parties',
  'decide what to cook for guests',
])('a second mention of %j cuts no question in the middle', (action) => {
  expect(wordNeed(action, true).short).toBe(action);
});
