import { baseVerbs, doublingVerbs } from './verbs.data.ts';

/** The -ing form of a base verb: swap → swapping, tie → tying, take → taking. */
function gerundOf(verb: string): string {
  if (verb.endsWith('ie')) return `${verb.slice(0, -2)}ying`;
  if (/[^eoy]e$/.test(verb)) return `${verb.slice(0, -1)}ing`;
  return doublingVerbs.has(verb) ? `${verb}${verb.at(-1)}ing` : `${verb}ing`;
}

/** The base of a verb in the third person ("swaps"); null when the word isn't one that is known. */
function baseOfThirdPerson(word: string): string | null {
  return thirdPersons.get(word) ?? null;
}

/** The base of an -ing form; null when the word isn't one that is known. */
export function baseOfGerund(word: string): string | null {
  return gerunds.get(word) ?? null;
}

/** A text whose first word is a verb in any form, in the base form: "tracking bees" → "track bees"; else null. */
export function asInfinitive(text: string): string | null {
  const [first = '', ...rest] = text.split(' ');
  const lower = first.toLowerCase();
  const base = baseOfGerund(lower) ?? baseOfThirdPerson(lower) ?? (baseVerbs.has(lower) ? lower : null);
  if (base === null) return null;
  const isGerund = baseOfGerund(lower) !== null;
  const joined = rest.map((word, index) =>
    isGerund && /^(and|or)$/.test(rest[index - 1] ?? '') ? (baseOfGerund(word) ?? word) : word,
  );
  return [base, ...joined].join(' ');
}

/** A verb phrase with its first verb, and verbs joined to it by "and" or "or", as gerunds. */
export function gerundPhrase(infinitive: string): string {
  const words = infinitive.split(' ');
  return words
    .map((word, index) => {
      const joined =
        /^(and|or)$/.test(words[index - 1] ?? '') && baseVerbs.has(word) && isVerbPlace(words, index);
      return index === 0 || joined ? gerundOf(word) : word;
    })
    .join(' ');
}

/** The base of a word that must be a verb in the third person, known or not: "declutters" → "declutter"; else null. */
export function baseOfAnyThirdPerson(word: string): string | null {
  const lower = word.toLowerCase();
  const known = baseOfThirdPerson(lower);
  if (known || baseVerbs.has(lower) || !/^[a-z-]{2,}[^su]s$/.test(lower)) return known;
  if (/[^aeiou]ies$/.test(lower)) return `${lower.slice(0, -3)}y`;
  return /(ss|sh|ch|x|zz)es$/.test(lower) ? lower.slice(0, -2) : lower.slice(0, -1);
}

/** A verb phrase in the third person ("picks up and resells") in its base form. */
export function infinitivePhrase(thirdPerson: string): string {
  const words = thirdPerson.split(' ');
  return words
    .map((word, index) => {
      const joined = /^(and|or)$/.test(words[index - 1]?.toLowerCase() ?? '');
      return index === 0 || joined ? (baseOfThirdPerson(word.toLowerCase()) ?? word) : word;
    })
    .join(' ');
}

// "collect rent and repair costs" joins nouns: a verb has an object or ends the phrase before a joined verb.
function isVerbPlace(words: string[], index: number): boolean {
  return index === 2 || words.length > index + 1;
}

const thirdPersons = new Map([...baseVerbs].map((verb) => [thirdPersonOf(verb), verb]));
const gerunds = new Map([...baseVerbs].map((verb) => [gerundOf(verb), verb]));

function thirdPersonOf(verb: string): string {
  if (verb === 'have') return 'has';
  if (/[^aeiou]y$/.test(verb)) return `${verb.slice(0, -1)}ies`;
  return /(s|x|z|ch|sh|o)$/.test(verb) ? `${verb}es` : `${verb}s`;
}
