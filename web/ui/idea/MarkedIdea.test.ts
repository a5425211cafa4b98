import { expect, it } from 'vitest';
import { markPhrases } from './MarkedIdea.tsx';

const marked = (sentence: string, phrases: string[]) =>
  markPhrases(sentence, phrases)
    .map(({ text, isMarked }) => (isMarked ? `[${text}]` : text))
    .join('');

it.each([
  [
    'Bread for bakeries that bin bread',
    ['bakeries', '', 'bin bread'],
    'Bread for [bakeries] that [bin bread]',
  ],
  ['bakeries bake', ['Bakeries', 'bake', ''], '[bakeries] bake'],
  ['small bakeries', ['small bakeries', 'bakeries', ''], '[small bakeries]'],
  ['an app', ['bakeries', '', ''], 'an app'],
  ['', ['bakeries', '', ''], ''],
])('marks in "%s" only the phrases that stand in it: %j', (sentence, phrases, expected) => {
  expect(marked(sentence, phrases)).toBe(expected);
});
