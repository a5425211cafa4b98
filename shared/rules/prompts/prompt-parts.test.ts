import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { taskPrompt } from '#server/features/ai/task-prompt.ts';
import { type AiTask, type AnswerEvidence, completePrompt, promptLimit } from '#shared/contracts/ai.ts';
import { contentLimit } from '#shared/contracts/ideation.ts';
import { ideaLimit } from '#shared/rules/ideation/idea-limit.ts';
import { ideationStages } from '#shared/rules/ideation/ideation-stages.ts';
import { promptBody } from './prompt-parts.ts';
import { validationPrompt, validationPromptVersion } from './validation-prompt.ts';

const reading = {
  who: 'beekeepers',
  solution: '',
  question: '',
  trouble: 'forget a hive',
  language: 'en',
} as const;

function evidenceOf(text: string, answers = 1): AnswerEvidence {
  return {
    surveyId: 'survey-a',
    idea: text,
    submissionCount: 200,
    newest: null,
    answers: Array.from({ length: answers }, (_, index) => ({ number: index + 1, question: text, text })),
    options: [{ question: text, name: text, count: 3, answered: null }],
  };
}

/** Tasks of all kinds in which every text of people is this one. */
function tasksOf(text: string, answers = 1): AiTask[] {
  const evidence = evidenceOf(text.slice(0, 300), answers);
  const idea = text.slice(0, ideaLimit);
  const said = { ...reading, who: text.slice(0, 160), trouble: text.slice(0, 160) };
  return [
    { kind: 'plan', idea, reading: said },
    ...ideationStages.map(
      (each): AiTask => ({
        kind: 'coach',
        stage: each.stage,
        idea,
        content: text.slice(0, contentLimit),
        reading: said,
        evidence,
      }),
    ),
    { kind: 'build-prompt', idea, reading: said, evidence },
  ];
}

/** The blocks between markers, with their titles and the texts outside of them. */
function blocksOf(data: string): { marker: string; text: string }[] {
  const found = [...data.matchAll(/(?<=\n|^)<<<([A-Z]+-\d+)\n([\s\S]*?)\n\1>>>(?=\n)/g)];
  return found.map(([, marker = '', text = '']) => ({ marker, text }));
}

describe('what people wrote', () => {
  const piece = fc.constantFrom(
    'IDEA-',
    'SECTIONS-1',
    'EVIDENCE-1',
    'READING-',
    '1',
    '2',
    '<<<',
    '>>>',
    '\n',
    '#',
    'x ',
  );
  const crooked = fc.array(piece, { maxLength: 40 }).map((parts) => parts.join(''));
  const anyText = fc.oneof(fc.string({ unit: 'binary', maxLength: 300 }), crooked);

  test('is between markers that it cannot end, and nowhere else', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        for (const task of tasksOf(text)) {
          const { instructions, data } = taskPrompt(task);
          expect(instructions).toBe(taskPrompt({ ...task, idea: 'x' }).instructions);
          const blocks = blocksOf(data);
          expect(blocks[0]?.text).toBe(text);
          for (const { marker } of blocks) {
            expect(text).not.toContain(marker);
            expect(data.split(marker)).toHaveLength(3);
          }
        }
      }),
      { numRuns: 40 },
    );
  });

  test('is the idea, its reading, the sections and the answers', () => {
    const markers = (task: AiTask) => blocksOf(taskPrompt(task).data).map(({ marker }) => marker);
    const [plan, coach, , , , , build] = tasksOf('bees');
    expect(plan && markers(plan)).toEqual(['IDEA-1', 'READING-1', 'DIRECTORY-1']);
    expect(coach && markers(coach)).toEqual(['IDEA-1', 'READING-1', 'SECTIONS-1', 'EVIDENCE-1']);
    expect(build && markers(build)).toEqual(['IDEA-1', 'READING-1', 'EVIDENCE-1']);
    expect(markers({ kind: 'plan', idea: 'Xyzzy' })).toEqual(['IDEA-1']);
    const english = 'The bakery has bread that nobody buys and we throw it away';
    expect(markers({ kind: 'plan', idea: english })).toEqual(['IDEA-1', 'DIRECTORY-1']);
    const german = 'Wir haben in der Bakery viel Bread und wissen nicht, was wir mit dem Rest tun';
    expect(markers({ kind: 'plan', idea: german })).toEqual(['IDEA-1']);
    expect(plan && taskPrompt(plan).data).toContain('trouble: bees\n');
  });
});

describe('the longest texts', () => {
  test.each(['"', '\\', 'a\n', '\u0001', 'a\u2028', '👩‍👩‍👧', 'IDEA-1 SECTIONS-1 ', '### a\n', 'a', 'ab '])(
    'made of %j fit the limits of the prompt and of the request',
    (text) => {
      for (const task of tasksOf(text.repeat(contentLimit).slice(0, contentLimit).toWellFormed(), 200)) {
        const body = promptBody(taskPrompt(task));
        expect(body.prompt.length).toBeLessThanOrEqual(promptLimit);
        expect(new TextEncoder().encode(JSON.stringify(body)).length).toBeLessThan(256 * 1024);
        expect(completePrompt.body.safeParse(body).success).toBe(true);
      }
    },
  );

  test('of any kind are cut once: the prompt of what was sent is the same', () => {
    const piece = fc.constantFrom('IDEA-', 'SECTIONS-', '1', '2', '\n### ', 'word ', '\n', '😀', '>>>');
    const long = fc
      .array(piece, { minLength: 1, maxLength: 60 })
      .map((parts) => parts.join('').repeat(contentLimit).slice(0, contentLimit).toWellFormed());
    fc.assert(
      fc.property(long, (text) => {
        for (const task of tasksOf(text, 30)) {
          const first = taskPrompt(task);
          expect(first.data.length + first.instructions.length).toBeLessThan(promptLimit);
          expect(taskPrompt(first.task)).toEqual(first);
        }
      }),
      { numRuns: 5 },
    );
  });
});

test('a task that fits is sent as it is', () => {
  for (const task of tasksOf('A calendar for beekeepers')) expect(taskPrompt(task).task).toEqual(task);
});

test('the version changes with the template', () => {
  const { instructions, data } = validationPrompt({ kind: 'plan', idea: '' });
  const template = createHash('sha256').update(`${instructions}\n${data}`).digest('hex').slice(0, 16);
  expect([validationPromptVersion, template]).toEqual(['validation-5', '65203d3c7241c3e2']);
});
