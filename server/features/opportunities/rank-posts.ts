import type { FoundPost } from '#server/integrations/conversations/port.ts';
import { loadBackground } from './background.ts';
import { confidenceOf } from './confidence.ts';
import { keyPhrasesOf, phrasesOfKeywords } from './key-phrases.ts';
import { queryOf } from './query.ts';
import { canFind, type ScoredPost, scorePosts } from './score-posts.ts';
import { namingsOf, sharedWords } from './shared-words.ts';

/** From this confidence on a post is shown. */
export const shownFrom = 60;

type Readable = Pick<FoundPost, 'title' | 'threadTitle' | 'body'>;

/** A post that is about what the description says. */
export type FittingPost<Post> = ScoredPost<Post> & { confidence: number };

export type Ranking = {
  /** What sources are to look for; none when too little is said to tell what fits. */
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
