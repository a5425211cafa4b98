import { loadBackground } from '#server/features/outreach/find/phrases/background.ts';
import {
  isHeadWord,
  keyPhrasesOf,
  phrasesOfKeywords,
  runsOf,
} from '#server/features/outreach/find/phrases/key-phrases.ts';
import { wordsOf } from '#server/features/outreach/find/phrases/tokenise.ts';
import type { FoundPost } from '#server/integrations/sources/port.ts';
import { confidenceOf } from './confidence.ts';
import { queryOf } from './query.ts';
import { canFind, type ScoredPost, scorePosts } from './score-posts.ts';

/** From this confidence on a post is shown. */
export const shownFrom = 60;

type Readable = Pick<FoundPost, 'title' | 'threadTitle' | 'body'>;

/** A post that is about what the description says. */
export type FittingPost<Post> = ScoredPost<Post> & { confidence: number };

export type Ranking = {
  /** Phrases to search for; none when the description is too short. */
  phrases: string[];
  /** Those at `shownFrom` or more, the surest first. A post's confidence doesn't depend on what else was found. */
  rank<Post extends Readable>(posts: Post[]): FittingPost<Post>[];
  /** The description's own words that a post shares, the most telling first. */
  sharedWords(fitting: FittingPost<Readable>): string[];
};

/** Ranks posts by the whole of a description and the campaign's keywords, if it has any. */
export async function prepareRanking(description: string, keywords: string[] = []): Promise<Ranking> {
  const background = await loadBackground();
  const given = [description, ...keywords].join('.\n');
  const query = queryOf(given, background);
  const namings = namingsOf(given);
  const own = phrasesOfKeywords(keywords, background);
  const phrases = own.length > 0 ? own : keyPhrasesOf(description, background);
  return {
    phrases: canFind(query) ? phrases : [],
    rank: (posts) =>
      scorePosts(posts, query)
        .map((scored) => ({ ...scored, confidence: confidenceOf(scored, query) }))
        .filter(({ confidence }) => confidence >= shownFrom)
        .toSorted((a, b) => b.confidence - a.confidence || b.score - a.score),
    sharedWords: (fitting) => sharedWords(fitting, namings, query.weights),
  };
}

/** Words of a description as people would quote them, and the terms that they stand for. */
type Naming = { words: string; terms: string[] };

const mostNamed = 8;

/** Every term of a description, and those that stand side by side, in its own words; 'guest list' before 'guest'. */
function namingsOf(description: string): Naming[] {
  const spelled = capitalsOf(description);
  const spell = (word: string) => spelled.get(word) ?? word;
  const namings = new Map<string, Naming>();
  for (const run of runsOf(description))
    for (const [place, { word, term }] of run.entries()) {
      if (isHeadWord(word)) continue;
      const next = run[place + 1];
      const terms = next && !isHeadWord(next.word) ? [term, next.term] : [term];
      const both = next && { words: `${spell(word)} ${spell(next.word)}`, terms };
      for (const naming of [both, { words: spell(word), terms: [term] }])
        if (naming && !namings.has(naming.words)) namings.set(naming.words, naming);
    }
  return [...namings.values()].toSorted((a, b) => b.words.split(' ').length - a.words.split(' ').length);
}

/** The description's words that a post shares, the most telling first, no term twice. */
function sharedWords(
  scored: ScoredPost<{ title: string; threadTitle: string | null; body: string }>,
  namings: Naming[],
  weights: ReadonlyMap<string, number>,
): string[] {
  const { post, matched, pairs } = scored;
  const text = ` ${wordsOf(`${post.title || (post.threadTitle ?? '')}\n${post.body}`).join(' ')} `;
  const left = new Set(matched);
  const named: { words: string; weight: number }[] = [];
  for (const { words, terms } of namings) {
    if (!terms.every((term) => left.has(term))) continue;
    const isPhrase = words.includes(' ');
    if (isPhrase && !pairs.includes(terms.join(' ')) && !text.includes(` ${words.toLowerCase()} `)) continue;
    for (const term of terms) left.delete(term);
    named.push({ words, weight: terms.reduce((sum, term) => sum + (weights.get(term) ?? 0), 0) });
  }
  return named
    .toSorted((a, b) => b.weight - a.weight)
    .slice(0, mostNamed)
    .map(({ words }) => words);
}

/** Words with capitals inside, such as RSVP, by their lower case: others read better in lower case. */
function capitalsOf(description: string): Map<string, string> {
  const words = description.normalize('NFKC').match(/[\p{L}\p{N}]+/gu) ?? [];
  return new Map(
    words.filter((word) => /^.+\p{Lu}/u.test(word)).map((word) => [word.toLowerCase(), word] as const),
  );
}
