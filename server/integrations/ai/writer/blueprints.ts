import blueprints from './blueprints.json' with { type: 'json' };

export type Blueprint = (typeof blueprints)[number];

/** The first blueprint that has one of the idea's words; the last, a plain one, where none has. */
export function blueprintOf(text: string): Blueprint {
  const words = new Set(text.toLowerCase().match(/\p{L}+/gu));
  const found = blueprints.find(({ signs }) => signs.split(' ').some((sign) => words.has(sign)));
  const plain = blueprints.at(-1);
  if (!plain) throw new Error('There is no plain blueprint.');
  return found ?? plain;
}
