import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { ideaLimit } from '#shared/rules/ideation/idea-limit.ts';
import { contentLimit, partialLimit, saveIdeationDraft } from './ideation.ts';

test('the longest session in a script of three bytes fits the 256 KB of a request', () => {
  const receipt = {
    stage: 'ACQUISITION' as const,
    model: '模'.repeat(200),
    at: '2026-11-21T10:00:00.000Z',
    promptVersion: 'ideation-1',
    step: 'strict' as const,
  };
  const body = {
    idea: '想'.repeat(ideaLimit),
    content: '文'.repeat(contentLimit),
    nextStage: null,
    partial: '段'.repeat(partialLimit),
    receipts: new Array(10).fill(receipt),
    revision: 123_456,
    trailId: 't'.repeat(64),
  };
  expect(z.safeParse(saveIdeationDraft.body, body).error).toBeUndefined();
  expect(new Blob([JSON.stringify(body)]).size).toBeLessThan(256 * 1024);
});
