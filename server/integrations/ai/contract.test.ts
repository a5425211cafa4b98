import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type OpenAiFake, startOpenAiFake } from '#fakes/openai/openai.ts';
import type { AiConfig } from '#server/config.ts';
import { taskPrompt } from '#server/features/ai/task-prompt.ts';
import type { AiTask } from '#shared/contracts/ai.ts';
import { ideationStage } from '#shared/contracts/ideation.ts';
import { parseEnhancementOutput } from '#shared/rules/model-output/enhancement.ts';
import { readIdeationOutput } from '#shared/rules/model-output/ideation.ts';
import { parseValidationOutput } from '#shared/rules/model-output/validation.ts';
import { embeddedAi } from './embedded.ts';
import { type Ai, AiError, type CompletionRequest } from './port.ts';
import { selectAi } from './select.ts';

let fake: OpenAiFake;
beforeAll(async () => {
  fake = await startOpenAiFake();
});
beforeEach(() => fake.reset());
afterAll(() => fake.stop());

const adapters: Record<AiConfig['kind'], () => AiConfig> = {
  embedded: () => ({ kind: 'embedded' }),
  'openai-compatible': () => ({
    kind: 'openai-compatible',
    baseUrl: fake.baseUrl,
    apiKey: 'fake-key',
    model: 'fake-model',
  }),
};

function requestOf(task: AiTask): CompletionRequest {
  const { instructions, data } = taskPrompt(task);
  return { task, instructions, prompt: data, json: true };
}

const idea = 'Beekeepers throw away honey every autumn';
const planOf = (text: string) => requestOf({ kind: 'plan', idea: text });

describe.each(Object.entries(adapters))('the AI adapter %s', (kind, config) => {
  const request = planOf(idea);
  let ai: Ai;
  beforeEach(async () => {
    ai = await selectAi(config(), () => undefined);
  });

  it('answers a plan task with a plan that the parser takes', async () => {
    const { text } = await ai.complete(request);
    const parsed = parseValidationOutput(text);
    expect(parsed).toHaveProperty('plan.oneSentencePitch', expect.stringMatching(/\S/));
    expect(parsed).toHaveProperty(
      'plan.surveyQuestions.length',
      expect.toSatisfy((n) => n >= 5 && n <= 7),
    );
    expect(parsed).toHaveProperty('step', 'strict');
  });

  it.each(ideationStage.options)('answers a coach task of the stage %s with its section', async (stage) => {
    const { text } = await ai.complete(requestOf({ kind: 'coach', stage, idea, content: '' }));
    const { markdown, step } = readIdeationOutput(stage, text);
    expect(step).toBe('strict');
    // Without a model the section is what the founder has said, so here the idea alone.
    if (kind !== 'embedded') expect(markdown).not.toContain('N/A');
  });

  it('answers a build-prompt task with a build prompt', async () => {
    const { text } = await ai.complete(requestOf({ kind: 'build-prompt', idea, evidence: null }));
    expect(parseEnhancementOutput(text)).toHaveProperty('response', expect.stringMatching(/\S/));
  });

  it('names its model, or null when there is none', async () => {
    const { model } = await ai.complete(request);
    expect(model).toBe(kind === 'embedded' ? null : 'fake-model');
  });

  it('hands out pieces that joined are the text', async () => {
    const pieces: string[] = [];
    const { text } = await ai.complete({ ...request, onText: (piece) => pieces.push(piece) });
    expect(pieces.length).toBeGreaterThan(1);
    expect(pieces).not.toContain('');
    expect(pieces.join('')).toBe(text);
  });

  it('gives the same text with and without a reader of pieces', async () => {
    const silent = await ai.complete(request);
    const streamed = await ai.complete({ ...request, onText: () => undefined });
    expect(streamed.text).toBe(silent.text);
  });

  it.each([
    'Say in one JSON object what you can do.',
    'Write a validation plan with surveyQuestions. Idea: bees',
  ])('answers a prompt without a task, or says that no model is connected: %s', async (prompt) => {
    const call = ai.complete({ prompt, json: true });
    if (kind === 'embedded') await expect(call).rejects.toMatchObject({ failure: 'not-connected' });
    else expect((await call).text).toMatch(/\S/);
  });

  it('keeps parallel calls apart', async () => {
    const ideas = [
      'A seed library for balconies',
      'Invoices for session musicians',
      'A rota for night nurses',
    ];
    const alone: string[] = [];
    for (const text of ideas) {
      alone.push((await ai.complete(planOf(text))).text);
    }
    const together = await Promise.all(ideas.map((text) => ai.complete(planOf(text))));
    expect(together.map(({ text }) => text)).toEqual(alone);
  });

  it('rejects as aborted when the reader has gone before the call', async () => {
    const error = await errorOf(ai.complete({ ...request, signal: AbortSignal.abort() }));
    expect(error).toMatchObject({ failure: 'aborted', partial: '' });
  });

  it.each([1, 2])(
    'rejects as aborted when the reader goes after piece %s, with the text so far',
    async (last) => {
      const reader = new AbortController();
      const pieces: string[] = [];
      const onText = (piece: string) => {
        pieces.push(piece);
        if (pieces.length === last) reader.abort();
      };
      const error = await errorOf(ai.complete({ ...request, signal: reader.signal, onText }));
      expect(error).toMatchObject({ failure: 'aborted', partial: pieces.join('') });
      expect(pieces).toHaveLength(last);
    },
  );
});

async function errorOf(call: Promise<unknown>): Promise<unknown> {
  const error = await call.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(AiError);
  return error;
}

describe('the embedded AI', () => {
  const complete = (task: AiTask, prompt: string, json: boolean) =>
    embeddedAi().complete({ task, prompt, json });

  it('writes the same text for the same task, whatever the prompt says', async () => {
    const task: AiTask = { kind: 'plan', idea: 'An app that helps nurses swap "late" shifts' };
    expect(await complete(task, 'another', false)).toEqual(await complete(task, 'not read', true));
  });

  it('frames a build prompt in the language of its idea', async () => {
    const german = 'Eine App, die Imker an die Durchsicht ihrer Bienenstöcke erinnert';
    const { text } = await complete({ kind: 'build-prompt', idea: german, evidence: null }, 'not read', true);
    const response = expect.stringMatching(/^Bauen Sie eine erste Version .*\n## Ask me before you build\n/s);
    expect(parseEnhancementOutput(text)).toMatchObject({ response });
  });
});
