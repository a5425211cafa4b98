import { ownPurpose } from './activities.data.ts';
import { analogyOf } from './analogies.ts';
import { readAudience } from './audience-phrase.ts';
import { readBare } from './bare-sentence.ts';
import type { Clause } from './clause.ts';
import { plainIdea, sentencesOf } from './idea-text.ts';
import { lookUp } from './idea-words.ts';
import { lookForBeloved } from './named-thing.ts';
import { troubleOfNoShows } from './no-shows.ts';
import { type ProductFrame, readProductFrame } from './product-frame.ts';
import { actionOfProduct } from './product-purpose.ts';
import { readRest } from './product-said.ts';
import { type Unread, unreadable } from './readable.ts';
import { isFirstPerson, readSpeaker } from './speaker.ts';
import { readReason, readTrouble, type Trouble } from './trouble.ts';
import { asInfinitive } from './verb-forms.ts';
import { baseVerbs, productPurpose } from './verbs.data.ts';

/** What is understood of an idea; phrases are as typed, null where the sentence does not say. */
export type IdeaReading = {
  plain: string;
  sentence: string;
  audience: string | null;
  otherSide: string | null;
  /** What the people try to do, as a bare infinitive with all its detail. */
  action: string | null;
  trouble: Trouble | null;
  /** "so that …", "without …", "instead of …", "because …" as typed. */
  reason: string | null;
  /** Why no action was understood; null where one was. */
  unread: Unread | null;
};

/** Reads an idea in whatever shape it was typed; never fails, but may understand nothing of it. */
export function readIdea(idea: string): IdeaReading {
  const plain = plainIdea(idea);
  const sentences = sentencesOf(plain);
  const readable = sentences.filter((sentence) => unreadable(sentence) === null);
  const speaker = readable.map(readSpeaker).find((found) => found !== null)?.audience ?? null;
  const readings = readable.map((sentence) => readSentence(plain, sentence, speaker));
  const best =
    readings.find((reading) => reading.action && reading.audience) ??
    readings.find((reading) => reading.action);
  const first = best ?? readings[0];
  if (!first)
    return {
      ...nothing,
      plain,
      sentence: sentences[0] ?? plain,
      unread: unreadable(sentences[0] ?? '') ?? 'no words',
    };
  const trouble = first.trouble ?? readings.find((reading) => reading.trouble)?.trouble ?? null;
  return {
    ...first,
    trouble,
    audience: first.audience ?? readings.find((reading) => reading.audience)?.audience ?? null,
  };
}

const nothing = { audience: null, otherSide: null, action: null, trouble: null, reason: null };

function readSentence(plain: string, whole: string, speaker: string | null): IdeaReading {
  const sentence = readSpeaker(whole)?.rest ?? whole;
  const frame = readProductFrame(sentence);
  const trouble = readTrouble(sentence) ?? troubleOfNoShows(sentence);
  const said = saidIn(frame, sentence, speaker !== null, trouble);
  const words = readReason(sentence);
  const reason = words && said.audience?.endsWith(words) ? null : words;
  const action = inPlainWords(said.action ?? actionInTrouble(trouble, frame.head));
  return {
    plain,
    sentence: whole,
    audience: speaker ?? said.audience ?? trouble?.audience ?? audienceOfReason(reason),
    otherSide: said.otherSide ?? null,
    action: action === null ? null : action.trim(),
    trouble,
    reason,
    unread: action === null ? 'unclear' : null,
  };
}

// Who tells of a trouble without a product says by it what they need; other words there are not what they want.
function saidIn(frame: ProductFrame, sentence: string, hasSpeaker: boolean, trouble: Trouble | null): Clause {
  const tells =
    hasSpeaker && (trouble !== null || isFirstPerson(sentence) || asInfinitive(sentence) === null);
  if (frame.product === '' && tells) return { audience: null, action: null };
  if (frame.product === '' && trouble?.lacks && trouble.audience)
    return { audience: trouble.audience, action: null };
  return withPeopleOfMoment(readClause(frame, sentence));
}

// "price their cakes": to price is to settle what to charge. Who makes and sells has customers who want to get it.
function inPlainWords(action: string | null): string | null {
  return (
    action
      ?.replace(/^(?:have|need|want|try) to (?=\p{L}{2})/u, '')
      .replace(
        /^(?:make|bake|grow|brew|knit|sew|roast) (.+?) and (?:want|would like|hope|plan) to sell (?:it|them)\b/u,
        'get hold of $1',
      )
      .replace(/^price (?=(their|your|my|our) )/i, 'work out what to charge for ')
      .replace(/^remember (?=(\p{L}+) (?:their|your|my|our|the) )/u, (found, verb: string) =>
        baseVerbs.has(verb) ? `${found}to ` : found,
      ) ?? null
  );
}

// "… while students study": who does something at that moment is who it is for.
function withPeopleOfMoment(clause: Clause): Clause {
  if (clause.audience !== null || clause.action === null) return clause;
  const [moment, link = '', told = ''] =
    clause.action.match(/ (while|when|whenever|before|after|if) (.+)$/i) ?? [];
  const people = readAudience(told);
  if (!moment || !people || !asInfinitive(people.rest)) return clause;
  return {
    ...clause,
    audience: people.described,
    action: clause.action.replace(moment, ` ${link} they ${people.rest}`),
  };
}

// A tutor for people who struggle with maths: what they want is to learn maths.
function actionInTrouble(trouble: Trouble | null, head: string): string | null {
  const purpose = lookUp(productPurpose, head);
  return trouble?.action?.replace(/^deal with/, purpose ?? 'deal with') ?? null;
}

function readClause(frame: ProductFrame, sentence: string): Clause {
  const analogy = analogyOf(sentence);
  if (analogy) return analogy;
  const clause = frame.product === '' ? readBare(frame.rest) : readRest(frame.rest);
  if (frame.head === 'alternative' && /^to (?!\p{L}+ing)/u.test(frame.rest))
    return {
      ...clause,
      action: `find an alternative ${frame.rest.replace(/ (for|that|so|which|because) .*$/i, '')}`,
    };
  const gathers = /^(community|network|forum|group)$/.test(frame.head) && clause.audience !== null;
  const action =
    clause.action ??
    actionOfProduct(frame, clause.audience !== null) ??
    (gathers ? 'find others in the same situation' : lookForBeloved(clause.audience)) ??
    (/line$/.test(frame.head) ? (lookUp(ownPurpose, frame.head) ?? null) : null);
  return { ...clause, action };
}

function audienceOfReason(reason: string | null): string | null {
  const people = reason?.match(/^(?:so(?: that)?|because) (.+)$/i)?.[1];
  return people ? (readAudience(people)?.described ?? null) : null;
}
