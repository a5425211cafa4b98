import type { IdeaLanguage, IdeaReading } from '#shared/contracts/reading.ts';
import { withoutHidden } from '#shared/rules/hidden-characters.ts';
import texts from './plan-texts.json' with { type: 'json' };
import lists from './words.json' with { type: 'json' };

/**
 * The forms of a reading's phrases that are certain to be right in a sentence, by the name of their place in a template.
 * `who` is a plural with `that` as its relative pronoun, `whom` any group, `job` an infinitive, `trouble` follows
 * "they"; `yourJob` and `askedTrouble` speak to the reader. Of every phrase there is the quoted form, which fits anywhere.
 */
export type PhraseForms = Partial<Record<string, string>>;

export function phraseForms(reading: IdeaReading, idea: string, language: IdeaLanguage): PhraseForms {
  const trouble = plain(reading.trouble);
  const who = withoutClause(plain(reading.who), trouble);
  const phrases = { who, job: withoutGroup(plain(reading.job), who), trouble };
  const isRead = reading.language === language;
  return {
    quotedWho: quoted(phrases.who, language),
    quotedJob: quoted(phrases.job, language),
    quotedTrouble: quoted(phrases.trouble, language),
    ...(isRead ? inlineForms[language](phrases, contextOf(idea)) : {}),
  };
}

/** A group without a relative clause that tells the trouble: the trouble is told beside it. */
function withoutClause(who: string, trouble: string): string {
  if (trouble === '' || !who.toLowerCase().includes(trouble.toLowerCase())) return who;
  return who.replace(/,? (?:that|who|which|whose|die|deren|qui|dont|que) .*$/i, '');
}

/** A job without the group behind "for", and what is said of it: the group itself does the job in a text. */
function withoutGroup(job: string, who: string): string {
  const said = ['for', 'für', 'pour', 'para'].map((word) => ` ${word} ${who} `.toLowerCase());
  const starts = said.map((text) => `${job} `.toLowerCase().indexOf(text)).filter((at) => at > 0);
  return who === '' || starts.length === 0 ? job : job.slice(0, Math.min(...starts));
}

/** The forms for a text that says each thing once: a trouble that repeats the job counts alone. */
export function withoutRepeats(forms: PhraseForms, { job, trouble }: IdeaReading): PhraseForms {
  return repeats(trouble, job) ? { ...forms, job: undefined, quotedJob: undefined } : forms;
}

/** The forms with English phrases cut before their last clause or place: "find the receipts when tax season comes". */
export function shortForms(forms: PhraseForms): PhraseForms {
  const cut = (phrase: string | undefined) => phrase && withoutLastClause(phrase);
  const { job, yourJob, trouble, askedTrouble } = forms;
  return {
    ...forms,
    job: cut(job),
    yourJob: cut(yourJob),
    trouble: cut(trouble),
    askedTrouble: cut(askedTrouble),
  };
}

/** Nothing is cut behind a question word, whose clause would lose its end. */
function withoutLastClause(phrase: string): string {
  const [, kept = phrase] =
    phrase.match(/^(\S+ \S+ \S.*) (?:when|because|while|so|after|before|until|during|in|on|at|by|and) \S/) ??
    [];
  return / (?:whether|which|who|what|where|how|that|if) /.test(`${kept} `) ? phrase : kept;
}

/** True when a phrase holds another one, but for a word of a long one. */
function repeats(longer: string, shorter: string): boolean {
  const said = wordSet(plain(longer).toLowerCase());
  const words = plain(shorter).toLowerCase().split(' ');
  const spare = words.length > 3 ? 1 : 0;
  return words.filter((word) => word !== '' && said.has(word)).length >= Math.max(1, words.length - spare);
}

/** The idea in lower case with spaces around words and marks, so that the words beside a phrase can be looked up. */
function contextOf(idea: string): string {
  return ` . ${plain(idea)
    .toLowerCase()
    .replace(/[.,;:!?–—]/g, ' $& ')} `.replace(/\s+/g, ' ');
}

/**
 * The first template whose places all have a form and which keeps to the number of words. Where none does,
 * quoted phrases are cut at a word, from ten words downward; below five only where `canChop`.
 */
export function fillFirst(
  templates: string[],
  forms: PhraseForms,
  mostWords: number,
  canChop = false,
): string {
  const usable = templates.filter((template) => placesOf(template).every((place) => forms[place]));
  for (const most of [Number.POSITIVE_INFINITY, 10, 8, 7, 6, 5, 4, 3, 2]) {
    for (const template of usable) {
      const text = fill(template, forms, most);
      if (countWords(text) <= mostWords && (canChop || !chopped.test(text))) return text;
    }
  }
  return '';
}

/** A quoted phrase of fewer than five words before its cut. */
const chopped = /[“„«]\s?(?:[^\s”“»]+ ){0,3}[^\s”“»]+…/u;

/** Tokens between spaces, so that a mark of its own counts too. */
export function countWords(text: string): number {
  return text.split(/\s+/).filter((word) => word !== '').length;
}

/** A phrase on one line without hidden characters, quotation marks around it or a mark at its end. */
export function plain(phrase: string): string {
  const line = withoutHidden(phrase).replace(/[\p{Cc}\s]+/gu, ' ');
  return line.replace(/^[\s"'“”„«»‘’.,;:!?-]+|[\s"“”„«»‘.,;:!?-]+$/gu, '').toWellFormed();
}

export function wordSet(words: string): Set<string> {
  return new Set(words.split(' '));
}

type Phrases = { who: string; job: string; trouble: string };

/** Each gets the idea in lower case between spaces: the words before a phrase tell its form. */
const inlineForms: Record<IdeaLanguage, (phrases: Phrases, idea: string) => PhraseForms> = {
  en: englishForms,
  de: germanForms,
  fr: frenchForms,
  es: spanishForms,
};

const english = {
  verbs: wordSet(lists.en.verbs),
  troubleVerbs: wordSet(lists.en.troubleVerbs),
  nounLike: wordSet(lists.en.nounLike),
  stative: wordSet('be have know see hear feel own stay understand'),
  people: wordSet(lists.en.people),
  leadIn: wordSet(`${lists.en.verbs} ${lists.en.functionWords}`),
};

function englishForms(phrases: Phrases, idea: string): PhraseForms {
  const job = phrases.job.replace(/^(?:(?:they|we|i|you) )?(?:(?:want|try|need|have) )?to /i, '');
  const isJob = english.verbs.has(firstWord(job));
  const trouble = phrases.trouble.replace(/^(?:they|we|i|people|who|that|which) /i, '');
  const start = firstWord(trouble);
  const subjects = ['who', 'that', 'which', 'they', 'we', 'i', 'people', phrases.who.toLowerCase()];
  const hasSubject =
    trouble !== phrases.trouble ||
    subjects.some((subject) => idea.includes(` ${subject} ${trouble.toLowerCase()} `));
  const isVerb = english.verbs.has(start) || english.troubleVerbs.has(start);
  const isTrouble = isVerb && (hasSubject || !(english.nounLike.has(start) || /^(get|are)$/.test(start)));
  return {
    ...englishGroup(phrases.who, idea),
    tries: english.stative.has(firstWord(job)) ? 'want' : 'try',
    job: isJob ? englishTheir(job) : undefined,
    yourJob: isJob ? englishYour(job) : undefined,
    trouble: isTrouble ? englishTheir(trouble) : undefined,
    askedTrouble: isTrouble ? askEnglish(trouble) : undefined,
  };
}

/** A group named by one ("a piano tuner") becomes its plural. */
function englishGroup(who: string, idea: string): PhraseForms {
  if (!isPlainPhrase(who)) return {};
  const isOne =
    / (with|without|in|at|on|of|from|near|for|to|under|over|between|who|that|which|whose|looking|living|running|working|trying|learning) /;
  const one = who.replace(/^an? /i, '');
  const isSingle =
    one !== who || idea.includes(` a ${who.toLowerCase()} `) || idea.includes(` an ${who.toLowerCase()} `);
  const [core = ''] = one.split(isOne);
  const group = isSingle ? `${englishPlural(core)}${one.slice(core.length)}` : who;
  const head = (isSingle ? englishPlural(core) : core).toLowerCase().split(/[ -]/).at(-1) ?? '';
  if (/^(each|every|one|my|our|your|the|his|her) /i.test(group)) return { whom: group };
  if (!english.people.has(head) && !/[^suiv]s$|ves$|sses$/.test(head)) return {};
  const isPeople = english.people.has(head) || /(er|or|ist|ian|ee|ent)s$/.test(head);
  const hasClause = / (who|that|which|whose) /.test(group);
  const [, after = ''] = idea.split(` ${who.toLowerCase()} `);
  const [, own = isPeople ? 'who' : 'that'] = after.match(/^(?:, )?(who|that) /) ?? [];
  return { who: group, whom: group, that: hasClause ? undefined : own };
}

function englishPlural(noun: string): string {
  if (/(^|\W)(wo)?man$/i.test(noun)) return noun.replace(/an$/i, 'en');
  if (/[^aeiou]y$/i.test(noun)) return noun.replace(/y$/i, 'ies');
  return /(s|x|ch|sh)$/i.test(noun) ? `${noun}es` : `${noun}s`;
}

/** "did you throw away …", "could you not find …", "were you …" after "how often". */
function askEnglish(trouble: string): string | undefined {
  const said = trouble.replace(/^(always|often|sometimes|regularly|constantly) /i, '').replaceAll('’', "'");
  const [, modal, can] = said.match(/^(can't|cannot|can not|can never|can hardly) (.+)$/i) ?? [];
  const [, never] = said.match(/^(?:don't|do not|never) (.+)$/i) ?? [];
  const [, state] = said.match(/^are (.+)$/i) ?? [];
  const rest = englishYour(can ?? never ?? state ?? said);
  if (rest === undefined || /^(can|do|rarely|hardly|barely) /i.test(rest)) return undefined;
  if (modal) return `could you ${/hardly/i.test(modal) ? 'hardly' : 'not'} ${rest}`;
  if (never) return `did you not ${rest}`;
  return state ? `were you ${rest}` : `did you ${rest}`;
}

/** Other pronouns could mean a thing as well, and so could "their" behind a noun: such a phrase is quoted. */
function englishYour(phrase: string): string | undefined {
  const [before, ...after] = phrase.split(/\b(?:their|our|my)\b/i);
  const isTheirs =
    after.length === 0 ||
    (before ?? '')
      .trim()
      .split(' ')
      .every((word) => english.leadIn.has(word.toLowerCase()));
  const said = phrase.replace(/\b(their|our|my)\b/gi, 'your');
  const isClear = !/\b(they|them|themselves|it|its|we|us|ourselves|i|i'm|me|myself|you)\b/i.test(said);
  return isTheirs && isClear ? said : undefined;
}

function englishTheir(phrase: string): string | undefined {
  const said = phrase.replace(/\b(our|my|your)\b/gi, 'their');
  return /\b(we|us|ourselves|i|i'm|me|myself|you|yourself)\b/i.test(said) ? undefined : said;
}

const separable =
  /^(ab|an|auf|aus|bei|ein|fest|frei|her|hin|los|mit|nach|vor|weg|weiter|zu|zurück|zusammen)zu(\p{L}+n)$/u;
const nominativeAfter =
  / (\.|!|\?|:|–|für|damit|dass|weil|wenn|wo|können|wollen|müssen|suchen|verbindet|erreicht) $/;

function germanForms({ who, job, trouble }: Phrases, idea: string): PhraseForms {
  const [before = '', ...after] = idea.split(`${who.toLowerCase()} `);
  const isNominative = after.length === 0 || nominativeAfter.test(before);
  const isSingular =
    /^(eine?[mnr]?|der|den|dem|das|des|die|jede[mnrs]?|meine?[mnrs]?|unsere?[mnrs]?|wer|alle[mr]?) /i.test(
      `${who} `,
    );
  const isWho = isPlainPhrase(who) && isNominative && !isSingular && !who.includes(',');
  const infinitive = bareInfinitive(job);
  const asksYou = /\b(sie|ihnen|ich|mich|mir|wir|uns|unser\p{L}*|mein\p{L}*)\b/iu;
  const isTrouble = who !== '' && idea.includes(` ${who.toLowerCase()} , die ${trouble.toLowerCase()} `);
  return {
    who: isWho ? who : undefined,
    whom: isWho ? who : undefined,
    that: 'die',
    job: infinitive,
    yourJob: infinitive && !asksYou.test(infinitive) ? infinitive.replace(/\bihr/g, 'Ihr') : undefined,
    trouble: isTrouble ? trouble : undefined,
  };
}

/** "die Quittungen zu finden" and "sie aufzuschreiben" without "zu", as after a modal verb. */
function bareInfinitive(job: string): string | undefined {
  const words = job.split(' ');
  const last = words.at(-1) ?? '';
  if (job.includes(',') || !/^\p{Ll}+(en|ern|eln)$|^tun$/u.test(last)) return undefined;
  const rest = words.slice(0, words.at(-2) === 'zu' ? -2 : -1);
  return [...rest, last.replace(separable, '$1$2')].join(' ');
}

const frenchVerbs = wordSet(lists.fr.verbs);

function frenchForms({ who, job, trouble }: Phrases, idea: string): PhraseForms {
  const bare = who.replace(/^(les|des|aux) /i, '');
  const isPlural = bare !== who || /^\p{L}+[sx](?!\p{L})/u.test(bare);
  const isOther = /^(des|nos|mes|vos|ses|leurs|sans|dans|chez|tous|toutes|plusieurs) /i.test(bare);
  const people = isPlainPhrase(who) && isPlural && !isOther ? `les ${bare}` : undefined;
  const infinitive = job.replace(/^(?:à|de|pour) /i, '');
  const isJob = frenchVerbs.has(firstWord(infinitive));
  const asksYou =
    /(?<!\p{L})(ils?|elles?|lui|eux|ses|son|sa|se|je|nous|notre|nos|mon|ma|mes)(?!\p{L})|\bs[’']/iu;
  const isTrouble = bare !== '' && idea.includes(` ${bare.toLowerCase()} qui ${trouble.toLowerCase()} `);
  return {
    who: people,
    whom: people,
    that: / (qui|que|dont|où) /.test(bare) ? undefined : 'qui',
    job: isJob ? infinitive : undefined,
    yourJob:
      isJob && !asksYou.test(infinitive)
        ? infinitive.replace(/\bleurs\b/g, 'vos').replace(/\bleur\b/g, 'votre')
        : undefined,
    trouble: isTrouble ? trouble : undefined,
  };
}

const spanishVerbs = wordSet(lists.es.verbs);

function spanishForms({ who, job, trouble }: Phrases, idea: string): PhraseForms {
  const isPlural = /^(los|las) /i.test(who) || /^\p{L}+s(?!\p{L})/u.test(who);
  const isOther = /^(mis|nuestr[oa]s|tus|sus|tod[oa]s|much[oa]s|l[oa]s que) /i.test(who);
  const group = isPlainPhrase(who) && isPlural && !isOther ? who : undefined;
  const infinitive = job.replace(/^(?:a|de|para) /i, '');
  const isJob = spanishVerbs.has(firstWord(infinitive));
  const asksYou = /(?<!\p{L})(ellos|ellas|él|ella|les?|se|yo|mis?|me|nos|nuestr[oa]s?)(?!\p{L})/iu;
  const isTrouble = who !== '' && idea.includes(` ${who.toLowerCase()} que ${trouble.toLowerCase()} `);
  return {
    who: group && withSpanishArticle(group, idea),
    whom: group,
    that: / (que|cuy[oa]s?|donde) /.test(who) ? undefined : 'que',
    job: isJob ? infinitive : undefined,
    yourJob:
      isJob && !asksYou.test(infinitive)
        ? infinitive.replace(/\bsus\b/g, 'tus').replace(/\bsu\b/g, 'tu')
        : undefined,
    trouble: isTrouble ? trouble : undefined,
  };
}

/** A subject needs its article: the idea's own, or the one that the ending tells. */
function withSpanishArticle(group: string, idea: string): string | undefined {
  if (/^(los|las) /i.test(group)) return group;
  const [noun = ''] = group.split(' ');
  if (idea.includes(` los ${group.toLowerCase()} `) || /[^t]os$/.test(noun)) return `los ${group}`;
  return idea.includes(` las ${group.toLowerCase()} `) || /[^t]as$/.test(noun) ? `las ${group}` : undefined;
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

/** Places at the start of a sentence. */
const aliases: Partial<Record<string, string>> = { Who: 'who', Whom: 'whom' };

function placesOf(template: string): string[] {
  return [...template.matchAll(/\{(\w+)\}/g)].map(([, place = '']) => aliases[place] ?? place);
}

function fill(template: string, forms: PhraseForms, mostWords: number): string {
  return template.replace(/\{(\w+)\}/g, (_, place: string) => {
    const form = forms[aliases[place] ?? place] ?? '';
    if (place.startsWith('quoted')) return cutQuoted(form, mostWords);
    return place in aliases ? form.charAt(0).toUpperCase() + form.slice(1) : form;
  });
}

/** Keeps both quotation marks around a phrase that is cut. */
function cutQuoted(form: string, mostWords: number): string {
  const [, open = '', phrase = '', close = ''] = form.match(/^([“„«]\s?)(.*?)(\s?[”“»])$/u) ?? [];
  const cut = cutAtWord(phrase, mostWords);
  return cut === phrase ? form : `${open}${cut}…${close}`;
}

/** A phrase of at most so many words; words that lead on to a next one don't end it. */
export function cutAtWord(phrase: string, mostWords: number): string {
  const words = phrase.split(' ');
  if (words.length <= mostWords) return phrase;
  const kept = words.slice(0, mostWords);
  while (kept.length > 1 && leading.has((kept.at(-1) ?? '').toLowerCase().replace(/,$/, ''))) kept.pop();
  const cut = kept.join(' ').replace(/[,;:.]+$/, '');
  // A clause of one word would be cut in its middle.
  const whole = cut.replace(/,? (?:and|or|but|und|oder|et|ou|y|o) \S+$/, '');
  return countWords(whole) < 5 ? cut : whole;
}

const leading = wordSet(
  [lists.en, lists.de, lists.fr, lists.es].map(({ functionWords }) => functionWords).join(' '),
);
