import blueprints from './blueprints.json' with { type: 'json' };

export type Blueprint = (typeof blueprints)[number];

/** The blueprint of the first word that is a sign of one; the last, a plain one, where none is. */
export function blueprintOf(text: string): Blueprint {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  const found = words
    .map((word) => blueprints.find(({ signs }) => signs.split(' ').includes(word)))
    .find((blueprint) => blueprint !== undefined);
  const plain = blueprints.at(-1);
  if (!plain) throw new Error('There is no plain blueprint.');
  return found ?? plain;
}
