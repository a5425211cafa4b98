import fc from 'fast-check';
import { expect, test } from 'vitest';
import { withoutReasoning } from './reasoning.ts';

const answer = 'Hello world';

test.each([
  ['a think block', '<think>hm</think>Hello world'],
  ['a thinking block', '<thinking>hm</thinking>Hello world'],
  ['a reasoning block and a newline', '<reasoning>hm</reasoning>\nHello world'],
  ['a thought in capitals', '<THOUGHT>\nhm\n</THOUGHT>\n\nHello world'],
  ['a mark with attributes', '<think effort="high">hm</think>Hello world'],
  ['marks of Magistral', '[THINK]hm[/THINK]Hello world'],
  ['marks of Kimi', '◁think▷hm◁/think▷Hello world'],
  ['marks of Seed', '<seed:think>hm</seed:think>Hello world'],
  ['marks of OpenThinker', '<|begin_of_thought|>hm<|end_of_thought|>Hello world'],
  ['a mark with a longer name', '<thought_process>hm</thought_process>Hello world'],
  ['a mark with reasoning in its name', '<reasoning_content>hm</reasoning_content>Hello world'],
  ['an internal block', '<internal>hm</internal>Hello world'],
  ['a reflection', '<reflect>hm</reflect>Hello world'],
  ['marks with bars', '<|thinking|>hm<|/thinking|>Hello world'],
  [
    'a mark before the answer',
    '<|begin_of_thought|>hm<|end_of_thought|>\n<|begin_of_solution|>Hello world<|end_of_solution|>',
  ],
  ['a block in the middle', 'Hello <think>hm</think>world'],
  ['an empty block', '<think>\n\n</think>\n\nHello world'],
  ['two blocks', '<think>a</think>\n<think>b</think>\nHello world'],
  ['a block in a block', '<think>a<think>b</think>c</think>Hello world'],
  ['a mark that another closes', '<thinking>hm</think>Hello world'],
  ['a draft of an object', '<think>{"a": 1}, no: {"a</think>Hello world'],
  ['a lone closing mark', 'hm\n</think>\n\nHello world'],
  ['a lone closing mark without newlines', 'hm {x} "y</thinking>Hello world'],
  ['two lone closing marks', 'a</think>b</think>Hello world'],
  ['a block behind the answer', 'Hello world\n<think>hm</think>\n'],
  ['tags around the answer', '<think>hm</think>\n<answer>Hello world</answer>\n'],
  [
    'harmony channels',
    '<|start|>assistant<|channel|>analysis<|message|>hm<|end|><|start|>assistant<|channel|>final<|message|>Hello world<|return|>',
  ],
  [
    'channels whose start the prompt holds',
    '<|channel|>analysis<|message|>hm<|end|><|channel|>final<|message|>Hello world',
  ],
  ['a half channel before', 'hm<|end|><|start|>assistant<|channel|>final<|message|>Hello world<|end|>'],
  [
    'a channel with a format',
    '<|channel|>analysis<|message|>hm<|end|><|start|>assistant<|channel|>final <|constrain|>json<|message|>Hello world',
  ],
  ['only the answer’s channel', '<|channel|>final<|message|>Hello world'],
  ['a channel beside the final one', '<|channel|>commentary<|message|>Hello world<|call|>'],
  ['a message without a channel', '<|start|>assistant<|message|>Hello world<|end|>'],
  ['channels without their tokens', 'analysishm, a haiku?assistantfinalHello world'],
  ['tokens at the end', 'Hello world<|im_end|>\n</s>'],
])('%s goes', (_case, text) => {
  expect(withoutReasoning(text).trim()).toBe(answer);
});

test.each([
  ['a block that never ends', '<think>on and on'],
  ['only a block', '<think>hm</think>\n'],
  ['only an analysis', '<|channel|>analysis<|message|>hm<|end|>'],
  ['half a channel', '<|start|>assistant<|channel|>ana'],
])('of %s nothing is left', (_case, text) => expect(withoutReasoning(text)).toBe(''));

test.each([
  ['{"a": "say </think> and <think>"}'],
  ['Here: {"a": "the </think> tag", "b": {"c": "\\n<think>"},}'],
  ['{"a": "<|channel|>final<|message|>x"}'],
  ['A <think> in the middle of a line, and 3 < 4.'],
  ['  spaces \n'],
])('%s stays as it is', (text) => expect(withoutReasoning(text)).toBe(text));

test('an answer that is thought about afterwards stays', () => {
  expect(withoutReasoning('{"a": 1}\n<think>good?</think>').trim()).toBe('{"a": 1}');
  expect(withoutReasoning('{"a": 1}\n<think>good?').trim()).toBe('{"a": 1}');
});

test('the text before a thought in the middle stays', () => {
  expect(withoutReasoning('Text a <think>mid</think> text b')).toBe('Text a  text b');
});

test('any reasoning without marks of its own goes, in front of any answer without them', () => {
  const plain = fc.string({ unit: 'grapheme' }).filter((text) => !/[<[◁{]/.test(text));
  fc.assert(
    fc.property(plain, plain, (thought, said) => {
      expect(withoutReasoning(`<think>${thought}</think>${said}`)).toBe(said.trimStart());
      expect(withoutReasoning(`${thought}</think>${said}`)).toBe(said.trimStart());
    }),
  );
});

test.each([
  '{',
  '<think>',
  '</think>',
  '{"a":"</think>',
  '<|message|>',
  '<|channel|>a<|message|>',
  ' ',
  '<|end|>',
  '<think ',
])('the longest output, of %j are read within a second', (piece) => {
  const start = performance.now();
  withoutReasoning(piece.repeat(200_000 / piece.length));
  expect(performance.now() - start).toBeLessThan(1000);
});
