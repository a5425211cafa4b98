import { describe, expect, it } from 'vitest';
import { readOptionSignal } from './option-signal.ts';

function showing(question: string, options: string[], multiSelect = false): string[] | null {
  const signal = readOptionSignal({ question, type: 'multiple-choice', options, multiSelect });
  return signal?.showing.map((position) => options[position] ?? '') ?? null;
}

describe('on a scale, what happens about weekly or clearly often shows the problem', () => {
  it.each<[string, string[], string[]]>([
    [
      'How often did you argue about the calendar in the last month?',
      ['Not once', 'Once or twice', 'About every week', 'Almost every day'],
      ['About every week', 'Almost every day'],
    ],
    [
      'How often do you lose a receipt?',
      ['Never', 'Rarely', 'Sometimes', 'Often', 'Always'],
      ['Often', 'Always'],
    ],
    ['How often do you lose a receipt?', ['Always', 'Often', 'Sometimes', 'Never'], ['Always', 'Often']],
    [
      'How often does it happen?',
      ['Less than once a week', '1–2 times a week', 'Daily'],
      ['1–2 times a week', 'Daily'],
    ],
    ['How often does it happen?', ['Never', 'Monthly', 'Weekly', 'Every other week'], ['Weekly']],
    [
      'How often does it happen?',
      ['Hardly ever', 'A few times', 'Several times', 'Not at all'],
      ['Several times'],
    ],
    ['How often does it happen?', ['Once', 'More than once', 'Never'], ['More than once']],
    ['How much did it annoy you the last time?', ['Not at all', 'A little', 'Very much'], ['Very much']],
    ['How many times did it happen last month?', ['0', '1–2', '3–5', '6+'], ['3–5', '6+']],
    ['How many times did it happen last month?', ['None', 'One or two', 'Three or more'], ['Three or more']],
    [
      'How much did you spend on it?',
      ['$0', 'Under $10', '$10–50', 'More than $50'],
      ['$10–50', 'More than $50'],
    ],
    [
      'How long did it take last time?',
      ['No time', 'Less than an hour', 'An hour or two'],
      ['An hour or two'],
    ],
    ['How long did it take last time?', ['Nothing', 'Half a day or more'], ['Half a day or more']],
    [
      'When did it last happen?',
      ['This week', 'In the last month', 'Longer ago', 'Never'],
      ['This week', 'In the last month'],
    ],
    [
      'When did it last happen?',
      ['In the last 2 weeks', '3 days ago', '6 months ago', 'Never'],
      ['In the last 2 weeks', '3 days ago'],
    ],
    [
      'How often last month?',
      ['Not once', '1 or 2 times in the last month', '5 times in the last month'],
      ['5 times in the last month'],
    ],
    ['Have you had it?', ['It has not happened to me', 'No longer', 'Yes, every day'], ['Yes, every day']],
    ['Have you ever paid to have this fixed?', ['Yes', 'No'], ['Yes']],
    [
      'Have you looked for a fix?',
      ['No, but I meant to', 'Yes, once', 'Yes, several times'],
      ['Yes, several times'],
    ],
    [
      'In the last month, how often did you find it hard to feel happy?',
      ['Not once', 'Once or twice', 'Almost every day'],
      ['Almost every day'],
    ],
    [
      'How often did you have handovers that went wrong?',
      ['Not once', 'Once or twice', 'Every week'],
      ['Every week'],
    ],
    [
      'In the last twelve months, how often did you have to work out tax?',
      ['Not once', 'Once', 'Two or three times', 'About every month', 'Almost every week'],
      ['Two or three times', 'About every month', 'Almost every week'],
    ],
    [
      'What did it cost the last time you tried to improve your photos?',
      ['Nothing', 'Up to the price of a coffee', 'Up to the price of a meal out', 'More than that'],
      ['More than that'],
    ],
    ['HOW OFTEN DID IT HAPPEN?', ['NOT ONCE', 'EVERY WEEK'], ['EVERY WEEK']],
    ['How often did it happen?', ['It didn’t happen', '🔥 Every day', 'I don’t remember'], ['🔥 Every day']],
  ])('%s %j', (question, options, expected) => {
    expect(showing(question, options)).toEqual(expected);
  });
});

describe('among actions, everything but doing nothing shows the problem', () => {
  it.each<[string, string[], string[]]>([
    [
      'What did you do about it the last time?',
      ['Nothing, I lived with it', 'I asked a friend', 'I paid for something', 'Something else'],
      ['I asked a friend', 'I paid for something', 'Something else'],
    ],
    ['What have you tried?', ["I haven't tried anything", 'I tried 2 apps', 'Not sure'], ['I tried 2 apps']],
    ['What did you do?', ['It never happened', 'Put it off', 'Rang people'], ['Rang people']],
    ['What have you used?', ['I don’t use anything', 'I gave up', 'A list'], ['A list']],
    ['What did you use?', ['I did nothing', 'A notebook', 'A spreadsheet'], ['A notebook', 'A spreadsheet']],
    ['Have you tried a tool for this?', ['No', 'I built one myself'], ['I built one myself']],
  ])('%s %j', (question, options, expected) => {
    expect(showing(question, options)).toEqual(expected);
  });
});

describe('where several options may be picked, the one that denies decides', () => {
  it('counts who picked anything but "None of these"', () => {
    const options = ['A paper list', 'An app', 'None of these'];
    const question = {
      question: 'Which of these have you tried?',
      type: 'multiple-choice' as const,
      options,
    };
    expect(readOptionSignal({ ...question, multiSelect: true })).toEqual({ showing: [0, 1], denying: [2] });
  });

  it('gives no signal without such an option', () => {
    expect(showing('Which have you tried?', ['A paper list', 'An app'], true)).toBeNull();
  });
});

describe('no signal where words do not tell what people did', () => {
  it.each<[string, string[]]>([
    ['Which device do you use?', ['Phone', 'Laptop']],
    ['How old are you?', ['Under 18', '18–24', '25–34']],
    ['What is your age group?', ['Under 18', '18–24', 'Over 24']],
    ['How many children do you have?', ['None', '1', '2 or more']],
    ['Do you own a dog?', ['Yes', 'No']],
    ['Would you pay for this?', ['Yes', 'No']],
    ['How likely are you to use it?', ['Not at all likely', 'Very likely']],
    ['How important is privacy to you?', ['Not important', 'Very important']],
    ['If there was an app for this, how often did you miss it?', ['Never', 'Every day']],
    ['How satisfied were you with the last tool?', ['Not at all', 'Very satisfied']],
    ['Did the last tool work well?', ['Yes', 'No']],
    ['How easy was it the last time?', ['Not easy', 'Very easy']],
    ['Who was involved the last time?', ['Just me', 'No one else', 'My partner']],
    ['Where did you look the last time?', ['Nowhere', 'Online']],
    ['What stopped you the last time?', ['No time', 'Too expensive']],
    ['When you last had to split bills, what was the worst part?', ['Having to ask', 'None of these']],
    ['When you last had to look after dogs, what weighed most?', ['Doing it alone', 'None of these']],
    ['When you last needed to find help, what was hard?', ['The price', 'None of these']],
    ['When you last had to move house, what caused the trouble?', ['The price', 'None of these']],
    ['What made it difficult the last time?', ['Too few hands', 'None of these']],
    ['How often did the tool work well for you?', ['Never', 'Every day']],
    ['When you last tried to learn it, what got in the way?', ['No energy for it', 'Nothing', 'Too dear']],
    [
      'What did you meet when you tried it?',
      ['Nothing that fitted', 'No one to ask', 'I did not notice in time'],
    ],
    ['What was the main reason you left the last tool?', ['No reason', 'Price']],
    ['How long have you been a founder?', ['Less than a year', '1–3 years', 'More than 3 years']],
    ['How often did it happen?', ['Not once', 'Once or twice']],
    ['How often did it happen?', ['Every day', 'Every week']],
    ['Wie oft ist das letzten Monat passiert?', ['Nie', 'Ein- oder zweimal', 'Jede Woche']],
    ['¿Cuántas veces pasó?', ['Nunca', 'Cada semana']],
  ])('%s %j', (question, options) => {
    expect(showing(question, options)).toBeNull();
  });

  it('gives none for a question with free text or without options', () => {
    expect(readOptionSignal({ question: 'What happened?', type: 'open-ended', options: null })).toBeNull();
    expect(readOptionSignal({ question: 'How often?', type: 'multiple-choice', options: null })).toBeNull();
  });
});
