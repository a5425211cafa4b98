import { expect, it } from 'vitest';
import type { AnswerEvidence } from '#shared/contracts/ai.ts';
import { enhancementPrompt } from '#shared/rules/prompts/enhancement-prompt.ts';
import { ideationPrompt } from '#shared/rules/prompts/ideation-prompt.ts';
import { promptBody } from '#shared/rules/prompts/prompt-parts.ts';
import { replay } from './replay.ts';

const evidence: AnswerEvidence = {
  surveyId: 'survey-bread-abc1234',
  idea: 'Bread',
  submissionCount: 13,
  newest: null,
  answers: [{ number: 5, question: 'What happened?', text: 'I go by feeling at three in the night.' }],
  options: [{ question: 'How often?', name: 'Daily', count: 9, answered: 13 }],
};

const recordedLine = (kind: string, content: string, answer: unknown) =>
  JSON.stringify({
    key: 'k',
    kind,
    idea: 'Bread',
    messages: [{ role: 'user', content }],
    answer: typeof answer === 'string' ? answer : JSON.stringify(answer),
  });

it('shows a build prompt with the citations that stand, and says what was dropped', async () => {
  const { prompt } = promptBody(enhancementPrompt({ kind: 'build-prompt', idea: 'Bread', evidence }));
  const response = '## Must\n- Count [#5 "by feeling"]\n- Share [#5 "with friends"]\n- 10 of 13 want it';
  expect(await replay(recordedLine('build-prompt', prompt, { response }))).toEqual({
    key: 'k',
    kind: 'build-prompt',
    shown: true,
    text: '## Must\n- Count [#5 "by feeling"]\n- Share\n- 10 of 13 want it',
    citations: [
      { answer: 5, quote: 'by feeling', kept: true },
      { answer: 5, quote: 'with friends', kept: false },
    ],
    dropped: [
      { what: '#5 “with friends”', why: 'The words are not in answer #5.' },
      { what: '10 of 13', why: 'No count of the survey: shown, not marked.' },
    ],
  });
});

it('finds the stage of a coached section in its prompt', async () => {
  const { prompt } = promptBody(
    ideationPrompt({ kind: 'coach', stage: 'MVP', idea: 'Bread', content: '', evidence }),
  );
  const { text } = await replay(recordedLine('coach', prompt, { coreFeatureSet: ['Count, 9 of 13'] }));
  expect(text).toContain('**Core feature set:**\n\n- Count, **9 of 13**');
});

it('reads parts of an answer as the adapter does', async () => {
  const plan = { appName: 'Loaf', oneSentencePitch: 'Counts bread.', surveyQuestions: ['How?'] };
  const answer = [
    { type: 'thinking', text: 'Hm.' },
    { type: 'text', text: JSON.stringify(plan) },
  ];
  const line = JSON.stringify({ key: 'k', kind: 'plan', messages: [], answer });
  expect((await replay(line)).text).toBe('Loaf\nCounts bread.\n1. How?');
});

it('shows the message where an answer can not be read', async () => {
  expect(await replay(recordedLine('plan', '', 'I like bread.'))).toMatchObject({
    shown: false,
    text: 'Could not find a valid JSON object in the AI response.',
  });
});

it('chooses among the points that were offered', async () => {
  const offered = JSON.stringify({
    strengths: { s1: '9 of 13 bake (40–90 %).', s2: '“Bread” (#5)' },
    weaknesses: {},
  });
  const read = await replay(
    recordedLine('verdict-points', `<<<\n${offered}\n>>>`, { strengths: ['s2', 's9'], weaknesses: [] }),
  );
  expect(read).toMatchObject({
    text: 'Key Strengths\n- “Bread” (#5)\nKey Weaknesses',
    citations: [{ answer: 5, quote: 'Bread', kept: true }],
    dropped: [{ what: '1 of its choices', why: 'They were not offered.' }],
  });
});

it('shows judged posts with the quotes that stand in them', async () => {
  const post = { id: 'p1', place: 'bread', title: 'Too much bread', text: 'I throw away bread every day.' };
  const data = JSON.stringify({
    product: { name: 'Loaf', description: 'Loaf counts bread.' },
    posts: [post],
  });
  const judged = {
    id: 'p1',
    fit: 90,
    intent: 'has_problem',
    facts_to_mention: [],
  };
  const line = (quote: string) =>
    recordedLine('judge-posts', `<<<\n${data}\n>>>`, { posts: [{ ...judged, quote, draft: null }] });
  expect(await replay(line('I throw away bread'))).toMatchObject({
    shown: true,
    text: expect.stringMatching(/^p1 90 Too much bread\n“I throw away bread”\n/),
    citations: [{ answer: 1, quote: 'I throw away bread', kept: true }],
  });
  expect((await replay(line('I burn all the bread'))).citations).toEqual([
    { answer: 1, quote: 'I burn all the bread', kept: false },
  ]);
});

it.each([
  ['no JSON', 'The line is no JSON object.'],
  ['{"key":1,"kind":"poem","answer":"x"}', 'No kind of answer is called “poem”.'],
  ['{"kind":"coach","answer":"x"}', 'The messages do not say which stage it is.'],
  ['{"kind":"verdict-points","answer":"x"}', 'The messages hold no object with “strengths”.'],
])('says why it can not replay %s', async (line, why) => {
  expect(await replay(line)).toMatchObject({ shown: false, dropped: [{ what: 'the line', why }] });
});
