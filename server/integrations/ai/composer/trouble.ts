import { readAudience } from './audience-phrase.ts';
import { activityOf } from './product-purpose.ts';
import { asInfinitive, gerundPhrase } from './verb-forms.ts';

/** A difficulty that the founder names, as "did you … ?" and as "you …", and what people try to do in it. */
export type Trouble = { present: string; past: string; action: string | null; audience: string | null };

/** The difficulty in a sentence such as "people who struggle with maths"; null when none is named. */
export function readTrouble(sentence: string): Trouble | null {
  for (const [pattern, tell] of troubles) {
    const found = sentence.match(pattern);
    if (!found?.groups) continue;
    const object = cutTrouble(found.groups.object ?? '');
    const told = object === '' ? null : tell(object);
    if (told) return { ...told, audience: audienceBefore(sentence.slice(0, found.index)) };
  }
  return null;
}

/** The words that say why: "so that they get fair prices", as typed; null when the sentence has none. */
export function readReason(sentence: string): string | null {
  const found = sentence.match(
    /\b(so that|so (?=they|people|you|nobody|no one|it|everyone)|without|instead of|because|in order to)\s.+$/i,
  );
  return found ? found[0].replace(/[\s,.;]+$/, '') : null;
}

type Told = Pick<Trouble, 'present' | 'past' | 'action'>;

const troubles: [RegExp, (object: string) => Told | null][] = [
  [
    /\b(?:struggle|struggling|struggles) (?<object>(?:with|to) .+)/i,
    (object) => told('struggle', 'struggled', object),
  ],
  [
    /\b(?:have|having|has) (?:trouble|difficulty|difficulties|problems|a hard time)(?: with)? (?<object>.+)/i,
    (object) => told('have trouble', 'had trouble', asInfinitive(object) ? object : `with ${object}`),
  ],
  [
    /\bfinds? it (?:hard|difficult) (?<object>to .+)/i,
    (object) => told('find it hard', 'found it hard', object),
  ],
  [
    /\b(?:forget|forgets|forgetting) (?<object>(?:to|about) .+)/i,
    (object) => told('forget', 'forgot', object),
  ],
  [/\b(?:can[’']?t|cannot|can not) (?<object>\p{L}+ .+)/iu, unable],
  [
    /\bwastes? (?<object>(?:time|hours|money) .+)/i,
    (object) =>
      told(
        'waste',
        'wasted',
        object.replace(/^(time|hours|money) (?:on )?/i, '$1 on ').replace(/ on (\p{L}+ing)\b/u, ' $1'),
      ),
  ],
  [
    /\bspends? (?<object>(?:too much|so much|a lot of|hours of|too many) (?:time|hours|money|effort) (?:on )?.+)/i,
    (object) => told('spend', 'spent', object),
  ],
  [/\bloses? (?<object>(?:track|sight) of .+)/i, losingTrack],
  [/\b(?:hate|hates|dread|dreads) (?<object>\p{L}+ing .+)/iu, (object) => told('put off', 'put off', object)],
  [
    /\b(?:needs?|want|wants|are looking for|looking for)(?: an?| some)?(?: \p{L}+){0,3} ways? to (?<object>.+)/iu,
    (object) => ({ present: '', past: '', action: object }),
  ],
  [/\b(?:need|want|would like|have|trying|try|don[’']t know how) to (?<object>\p{L}+ .+)/iu, plainNeed],
  [/\bdon[’']?t have (?<object>time to .+)/i, (object) => told('lack the', 'lacked the', object)],
];

function plainNeed(object: string): Told | null {
  const action = asInfinitive(object);
  return action ? { present: '', past: '', action } : null;
}

function unable(object: string): Told {
  const doing = gerundPhrase(object);
  return { present: `have trouble ${doing}`, past: `had trouble ${doing}`, action: object };
}

function losingTrack(object: string): Told {
  const thing = object.replace(/^\S+ of /, '');
  return {
    present: `lose track of ${thing}`,
    past: `lost track of ${thing}`,
    action: `keep track of ${thing}`,
  };
}

function told(present: string, past: string, object: string): Told {
  const gerundOrTo = object.replace(
    /^(with|to|about|time to|((too|so) much |a lot of |hours of |too many )?(time|hours|money|effort)( on)?) /i,
    '',
  );
  const action = asInfinitive(gerundOrTo) ?? activityOf(gerundOrTo);
  return { present: `${present} ${object}`, past: `${past} ${object}`, action };
}

function cutTrouble(object: string): string {
  return object
    .replace(
      /[,;.]? (?:so that|so (?=they|people|you)|because|instead of|without|by|using|and (?:are|want|need|would)|who|but|while)\b.*$/i,
      '',
    )
    .replace(/[\s,.;:]+$/, '');
}

function audienceBefore(text: string): string | null {
  const words = text
    .trim()
    .replace(/ (?:who|that|which)(?: \p{L}+ly| often| always| still)?$/iu, '')
    .replace(/^.*\b(?:for|helps?|among|because|when|where|that) /i, '');
  return readAudience(words.replace(/ (?:often|always|still|also|and|do|just)$/i, ''))?.described ?? null;
}
