/** A text as it looks, for finding; `placesOf` says where in the real text a place of it is. */
export type PlainLook = { text: string; placeOf: (at: number) => number };

/**
 * A text with plain blanks, colons and quotes, and without signs of no width: they are pasted along from web pages and
 * chats, and would hide a secret that a reader sees.
 */
export function plainLook(text: string): PlainLook {
  // One sign for one, so that places stay.
  const plain = text.replace(lookalikes, (sign) => plainSigns[sign] ?? ' ');
  if (!/[\u00ad\u200b-\u200f\u2060\ufeff]/.test(plain)) return { text: plain, placeOf: (at) => at };
  const places: number[] = [];
  let kept = '';
  let at = 0;
  for (const match of plain.matchAll(widthless)) {
    for (let place = at; place < match.index; place++) places.push(place);
    kept += plain.slice(at, match.index);
    at = match.index + match[0].length;
  }
  for (let place = at; place <= plain.length; place++) places.push(place);
  return { text: kept + plain.slice(at), placeOf: (place) => places[place] ?? text.length };
}

const widthless = /[\u00ad\u200b-\u200f\u2060\ufeff]+/g;
const lookalikes =
  /[\u00a0\u2000-\u200a\u202f\u205f\u3000\uff1a\uff1d\u2018\u2019\u201c-\u201f\u00ab\u00bb\uff20]/g;

const plainSigns: Record<string, string> = {
  '\uff1a': ':',
  '\uff1d': '=',
  '\uff20': '@',
  '\u2018': "'",
  '\u2019': "'",
  '\u201c': '"',
  '\u201d': '"',
  '\u201e': '"',
  '\u201f': '"',
  '\u00ab': '"',
  '\u00bb': '"',
};
