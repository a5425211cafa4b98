import { ownPurpose } from './activities.data.ts';
import { analogyOf } from './analogies.ts';
import { readAudience } from './audience-phrase.ts';
import { readBare } from './bare-sentence.ts';
import type { Clause } from './clause.ts';
import { isEnglish, plainIdea, sentencesOf } from './idea-text.ts';
import { lookUp } from './idea-words.ts';
import { lookForBeloved } from './named-thing.ts';
import { type ProductFrame, readProductFrame } from './product-frame.ts';
import { actionOfProduct } from './product-purpose.ts';
import { readRest } from './product-said.ts';
import { readReason, readTrouble, type Trouble } from './trouble.ts';
import { asInfinitive } from './verb-forms.ts';
import { productPurpose } from './verbs.data.ts';

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
};

/** Reads an idea in whatever shape it was typed; never fails, but may understand nothing of it. */
export function readIdea(idea: string): IdeaReading {
  const plain = plainIdea(idea);
  const sentences = sentencesOf(plain);
  const readings = sentences.filter(isEnglish).map((sentence) => readSentence(plain, sentence));
  const best =
    readings.find((reading) => reading.action && reading.audience) ??
    readings.find((reading) => reading.action);
  const first = best ?? readings[0];
  if (!first) return { ...nothing, plain, sentence: sentences[0] ?? plain };
  const trouble = first.trouble ?? readings.find((reading) => reading.trouble)?.trouble ?? null;
  return {
    ...first,
    trouble,
    audience: first.audience ?? readings.find((reading) => reading.audience)?.audience ?? null,
  };
}

const nothing = { audience: null, otherSide: null, action: null, trouble: null, reason: null };

function readSentence(plain: string, sentence: string): IdeaReading {
  const frame = readProductFrame(sentence);
  const trouble = readTrouble(sentence);
  const said = withPeopleOfMoment(readClause(frame, sentence));
  const words = readReason(sentence);
  const reason = words && said.audience?.endsWith(words) ? null : words;
  const action = said.action ?? actionInTrouble(trouble, frame.head);
  return {
    plain,
    sentence,
    audience: said.audience ?? trouble?.audience ?? audienceOfReason(reason),
    otherSide: said.otherSide ?? null,
    action: action === null ? null : action.trim(),
    trouble,
    reason,
  };
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
