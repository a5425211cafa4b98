import { analogyOf } from './analogies.ts';
import { readAudience, readAudienceBeforeVerb, splitAudienceFromEnd } from './audience-phrase.ts';
import { type Clause, readOwnAction, readProductClause } from './clause.ts';
import { isEnglish, plainIdea, sentencesOf } from './idea-text.ts';
import { lookUp } from './idea-words.ts';
import { activityOf, dealingWith, lookForBeloved, withoutTechnology } from './named-thing.ts';
import { lowerStart, withArticle } from './noun-phrases.ts';
import { isPlural } from './nouns.ts';
import { type ProductFrame, readProductFrame } from './product-frame.ts';
import { actionOfProduct } from './product-purpose.ts';
import { readReason, readTrouble, type Trouble } from './trouble.ts';
import { asInfinitive } from './verb-forms.ts';
import { baseVerbs, nounLikeVerbs, productPurpose } from './verbs.data.ts';

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
  const reason = readReason(sentence);
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
  const gathers = /^(community|network|forum|group)$/.test(frame.head) && clause.audience !== null;
  const action =
    clause.action ??
    actionOfProduct(frame, clause.audience !== null) ??
    (gathers ? 'find others in the same situation' : lookForBeloved(clause.audience));
  return { ...clause, action };
}

// What a sentence says after its product: "for …", "that …", "where …", "to …", "connecting …".
function readRest(rest: string): Clause {
  const [link = '', ...others] = rest.split(' ');
  const after = others.join(' ');
  const lower = link.toLowerCase();
  if (lower === 'for') return readFor(after);
  if (lower === 'where' || lower === 'so') return readWhere(after.replace(/^that /, ''));
  if (lower === 'that' || lower === 'which' || lower === 'to') return readThat(after);
  if (lower === 'with') return readWith(after);
  const verb = asInfinitive(rest);
  if (verb) return readProductClause(verb);
  const ending = splitAudienceFromEnd(` ${rest}`);
  return { audience: ending?.audience.described ?? null, action: null };
}

function readThat(after: string): Clause {
  const people = readAudience(after);
  if (people && (/^(can|could|use)\b/.test(people.rest) || asInfinitive(people.rest)))
    return readWhere(after);
  return people?.rest ? { audience: people.described, action: null } : readProductClause(after);
}

function readFor(after: string): Clause {
  const people = readAudience(after);
  if (!people) {
    const action = asInfinitive(after);
    return action ? readOwnAction(action) : { audience: null, action: null };
  }
  const rest = people.rest.replace(/^,\s*/, '');
  const [link = '', ...others] = rest.split(' ');
  const tail = others.join(' ');
  if (link === 'to') return { audience: people.described, action: tail };
  if (link === 'who' && !readTrouble(rest) && tail.split(' ').length <= 8) {
    return { audience: `${people.described} ${rest}`, action: null };
  }
  if (/^(about|on)$/.test(link)) return { audience: people.described, action: `find out about ${tail}` };
  if (/^(that|which|where)$/.test(link) && tail) return { ...readRest(rest), audience: people.described };
  return { audience: people.described, action: null };
}

function readWhere(after: string): Clause {
  const people = readAudience(after) ?? readAudienceBeforeVerb(after);
  const action = (people?.rest ?? after).replace(
    /^(who |that )?(can|could|will|get to|are able to|may)\s+(easily )?/i,
    '',
  );
  const got = action.match(
    /^(?:take|upload|scan|enter|type|snap|point|describe|answer)\b.*? (?:and|to) ((?:get|see|find|receive|know|learn) .+)$/i,
  );
  return { audience: people?.described ?? null, action: asInfinitive(got?.[1] ?? action) };
}

function readWith(after: string): Clause {
  const to = after.match(/ (?:that|to) (.+)$/);
  if (to?.[1]) return readProductClause(to[1]);
  const ending = splitAudienceFromEnd(after);
  return { audience: ending?.audience.described ?? null, action: `get ${ending?.before ?? after}` };
}

function audienceOfReason(reason: string | null): string | null {
  const people = reason?.match(/^(?:so(?: that)?|because) (.+)$/i)?.[1];
  return people ? (readAudience(people)?.described ?? null) : null;
}

// A sentence without a known product: an order ("Split bills"), a need, or a thing ("dog walking").
function readBare(text: string): Clause {
  const doing = text.match(/^.{2,60}? (?:that|which) (\p{L}+s .+)$/u);
  if (doing?.[1]) {
    const clause = readThat(doing[1]);
    return clause.action
      ? clause
      : { ...readBare(text.slice(0, text.search(/ (that|which) /))), audience: clause.audience };
  }
  const infinitive = asInfinitive(text);
  if (infinitive && isOrder(text)) return readProductClause(infinitive);
  const people = readAudience(text) ?? readAudienceBeforeVerb(text);
  const action = people?.rest.replace(/^(can|could|should) /i, '') ?? '';
  const verb = action.split(' ')[0]?.toLowerCase() ?? '';
  if (people && baseVerbs.has(verb) && !complaints.test(verb)) return { audience: people.described, action };
  const ending = splitAudienceFromEnd(text);
  const thing = lowerStart(withoutTechnology(ending?.before ?? text));
  if (ending) return { audience: ending.audience.described, action: gettingOf(thing) };
  if (people) return { audience: people.described, action: null };
  return { audience: null, action: ofThing(thing) };
}

// A word that may be a noun opens an order when a plural object follows: "Rent designer dresses".
function isOrder(text: string): boolean {
  const [first = '', ...others] = text.split(' ');
  if (!nounLikeVerbs.has(first.toLowerCase())) return true;
  const end = others.findIndex((word) => /^(for|at|in|with|to|from|on|of|and|near|between)$/i.test(word));
  const object = end === -1 ? others : others.slice(0, end);
  return /^(an?|the|your|my|our|their)$/i.test(object[0] ?? '') || isPlural(object.at(-1) ?? '');
}

function ofThing(thing: string): string | null {
  if (thing.split(' ').length > 6 || /^(i|we|my|our)\b/i.test(thing)) return null;
  return /^(an?|the|some) /i.test(thing)
    ? (activityOf(thing.replace(/^\S+ /, '')) ?? `find ${thing}`)
    : dealingWith(thing);
}

function gettingOf(thing: string): string {
  if (/^(an?|the) /i.test(thing)) return activityOf(thing.replace(/^\S+ /, '')) ?? `find ${thing}`;
  return activityOf(thing) ?? `get ${withArticle(thing)}`;
}

const complaints = /^(want|need|spend|lose|waste|hate|struggle|forget|have|suffer)$/;
