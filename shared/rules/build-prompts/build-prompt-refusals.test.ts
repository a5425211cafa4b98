import { expect, test } from 'vitest';
import {
  isLeavingQuestion,
  isRefusingQuestion,
  splitRefusals,
  tellsInability,
} from './build-prompt-refusals.ts';

test.each([
  'Please, no email reminders',
  'I hate email reminders and would delete an app that sends email reminders.',
  'I would never use email reminders.',
  'Email reminders are the last thing I want',
  'Email reminders? Never.',
  'Email reminders. I would not want them.',
  'Email reminders, push messages and badges, no thanks',
  'I hate getting email reminders',
  'No calendars, email reminders',
  'An app without email reminders would be good',
  'Email reminders: I can’t stand them',
  'No reply is needed to email reminders',
  'No way, email reminders',
  'I would never pay for email reminders',
  'We have never answered email reminders',
  'Keine email reminders bitte',
])('%j refuses what it names', (text) => {
  expect(splitRefusals(text).stated.toLowerCase()).not.toContain('reminder');
  expect(splitRefusals(text).refused.toLowerCase()).toContain('email');
});

test.each([
  'I hate calling people one by one',
  'I could not find the rota',
  'I didn’t even notice the message',
  'We cannot keep up with the changes',
  'It was not clear who had the paper',
  'There was no signal in the cellar',
  'The client never paid the invoice',
  'I was not told about the change',
  'They did not reply to my message',
  'Nobody came, and I did not know whom to call',
])('%j tells of a trouble', (text) => {
  expect(splitRefusals(text)).toEqual({ stated: expect.stringMatching(/\w/), refused: '' });
});

test('a refusal takes nothing back that is in another sentence', () => {
  expect(splitRefusals('I forgot my pills twice. Please, no badges.').stated).toContain('forgot my pills');
  expect(splitRefusals('No, I forgot it').stated).toContain('forgot');
});

test('inability is known by its words, and a lack of need is none', () => {
  expect(tellsInability('I could not see who was free')).toBe(true);
  expect(tellsInability('I do not see the point of reminders')).toBe(false);
  expect(splitRefusals('I do not see the point of reminders').stated).toBe('');
});

test.each([
  'What would make you stop using it?',
  'Which of these would annoy you?',
  'Which of these would you never use?',
  'What don’t you need?',
  'Which of these do you need least?',
])('%j asks for what people would not want', (question) => {
  expect(isRefusingQuestion(question)).toBe(true);
});

test('what people left behind is told from what was hard', () => {
  expect(isLeavingQuestion('Which of these have you tried and dropped?')).toBe(true);
  expect(isLeavingQuestion('Why did you stop using your last app?')).toBe(true);
  for (const question of [
    'When you last tried to swap shifts, where did it stop?',
    'When you last tried to swap shifts, what made it not worth the trouble?',
    'What did you do the last time you could not find somebody?',
    'How often did it happen at least once a week?',
  ])
    expect([isLeavingQuestion(question), isRefusingQuestion(question)]).toEqual([false, false]);
});

test('a long text of refusals is read at once', () => {
  expect(splitRefusals('no. no, it. '.repeat(100_000)).stated).toBe('');
});
