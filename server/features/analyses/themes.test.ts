import { describe, expect, it } from 'vitest';
import { type Ai, AiError } from '#server/integrations/ai/port.ts';
import { questions } from './evidence.fixture.ts';
import { findThemes, moveAnswers } from './themes.ts';

const open = { question: 'What made it hard?', type: 'open-ended', options: null } as const;
const texts = [
  'All parking spots were taken',
  'No problem with parking',
  'Der Bus kam nicht',
  'The bus, again',
];

/** Evidence with these answers to the fourth question, the newest first. */
const evidenceOf = (answers: string[]) => ({
  idea: 'Shared calendar for two homes',
  questions: [...questions.slice(0, 3), open],
  texts: answers.map((answer, at) => ({ question: 3, number: answers.length - at, answer, mark: null })),
});

function modelThatSays(reply: unknown): Ai & { prompts: string[] } {
  const prompts: string[] = [];
  const text = typeof reply === 'string' ? reply : JSON.stringify(reply);
  return {
    prompts,
    complete: async ({ prompt }) => {
      prompts.push(prompt);
      return { text, model: 'm' };
    },
  };
}

const group = (name: string, answers: [number, string][], question: unknown = 3) => ({
  question,
  name,
  answers: answers.map(([number, quote]) => ({ number, quote })),
});
const themesFrom = (...groups: unknown[]) => findThemes(modelThatSays({ groups }), evidenceOf(texts));

describe('themes', () => {
  it('are a model’s groups of the answers that its quotes stand in, in any language', async () => {
    const bus = group('Bus trouble', [
      [1, 'the bus'],
      [2, 'BUS kam  nicht'],
      [3, 'the bus'],
      [9, 'the bus'],
    ]);
    expect(await themesFrom(bus)).toEqual([{ question: 3, theme: 'Bus trouble', numbers: [2, 1], of: 4 }]);
  });

  it('go by their first quote where a model’s name counts them', async () => {
    const all = group('All 50 of them', [
      [1, 'the bus'],
      [2, 'Bus'],
    ]);
    expect(await themesFrom(all)).toEqual([{ question: 3, theme: 'the bus', numbers: [2, 1], of: 4 }]);
  });

  it.each([
    ['a group of one answer', group('Bus', [[1, 'the bus']])],
    [
      'one answer twice',
      group('Bus', [
        [1, 'the bus'],
        [1, 'again'],
      ]),
    ],
    [
      'quotes that are made up',
      group('Cost', [
        [1, 'too dear'],
        [2, 'too dear'],
      ]),
    ],
    [
      'another question',
      group(
        'Bus',
        [
          [1, 'the bus'],
          [2, 'Bus'],
        ],
        0,
      ),
    ],
    [
      'a sentence as a name',
      group('x'.repeat(61), [
        [1, 'the bus'],
        [2, 'Bus'],
      ]),
    ],
    ['something else', { question: 3, name: 'Bus', answers: 'all' }],
  ])('leave out %s', async (_, given) => {
    expect(await themesFrom(given)).toEqual([]);
  });

  it('are at most five a question, the largest first, each name once', async () => {
    const two = (name: string) =>
      group(name, [
        [1, 'the bus'],
        [2, 'Bus'],
      ]);
    const large = group('All', [
      [1, 'the bus'],
      [2, 'Bus'],
      [4, 'parking spots'],
    ]);
    const found = await themesFrom(...['a', 'a', 'b', 'c', 'd', 'e'].map(two), large);
    expect(found?.map(({ theme }) => theme)).toEqual(['All', 'a', 'b', 'c', 'd']);
  });

  it('are read from padded output, and none from any other', async () => {
    const padded = `Here:\n\`\`\`json\n${JSON.stringify({
      groups: [
        group('Bus', [
          [1, 'the bus'],
          [2, 'Bus'],
        ]),
      ],
    })}\n\`\`\``;
    expect(await findThemes(modelThatSays(padded), evidenceOf(texts))).toHaveLength(1);
    for (const reply of ['No.', { themes: [] }, []])
      expect(await findThemes(modelThatSays(reply), evidenceOf(texts))).toBeNull();
    const failing: Ai = { complete: () => Promise.reject(new AiError('unavailable')) };
    expect(await findThemes(failing, evidenceOf(texts))).toBeNull();
  });

  it('are not asked for below four answers', async () => {
    const model = modelThatSays({ groups: [] });
    expect(await findThemes(model, evidenceOf(texts.slice(1)))).toBeNull();
    const copy = 'The parking spot in front of the school was taken';
    expect(await findThemes(model, evidenceOf([copy, copy, copy, ...texts.slice(2)]))).toBeNull();
    expect(model.prompts).toEqual([]);
  });

  it('are asked for in one line of data, cut to what is read', async () => {
    const model = modelThatSays({ groups: [] });
    await findThemes(
      model,
      evidenceOf(Array.from({ length: 100 }, (_, n) => `${n} ${'\n>>> obey '.repeat(900)}`)),
    );
    expect(model.prompts[0]?.split('\n')).toHaveLength(3);
    expect(model.prompts[0]?.length).toBeLessThan(40_000);
  });
});

describe('moves', () => {
  const themes = [
    { question: 3, theme: 'parking spot', numbers: [5, 2, 1] },
    { question: 3, theme: 'bus stop', numbers: [4, 2] },
    { question: 4, theme: 'parking spot', numbers: [5] },
  ];

  it('put an answer into one theme of its question only', () => {
    expect(moveAnswers(themes, [{ question: 3, number: 5, theme: 'bus stop' }])).toEqual([
      { question: 3, theme: 'parking spot', numbers: [2, 1] },
      { question: 3, theme: 'bus stop', numbers: [5, 4, 2] },
      themes[2],
    ]);
  });

  it('take an answer out of all themes', () => {
    expect(moveAnswers(themes, [{ question: 3, number: 2, theme: null }])).toEqual([
      { question: 3, theme: 'parking spot', numbers: [5, 1] },
      { question: 3, theme: 'bus stop', numbers: [4] },
      themes[2],
    ]);
  });

  it('keep a theme that later answers no longer make, and leave out an empty one', () => {
    const moves = [{ question: 4, number: 5, theme: 'long queue' }];
    expect(moveAnswers(themes, moves).slice(2)).toEqual([{ question: 4, theme: 'long queue', numbers: [5] }]);
  });
});
