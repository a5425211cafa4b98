import MiniSearch from 'minisearch';
import type { IdeaLanguage, IdeaReading } from '#shared/contracts/reading.ts';
import type { SocialGroup } from '#shared/contracts/validation.ts';
import directory from './communities.json' with { type: 'json' };
import { searchTerms, singular } from './idea-nouns.ts';
import { cutAtWord, plain, wordSet } from './phrase-forms.ts';
import texts from './plan-texts.json' with { type: 'json' };
import { isQuestionSite } from './question-sites.ts';
import lists from './words.json' with { type: 'json' };

const most = 4;
const fewest = 3;

/**
 * Three to five communities: those of the directory that share a whole word with the nouns, who first, and up to three
 * search links where there are fewer. The directory is in English, so other languages get search links.
 */
export function findCommunities(reading: IdeaReading, language: IdeaLanguage): SocialGroup[] {
  const found = reading.language === 'en' ? search(reading) : [];
  return [...found, ...searchLinks(reading, language).slice(0, Math.max(0, fewest - found.length))];
}

let index: MiniSearch | undefined;

function search({ who: group, trouble }: IdeaReading): SocialGroup[] {
  index ??= indexOf();
  const whoTerms = searchTerms(group, 'en');
  const whatTerms = searchTerms(trouble, 'en');
  const who = new Set(whoTerms.map(termOf));
  const hits = index.search(longestTerms([...whoTerms, ...whatTerms]).join(' '), {
    boostTerm: (term) => (who.has(term) ? 2 : 1),
  });
  const entries = hits.flatMap(({ id }) => directory[Number(id)] ?? []);
  const places = entries.filter((entry) => !isQuestionSite(entry)).slice(0, most);
  return [...places, ...entries.filter(isQuestionSite).slice(0, 1)].map(({ type, name, url }) => ({
    type,
    name,
    url,
  }));
}

const topics = new Set(directory.flatMap((entry) => entry.topics.map(termOf)));

/** The terms without the parts of a pair that is a topic of its own: "sign-language" is not about languages. */
function longestTerms(terms: string[]): string[] {
  const pairs = terms.filter((term) => term.includes('-') && topics.has(termOf(term)));
  const parts = new Set(pairs.flatMap((pair) => pair.split('-')));
  return terms.filter((term) => !parts.has(term));
}

/** "7 Cups" is not about cups: such words of a name are no subject. */
const noSubject = wordSet(lists.communityNames);

function indexOf(): MiniSearch {
  const search = new MiniSearch({
    fields: ['name', 'topics', 'description'],
    tokenize: (text) => text.split(/[^\p{L}\p{M}\d-]+/u),
    processTerm: (term, field) =>
      field === 'name' && noSubject.has(term.toLowerCase()) ? null : termOf(term),
    searchOptions: { processTerm: (term) => termOf(term) },
  });
  search.addAll(directory.map((entry, id) => ({ ...entry, id, topics: entry.topics.join(' ') })));
  return search;
}

/** Words match in the singular, so that no other part of a word counts. */
function termOf(word: string): string {
  return singular(word.toLowerCase(), 'en');
}

function searchLinks({ who, trouble }: IdeaReading, language: IdeaLanguage): SocialGroup[] {
  const wanted = cutAtWord(plain(who) || plain(trouble), 5);
  const query = encodeURIComponent(wanted);
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
