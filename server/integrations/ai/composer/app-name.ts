import { isKnownCompany } from './analogies.ts';
import { countMatches, hashOf, inCompany, wordList, wordsOf } from './idea-words.ts';
import { type KindId, kinds } from './kinds.data.ts';
import { isPeople } from './nouns.ts';
import { peopleWords } from './people.data.ts';
import type { IdeaReading } from './read-idea.ts';
import { type TopicId, topics } from './topics.data.ts';
import { baseVerbs, nounLikeVerbs, plainProducts } from './verbs.data.ts';

/** A working name of two words: one of the idea's own and one for its kind; the same idea, the same name. */
export function coinName(reading: IdeaReading, need: string, kind: KindId, topicIds: TopicId[]): string {
  const hash = hashOf(wordsOf(reading.plain).join(' '));
  const own = keyWord(reading, need, topicIds);
  if (own === null || reading.action === null || sensitive.test(reading.plain)) return namePair(hash);
  const endings: string[] = kinds[kind].names;
  for (let turn = 0; turn < endings.length; turn += 1) {
    const ending = endings[(hash + turn) % endings.length] ?? '';
    const taken =
      takenNames.has(`${own}${ending}`.toLowerCase()) || own.toLowerCase() === ending.toLowerCase();
    if (!taken) return `${own} ${ending}`;
  }
  return namePair(hash);
}

// The word that says most: one of the topic's in what people do, else the last noun there, else a topic word anywhere.
function keyWord(reading: IdeaReading, need: string, topicIds: TopicId[]): string | null {
  const list = inCompany(wordList(topicIds.map((id) => topics[id].words).join(' ')));
  const inAction = reading.action === null ? [] : nameable(need.split(' ').slice(1).join(' '));
  const topicWord = topicIds[0]
    ? (nameable(topics[topicIds[0]].words.split(' ')[0]?.replaceAll('_', ' ') ?? '')[0] ?? null)
    : null;
  const anywhere = nameable(reading.action === null ? '' : reading.sentence);
  const isTopical = (word: string) => countMatches([word.toLowerCase()], list) > 0;
  return inAction.find(isTopical) ?? inAction.at(-1) ?? anywhere.find(isTopical) ?? topicWord;
}

function nameable(text: string): string[] {
  const core =
    text.split(/\b(?:based on|so that|because|without|by|when|who|that|at|in|after|before|with)\b/)[0] ?? '';
  const typed = new Map(core.split(/[\s,]+/).map((word) => [wordsOf(word)[0] ?? '', word]));
  return wordsOf(core)
    .filter(
      (word) =>
        /^[a-zà-ÿ]{3,12}$/.test(word) &&
        !plainProducts.has(word) &&
        !emptyWords.has(word) &&
        !isKnownCompany(word),
    )
    .filter(
      (word) =>
        (placeWords.test(word) || !peopleWords.has(word)) &&
        !isPureVerb(word) &&
        !/(ly|ed)$/.test(word) &&
        (placeWords.test(word) || !isPeople(`${word}s`)),
    )
    .map((word) => (/^\p{Lu}{2,}s?$/u.test(typed.get(word) ?? '') ? word.toUpperCase() : capitalised(word)));
}

function isPureVerb(word: string): boolean {
  return baseVerbs.has(word) && !nounLikeVerbs.has(word);
}

function namePair(hash: number): string {
  const adjective = pairAdjectives[hash % pairAdjectives.length];
  return `${adjective} ${pairNouns[(hash >>> 8) % pairNouns.length]}`;
}

function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

const pairAdjectives =
  'Plain Clear Small Steady First Warm Bright Quiet Early North Green Long Kind Even Near Calm'.split(' ');
const pairNouns =
  'Lantern Harbour Orchard Meadow Bridge Compass Window Ferry Garden Path Anchor Field River Porch Lamp Grove'.split(
    ' ',
  );

const placeWords =
  /^(gym|restaurant|caf[eé]|clinic|school|salon|studio|hotel|bakery|brewery|farm|church|choir|band|charity|hospital)$/;

// A cheerful name would hurt here.
const sensitive =
  /\b(funeral|death|dying|suicid\w*|grief|bereave\w*|abus\w*|rape|assault|cancer|addict\w*|depress\w*|porn|sex|sexual|escort|drugs?|divorce|miscarriage|violence|hospice|lost an?|lost their|trauma\w*|eating disorder)\b/i;

const takenNames = new Set(
  `taxjar petfinder petdesk moneyjar moneybridge jobscout girlscout boyscout kidscout bookbub eventbrite mealpath fishbowl
  rentpath roadloop sleepcycle shiftboard teambridge dogpointer homebridge carwindow foodloop foodbridge changebridge
  pricescout immoscout coinledger smalldesk frontdesk petcircle heartbeat musiccircle workbenchbench datadesk skillbridge
  lifelog studycircle familytable mindmeadow travelcompass giftcircle sharedesk`.split(/\s+/),
);

const emptyWords = new Set(
  `quit disability well expensive between among even can could fairly first-time crowdsourced away distracting dyslexic lonely look part figure date detail note-taking the and for with from into how what why when where who that this their your our his her its they them you more less most other others all any some
  each every good great best better old new local nearby small big fair cheap easy quick late last-minute short long free
  near real own right wrong few many much one two three first last time way thing stuff lot kind official personal private public
  happy hard high low common different various notice about out off over under over sure own own deal money-back outgrown
  awkward fake trusted reliable nice day week month year help people person place home use track coming done locally
  roasted adhd autism autistic dementia elderly app tool something somebody someone anything everything hold rid eye record unsold busy primary`.split(
    /\s+/,
  ),
);
