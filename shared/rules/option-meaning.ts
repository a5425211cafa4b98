/**
 * What an option says about the past, by its words:
 * `absent` it did not happen · `low` it hardly did · `often` it did, in words that need no context ("every week") ·
 * `some` it did, if the question asks what happened ("Yes", "3–5 times") · `unsure` neither ("Not sure", "Put it off") ·
 * `other` the words don't say.
 */
export type OptionMeaning = 'absent' | 'low' | 'often' | 'some' | 'unsure' | 'other';

/**
 * Reads an English option. `countsUnits` says that the question names the unit, so that a bare "3–5" is an amount;
 * `coversYear` that it asks about a whole year, in which every month is more than "Two or three times".
 * Stricter readings win: "Once or twice", "A few times", monthly and rarer are `low`; from about every week it is `often`.
 */
export function readOption(option: string, countsUnits = false, coversYear = false): OptionMeaning {
  const words = plainWords(option);
  const firstClause = words.split(/[,;:.(]| but | - /, 1)[0] ?? '';
  if (unsure.test(words)) return 'unsure';
  if (absent.test(firstClause) || leftAlone.test(words)) return 'absent';
  if (negated.test(firstClause)) return 'unsure';
  if (coversYear && everyMonth.test(words)) return 'some';
  if (/\d/.test(words)) return readQuantity(words, countsUnits) ?? readWords(words);
  return readWords(words);
}

function readWords(words: string): OptionMeaning {
  if (longSpell.test(words) || lastMonth.test(words) || beyondThat.test(words)) return 'some';
  if (atMost.test(words)) return 'low';
  if (atLeastWeekly.test(words) || moreThanOnce.test(words)) return 'often';
  if (low.test(words)) return 'low';
  if (often.test(words)) return 'often';
  return yes.test(words) ? 'some' : 'other';
}

/** Null when the number counts something that says nothing about the past ("I tried 2 apps"). */
function readQuantity(words: string, countsUnits: boolean): OptionMeaning | null {
  const numbers = (words.match(/\d+(?:[.,]\d+)*/g) ?? []).map((number) => Number(number.replaceAll(',', '')));
  const [first = 0] = numbers;
  const isTimes = /\b(times?|days?|evenings?|nights?)\b|\dx\b/.test(words);
  const isAmount = /[$€£¥₹]|\b(usd|eur|dollars?|euros?|pounds?|h|hrs?|hours?|min|mins|minutes?)\b/.test(
    words,
  );
  const recent = recency.exec(words);
  if (recent) return Number(recent[1]) * (daysOf[recent[2] ?? ''] ?? 1) <= 31 ? 'some' : 'low';
  if (!isTimes && !isAmount && !countsUnits) return bareNumber.test(words) ? 'unsure' : null;
  if (numbers.every((number) => number === 0)) return 'absent';
  if (atMost.test(words) || perYear.test(words) || /\bevery \d+ (weeks|months)/.test(words)) return 'low';
  if (isAmount) return first === 0 ? 'low' : 'some';
  if (atLeastWeekly.test(words) && first > 0) return 'some';
  const isOpenEnded = /\b(more|over|above|at least)\b|[+>≥]/.test(words);
  const atLeast = isOpenEnded && /\b(more than|over|above)\b|>/.test(words) ? first + 1 : first;
  if (atLeast < 2) return 'low';
  return isOpenEnded || Math.max(...numbers) > 2 ? 'some' : 'low';
}

function plainWords(option: string): string {
  const words = option.slice(0, 300).normalize('NFKC').toLowerCase();
  return words
    .replace(/[’ʼ`]/g, "'")
    .replace(/[‐-―−]/g, '-')
    .replace(/\b(two|three|four|five|six|seven|eight|nine|ten)\b/g, (word) => digits[word] ?? word)
    .replace(/^[^\p{L}\p{N}$€£¥₹<>≤≥+]+/u, '')
    .replace(/\s+/g, ' ')
    .replace(
      /^((?:about|around|half|less than|more than|under|over|at least|up to) )?an hour/,
      (_, before = '') => `${before}1 hour`,
    )
    .trim();
}

const digits: Record<string, string> = {
  two: '2',
  three: '3',
  four: '4',
  five: '5',
  six: '6',
  seven: '7',
  eight: '8',
  nine: '9',
  ten: '10',
};

const unsure =
  /^(not sure|unsure|i'm not sure|i am not sure|(i )?(don't|do not) (know|remember)|(i )?can't (say|tell|remember)|no (idea|opinion|preference)|prefer not|(i'd |i would )?rather not|maybe|hard to say|(i |we )?(put (it|this) off|gave up|waited))\b/;
const subject =
  "(?:(?:i|i've|we|we've|it|this|that|they|there|actually|just|simply|have|has|had|did|do|does|was|were|is|tried|spent|paid|cost|lost|used|changed|happened|me|us) )*";
const tail =
  '(?: (?:at all|once|yet|really|ever|so far|special|worth mentioning|in particular|happened|to (?:me|us)|about it|like (?:that|this)|of (?:it|the|this|these|those|them)\\b.*))?';
const verbs = "(?:have|has|had|did|do|does|was|were|is)(?:n't| not|nt| never)";
// Only whole denials: "Nothing that fitted" and "I did not notice in time" name an obstacle, which is not the same.
const absent = new RegExp(
  [
    `^${subject}(?:no|nope|not|never|nothing|none|neither|zero)${tail}$`,
    `^${subject}no (?:time|money|cost|costs|effort|hours|days|problems?|trouble|issues?)${tail}$`,
    `^${subject}not (?:in|during|within|this|that (?:i|we)) `,
    "^(?:none (?:that|so|in)|n/a|not applicable|(?:it )?does(?:n't| not) apply)\\b",
    `^${subject}${verbs}(?: \\S+){0,4}? (?:anything|any|it|one|this|that|these|happen|happened|problem|yet|so|any of .*)${tail}$`,
    `^${subject}(?:${verbs}|never)(?: \\S+)?${tail}$`,
  ].join('|'),
);
const negated = new RegExp(
  `^${subject}(?:no|not|never|nothing|none|nobody|couldn't|can't|${verbs})\\b(?! (?:more|just|only))`,
);
const leftAlone = /^(?:i |we )?(?:just |simply )?(?:lived with|put up with|ignored|accepted|did without)\b/;
const atMost =
  /\b(less than|fewer than|under|below|up to|at most|no more than|not more than|or (less|fewer))\b|[<≤]/;
const bareNumber = /^(?:\d|\W|(?:to|or|and|less|fewer|more|than|over|under|up|at|least|most|about)\b)+$/;
const longSpell =
  /^(?:about |more than |over |at least )?(?:half )?a (?:whole |full )?(?:day|week|weekend)(?: or (?:more|longer))?$/;
const beyondThat = /^(?:(?:even )?more|(?:more|longer|over) than (?:that|this))$/;
const everyMonth = /\b(monthly|(every|each|a|per) month)\b/;
const lastMonth = /^(?:in |within )?(?:this|(?:the )?(?:last|past)) month$/;
const perYear = /\b(a|per|each|every|this|last) year\b|\byearly\b/;
const atLeastWeekly =
  /\b(daily|weekly|hourly)\b|\b(once|twice|times|every|each|a|per|this) (single )?(hour|day|week|weekday|weekend|morning|evening|night)\b|\b(today|yesterday|(last|past) week|most days|most weeks)\b/;
const moreThanOnce = /^(yes,? )?more than (once|twice)$/;
const recency = /(?:(?<=\b(?:last|past|within) )|(?=\d+ \w+ ago\b))\b(\d+) (day|week|month|year)s?\b/;
const daysOf: Record<string, number> = { day: 1, week: 7, month: 30, year: 365 };
const low =
  /\b(once|twice|one time|a few|couple|every (other|second)|rarely|seldom|hardly|barely|almost never|sometimes|some of|occasionally|now and then|from time to time|a little|little|a bit|slightly|somewhat|moderately|monthly|quarterly|yearly|annually|months?|years?|longer ago|long ago)\b/;
const often =
  /\b(always|often|frequently|constantly|regularly|usually|mostly|most|several|many|multiple|dozens|countless|every time|all the time|a lot|a great deal|very|extremely|severely|significantly)\b/;
const yes = /^(?:(?:yes|yeah|yep)\b|(?:i|we|it) (?:did|have|has)$)/;
