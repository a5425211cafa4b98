import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type OpenAiStandIn, startOpenAiStandIn } from '#e2e/stand-ins/openai.ts';
import type { AiConfig } from '#server/config.ts';
import { ideationStage } from '#shared/contracts/ideation.ts';
import { enhancementPrompt } from '#shared/rules/enhancement-prompt.ts';
import { parseEnhancementReply } from '#shared/rules/enhancement-reply.ts';
import { ideationPrompt } from '#shared/rules/ideation-prompt.ts';
import { readIdeationReply } from '#shared/rules/ideation-reply.ts';
import { validationPrompt } from '#shared/rules/validation-prompt.ts';
import { parseValidationReply } from '#shared/rules/validation-reply.ts';
import { type Ai, AiError } from './port.ts';
import { selectAi } from './select.ts';

let standIn: OpenAiStandIn;
beforeAll(async () => {
  standIn = await startOpenAiStandIn();
});
beforeEach(() => standIn.reset());
afterAll(() => standIn.stop());

const adapters: Record<AiConfig['kind'], () => AiConfig> = {
  embedded: () => ({ kind: 'embedded' }),
  'openai-compatible': () => ({
    kind: 'openai-compatible',
    baseUrl: standIn.baseUrl,
    apiKey: 'stand-in-key',
    model: 'stand-in-model',
  }),
};

describe.each(Object.entries(adapters))('the AI adapter %s', (kind, config) => {
  const prompt = validationPrompt('An app that reminds beekeepers to inspect their hives');
  let ai: Ai;
  beforeEach(async () => {
    ai = await selectAi(config(), () => undefined);
  });

  it('answers a validation prompt with a plan that the parser takes', async () => {
    const { text } = await ai.complete({ prompt, json: true });
    const parsed = parseValidationReply(text);
    expect(parsed).toHaveProperty('plan.appName', expect.stringMatching(/\S/));
    expect(parsed).toHaveProperty(
      'plan.surveyQuestions.length',
      expect.toSatisfy((n) => n >= 5 && n <= 7),
    );
  });

  it.each(ideationStage.options)('answers a prompt of the stage %s with a whole section', async (stage) => {
    const asked = ideationPrompt({ stage, idea: 'An app that reminds beekeepers', content: '' });
    const { text } = await ai.complete({ prompt: asked.prompt, json: true });
    const { markdown, step } = readIdeationReply(stage, text);
    expect(step).toBe('strict');
    expect(markdown).not.toContain('N/A');
  });

  it('answers an enhancement prompt with a build prompt', async () => {
    const asked = enhancementPrompt({ idea: 'An app that reminds beekeepers', evidence: null });
    const { text } = await ai.complete({ prompt: asked, json: true });
    expect(parseEnhancementReply(text)).toHaveProperty('response', expect.stringMatching(/\S/));
  });

  it('names its model, or null when there is none', async () => {
    const { model } = await ai.complete({ prompt, json: true });
    expect(model).toBe(kind === 'embedded' ? null : 'stand-in-model');
  });

  it('hands out pieces that joined are the text', async () => {
    const pieces: string[] = [];
    const { text } = await ai.complete({ prompt, json: true, onText: (piece) => pieces.push(piece) });
    expect(pieces.length).toBeGreaterThan(1);
    expect(pieces).not.toContain('');
    expect(pieces.join('')).toBe(text);
  });

  it('gives the same text with and without a reader of pieces', async () => {
    const silent = await ai.complete({ prompt, json: true });
    const streamed = await ai.complete({ prompt, json: true, onText: () => undefined });
    expect(streamed.text).toBe(silent.text);
  });

  it('answers any other prompt with text', async () => {
    const { text } = await ai.complete({ prompt: 'Say in one JSON object what you can do.', json: true });
    expect(text.trim()).not.toBe('');
  });

  it('keeps parallel calls apart', async () => {
    const ideas = [
      'A seed library for balconies',
      'Invoices for session musicians',
      'A rota for night nurses',
    ];
    const alone: string[] = [];
    for (const idea of ideas) {
      alone.push((await ai.complete({ prompt: validationPrompt(idea), json: true })).text);
    }
    const together = await Promise.all(
      ideas.map((idea) => ai.complete({ prompt: validationPrompt(idea), json: true })),
    );
    expect(together.map(({ text }) => text)).toEqual(alone);
  });

  it('rejects as aborted when the reader has gone before the call', async () => {
    const call = ai.complete({ prompt, json: true, signal: AbortSignal.abort() });
    await expect(call).rejects.toSatisfy((error) => error instanceof AiError && error.failure === 'aborted');
  });

  it('rejects as aborted when the reader goes after the first piece, and stops handing out pieces', async () => {
    const reader = new AbortController();
    const pieces: string[] = [];
    const call = ai.complete({
      prompt,
      json: true,
      signal: reader.signal,
      onText: (piece) => {
        pieces.push(piece);
        reader.abort();
      },
    });
    await expect(call).rejects.toSatisfy((error) => error instanceof AiError && error.failure === 'aborted');
    expect(pieces).toHaveLength(1);
  });
});
