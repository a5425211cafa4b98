import { expect, test } from 'vitest';
import type { AiTask } from '#shared/contracts/ai.ts';
import { ideationStage } from '#shared/contracts/ideation.ts';
import { parseEnhancementOutput } from '#shared/rules/model-output/enhancement.ts';
import { parseValidationOutput } from '#shared/rules/model-output/validation.ts';
import { embeddedAi } from './embedded.ts';
import type { CompletionRequest } from './port.ts';

const idea = 'An app that helps nurses swap "late" shifts';
const plan: AiTask = { kind: 'plan', idea };

function complete(task: AiTask, request: Partial<CompletionRequest> = {}) {
  return embeddedAi().complete({ prompt: 'not read', json: true, ...request, task });
}

test('the completion of a plan task is a plan, written without a model', async () => {
  const completion = await complete(plan);
  expect(completion.model).toBeNull();
  expect(parseValidationOutput(completion.text)).toMatchObject({ plan: {}, step: 'strict' });
});

test.each(ideationStage.options)(
  'the completion of a coach task of the stage %s is an object',
  async (stage) => {
    const { text, model } = await complete({ kind: 'coach', stage, idea, content: '' });
    expect(model).toBeNull();
    expect(JSON.parse(text)).toBeTypeOf('object');
  },
);

test('the completion of a build-prompt task is a build prompt', async () => {
  const { text } = await complete({ kind: 'build-prompt', idea, evidence: null });
  expect(parseEnhancementOutput(text)).toMatchObject({ response: expect.stringContaining('## Must') });
});

test('the text arrives in a few pieces that joined are the completion', async () => {
  const pieces: string[] = [];
  const completion = await complete(plan, { onText: (piece) => pieces.push(piece) });
  expect(pieces.length).toBeGreaterThan(2);
  expect(pieces.join('')).toBe(completion.text);
});

test('a reader who goes away in the middle ends the call, and the text so far is kept', async () => {
  const reader = new AbortController();
  const pieces: string[] = [];
  const onText = (piece: string) => {
    pieces.push(piece);
    if (pieces.length === 2) reader.abort();
  };
  const call = complete(plan, { signal: reader.signal, onText });
  await expect(call).rejects.toMatchObject({ failure: 'aborted' });
  await expect(call).rejects.toHaveProperty('partial', pieces.join(''));
  expect(pieces).toHaveLength(2);
});

test('a reader who is gone before the start gets nothing', async () => {
  const call = complete(plan, { signal: AbortSignal.abort() });
  await expect(call).rejects.toMatchObject({ failure: 'aborted', partial: '' });
});

test('the same task gives the same text, whatever the prompt says', async () => {
  const [first, second] = await Promise.all([
    complete(plan),
    complete(plan, { prompt: 'another', json: false }),
  ]);
  expect(first).toEqual(second);
});

test.each(['Rewrite this text.', idea, 'Write a validation plan with surveyQuestions. Idea: bees'])(
  'a prompt without a task is refused: %s',
  async (prompt) => {
    const call = embeddedAi().complete({ prompt, json: true });
    await expect(call).rejects.toMatchObject({ failure: 'refused' });
  },
);
