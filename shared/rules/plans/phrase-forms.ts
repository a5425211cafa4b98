import type { IdeaLanguage, IdeaReading } from '#shared/contracts/reading.ts';
import { withoutHidden } from '#shared/rules/text/plain-text.ts';
import { wellFormed } from '#shared/rules/text/well-formed.ts';
import texts from './plan-texts.json' with { type: 'json' };
import lists from './words.json' with { type: 'json' };

/** Texts for the places of a template: `{job}` begins in lower case, `{Job}` with a capital. */
export type PhraseForms = Partial<Record<string, string>>;

/**
 * The phrases of a reading for use in templates. The quoted forms fit anywhere. The others follow the founder's own
 * grammar and are absent where it is not certain: `who` is a group of several, `whoWithTrouble` and `whoDo` repeat how
 * the idea itself joins both, `job` is an infinitive, `yourJob` and `yourTrouble` follow "did you".
 */
export function phraseForms(reading: IdeaReading, idea: string, language: IdeaLanguage): PhraseForms {
  const who = plain(reading.who);
  const job = '';
  const trouble = plain(reading.trouble).replace(/^they /i, '');
  const quotes = {
    quotedWho: quoted(who, language),
    quotedJob: quoted(job, language),
    quotedTrouble: quoted(trouble, language),
  };
  if (reading.language !== language) return quotes;
  const said = plain(idea);
  const group = groupOf(who, said, language);
  const link = group && linkBetween(said, who, trouble);
  const isClause = link !== undefined && wordSet(lists[language].relatives).has(link.replace(',', '').trim());
  const isSentence = link === ' ';
  const infinitive = beginsWithVerb(job, language) ? job : undefined;
  const isEnglish = language === 'en';
  const isAct =
    beginsWithVerb(trouble, 'en') && (isClause || isSentence || !unsureVerbs.has(firstWord(trouble)));
  return {
    ...quotes,
    who: group,
    whoWithTrouble: isClause ? `${group}${link}${trouble}` : holds(group, trouble) ? group : undefined,
    whoDo: isSentence || (isEnglish && isClause) ? `${group} ${trouble}` : undefined,
    job: infinitive,
    yourJob: infinitive && forYou(infinitive, language),
    yourTrouble: isEnglish && isAct ? forYou(trouble, 'en') : undefined,
  };
}

/** A group that needs no quotation marks, in French and Spanish with the article that the idea gives it. */
function groupOf(who: string, idea: string, language: IdeaLanguage): string | undefined {
  if (!isPlainPhrase(who)) return undefined;
  const { articles, singulars } = lists[language];
  const before = firstWord(idea.slice(0, positionIn(idea, who)).trim().split(' ').at(-1) ?? '');
  if (wordSet(singulars).has(before) || wordSet(singulars).has(firstWord(who))) return undefined;
  if (articles === '' || wordSet(articles).has(firstWord(who))) return who;
  if (language === 'de') return wordSet(articles).has(before) ? who : undefined;
  return wordSet(articles).has(before) ? `${before} ${who}` : undefined;
}

/** The text between the group and the trouble in the idea: " that ", " " or more; undefined when either is not there. */
function linkBetween(idea: string, who: string, trouble: string): string | undefined {
  const start = positionIn(idea, who) + who.length;
  const end = trouble === '' ? -1 : positionIn(idea, trouble);
  return positionIn(idea, who) >= 0 && end > start ? idea.slice(start, end) : undefined;
}

function holds(group: string | undefined, trouble: string): boolean {
  return group !== undefined && trouble !== '' && positionIn(group, trouble) >= 0;
}

function positionIn(text: string, phrase: string): number {
  return text.toLowerCase().indexOf(phrase.toLowerCase());
}

const verbs: Record<IdeaLanguage, Set<string>> = {
  en: wordSet(`${lists.en.verbs} ${lists.en.troubleVerbs}`),
  de: new Set(),
  fr: wordSet(lists.fr.verbs),
  es: wordSet(lists.es.verbs),
};
/** Verbs that without a subject may be something else: "waste bins overflow", "get stolen". */
const unsureVerbs = wordSet(`${lists.en.nounLike} get`);
/** Verbs that "did you" does not fit. */
const auxiliaries = wordSet("are can can't cannot do don't never");

function beginsWithVerb(phrase: string, language: IdeaLanguage): boolean {
  const first = firstWord(phrase);
  return verbs[language].has(first) && !auxiliaries.has(first);
}

/** The phrase when it speaks of no other person, so that it can be said to "you". */
function forYou(phrase: string, language: IdeaLanguage): string | undefined {
  const others = wordSet(lists[language].pronouns);
  const words = phrase.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? [];
  return words.some((word) => others.has(word)) ? undefined : phrase;
}

/** Words only: a phrase with markup, an address or emoji is quoted. */
function isPlainPhrase(phrase: string): boolean {
  return /^[\p{L}\d][\p{L}\p{M}\d' ’,&-]*$/u.test(phrase) && countWords(phrase) <= 12;
}

function firstWord(phrase: string): string {
  return (phrase.split(' ')[0] ?? '').toLowerCase().replaceAll('’', "'");
}

function quoted(phrase: string, language: IdeaLanguage): string | undefined {
  const [open, close] = texts[language].quotes;
  return phrase === '' ? undefined : `${open}${phrase}${close}`;
}

const longestQuote = 10;
const shortestQuote = 5;

/**
 * The first template whose places all have a form and which keeps to the number of words. Where none does, quoted
 * phrases are cut at a word, to no fewer than `shortestQuote` words; '' where that is not enough.
 */
export function fillFirst(templates: string[], forms: PhraseForms, mostWords: number): string {
  const usable = usableOf(templates, forms);
  const fits = (text: string) => countWords(text) <= mostWords;
  const whole = usable.map((template) => fill(template, forms)).find(fits);
  if (whole !== undefined) return whole;
  for (let most = longestQuote; most >= shortestQuote; most -= 1) {
    const cut = usable.map((template) => fill(template, forms, most)).find(fits);
    if (cut !== undefined) return cut;
  }
  return '';
}

function usableOf(templates: string[], forms: PhraseForms): string[] {
  return templates.filter((template) => slotsOf(template).every(({ name }) => forms[name]));
}

type Slot = { place: string; name: string };

function slotsOf(template: string): Slot[] {
  return [...template.matchAll(/\{(\w+)\}/g)].map(([place, name = '']) => {
    return { place, name: name.charAt(0).toLowerCase() + name.slice(1) };
  });
}

function fill(template: string, forms: PhraseForms, mostQuoted = Number.POSITIVE_INFINITY): string {
  let text = '';
  let rest = template;
  for (const { place, name } of slotsOf(template)) {
    const [before = ''] = rest.split(place);
    const form = forms[name] ?? '';
    const isCapital = !place.includes(name);
    const shown = name.startsWith('quoted') ? cutQuoted(form, mostQuoted) : form;
    text += before + (isCapital ? shown.charAt(0).toUpperCase() + shown.slice(1) : shown);
    rest = rest.slice(before.length + place.length);
  }
  return text + rest;
}

/** Keeps both quotation marks around a phrase that is cut. */
function cutQuoted(form: string, mostWords: number): string {
  const [, open = '', phrase = '', close = ''] = form.match(/^([“„«]\s?)(.*?)(\s?[”“»])$/u) ?? [];
  const cut = cutAtWord(phrase, mostWords);
  return cut === phrase ? form : `${open}${cut}…${close}`;
}

const functionWords = wordSet(
  [lists.en, lists.de, lists.fr, lists.es].map(({ functionWords }) => functionWords).join(' '),
);

/** A phrase of at most so many words; words that lead on to a next one don't end it. */
export function cutAtWord(phrase: string, mostWords: number): string {
  const words = phrase.split(' ');
  if (words.length <= mostWords) return phrase;
  const kept = words.slice(0, mostWords);
  while (kept.length > 1 && functionWords.has(firstWord(kept.at(-1) ?? '').replace(/,$/, ''))) kept.pop();
  return kept.join(' ').replace(/[,;:.]+$/, '');
}

/** Tokens between spaces, so that a mark of its own counts too. */
export function countWords(text: string): number {
  return text.split(/\s+/).filter((word) => word !== '').length;
}

/** A phrase on one line without hidden characters, quotation marks around it or a mark at its end. */
export function plain(phrase: string): string {
  const line = withoutHidden(phrase).replace(/[\p{Cc}\s]+/gu, ' ');
  return wellFormed(line.replace(/^[\s"'“”„«»‘’.,;:!?-]+|[\s"“”„«»‘.,;:!?-]+$/gu, ''));
}

export function wordSet(words: string): Set<string> {
  return new Set(words.split(' '));
}
