import { fill, type Phrases } from './read-english.ts';
import markers from './reading-markers.json' with { type: 'json' };

type Language = 'de' | 'fr' | 'es';

/**
 * Reads an idea in German, French or Spanish by its plainest constructions only, and leaves the other boxes empty:
 * "für X", "qui aide les X à …", "para que los X …", "X helfen, … zu …", "Fini les …", "Las X pierden …".
 */
export function readByMarkers(text: string, language: Language): Phrases {
  const found: Phrases = { who: '', job: '', trouble: '' };
  const { stop } = markers[language];
  for (const part of text.split(/[.!?:;–—]+\s|\s[-–—]\s|[.!?]+$/u)) {
    const words = part.split(/\s+/).filter((word) => /\p{L}/u.test(word));
    const stopped = stop.find((mark) => startsWith(words, 0, mark));
    if (stopped) found.trouble ||= phrase(words.slice(stopped.split(' ').length));
    const helped = language === 'de' ? readGermanHelp(words) : readHelp(words, language);
    fill(found, helped);
    fill(found, readFor(words, language));
    if (found.who !== '' || language !== 'es') continue;
    // A plural noun with its article, and a verb that agrees with it: "Las modistas de barrio pierden clientes".
    const verb = words.findIndex((word, at) => at > 1 && /..[aeo]n$/.test(word));
    if (!/^(?:los|las)$/i.test(words[0] ?? '') || verb < 0 || words.includes('nadie')) continue;
    found.who = phrase(words.slice(0, verb));
    found.trouble ||= phrase(words.slice(verb));
  }
  return found;
}

/** "Une application qui aide les éleveurs de chèvres à vendre leurs fromages" */
function readHelp(words: string[], language: 'fr' | 'es'): Partial<Phrases> {
  const { help, to } = markers[language];
  const at = words.findIndex((word) => help.includes(word.toLowerCase()));
  if (at < 0) return {};
  const from = words[at + 1] === 'a' ? at + 2 : at + 1;
  const verb = words.findIndex((word, index) => index > from && to.includes(word));
  if (verb < 0) return {};
  return { who: phrase(words.slice(from, verb)), job: phrase(words.slice(verb + 1)) };
}

/** "Ich möchte Blinden helfen, das richtige Produkt zu finden", "…, der Gehörlosen beim Telefonieren hilft" */
function readGermanHelp(words: string[]): Partial<Phrases> {
  const at = words.findIndex((word) => markers.de.help.includes(bare(word).toLowerCase()));
  const zu = words.findIndex((word, index) => index > at && word === 'zu');
  if (at > 0 && /,$/.test(words[at] ?? '') && zu > 0 && zu === words.length - 2)
    return {
      who: isNoun(words[at - 1]) ? phrase([words[at - 1] ?? '']) : '',
      job: phrase([...words.slice(at + 1, zu), words[zu + 1] ?? '']),
    };
  const beim = words.indexOf('beim');
  if (at < 0 || beim < 1 || beim !== at - 2 || !isNoun(words[beim - 1])) return {};
  return { who: phrase([words[beim - 1] ?? '']), job: phrase([words[beim + 1] ?? '']) };
}

/** The people behind "for", up to the next word that cannot be part of their name, and the clause about them. */
function readFor(words: string[], language: Language): Partial<Phrases> {
  const mark = markers[language].for.find((phrase) => words.some((_, at) => startsWith(words, at, phrase)));
  if (!mark) return {};
  const from = words.findLastIndex((_, at) => startsWith(words, at, mark)) + mark.split(' ').length;
  const end = words.findIndex(
    (word, at) => at >= from && (at > from ? endsName(word, words[at - 1] ?? '', language) : false),
  );
  const who = words.slice(from, end < 0 ? undefined : end);
  const article = /^(?:les|des|los|las|alle)$/i.test(who[0] ?? '');
  const noun = who[article ? 1 : 0] ?? '';
  // A plural: one thing that the product is for is rarely a person.
  const isPlural =
    language === 'de' ? isNoun(noun) || /e[n]?$/.test(noun) : article || /[sx]$/.test(bare(noun));
  if (!isPlural) return {};
  const { relative, wish } = markers[language];
  const clause = end >= 0 && relative.includes(words[end] ?? '') ? words.slice(end + 1) : [];
  const isWish = clause.some((word) => wish.includes(bare(word)));
  return { who: phrase(who), trouble: isWish || clause.length < 2 ? '' : phrase(clause) };
}

function endsName(word: string, before: string, language: Language): boolean {
  if (/[,;:]$/.test(before)) return true;
  if (markers[language].end.includes(word.toLowerCase())) return true;
  // After "para que los pescadores de río" the verb follows.
  return language === 'es' && /..[ae]n$/.test(bare(word));
}

function startsWith(words: string[], at: number, mark: string): boolean {
  return mark.split(' ').every((word, offset) => bare(words[at + offset] ?? '').toLowerCase() === word);
}

function isNoun(word: string | undefined): boolean {
  return /^\p{Lu}/u.test(word ?? '');
}

function bare(word: string): string {
  return word.replace(/[^\p{L}\p{N}]+$/u, '');
}

function phrase(words: string[]): string {
  return words.length > 14
    ? ''
    : words
        .join(' ')
        .replace(/^[\s"«»„“”]+|[\s"«»“”.,;:!?]+$/gu, '')
        .replace(/^(?:les|los|las) /i, '');
}
