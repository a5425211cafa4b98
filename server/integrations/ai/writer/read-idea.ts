import nlp from 'compromise';
import {
  type IdeaLanguage,
  type IdeaReading,
  ideaLanguages,
  phraseLimit,
} from '#shared/contracts/reading.ts';
import { needsAsking } from '#shared/rules/plans/needs-asking.ts';
import { type WrittenPlan, writePlan } from '#shared/rules/plans/write-plan.ts';
import grammars from './reading-patterns.json' with { type: 'json' };

/** Characters that are read: the first sentence says what an idea is about. */
const readLimit = 600;

/**
 * Reads an idea into who has the problem, what they try to do and what goes wrong (design 7.11), without a model and
 * word for word. A box stays empty where the sentence does not say it plainly; `needsAsking` tells when that is too little.
 */
export async function readIdea(text: string): Promise<IdeaReading> {
  const idea = text
    .slice(0, readLimit)
    .replace(/https?:\/\/\S+|<[^>]*>|[\p{Extended_Pictographic}\p{Cc}]/gu, ' ')
    .trim();
  const language = await languageOf(idea);
  if (language === 'other') return { who: '', job: '', trouble: '', language };
  return { ...readPhrases(idea, language), language };
}

/**
 * The plan of an idea with the reading it is written from; the reading alone when that says too little for a plan.
 * A reading that the founder was shown counts instead of our own.
 */
export async function readAndPlan(
  idea: string,
  given?: IdeaReading,
): Promise<IdeaReading | (IdeaReading & WrittenPlan)> {
  const reading = given ?? (await readIdea(idea));
  return needsAsking(reading) ? reading : { ...reading, ...writePlan(reading, idea) };
}

/** Short sentences resemble related languages: accept a supported language that is nearly as likely. */
export async function languageOf(idea: string): Promise<IdeaLanguage | 'other'> {
  if (!/\p{L}{2}/u.test(idea)) return 'en';
  // Loaded at the first idea: it takes 60 MB that a process without ideas can do without.
  const { eld } = await import('eld/extrasmall');
  const scores = Object.entries(eld.detect(idea).getScores()).toSorted(([, a], [, b]) => b - a);
  const [best] = scores;
  const own = scores.find(([language]) => isOwn(language));
  if (!best) return 'en';
  return own && best[1] - own[1] <= 0.02 && isOwn(own[0]) ? own[0] : 'other';
}

function isOwn(language: string): language is IdeaLanguage {
  return ideaLanguages.some((own) => own === language);
}

/** The phrases of an idea, word for word; '' for one that it does not say. */
type Phrases = { who: string; job: string; trouble: string };

/** A word as typed, without the marks around it, in lower case, and the marks behind it. */
type Word = { text: string; name: string; bare: string; mark: string };
type Read = Partial<Phrases>;
type Box = keyof Phrases;
const boxes: Box[] = ['who', 'job', 'trouble'];

/**
 * Reads an idea (design 7.11) by the patterns of its language, the most certain first. A pattern is one construction:
 * `{who}` a group of people, `{job}` and `{trouble:gerund}` clauses that begin with a verb or as named, `a|b` one of these
 * words, `@list` one of a list, `!list` none of it before, `*` up to three words, `?` what may be missing, `^ $` the ends.
 */
function readPhrases(text: string, language: IdeaLanguage): Phrases {
  const found: Phrases = { who: '', job: '', trouble: '' };
  const reader = readers[language];
  for (const words of clausesOf(text)) {
    for (const pattern of reader.patterns) {
      const read = firstMatch(reader, words, pattern);
      const isOther = read?.who && found.who !== '' && read.who !== found.who;
      if (read && !isOther) for (const box of boxes) found[box] ||= read[box] ?? '';
    }
  }
  return found;
}

/** Parts between strong marks. A question that begins with its question word is the founder's own and says nothing. */
function clausesOf(text: string): Word[][] {
  return text
    .split(/(?<=[.!?:;])\s+|[()]|\s+[-–—]+\s+/u)
    .filter((part) => !/^(how|why|where|when|which|can|do|does|what(?! if))\b.*\?$/i.test(part))
    .map((part) => part.match(/\S*[\p{L}\d]\S*/gu)?.map(toWord) ?? []);
}

function toWord(text: string): Word {
  const name = text.replace(/^[^\p{L}\d]+|[^\p{L}\d]+$/gu, '');
  const [mark = ''] = text.match(/[,.;:!?]/g)?.slice(-1) ?? [];
  return { text, name, bare: name.toLowerCase().replaceAll('’', "'"), mark: text.endsWith(name) ? '' : mark };
}

type Reader = ReturnType<typeof readerOf>;

const readers = {
  en: readerOf(grammars.en, isEnglishVerb),
  de: readerOf(grammars.de),
  fr: readerOf(grammars.fr),
  es: readerOf(grammars.es),
};

/** Words by what they do in a sentence, expressions for the forms of words, and the constructions. */
type Grammar = { lists: Record<string, string>; kinds: Record<string, string>; patterns: string[] };

function readerOf({ lists, kinds, patterns }: Grammar, isVerb?: (word: string) => boolean) {
  const sets = new Map(Object.entries(lists).map(([name, list]) => [name, new Set(list.split(' '))]));
  const forms = new Map(Object.entries(kinds).map(([name, kind]) => [name, new RegExp(kind, 'u')]));
  const isKind = (kind: string, word = '') => forms.get(kind)?.test(word) ?? false;
  return {
    has: (list: string, word = '') => sets.get(list)?.has(word) ?? false,
    isKind,
    isVerb: isVerb ?? ((word: string) => isKind('verb', word)),
    patterns: patterns.map((pattern) => pattern.split(' ')),
  };
}

/** The base form after a plural: "nurses swap shifts". */
function isEnglishVerb(word: string): boolean {
  return !/([^s]s|ing|[^e]ed)$/i.test(word) && nlp(`to ${word} the dog`).has('to #Verb');
}

function firstMatch(reader: Reader, words: Word[], pattern: string[]): Read | undefined {
  for (const at of words.keys()) for (const read of matches(reader, words, at, pattern)) return read;
  return undefined;
}

/** All ways in which the pattern's parts match from `at` on. */
function* matches(reader: Reader, words: Word[], at: number, parts: string[]): Generator<Read> {
  const [part, ...rest] = parts;
  if (part === undefined) {
    yield {};
    return;
  }
  const [, box, start = ''] = part.match(/^\{(\w+):?(\w*)\}$/) ?? [];
  if (box) {
    const slot = { box: box as Box, start, isLast: rest.length === 0 };
    for (const end of endsOf(reader, words, at, slot)) {
      const isParted = rest[0]?.startsWith('{') && words[end - 1]?.mark !== '';
      const phrase = isParted ? '' : phraseOf(reader, words, at, end);
      if (phrase !== '')
        for (const read of matches(reader, words, end, rest)) yield { [box]: phrase, ...read };
    }
  } else for (const next of nextOf(reader, words, at, part)) yield* matches(reader, words, next, rest);
}

/** Places where the next part can begin. */
function nextOf(reader: Reader, words: Word[], at: number, part: string): number[] {
  const word = words[at]?.bare ?? '';
  const before = words[at - 1];
  // "Every autumn, amateur teams search for players"
  if (part === '^') return at === 0 || (at < 4 && before?.mark === ',') ? [at] : [];
  if (part.startsWith('!')) return reader.has(part.slice(1), before?.bare ?? '') ? [] : [at];
  if (part === '$') return at === words.length || before?.mark ? [at] : [];
  if (part.startsWith('*')) {
    const first = part.endsWith('?') ? at : at + 1;
    const closed = words.findIndex(({ bare }, index) => index >= at && reader.has('closed', bare));
    const next = Array.from({ length: part === '**' ? 6 : 3 }, (_, more) => first + more);
    return closed < 0 ? next : next.filter((end) => end <= closed);
  }
  const wanted = part.replace('?', '').split('|');
  const isWanted = wanted.some((one) =>
    one.startsWith('@') ? reader.has(one.slice(1), word) : one === word,
  );
  return [...(isWanted ? [at + 1] : []), ...(part.endsWith('?') ? [at] : [])];
}

type Slot = { box: Box; start: string; isLast: boolean };

/** Places where a phrase that begins at `at` can end, the likeliest first. */
function endsOf(reader: Reader, words: Word[], at: number, slot: Slot): number[] {
  const { box, start, isLast } = slot;
  const until = clauseEnd(reader, words, at, box);
  const ends = Array.from({ length: Math.max(0, until - at) }, (_, index) => at + 1 + index);
  if (box === 'who') {
    // "people who sew at home": the clause says who is meant.
    const [first, second] = words.slice(at).map(({ bare }) => bare);
    if (reader.has('generic', first) && reader.has('relatives', second)) return [until];
    const near = ends.slice(0, mostWords).reverse();
    return near.filter((end) => isGroup(reader, words.slice(at, end), start));
  }
  if (!beginsAs(reader, words.slice(at, until), box, start)) return [];
  return isLast ? [until] : ends;
}

/** True for words that can be a job or a trouble. One word alone says too little. */
function beginsAs(reader: Reader, words: Word[], box: Box, start: string): boolean {
  const [{ bare, name } = { bare: '', name: '' }, second] = words;
  if (start === 'any') return true;
  // "…, das richtige Produkt zu finden"
  if (start === 'zu') return words.at(-2)?.bare === 'zu' || reader.isKind('zu', words.at(-1)?.name);
  const isCarried = reader.has('complaints', second?.bare) || reader.has('lacks', second?.bare);
  const isComplaint = reader.has('complaints', bare) || (reader.has('carriers', bare) && isCarried);
  if (start === 'complaint') return isComplaint;
  if (start !== '') return reader.has(start, bare) || reader.isKind(start, name);
  if (words.length < 2) return false;
  if (box === 'trouble' && isComplaint) return true;
  const lists = ['closed', 'tails', box === 'job' ? 'notJob' : 'notTrouble'];
  const isVerb = reader.isVerb(name) || reader.has('verbNouns', bare);
  return isVerb && !lists.some((list) => reader.has(list, bare));
}

/** People or places: a plural noun with what describes it, and perhaps "with …" or "in …" behind it. */
function isGroup(reader: Reader, words: Word[], start: string): boolean {
  const named = words.slice(reader.has('opening', words[0]?.bare) ? 1 : 0);
  const tail = named.findIndex(({ bare }, index) => index > 0 && reader.has('tails', bare));
  const core = tail < 0 ? named : named.slice(0, tail);
  const rest = tail < 0 ? [] : named.slice(tail + 1);
  const { name: head, bare: bareHead } = core.at(-1) ?? { name: '', bare: '' };
  const isOpen = words.slice(0, -1).some(({ mark }) => mark !== '');
  const isNoName = ({ bare, name }: Word, index: number) =>
    ['closed', 'tails', 'verbs', 'articles'].some((list) => reader.has(list, bare)) ||
    (index > 0 && reader.isKind('finite', name)) ||
    (name !== head && reader.isKind('notBefore', name));
  const isBroken = core.some(isNoName) || rest.some(({ bare }) => reader.has('closed', bare));
  const isCut = [core, rest].some((part) =>
    ['and', 'articles'].some((list) => reader.has(list, part.at(-1)?.bare)),
  );
  const hasLength = core.length > 0 && core.length < 5 && rest.length < 5 && (tail < 0 || rest.length > 0);
  if (isOpen || isBroken || isCut || !hasLength) return false;
  if (start === 'one') return tail < 0;
  const isThing = reader.isKind('gerund', core[0]?.name) || reader.has('things', bareHead);
  if (start === 'people' && isThing) return false;
  const isAnybody = core.length === 1 && rest.length === 0 && reader.has('generic', bareHead);
  const isKind = start === '' || core.some(({ name }) => reader.isKind(start, name));
  return reader.isKind('group', head) && !isAnybody && isKind;
}

/** The end of a clause: a mark that is not of a list, or a word that begins the next clause. */
function clauseEnd(reader: Reader, words: Word[], at: number, box: Box): number {
  const end = words.findIndex(({ mark }, index) => {
    if (index < at) return false;
    const next = words[index + 1]?.bare ?? '';
    const isList =
      reader.has('joins', next) ||
      words.slice(index + 2, index + 5).some(({ bare }) => reader.has('and', bare));
    // "parents who live apart, so that …": after a comma, a purpose ends the phrase.
    const isEnd =
      reader.has('becauses', next) || ((box === 'job' || mark === ',') && reader.has('ends', next));
    return isEnd || (mark !== '' && !(mark === ',' && isList));
  });
  return end < 0 ? words.length : end + 1;
}

const mostWords = 14;

function phraseOf(reader: Reader, words: Word[], at: number, end: number): string {
  const own = words.slice(at, end);
  const from = reader.has('articles', own[0]?.bare) ? 1 : 0;
  const text = own
    .slice(from)
    .map(({ text }) => text)
    .join(' ')
    .replace(/^[^\p{L}\d#]+|[^\p{L}\d)]+$/gu, '')
    .replace(/ zu (?=\S+$)/, ' ');
  if (own.length > mostWords || text.length > phraseLimit) return '';
  if (own.some(({ bare }) => reader.has('excluded', bare))) return '';
  const [first = '', second = ''] = text.split(' ');
  // A German noun keeps its capital, an adjective before it does not.
  if (reader.isKind('noun', first) && !reader.isKind('noun', second)) return text;
  if (at > 0 || from > 0 || /.\p{Lu}/u.test(first) || nlp(first).has('(#ProperNoun|#Acronym)')) return text;
  return text.charAt(0).toLowerCase() + text.slice(1);
}
