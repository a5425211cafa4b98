import type { IdeaLanguage } from '#shared/contracts/reading.ts';
import { type IdeaNouns, singular } from './idea-nouns.ts';
import { wordSet } from './phrase-forms.ts';
import texts from './plan-texts.json' with { type: 'json' };
import lists from './words.json' with { type: 'json' };

/** Three working names out of an idea's nouns, none that a well-known company has. The same nouns give the same names. */
export function workingNames({ who, what }: IdeaNouns, language: IdeaLanguage): string[] {
  const { names, namePair, namesWithoutNouns } = texts[language];
  const title = (noun: string | undefined) => (noun ? titleCase(singular(noun, language)) : undefined);
  const people = title(who[0]);
  const [one = people, two = people ?? one] = what.map(title);
  if (!one) return namesWithoutNouns;
  const start = hashOf([...who, ...what].join(' '));
  const pattern = (turn: number) => names[(start + turn) % names.length] ?? '';
  const pair =
    people && people !== one ? [namePair.replace('{who}', people).replace('{one}', () => one)] : [];
  const candidates = [
    pattern(0).replace('{one}', () => one),
    ...pair,
    ...names.map((_, turn) => pattern(turn + 1).replace('{one}', (turn % 2 === 0 ? two : one) ?? one)),
  ];
  const free = candidates.filter((name) => !companies.has(name.toLowerCase().replace(/[^\p{L}\d]/gu, '')));
  return [...new Set(free)].slice(0, 3);
}

const companies = wordSet(lists.companies);

function titleCase(noun: string): string {
  return noun.replace(/(?:^|-)\p{L}/gu, (letter) => letter.toUpperCase());
}

function hashOf(text: string): number {
  let hash = 0;
  for (const letter of text) hash = (Math.imul(hash, 31) + (letter.codePointAt(0) ?? 0)) >>> 0;
  return hash;
}
