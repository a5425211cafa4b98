import { withArticle } from './noun-phrases.ts';
import { asInfinitive } from './verb-forms.ts';

type Lack = { asked: string; present: string; action: string | null; lacks: true };

/** Sentences about what people are without: "nurses have no place to eat", "students never find a quiet room". */
export const lacks: [RegExp, (object: string) => Lack | null][] = [
  [
    /(?<=^(?:(?!(?:who|that|which|for)\b)[\p{L}\d’'-]+ ){1,7})(?:have|has) (?<object>(?:no|nobody|nowhere|no one) .+)/iu,
    missing,
  ],
  [
    /\b(?:never|hardly ever|rarely|seldom) (?:finds?|gets?) (?<object>.+)/i,
    (object) => lack(`fail to find ${object}`, `never find ${object}`, `find ${object}`),
  ],
  [
    /\b(?:never|don[’']?t|do not) knows? (?<object>(?:who|which|where|when|what|whether|how much) .+)/i,
    (object) => lack(`not know ${object}`, `do not know ${object}`, `find out ${object}`),
  ],
];

// "no place to eat healthy food": what is missing is the food, near and at that hour.
function missing(object: string): Lack | null {
  const place = object.match(
    /^(?:no ((?:\p{L}+ ){0,2})place|nowhere)(?: where they can)? to (\p{L}+)(?: (.+))?$/iu,
  );
  const [, kind = '', verb = '', rest = ''] = place ?? [];
  if (place && rest !== '' && /^(eat|buy|get|drink|borrow|find)$/i.test(verb))
    return lacking(object, `find ${rest}`);
  if (place) return lacking(object, `find ${withArticle(`${kind}place`)} to ${verb}${rest && ` ${rest}`}`);
  const somebody = object.match(/^(?:nobody|no one) (to .+|who .+)$/i);
  if (somebody) return lacking(object, `find somebody ${somebody[1]}`);
  const way = object.match(/^no (?:\p{L}+ )?(?:way|means|time|chance|tool|energy) to (.+)$/iu);
  if (way) return asInfinitive(way[1] ?? '') ? lacking(object, way[1] ?? '') : null;
  const thing = object.match(/^no (?!idea\b)((?:\S+ ?){1,8})$/i)?.[1];
  return thing ? lacking(object, `find ${/ /.test(thing) ? thing : withArticle(thing)}`) : null;
}

function lacking(object: string, action: string): Lack {
  return lack(`have ${object}`, `have ${object}`, action);
}

function lack(asked: string, present: string, action: string): Lack {
  return { asked, present, action, lacks: true };
}
