import { coinName } from './app-name.ts';
import { isRare, kindOf, sceneTopic, topicsOf } from './classify-idea.ts';
import { shorten } from './idea-text.ts';
import { hashOf } from './idea-words.ts';
import { type Kind, type KindId, kinds } from './kinds.data.ts';
import { type Need, wordNeed } from './need-wording.ts';
import { lowerStart } from './noun-phrases.ts';
import { readIdea } from './read-idea.ts';
import type { Unread } from './readable.ts';
import { type Topic, type TopicId, topics } from './topics.data.ts';
import { audienceOf, type Relation, relationOf, youOf } from './who-is-asked.ts';

/** Everything that the plan's sentences are made of. */
export type PlanWords = {
  idea: string;
  name: string;
  kindId: KindId;
  kind: Kind;
  /** The kind's attempt, or "try to" where the need is to get or find something. */
  attempt: [present: string, past: string];
  topicIds: TopicId[];
  need: Need;
  /** Who is asked: "you", "your child", "you or somebody you look after". */
  you: string;
  /** Who the idea is for, in small letters; "people" when it does not say. */
  audience: string;
  isAudienceSaid: boolean;
  otherSide: string | null;
  /** Whom the audience answers to, for the question of who pays. */
  relation: Relation;
  isOrganisation: boolean;
  /** The difficulty in the founder's words, after "did you"; null when none is named. */
  troubleAsked: string | null;
  /** The same after "people"; null when none is named. */
  troublePresent: string | null;
  reason: string | null;
  /** The idea's sentence where it could not be understood and is quoted instead; else null. */
  quoted: string | null;
  /** Why it was not understood; null where it was. */
  unread: Unread | null;
  isRare: boolean;
  /** A number of the idea's own, to choose among equal wordings. */
  turn: number;
  /** Says that nothing is known yet; one of several, so that plans don't all read the same. */
  caution: string;
  where: string | null;
  /** Who would pay, as a guess to check. */
  payer: string;
  topicWays: string[];
  others: string[];
};

/** Reads the idea and settles every choice of words; the same idea gives the same words. */
export function findPlanWords(idea: string): PlanWords {
  const reading = readIdea(idea);
  const kindId = kindOf(reading);
  const topicIds = topicsOf(reading);
  const audience = lowerStart(audienceOf(reading));
  const relation = relationOf(audience);
  const isQuotedUnread = reading.unread === 'foreign' || reading.unread === 'no words';
  const scene = sceneOf(isQuotedUnread ? undefined : sceneTopic(reading, topicIds), kindId, relation);
  const you = youOf(relation);
  const turn = hashOf(reading.plain.toLowerCase()) >>> 3;
  const understood = reading.action !== null;
  const need = wordNeed(reading.action ?? 'deal with what this idea is about', you === 'you');
  return {
    idea: reading.plain,
    name: coinName(reading, need.short, kindId, topicIds),
    kindId,
    kind: kinds[kindId],
    attempt: isWished(need) ? ['try to', 'tried to'] : (kinds[kindId] as Kind).attempt,
    topicIds,
    need,
    you,
    audience,
    isAudienceSaid: reading.audience !== null,
    otherSide: reading.otherSide,
    relation,
    isOrganisation: relation === 'organisation',
    troubleAsked: troubleOf(reading.trouble?.asked, need, you === 'you'),
    troublePresent: troubleOf(reading.trouble?.present, need, you === 'you'),
    reason: reading.reason,
    unread: reading.unread,
    quoted: understood ? null : shorten(reading.sentence, 160),
    isRare: isRare(reading),
    turn,
    caution: cautions[turn % cautions.length] ?? '',
    ...scene,
  };
}

function isWished(need: Need): boolean {
  return wished.test(need.asked);
}

// What people want to do, where "have to" would be odd.
const wished =
  /^(get (?!rid|help|hold)|find |learn |take (part|\S+ (classes|lessons|courses|workshops))|do (yoga|pilates|\S+ workouts)|keep (fit|away|to a|a (diary|journal|log))|discover |notice |practise |run with |meditate|work out$|eat |sleep |stay |meet |buy or sell |rent |borrow |share )/;

function troubleOf(trouble: string | undefined, need: Need, ownPronouns: boolean): string | null {
  const forgotten = need.asked.match(/^remember to (.+)$/);
  if (forgotten) return `forget to ${forgotten[1]}`;
  return trouble ? wordNeed(trouble, ownPronouns).asked : null;
}

/** What is typical of the first topic, as far as it fits the kind of problem and who is asked. */
function sceneOf(id: TopicId | undefined, kind: KindId, relation: Relation): Scene {
  const { payer } = kinds[kind];
  if (kind === 'charging')
    return {
      where: 'when a customer asks for a price, and when the work or the goods have to be paid for',
      payer,
      topicWays: [],
      others: ['A customer', 'Somebody in the same trade', 'My partner', 'An accountant'],
    };
  if (id === undefined) return { where: null, payer, topicWays: [], others: [] };
  const topic: Topic = topics[id];
  if (relation === 'child' && !lessonTopics.has(id)) {
    return { where: topics.parenting.where, payer, topicWays: [], others: topics.parenting.others };
  }
  const isMissing = kind === 'getting' && relation === 'professional';
  const isAboutOthers = ['choosing', 'meeting', 'hiring', 'sharing', 'selling', 'following'].includes(kind);
  return {
    where: topic.where || null,
    payer: topic.payer ?? payer,
    topicWays: isMissing || (isAboutOthers && !askingTopics.has(id)) ? [] : topic.ways,
    others: topic.others,
  };
}

type Scene = Pick<PlanWords, 'where' | 'payer' | 'topicWays' | 'others'>;

const lessonTopics = new Set<TopicId>(['maths', 'languages', 'music', 'students', 'science']);

// Subjects whose usual ways are ways of finding or asking somebody.
const askingTopics = new Set<TopicId>([
  'parenting',
  'pregnancy',
  'coffee',
  'farming',
  'outdoors',
  'climbing',
  'boats',
  'sports',
  'elder-care',
  'disability',
  'healthcare-work',
  'students',
  'languages',
  'film',
  'games',
  'board-games',
  'books',
  'home-repair',
  'cars',
  'travel',
  'reuse',
  'co-founders',
  'hiring',
  'careers',
  'remote-work',
  'security',
  'nonprofit',
  'fashion',
  'beauty',
  'dating',
  'friendship',
  'events',
  'grief',
  'expats',
  'local',
  'collecting',
]);

const cautions = [
  'How often it happens and what it costs is not known yet, so the survey asks for the last real case instead of opinions.',
  'None of this is known yet: the survey asks what really happened the last time, how often it happens, and what it cost.',
  'So far this is an assumption, and the answers to look for are recent cases with a date, an effort and a price.',
  'Whether that is so, how often, and for how many, only accounts of real cases can tell; that is what the survey asks for.',
];
