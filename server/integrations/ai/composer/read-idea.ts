import { analogyOf } from './analogies.ts';
import { readAudience, readAudienceBeforeVerb, splitAudienceFromEnd } from './audience-phrase.ts';
import { type Clause, readOwnAction, readProductClause } from './clause.ts';
import { isEnglish, plainIdea, sentencesOf } from './idea-text.ts';
import { type ProductFrame, readProductFrame } from './product-frame.ts';
import { actionOfProduct, activityOf, lowerStart } from './product-purpose.ts';
import { readReason, readTrouble, type Trouble } from './trouble.ts';
import { asInfinitive } from './verb-forms.ts';
import { baseVerbs, nounLikeVerbs } from './verbs.data.ts';

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
  const said = readClause(frame, sentence);
  const reason = readReason(sentence);
  const action = said.action ?? trouble?.action ?? null;
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

function readClause(frame: ProductFrame, sentence: string): Clause {
  const analogy = analogyOf(sentence);
  if (analogy) return analogy;
  const clause = frame.product === '' ? readBare(frame.rest) : readRest(frame.rest);
  const action = clause.action ?? actionOfProduct(frame);
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
  if (people && /^(can|could|use)\b/.test(people.rest)) return readWhere(after);
  return readProductClause(after);
}

function readFor(after: string): Clause {
  const people = readAudience(after);
  if (!people) {
    const action = asInfinitive(after);
    return action ? readOwnAction(action) : { audience: null, action: action ?? null };
  }
  const rest = people.rest.replace(/^,\s*/, '');
  const [link = '', ...others] = rest.split(' ');
  const tail = others.join(' ');
  if (link === 'to') return { audience: people.described, action: tail };
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
  return { audience: people?.described ?? null, action: asInfinitive(action) };
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

// A sentence without a product: an order ("Split bills"), a need ("Landlords need …"), or a thing ("dog walking").
function readBare(text: string): Clause {
  const [first = '', second = ''] = text.split(' ');
  const lower = first.toLowerCase();
  const infinitive = asInfinitive(text);
  if (
    infinitive &&
    (!nounLikeVerbs.has(lower) || /^(an?|the|your|my|our|their|all|old|new|\p{L}+s)$/iu.test(second))
  ) {
    return readProductClause(infinitive);
  }
  const people = readAudience(text) ?? readAudienceBeforeVerb(text);
  const verb = people?.rest.split(' ')[0]?.toLowerCase() ?? '';
  if (people && baseVerbs.has(verb) && verb !== 'want')
    return { audience: people.described, action: people.rest };
  const ending = splitAudienceFromEnd(text);
  const thing = lowerStart(withoutAdjectives(ending?.before ?? text));
  if (ending) return { audience: ending.audience.described, action: gettingOf(thing) };
  if (people) return { audience: people.described, action: null };
  return { audience: null, action: /^(an?|the|some) /i.test(thing) ? `find ${thing}` : activityOf(thing) };
}

function gettingOf(thing: string): string {
  const activity = activityOf(thing);
  return activity.startsWith('deal with ') ? `get ${thing}` : activity;
}

function withoutAdjectives(text: string): string {
  return text.replace(/^((ai|online|digital|smart|mobile|virtual|better|ai-powered) )+(?=\p{L})/iu, '');
}
