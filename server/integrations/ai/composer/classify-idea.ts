import { countMatches, inCompany, phraseMatches, wordList, wordsOf } from './idea-words.ts';
import { type KindId, kinds } from './kinds.data.ts';
import { children, organisations, professionals } from './people.data.ts';
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
  const said = verbSaid(reading, verb);
  if (said) return said;
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

// A few verbs leave no doubt, whatever their object is.
function verbSaid(reading: IdeaReading, verb: string): KindId | null {
  if (verb === 'remember' || verb === 'forget') return 'remembering';
  const action = reading.action ?? '';
  if (isCharging(reading, verb)) return 'charging';
  if (/^find out who can /.test(action)) return 'coordinating';
  if (/^have (no .*place|nowhere)/.test(reading.trouble?.present ?? '')) return 'getting';
  if (/^find (somebody|an? |good |reliable )/.test(action) && helpers.test(action)) return 'hiring';
  if (/ with others$/.test(action)) return 'meeting';
  if (/^make sense of|^catch up on/.test(action)) return 'following';
  return children.test(peopleOf(reading)) && /^(read|write|spell|count|speak|code)$/.test(verb)
    ? 'learning'
    : null;
}

// Who sets a price, not who pays it: "write quotes" is so only of people at work.
function isCharging(reading: IdeaReading, verb: string): boolean {
  const action = reading.action ?? '';
  if (/^(work out|figure out|calculate|know|decide) (what|how much) to charge/i.test(action)) return true;
  if (!isAtWork(reading) && !tradesPeople.test(peopleOf(reading))) return false;
  return (
    /^(price|quote|estimate)$/.test(verb) ||
    /^(write|send|make|prepare|give|set|work out|calculate|find)\b.*\b(quotes?|quotations?|estimates?|prices|pricing)$/i.test(
      action,
    )
  );
}

const tradesPeople =
  /\b(bakers?|makers?|crafts(men|women|people)|artisans?|artists?|freelanc\w*|tailors?|florists?|potters?|caterers?)\b/i;

/**
 * The idea's subjects, the clearest first, at most three; empty when none is noticed. What people do counts
 * most; who they are counts as much where their trade or the firm sets the scene.
 */
export function topicsOf(reading: IdeaReading): TopicId[] {
  const scene = reading.otherSide === null ? (reading.action ?? '') : '';
  const action = wordsOf(
    scene.split(/(?<!deal|away|look) (?:at|with|in|near|from|based on|by|while|when|before|after) /)[0] ?? '',
  );
  const audience = wordsOf(peopleOf(reading));
  const others = wordsOf(reading.otherSide ?? '');
  const weight = isAtWork(reading) || reading.otherSide ? 8 : 4;
  const verb = action[0];
  // Who books a pitch does not read.
  const said = (text: string) =>
    wordsOf(text).filter((word) => !plainProducts.has(word) && !(word === 'book' && verb === word));
  const [sentence, all] = [said(reading.sentence), said(reading.plain.slice(0, 1000))];
  const scored = topicLists.map(({ id, list: whole }) => {
    const list = inCompany(whole);
    if (countMatches([...all, ...action, ...audience, ...others], whole) === 0)
      return { id, score: 0, byAudience: 0 };
    const byAudience =
      (audienceTopics.has(id) ? 8 : weight) * Math.min(1, countMatches(audience, list)) +
      3 * Math.min(1, countMatches(others, list));
    const byText = 2 * countMatches(sentence, list) + countMatches(all, list);
    const score =
      byText + 5 * Math.min(2, countMatches(action.slice(verb === 'book' ? 1 : 0), list)) + byAudience;
    const isOthersWork = tradeTopics.has(id) && byAudience === 0 && !isAtWork(reading);
    return { id, byAudience, score: isOthersWork ? 0.4 * score : score };
  });
  const found = scored.filter((entry) => entry.score > 0).sort((a, b) => b.score - a.score);
  const least = (found[0]?.score ?? 0) * 0.5;
  if (found.length === 0 && organisations.test(peopleOf(reading))) return ['small-business'];
  const clear = found.filter((entry) => entry.score >= (entry.byAudience > 0 ? 0.6 * least : least));
  return withWork(
    reading,
    clear.map(({ id }) => id),
  ).slice(0, 3);
}

// Who runs a place or sets a price is asked as a business; who lets a flat is no tenant.
function withWork(reading: IdeaReading, ids: TopicId[]): TopicId[] {
  if (isNoShow(reading) && !ids.some((id) => tradeTopics.has(id)))
    return ['small-business', ...ids.filter((id) => id !== 'small-business')];
  if (isCharging(reading, wordsOf(reading.action ?? '')[0] ?? ''))
    return [...ids.filter((id) => id !== 'small-business').slice(0, 1), 'small-business'];
  return /\blandlords?\b/i.test(peopleOf(reading)) ? ids.filter((id) => id !== 'housing') : ids;
}

function isNoShow(reading: IdeaReading): boolean {
  return / who do not show up$/.test(reading.action ?? '');
}

/** The subject that sets the scene: of people at work their trade, else the clearest; undefined when neither shows. */
export function sceneTopic(reading: IdeaReading, topicIds: TopicId[]): TopicId | undefined {
  if (!isAtWork(reading) || isNoShow(reading)) return topicIds[0];
  const audience = wordsOf(peopleOf(reading));
  const trade = topicIds.find((id) =>
    topicLists.some((topic) => topic.id === id && countMatches(audience, topic.list) > 0),
  );
  return trade ?? (organisations.test(peopleOf(reading)) ? 'small-business' : undefined);
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
  if (/\b(every|once an?|each) year\b|\byearly\b/i.test(reading.sentence)) return true;
  // What comes with paid work comes all year.
  if (/\b(invoices?|payroll|receipts?|expenses?|bookkeeping)\b/i.test(reading.action ?? '')) return false;
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
  'coparenting',
  'expats',
]);

// Trades whose places are for those who work there, not for their customers.
const tradeTopics = new Set<TopicId>([
  'hospitality',
  'healthcare-work',
  'dentistry',
  'therapy-work',
  'landlords',
]);

const helpers =
  /\b(somebody|tutor|coach|mentor|counsell?or|stylist|trainer|nanny|(baby)?sitters?|cleaners?|carers?|caregivers?|plumbers?|handyman|builders?|lawyers?)\b/;

const vagueVerbs = new Set(
  'organise organize find get deal do keep use manage handle have take build buy see'.split(' '),
);

const kindLists = Object.entries(kinds).map(([id, kind]) => ({
  id: id as KindId,
  list: wordList(kind.words),
}));

const topicLists = Object.entries(topics).map(([id, topic]) => ({
  id: id as TopicId,
  list: wordList(topic.words),
}));

const rareTopics = new Set(topicLists.map(({ id }) => id).filter((id) => (topics[id] as Topic).rare));
