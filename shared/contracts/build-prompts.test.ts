import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { ideaLimit } from '#shared/rules/ideation/idea-limit.ts';
import {
  attachedLimit,
  buildPromptLimit,
  formLineLimit,
  mostAbilities,
  mostAttached,
  type Rewrite,
  rewrite,
  saveBuildPrompt,
} from './build-prompts.ts';
import { phraseLimit } from './reading.ts';

const receipt = {
  model: '模'.repeat(200),
  at: '2026-11-21T10:00:00.000Z',
  promptVersion: 'enhancement-1',
  step: 'strict' as const,
};
const line = '行'.repeat(formLineLimit);
const phrase = '词'.repeat(phraseLimit);
const longest: Rewrite = {
  original: '想'.repeat(ideaLimit),
  text: '文'.repeat(buildPromptLimit),
  receipt,
  surveyId: '问'.repeat(200),
  submissionCount: 5_000,
  form: {
    name: line,
    who: phrase,
    trouble: phrase,
    thing: line,
    abilities: Array(mostAbilities).fill({
      text: line,
      attached: Array(mostAttached).fill('引'.repeat(attachedLimit)),
    }),
    notYet: line,
  },
};

test.each([
  ['that holds its answers', { rewrite: longest }],
  ['beside unsent answers', { rewrite: { ...longest, form: undefined }, form: longest.form }],
])(
  'the longest prompt with the longest rewrite %s fits the 256 KB of a request, at three bytes a letter',
  (_, written) => {
    const body = {
      idea: longest.original,
      surveyId: longest.surveyId,
      builder: 'plain',
      result: longest.text,
      revision: 123_456,
      trailId: 't'.repeat(64),
      ...written,
      rewrite: { ...written.rewrite, isEdit: true },
    };
    expect(z.safeParse(saveBuildPrompt.body, body).error).toBeUndefined();
    expect(new Blob([JSON.stringify(body)]).size).toBeLessThan(256 * 1024);
  },
);

test('a rewrite from before the number of submissions was kept is one', () => {
  const { submissionCount: _, ...before } = longest;
  expect(z.parse(rewrite, before)).toEqual(before);
});
