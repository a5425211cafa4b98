import { countMatches, phraseMatches, wordList, wordsOf } from './idea-words.ts';
import { type KindId, kinds } from './kinds.data.ts';
import { organisations, professionals } from './people.data.ts';
import type { IdeaReading } from './read-idea.ts';
import { type Topic, type TopicId, topics } from './topics.data.ts';
import { nounLikeVerbs, plainProducts } from './verbs.data.ts';

/** The kind of problem that the idea is about, by its verb first and its other words second. */
export function kindOf(reading: IdeaReading): KindId {
  const action = wordsOf(`${reading.action ?? ''} ${reading.trouble?.present ?? ''}`);
  const verb = action[0] ?? '';
  // "floor plans" are not planned: a noun that looks like a verb says nothing about the kind.
  const objects = action.filter((word, index) => index > 0 && (word === 'shift' || !nounLikeVerbs.has(word)));
  const sentence = wordsOf(reading.sentence);
  if (reading.action === null) return 'dealing';
  let best: KindId = 'dealing';
  let most = 0.9;
  for (const { id, list } of kindLists) {
    const byVerb = list.words.has(verb) ? (vagueVerbs.has(verb) ? 1.5 : 4) : 0;
    const byObject = countMatches(objects, list) + phraseMatches(action, list);
    const score = byVerb + 2 * byObject + 0.5 * countMatches(sentence, list);
    if (score > most) [best, most] = [id, score];
  }
  return best;
}

/**
 * The idea's subjects, the clearest first, at most three; empty when none is noticed. What people do counts
 * most; who they are counts as much where their trade or the firm sets the scene.
 */
export function topicsOf(reading: IdeaReading): TopicId[] {
  const scene = reading.otherSide === null ? (reading.action ?? '') : '';
  const action = wordsOf(scene.split(/(?<!deal) (?:at|with|in|near|from|based on|by) /)[0] ?? '');
  const audience = wordsOf(peopleOf(reading));
  const isWork = isAtWork(reading);
  const said = (text: string) => wordsOf(text).filter((word) => !plainProducts.has(word));
  const [sentence, all] = [said(reading.sentence), said(reading.plain.slice(0, 1000))];
  const scored = topicLists.map(({ id, list }) => {
    const byAudience =
      (isWork || reading.otherSide || audienceTopics.has(id) ? 6 : 2) *
      Math.min(1, countMatches(audience, list));
    const byText = 2 * countMatches(sentence, list) + countMatches(all, list);
    return { id, score: byText + 5 * countMatches(action, list) + byAudience };
  });
  const found = scored.filter((entry) => entry.score > 0).sort((a, b) => b.score - a.score);
  const least = (found[0]?.score ?? 0) * 0.5;
  return found
    .filter((entry) => entry.score >= least)
    .slice(0, 3)
    .map((entry) => entry.id);
}

/** The subject that sets the scene: of people at work their trade, else the clearest; undefined when neither shows. */
export function sceneTopic(reading: IdeaReading, topicIds: TopicId[]): TopicId | undefined {
  if (!isAtWork(reading)) return topicIds[0];
  const audience = wordsOf(peopleOf(reading));
  return topicIds.find((id) =>
    topicLists.some((topic) => topic.id === id && countMatches(audience, topic.list) > 0),
  );
}

function isAtWork(reading: IdeaReading): boolean {
  return professionals.test(peopleOf(reading)) || organisations.test(peopleOf(reading));
}

// "learners who have no teacher" are not teachers.
function peopleOf(reading: IdeaReading): string {
  return reading.audience?.split(' who ')[0] ?? '';
}

/** Whether the idea's occasion comes a few times a year or a life, so that a month would show nothing. */
export function isRare(reading: IdeaReading): boolean {
  const action = wordsOf(reading.action ?? '');
  return topicLists.some(({ id, list }) => rareTopics.has(id) && countMatches(action, list) > 0);
}

// Subjects that are what people are, so that belonging to them sets the scene.
const audienceTopics = new Set<TopicId>([
  'adhd',
  'autism',
  'disability',
  'elder-care',
  'pregnancy',
  'expats',
]);

const vagueVerbs = new Set('find get deal do keep use manage handle have take build buy see'.split(' '));

const kindLists = Object.entries(kinds).map(([id, kind]) => ({
  id: id as KindId,
  list: wordList(kind.words),
}));

const topicLists = Object.entries(topics).map(([id, topic]) => ({
  id: id as TopicId,
  list: wordList(topic.words),
}));

const rareTopics = new Set(topicLists.map(({ id }) => id).filter((id) => (topics[id] as Topic).rare));
