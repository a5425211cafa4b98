import { expect, it } from 'vitest';
import { isQuoted } from './quoted-words.ts';

it.each([
  ['IN TWO   PARTS', 'We bake in two parts.'],
  ['in two parts.', 'We bake in two parts each day'],
  ['We bake … the one', 'We bake in two parts. The second is the one we bin.'],
  ['… in two parts ...', 'We bake in two parts'],
  ['οδος', 'ΟΔΟΣ, die STRASSE'],
  ['die Straße', 'ΟΔΟΣ, die STRASSE'],
  ['nach Gefu\u0308hl um drei', 'nach Gefühl um drei Uhr'],
  ['istanbul', 'İSTANBUL'],
  ["I don't mind", 'I don’t mind'],
  ['he wrote “sorry tomorrow” - it came', 'he wrote "sorry tomorrow" – it came'],
  ['30 days later', '30 days later…'],
  ['毎晩パン', '私は毎晩パンを捨てます。'],
  ['by\u00ad lunch', 'Tell me by lunch'],
  ['30€', 'I pay 30 €'],
  ['1,200 €', 'or 1,200€'],
  ['lost one [of two]', 'I lost one [of two].'],
])('finds %s in %s', (quote, text) => {
  expect(isQuoted(quote, text)).toBe(true);
});

it.each([
  ['in three parts', 'We bake in two parts'],
  ['the one … we bake', 'We bake the one'],
  ['art', 'in two parts'],
  ['e', 'e'],
  ['200 €', 'or 1,200 €'],
  ['two. Parts', 'in two parts'],
  ['…', 'it came…'],
  ['', 'in two parts'],
])('does not find “%s” in %s', (quote, text) => {
  expect(isQuoted(quote, text)).toBe(false);
});
