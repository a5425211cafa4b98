import type { SurveyQuestion } from '#shared/contracts/validation.ts';
import { wordsOf } from './idea-words.ts';
import type { PlanWords } from './plan-words.ts';

/** Seven questions about the past: how often, the last time, what was done, what it cost, what was given up. */
export function planQuestions(words: PlanWords): SurveyQuestion[] {
  const { kind } = words;
  const question = (text: string) => fill(text, words);
  return [
    oneOf(howOften(words), words.isRare ? rareTimes : times),
    open(question(kind.story)),
    someOf(question(whatDone[words.turn % whatDone.length] ?? ''), [
      ...waysOf(words),
      'I paid for something',
      'Nothing, I lived with it',
    ]),
    oneOf(question(kind.hardest.question), [...kind.hardest.options, 'None of these, it went well']),
    kind.cost === 'time' ? timeSpent(words) : moneySpent(words),
    open(question(kind.dropped)),
    words.turn % 2 === 0 ? whoElse(words) : howFound(words),
  ];
}

function howOften(words: PlanWords): string {
  const period = words.isRare ? 'last twelve months' : 'last month';
  const attempt = words.troubleAsked ?? `${words.attempt[0]} ${words.need.asked}`;
  const often = `in the ${period}, how often did ${words.you} ${attempt}?`;
  return words.quoted ? `This survey starts from the idea “${words.quoted}”: ${often}` : `I${often.slice(1)}`;
}

function timeSpent(words: PlanWords): SurveyQuestion {
  const asked = `Roughly how much time did it take the last time {you} {tried} {need}?`;
  return oneOf(fill(asked, words), [
    'No time worth mentioning',
    'Up to an hour',
    'Several hours',
    'More than a day',
  ]);
}

// Prices are told by comparison, because respondents pay in different currencies.
function moneySpent(words: PlanWords): SurveyQuestion {
  const asked = `What did it cost in money the last time {you} {tried} {need}?`;
  const scale = words.isOrganisation
    ? ['Less than an hour’s wages', 'Up to a day’s wages', 'More than a day’s wages']
    : ['Up to the price of a coffee', 'Up to the price of a meal out', 'More than that'];
  return oneOf(fill(asked, words), ['Nothing', ...scale]);
}

function whoElse(words: PlanWords): SurveyQuestion {
  const others =
    words.others.length > 0
      ? words.others
      : ['My family', 'Friends', 'Colleagues', 'Somebody who was paid for it'];
  return someOf(
    fill(`Who else was part of it the last time {you} {tried} {need}? Choose all that apply.`, words),
    [...others.slice(0, 4), 'Nobody else'],
  );
}

function howFound(words: PlanWords): SurveyQuestion {
  return oneOf(
    fill(
      `How did you come across what ${words.you === 'your child' ? '{you} uses' : '{you} use'} today to {need}?`,
      words,
    ),
    [
      'Somebody I know told me',
      'I searched for it',
      'I saw it on social media or in a forum',
      'I have always done it this way',
      'I have no fixed way',
    ],
  );
}

/** What is typical of the subject first, then what is typical of the kind; near-duplicates once. */
export function waysOf(words: PlanWords): string[] {
  const ways: string[] = [];
  for (const way of [...words.topicWays, ...words.kind.ways]) {
    if (ways.length < 5 && !ways.some((other) => sharesWords(other, way))) ways.push(way);
  }
  return ways;
}

/** Whether two answers name the same thing, so that a respondent could not tell which to choose. */
function sharesWords(one: string, other: string): boolean {
  const named = new Set(contentOf(other));
  const all = new Set(wordsOf(other));
  const shared = wordsOf(one).filter((word) => word.length > 3 && all.has(word));
  return shared.length >= 2 || contentOf(one).some((word) => named.has(word));
}

function contentOf(way: string): string[] {
  return wordsOf(way).filter((word) => word.length > 3 && !bareWords.has(word));
}

// What answers are built with, beside the thing that each of them names.
const bareWords = new Set(
  `asked used wrote made kept took went read rang looked watched searched handed sorted tried worked relied waited with
  from that what when them they people person somebody something same another other others until before after over next
  first know known into back without always myself own things thing`.split(/\s+/),
);

/** A text of `kinds` with its places filled in. */
export function fill(text: string, words: PlanWords): string {
  const so =
    words.you === 'your child'
      ? `so that your child could ${words.need.short}`
      : `in order to ${words.need.short}`;
  return text
    .replaceAll('{missed}', missedOf(words))
    .replaceAll('{tried}', words.attempt[1])
    .replaceAll('{you}', words.you)
    .replaceAll('{need}', words.need.short)
    .replaceAll('{so}', so);
}

// "forgot to water your plants", where the need is to remember it.
function missedOf(words: PlanWords): string {
  const thing = words.need.short.match(/^(?:remember|forget) (.+)$/)?.[1];
  return thing ? `forgot ${thing}` : `${words.attempt[1]} ${words.need.short} and forgot`;
}

function open(question: string): SurveyQuestion {
  return { question, type: 'open-ended', options: null };
}

function oneOf(question: string, options: string[]): SurveyQuestion {
  return { question, type: 'multiple-choice', options, multiSelect: false };
}

function someOf(question: string, options: string[]): SurveyQuestion {
  return { question, type: 'multiple-choice', options, multiSelect: true };
}

const whatDone = [
  'The last time {you} {tried} {need}, what did you do? Choose all that apply.',
  'Which of these did you do the last time {you} {tried} {need}? Choose all that apply.',
  'What did you turn to the last time {you} {tried} {need}? Choose all that apply.',
];

// Ordered, so that a reader can tell who has the problem at all and who has it often.
const times = ['Not once', 'Once or twice', 'About every week', 'Several times a week', 'Almost every day'];
const rareTimes = ['Not once', 'Once', 'Two or three times', 'About every month', 'Almost every week'];
