import MiniSearch from 'minisearch';
import type { IdeaLanguage, IdeaReading } from '#shared/contracts/reading.ts';
import type { SocialGroup } from '#shared/contracts/validation.ts';
import directory from './communities.json' with { type: 'json' };
import { type IdeaNouns, singular } from './idea-nouns.ts';
import { plain } from './phrase-forms.ts';
import texts from './plan-texts.json' with { type: 'json' };

const most = 4;
const fewest = 3;

/**
 * Three to five communities: those of the directory that share a whole word with the nouns, who first, and up to three
 * search links where there are fewer. The directory is in English, so other languages get search links.
 */
export function findCommunities(
  reading: IdeaReading,
  nouns: IdeaNouns,
  language: IdeaLanguage,
): SocialGroup[] {
  const found = reading.language === 'en' ? search(nouns) : [];
  return [...found, ...searchLinks(reading, language).slice(0, Math.max(0, fewest - found.length))];
}

let index: MiniSearch | undefined;

function search({ who, what }: IdeaNouns): SocialGroup[] {
  index ??= indexOf();
  const terms = [...who, ...what];
  const hits = index.search(terms.join(' '), {
    boostTerm: (term) => (who.some((noun) => termOf(noun) === term) ? 2 : 1),
  });
  return hits.slice(0, most).flatMap(({ id }) => {
    const entry = directory[Number(id)];
    return entry ? [{ type: entry.type, name: entry.name, url: entry.url }] : [];
  });
}

function indexOf(): MiniSearch {
  const search = new MiniSearch({
    fields: ['name', 'topics', 'description'],
    processTerm: termOf,
    searchOptions: { boost: { name: 2 } },
  });
  search.addAll(directory.map((entry, id) => ({ ...entry, id, topics: entry.topics.join(' ') })));
  return search;
}

/** Words match in the singular, so that no other part of a word counts. */
function termOf(word: string): string {
  return singular(word.toLowerCase(), 'en');
}

function searchLinks({ who, job, trouble }: IdeaReading, language: IdeaLanguage): SocialGroup[] {
  const wanted = plain(who) || plain(job) || plain(trouble);
  const query = encodeURIComponent(wanted.slice(0, 100).toWellFormed());
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
