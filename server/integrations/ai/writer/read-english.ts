import nlp from 'compromise';
import markers from './reading-markers.json' with { type: 'json' };

/** The phrases of an idea, as they stand in it; '' for one that it does not say. */
export type Phrases = { who: string; job: string; trouble: string };

type Term = { text: string; pre: string; post: string; word: string; tags: Set<string> };

/**
 * Reads an English idea (design 7.11): who has the problem, what they try to do, what goes wrong. Takes phrases word
 * for word and in doubt none. Each rule looks for one construction; the first that finds a phrase fills its box.
 */
export function readEnglish(text: string): Phrases {
  const found: Phrases = { who: '', job: '', trouble: '' };
  for (const terms of sentencesOf(text).filter((sentence) => !isQuestion(sentence))) {
    const own: Phrases = { who: '', job: '', trouble: '' };
    for (const rule of rules) fill(own, rule(terms, own));
    fill(found, own);
  }
  return found;
}

/** Puts phrases into the boxes that are still empty. */
export function fill(found: Phrases, more: Partial<Phrases>): void {
  for (const box of ['who', 'job', 'trouble'] as const) found[box] ||= more[box] ?? '';
}

function sentencesOf(text: string): Term[][] {
  const sentences: { terms: (Omit<Term, 'tags' | 'word'> & { tags: string[]; normal: string })[] }[] =
    nlp(text).json();
  return sentences.map(({ terms }) =>
    terms.map(({ text, pre, post, normal, tags }) => {
      return { text, pre, post, word: normal || text.toLowerCase(), tags: new Set(tags) };
    }),
  );
}

/** "how do I register a company?" is a question of the founder's; "What if residents could …?" is an idea. */
function isQuestion(terms: Term[]): boolean {
  const [first, second] = terms;
  return first?.tags.has('QuestionWord') === true && second?.word !== 'if';
}

/** Gets what the rules before it have read of the same sentence. */
type Rule = (terms: Term[], read: Phrases) => Partial<Phrases>;

/** "helps amateur referees write up reports", "lets women fix their bikes", "reminds carers which pills …" */
const helping: Rule = (terms) => {
  const at = terms.findIndex(({ word }) => words.helpers.has(word));
  if (at < 0) return {};
  const who = people(terms, at + 1);
  // "helps users find coffee shops" says what is done, and not by whom.
  const isAnybody =
    words.nobody.has(terms[at + 1]?.word ?? '') || words.generics.has(terms[at + 1]?.word ?? '');
  if (!who) return isAnybody && isBaseVerb(terms[at + 2]) ? { job: verbPhrase(terms, at + 2) } : {};
  const { end } = who;
  const verb = isTo(terms, end) ? end + 1 : end;
  const way = terms.slice(end, end + 4).findIndex(({ word }) => word === 'way');
  if (way >= 0 && terms[end + way + 1]?.word === 'to')
    return { who: who.text, job: verbPhrase(terms, end + way + 2) };
  return {
    who: who.text,
    job:
      isVerb(terms[verb]) || canBeVerb(terms[verb]?.word ?? '', terms[verb + 1])
        ? verbPhrase(terms, verb)
        : '',
  };
};

/** "so customers with prams can get in", "where hobby potters sell seconds", "what if residents could …" */
const where: Rule = (terms) => {
  const at = terms.findIndex(
    ({ word }, i) => words.linkers.has(word) || (word === 'way' && people(terms, i + 1)),
  );
  const next = terms[at + 1]?.word;
  const who = at < 0 ? null : people(terms, next === 'that' || next === 'if' ? at + 2 : at + 1);
  if (!who) return {};
  const isModal = words.modals.has(terms[who.end]?.word ?? '');
  if (terms[at]?.word === 'were' && !isModal) return {};
  const verb = isModal ? who.end + 1 : who.end;
  return isVerb(terms[verb]) ? { who: who.text, job: verbPhrase(terms, verb) } : {};
};

/** "for goat farmers to record births", "for venues that get fined", "for nurses who want to swap a shift" */
const forWhom: Rule = (terms) => {
  const found: Partial<Phrases> = {};
  for (const [at, { word }] of terms.entries()) {
    const who = word === 'for' || (word === 'at' && startsWithStop(terms)) ? people(terms, at + 1) : null;
    const clause = who ? clauseAfter(terms, who) : {};
    const isSure = word === 'at' || clause.job || clause.trouble;
    if (who && (isSure || (!found.who && isPeople(terms, at, who.end))))
      Object.assign(found, { who: who.text }, clause);
    if (clause.job || clause.trouble) break;
  }
  return found;
};

/** False where what follows "for" may be a thing: "a marketplace for used parts", "safe for cats", "Uber for dogs". */
function isPeople(terms: Term[], at: number, end: number): boolean {
  const named = terms.slice(at + 1, end);
  if (
    named.some(
      ({ word, tags }) =>
        tags.has('Actor') || words.irregular.has(word) || /(?:[eo]rs|ists|ians|men)$/.test(word),
    )
  )
    return true;
  const before = terms[at - 1];
  const isName = at <= 2 && before?.tags.has('ProperNoun');
  return (
    named.length > 1 &&
    !isName &&
    before?.tags.has('Noun') === true &&
    !words.markets.has(before.word) &&
    !/ing$/.test(named[0]?.word ?? '')
  );
}

/** "connects retired electricians with apprentices who have questions on site" */
const connecting: Rule = (terms) => {
  const at = terms.findIndex(({ word }) => words.connectors.has(word));
  const one = at < 0 ? null : people(terms, at + 1, false);
  if (!one || terms[one.end]?.word !== 'with') return {};
  const other = people(terms, one.end + 1);
  const { trouble } = other ? clauseAfter(terms, other) : {};
  return other && trouble ? { who: other.text, trouble } : { who: one.text };
};

/** "Substitute teachers walk into a classroom with no idea …": the sentence is the problem. */
const subject: Rule = (terms, { who: other }) => {
  const who = other || words.helpers.has(terms[0]?.word ?? '') ? null : people(terms, 0);
  if (!who || who.isGeneric) return {};
  const { end, text } = who;
  const verb = terms[end];
  const way = terms.findIndex(({ word }, i) => i > end && word === 'way' && isTo(terms, i + 1));
  if (verb && words.wishes.has(verb.word)) {
    const to = isTo(terms, end + 1) ? end + 1 : way + 1;
    return to > 0
      ? { who: text, job: verbPhrase(terms, to + 1) }
      : { who: text, trouble: clause(terms, end) };
  }
  if (words.relatives.has(verb?.word ?? '')) return { who: text, ...clauseAfter(terms, who) };
  // "Restaurants have tables standing empty"
  const from =
    verb?.word === 'have' && terms.some(({ word }, i) => i > end && /ing$/.test(word)) ? end + 1 : end;
  return isVerb(verb) || words.modals.has(verb?.word ?? '')
    ? { who: text, trouble: clause(terms, from) }
    : {};
};

/** "I'm a piano tuner and I hate …", "I've been a driving instructor for …", "As a nurse, …" */
const self: Rule = (terms) => {
  const opening = terms.slice(0, 4).map(({ word }) => word);
  const at = opening.findIndex((word) => word === 'a' || word === 'an');
  const isSelf = opening[0] === 'as' || opening.slice(0, at).some((word) => words.beings.has(word));
  if (at < 1 || !isSelf || !/^(?:as|i)\b/.test(opening[0] ?? '')) return {};
  let end = at + 1;
  while (terms[end]?.tags.has('Noun') && !stopped(terms[end - 1])) end += 1;
  return { who: phrase(terms, at + 1, end) };
};

/** "Bookkeeping, but for buskers" */
const activity: Rule = ([first, second, third], { who }) => {
  const isAlone = second?.word === 'for' || (second?.word === 'but' && third?.word === 'for');
  return who && first?.tags.has('Gerund') && isAlone ? { job: first.text } : {};
};

/** "An app to plan tomorrow's baking", "A place to buy and sell used costumes", "I want to sell …" */
const purpose: Rule = (terms) => {
  for (const [at, { word, tags }] of terms.entries()) {
    if (word !== 'to' || !isVerb(terms[at + 1])) continue;
    const before = terms[at - 1];
    const isThing = at <= 4 && before?.tags.has('Singular') && !tags.has('Verb');
    const isWish = words.wishes.has(before?.word ?? '');
    if (isThing || isWish) return { job: verbPhrase(terms, at + 1) };
  }
  return {};
};

/** "Find a babysitter who speaks sign language" */
const command: Rule = (terms, { who }) =>
  !who && terms[0]?.tags.has('Imperative') && !words.turns.has(terms[0].word) && isVerb(terms[0])
    ? { job: verbPhrase(terms, 0) }
    : {};

/** "Stop no-shows at hair salons", "without spending an hour on it", "what bugs me is learners who cancel" */
const complaint: Rule = (terms) => {
  const more = terms[1]?.word === 'more' ? 2 : 1;
  const instead = terms.findIndex(({ word }) => word === 'from');
  if (startsWithStop(terms) && /ing$/.test(terms[instead + 1]?.word ?? ''))
    return { who: people(terms.slice(0, instead), more)?.text ?? '', trouble: clause(terms, instead + 1) };
  if (startsWithStop(terms))
    return { trouble: phrase(terms, more, clauseEnd(terms, 1, ['at', 'for', 'in'])) };
  const hate = terms.findIndex(
    ({ word }, i) => words.hates.has(word) && /ing$/.test(terms[i + 1]?.word ?? ''),
  );
  const bug = terms.findIndex(({ word }, i) => words.bothers.has(word) && terms[i + 1]?.word === 'me');
  const from = hate >= 0 ? hate + 1 : bug >= 0 && terms[bug + 2]?.tags.has('Copula') ? bug + 3 : null;
  return from === null ? {} : { trouble: phrase(terms, from, clauseEnd(terms, from)) };
};

const rules: Rule[] = [
  helping,
  where,
  connecting,
  subject,
  forWhom,
  self,
  purpose,
  command,
  activity,
  complaint,
];

type People = { text: string; end: number; isGeneric: boolean };

/** The people or places named from `start` on; null for a thing, a pronoun or an activity. */
function people(terms: Term[], start: number, takesWith = true): People | null {
  let end = start;
  while (end < terms.length && !endsPeople(terms, start, end, takesWith)) end += 1;
  const named = terms.slice(start, end).filter(({ text }) => text !== '');
  const head = headOf(named);
  const [first] = named;
  if (
    !head ||
    !first ||
    first.tags.has('Fraction') ||
    first.tags.has('Pronoun') ||
    (/ing$/.test(first.word) && named.length === 1)
  )
    return null;
  // "my grandmother's home stop losing …" is no name, but a clause.
  const isClause = named.some(
    ({ word, tags }) => tags.has('Negative') || words.stops.has(word) || /s'$/.test(word),
  );
  if (
    isClause ||
    !isPlural(head) ||
    (words.nobody.has(head.word) && named.length === 1) ||
    first.tags.has('Cardinal')
  )
    return null;
  const generic = words.generics.has(head.word);
  if (!generic) return { text: phrase(terms, start, end), end, isGeneric: false };
  // "people who sew at home": without the clause nobody knows who is meant.
  if (!words.relatives.has(terms[end]?.word ?? ''))
    return named.length > 1 ? { text: phrase(terms, start, end), end, isGeneric: false } : null;
  const clause = clauseEnd(terms, end + 1);
  return { text: phrase(terms, start, clause), end, isGeneric: true };
}

function endsPeople(terms: Term[], start: number, at: number, takesWith: boolean): boolean {
  const { word = '', tags = new Set() } = terms[at] ?? {};
  const before = at > start ? terms[at - 1] : undefined;
  if (before && stopped(before)) return true;
  if (words.relatives.has(word) || words.breaks.has(word) || words.modals.has(word) || tags.has('Copula'))
    return true;
  if (word === 'with') return !takesWith;
  if (tags.has('Pronoun') && !tags.has('Possessive')) return true;
  if (isTo(terms, at)) return true;
  if (
    before &&
    isPlural(before) &&
    (tags.has('QuestionWord') ||
      tags.has('Determiner') ||
      tags.has('Adverb') ||
      /ing$/.test(word) ||
      word === 'never')
  )
    return true;
  return (
    before !== undefined && isPlural(before) && (isBaseVerb(terms[at]) || canBeVerb(word, terms[at + 1]))
  );
}

/** "nurses swap shifts": no noun but a plural stands behind a plural. */
function canBeVerb(word: string, next: Term | undefined): boolean {
  return next !== undefined && nlp(`they ${word} it`).has('they #Verb it');
}

/** The last noun before a preposition: "landlords" of "landlords with two flats". */
function headOf(named: Term[]): Term | undefined {
  const preposition = named.findIndex(({ tags, word }) => tags.has('Preposition') || word === 'near');
  return named[(preposition < 0 ? named.length : preposition) - 1];
}

/** The clause behind the people: "to record births", "who want to swap a shift", "that get fined". */
function clauseAfter(terms: Term[], { end, isGeneric }: People): Partial<Phrases> {
  if (isTo(terms, end)) return { job: verbPhrase(terms, end + 1) };
  const { word = '' } = terms[end] ?? {};
  if (word === 'whose') return { trouble: clause(terms, end) };
  const at = isGeneric ? terms.findIndex(({ word }) => words.relatives.has(word)) : end;
  const verb = terms[at + 1];
  if (!verb || !words.relatives.has(terms[at]?.word ?? '') || word === 'where') return {};
  if (words.wishes.has(verb.word)) return isTo(terms, at + 2) ? { job: verbPhrase(terms, at + 3) } : {};
  const isNegative = terms
    .slice(at + 1, at + 4)
    .some(({ word, tags }) => tags.has('Negative') || word === 'no');
  // A singular verb speaks of the product: "a dashboard for cafeterias that shows …".
  const isPlain = isBaseVerb(verb) || words.modals.has(verb.word) || verb.word === 'are';
  return isNegative || (isPlain && !isGeneric) ? { trouble: clause(terms, at + 1) } : {};
}

/** The clause from a verb on, up to its reason. One word alone says too little. */
function clause(terms: Term[], start: number): string {
  const text = phrase(terms, start, clauseEnd(terms, start, ['because', 'becuase']));
  return text.includes(' ') ? text : '';
}

function verbPhrase(terms: Term[], start: number): string {
  return phrase(terms, start, clauseEnd(terms, start, ['without', 'so', 'until', 'but', 'because']));
}

/** The end of a clause that begins at `start`: at punctuation, at the next clause or after twelve words. */
function clauseEnd(terms: Term[], start: number, stops: string[] = []): number {
  for (let at = start; at < terms.length; at += 1) {
    if (at > start && stops.includes(terms[at]?.word ?? '')) return at;
    if (/[;:.!?()–—]|^ - /.test(terms[at]?.post ?? '')) return at + 1;
    if (/,/.test(terms[at]?.post ?? '') && !isList(terms, at)) return at + 1;
  }
  return terms.length;
}

/** "births, vaccinations and milk yields" */
function isList(terms: Term[], at: number): boolean {
  return terms
    .slice(at + 1, at + 5)
    .some(({ word, pre }) => (word === 'and' || word === 'or') && !pre.includes(','));
}

function phrase(terms: Term[], start: number, end: number): string {
  const written = terms
    .slice(start, end)
    .map(({ pre, text, post }) => pre + text + post)
    .join('');
  const cut = written
    .replace(/^[\s"'“”(]+|[\s"“”.,;:!?()–—-]+$/gu, '')
    .replace(/^(?:the|a|an|my|our|your) (?=\S)/i, '');
  if (cut.split(/\s+/).length > longest) return '';
  const isName = ['ProperNoun', 'Acronym', 'Pronoun'].some((tag) => terms[start]?.tags.has(tag));
  return start === 0 && !isName ? cut.charAt(0).toLowerCase() + cut.slice(1) : cut;
}

const longest = 14;

function stopped(term: Term | undefined): boolean {
  return /[,;:.!?()–—]/.test(term?.post ?? '');
}

function isVerb(term: Term | undefined): boolean {
  return (
    term !== undefined && (term.tags.has('Verb') || term.tags.has('Infinitive')) && !term.tags.has('Copula')
  );
}

function isBaseVerb(term: Term | undefined): boolean {
  return isVerb(term) && !/(?:[^s]s|ing|[^e]ed)$/.test(term?.word ?? '');
}

function isPlural({ word, tags }: Term): boolean {
  return words.irregular.has(word) || tags.has('Plural') || /[^s'u]s$/.test(word);
}

/** "to" before a verb, also written "too". */
function isTo(terms: Term[], at: number): boolean {
  const { word } = terms[at] ?? {};
  const verb = terms[at + 1];
  return (word === 'to' || word === 'too') && (isVerb(verb) || canBeVerb(verb?.word ?? '', terms[at + 2]));
}

function startsWithStop(terms: Term[]): boolean {
  return words.stops.has(terms[0]?.word ?? '');
}

const words = Object.fromEntries(
  Object.entries(markers.en).map(([kind, list]) => [kind, new Set(list.split(' '))]),
) as Record<keyof typeof markers.en, Set<string>>;
