import type { IdeaLanguage, IdeaReading } from '#shared/contracts/reading.ts';
import { withoutHidden } from '#shared/rules/hidden-characters.ts';
import texts from './plan-texts.json' with { type: 'json' };
import lists from './words.json' with { type: 'json' };

/**
 * The forms of a reading's phrases that are certain to be right in a sentence, by the name of their place in a template.
 * `who` is a plural or has its article, `job` an infinitive, `trouble` follows "they"; `yourJob` and `yourTrouble` speak
 * to the reader. Of every phrase there is the quoted form, which fits anywhere.
 */
export type PhraseForms = Partial<Record<string, string>>;

export function phraseForms(reading: IdeaReading, idea: string, language: IdeaLanguage): PhraseForms {
  const phrases = { who: plain(reading.who), job: plain(reading.job), trouble: plain(reading.trouble) };
  const isRead = reading.language === language;
  return {
    quotedWho: quoted(phrases.who, language),
    quotedJob: quoted(phrases.job, language),
    quotedTrouble: quoted(phrases.trouble, language),
    ...(isRead ? inlineForms[language](phrases, ` ${plain(idea).toLowerCase()} `) : {}),
  };
}

/**
 * The first template whose places all have a form and which keeps to the number of words. Where none does,
 * quoted phrases are cut at a word, from ten words downward.
 */
export function fillFirst(templates: string[], forms: PhraseForms, mostWords: number): string {
  const usable = templates.filter((template) => placesOf(template).every((place) => forms[place]));
  for (const most of [Number.POSITIVE_INFINITY, 10, 8, 7, 6, 5, 4, 3, 2]) {
    for (const template of usable) {
      const text = fill(template, forms, most);
      if (text !== null && countWords(text) <= mostWords) return text;
    }
  }
  return '';
}

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
  people: wordSet(lists.en.people),
};

function englishForms({ who, job, trouble }: Phrases, idea: string): PhraseForms {
  const audience = isPlainPhrase(who) && isEnglishPlural(who) ? who : undefined;
  const does = job.replace(/^(?:(?:they|we|i|you) )?(?:(?:want|try|need|have) )?to /i, '');
  const isJob = english.verbs.has(firstWord(does));
  const goesWrong = trouble.replace(/^(?:they|we|i|people|who|that|which) /i, '');
  const start = firstWord(goesWrong);
  const isVerb = english.verbs.has(start) || english.troubleVerbs.has(start);
  const subjects = ['who', 'that', 'which', 'they', 'we', 'i', 'people', who.toLowerCase()];
  const hasSubject =
    goesWrong !== trouble ||
    subjects.some((subject) => idea.includes(` ${subject} ${goesWrong.toLowerCase()} `));
  const isTrouble = isVerb && !/^(get|got) /i.test(goesWrong) && (hasSubject || !english.nounLike.has(start));
  const canAsk =
    isTrouble &&
    !/^(can|can't|cannot|don't|do|are|always|often|never|rarely|hardly|barely)\b/i.test(goesWrong);
  return {
    who: audience,
    that: idea.includes(` who ${goesWrong.toLowerCase()}`) ? 'who' : 'that',
    job: isJob ? english3rd(does) : undefined,
    yourJob: isJob ? english2nd(does) : undefined,
    trouble: isTrouble ? english3rd(goesWrong) : undefined,
    yourTrouble: canAsk ? english2nd(goesWrong) : undefined,
  };
}

/** A pronoun beside the possessives could mean a thing as well: such a phrase is quoted. */
function english2nd(phrase: string): string | undefined {
  const said = phrase.replace(/\b(their|our|my)\b/gi, 'your');
  return /\b(they|them|themselves|it|we|us|ourselves|i|i'm|me|myself|you)\b/i.test(said) ? undefined : said;
}

function english3rd(phrase: string): string | undefined {
  const said = phrase.replace(/\b(our|my|your)\b/gi, 'their');
  return /\b(we|us|ourselves|i|i'm|me|myself|you|yourself)\b/i.test(said) ? undefined : said;
}

function isEnglishPlural(who: string): boolean {
  if (/^(an?|each|every|one|my|our|your|the) /i.test(who) || / (who|that|which|whose) /.test(who))
    return false;
  const [core = ''] = who
    .toLowerCase()
    .split(
      / (?:with|without|in|at|on|of|from|near|for|to|under|over|between|looking|living|running|working|trying|learning)\b/,
    );
  const head = core.split(/[ -]/).at(-1) ?? '';
  return english.people.has(head) || /[^suiv]s$|ves$|ies$|sses$/.test(head);
}

const dativeBefore = /(?:hilft|helfen|helfe|mit|von|bei|zu|aus|nach|dem|den|der|des|beim|zum|zur|unter)$/;
const separable =
  /^(ab|an|auf|aus|bei|ein|fest|frei|her|hin|los|mit|nach|vor|weg|weiter|zu|zurück|zusammen)zu(\p{L}+n)$/u;

function germanForms({ who, job, trouble }: Phrases, idea: string): PhraseForms {
  const before = idea.split(` ${who.toLowerCase()}`)[0] ?? '';
  const isDative = idea.includes(` ${who.toLowerCase()}`) && dativeBefore.test(before);
  const isSingular =
    /^(ein|eine|einen|einem|einer|der|den|dem|das|des|die|jede\p{L}*|mein\p{L}*|unser\p{L}*|wer|alle[mr]?) /iu.test(
      `${who} `,
    );
  const isWho = isPlainPhrase(who) && !isDative && !isSingular && !/,/.test(who);
  const does = bareInfinitive(job);
  const isTrouble =
    who !== '' && trouble !== '' && idea.includes(`${who.toLowerCase()}, die ${trouble.toLowerCase()}`);
  return {
    who: isWho ? who : undefined,
    job: does,
    yourJob:
      does && !/\b(sie|ihnen|ich|mich|mir|wir|uns|unser\p{L}*|mein\p{L}*)\b/iu.test(does)
        ? does.replace(/\bihr/g, 'Ihr')
        : undefined,
    trouble: isTrouble ? trouble : undefined,
  };
}

/** "die Quittungen zu finden" and "sie aufzuschreiben" without "zu", as after a modal verb. */
function bareInfinitive(job: string): string | undefined {
  const words = job.split(' ');
  const last = words.at(-1) ?? '';
  const verb = last.replace(separable, '$1$2');
  if (job.includes(',') || !/^\p{Ll}+(en|ern|eln)$|^tun$|^sein$/u.test(last)) return undefined;
  const rest = words.slice(0, words.at(-2) === 'zu' ? -2 : -1);
  return [...rest, verb].join(' ');
}

const frenchVerbs = wordSet(lists.fr.verbs);

function frenchForms({ who, job, trouble }: Phrases, idea: string): PhraseForms {
  const bare = who.replace(/^(les|des|aux) /i, '');
  const isPlural = bare !== who || /^\p{L}+[sx]\b/u.test(bare);
  const isWho =
    isPlainPhrase(who) &&
    isPlural &&
    !/^(des|nos|mes|vos|ses|leurs|sans|dans|chez|tous|toutes|plusieurs) /i.test(bare);
  const does = job.replace(/^(?:à|de|pour) /i, '');
  const isJob = frenchVerbs.has(firstWord(does));
  const people = isWho ? `les ${bare}` : undefined;
  const isTrouble = trouble !== '' && idea.includes(`${bare.toLowerCase()} qui ${trouble.toLowerCase()}`);
  const asksYou = /\b(ils?|elles?|lui|eux|ses|son|sa|se|je|nous|notre|nos|mon|ma|mes)\b|\bs[’']/i;
  return {
    who: people,
    job: isJob ? does : undefined,
    yourJob:
      isJob && !asksYou.test(does)
        ? does.replace(/\bleurs\b/g, 'vos').replace(/\bleur\b/g, 'votre')
        : undefined,
    trouble: isTrouble ? trouble.replace(/^qui /i, '') : undefined,
  };
}

const spanishVerbs = wordSet(lists.es.verbs);

function spanishForms({ who, job, trouble }: Phrases, idea: string): PhraseForms {
  const isPlural = /^(los|las) /i.test(who) || /^\p{L}+s\b/u.test(who);
  const isWho = isPlainPhrase(who) && isPlural && !/^(mis|nuestr[oa]s|tus|sus|tod[oa]s) /i.test(who);
  const does = job.replace(/^(?:a|de|para) /i, '');
  const isJob = spanishVerbs.has(firstWord(does));
  const asksYou = /\b(ellos|ellas|él|ella|les?|se|yo|mis?|me|nos|nuestr[oa]s?)\b/i;
  const isTrouble = trouble !== '' && idea.includes(`${who.toLowerCase()} que ${trouble.toLowerCase()}`);
  return {
    who: isWho ? who : undefined,
    job: isJob ? does : undefined,
    yourJob:
      isJob && !asksYou.test(does) ? does.replace(/\bsus\b/g, 'tus').replace(/\bsu\b/g, 'tu') : undefined,
    trouble: isTrouble ? trouble : undefined,
  };
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

function placesOf(template: string): string[] {
  return [...template.matchAll(/\{(\w+)\}/g)].map(([, place = '']) => (place === 'Who' ? 'who' : place));
}

/** Null where a form that can't be cut is longer than the cut. */
function fill(template: string, forms: PhraseForms, mostWords: number): string | null {
  let fits = true;
  const text = template.replace(/\{(\w+)\}/g, (_, place: string) => {
    const form = forms[place === 'Who' ? 'who' : place] ?? '';
    if (place.startsWith('quoted')) return cutQuoted(form, mostWords);
    fits &&= countWords(form) <= mostWords;
    return place === 'Who' ? form.charAt(0).toUpperCase() + form.slice(1) : form;
  });
  return fits ? text : null;
}

/** Keeps both quotation marks; words that lead on to a next one don't end a cut. */
function cutQuoted(form: string, mostWords: number): string {
  const [, open = '', phrase = '', close = ''] = form.match(/^([“„«]\s?)(.*?)(\s?[”“»])$/u) ?? [];
  const words = phrase.split(' ');
  if (words.length <= mostWords) return form;
  const kept = words.slice(0, mostWords);
  while (kept.length > 1 && leading.has((kept.at(-1) ?? '').toLowerCase().replace(/,$/, ''))) kept.pop();
  return `${open}${kept.join(' ').replace(/[,;:.]+$/, '')} …${close}`.replace(' …', '…');
}

const leading = wordSet(
  [lists.en, lists.de, lists.fr, lists.es].map(({ functionWords }) => functionWords).join(' '),
);
