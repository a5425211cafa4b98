import type { IdeaLanguage, IdeaReading } from '#shared/contracts/reading.ts';
import type { SocialGroup } from '#shared/contracts/surveys/validation.ts';
import { unclosed } from '#shared/rules/text/in-sentence.ts';
import { wellFormed } from '#shared/rules/text/well-formed.ts';
import { subjectWords } from '#shared/rules/text/words.ts';
import directory from './communities.json' with { type: 'json' };
import texts from './plan-frames.json' with { type: 'json' };
import { isQuestionSite } from './question-sites.ts';

const most = 4;
const fewest = 3;

/**
 * Three to five communities: those of the directory that share a whole word with who or the trouble, and up to three
 * searches where there are fewer. The directory is in English, so other languages get searches.
 */
export function findCommunities(reading: IdeaReading, language: IdeaLanguage): SocialGroup[] {
  const found = reading.language === 'en' ? search(reading) : [];
  return [...found, ...searchLinks(reading, language).slice(0, Math.max(0, fewest - found.length))];
}

/** Entries by how rare the shared words are among the directory's topics; a word of who counts twice. */
function search({ who, trouble }: IdeaReading): SocialGroup[] {
  const weights = new Map<string, number>();
  const weigh = (word: string, weight: number) => {
    const entries = topicsOf.get(word)?.length ?? 0;
    const isCommon = entries > directory.length * mostShare;
    if (entries > 0 && !isCommon) weights.set(word, Math.max(weights.get(word) ?? 0, weight / entries));
  };
  for (const word of termsOf(trouble)) weigh(word, 1);
  for (const word of termsOf(who)) weigh(word, 2);
  const scores = new Map<Entry, number>();
  for (const [word, weight] of weights)
    for (const entry of topicsOf.get(word) ?? []) scores.set(entry, (scores.get(entry) ?? 0) + weight);
  const entries = [...scores].sort(([, one], [, other]) => other - one).map(([entry]) => entry);
  const places = entries.filter((entry) => !isQuestionSite(entry)).slice(0, most);
  return [...places, ...entries.filter(isQuestionSite).slice(0, 1)].map(({ type, name, url }) => {
    return { type, name, url };
  });
}

type Entry = (typeof directory)[number];

/** A word that more of the entries have says nothing about an idea. */
const mostShare = 0.02;

const topicsOf = new Map<string, Entry[]>();
for (const entry of directory)
  for (const topic of new Set(entry.topics.flatMap(subjectWords)))
    topicsOf.set(topic, [...(topicsOf.get(topic) ?? []), entry]);

/** Words and pairs of neighbours; a pair that is a topic stands for its words: "sign language" is not about languages. */
function termsOf(phrase: string): string[] {
  const words = subjectWords(phrase);
  const pairs = words.slice(1).map((word, index) => `${words[index]}-${word}`);
  const known = pairs.filter((pair) => topicsOf.has(pair));
  const inPairs = new Set(known.flatMap((pair) => pair.split('-')));
  return [...known, ...words.filter((word) => !inPairs.has(word))];
}

function searchLinks(reading: IdeaReading, language: IdeaLanguage): SocialGroup[] {
  const wanted = unclosed(reading.who.trim() || reading.trouble);
  const query = encodeURIComponent(wellFormed(wanted));
  const addresses = [
    `https://www.reddit.com/search/?q=${query}`,
    `https://www.facebook.com/search/groups/?q=${query}`,
    `https://duckduckgo.com/?q=${query}%20forum`,
  ];
  return texts[language].search.map((name, position) => ({
    type: 'Search',
    name: name.replace('{who}', () => wanted),
    url: addresses[position] ?? '',
  }));
}
