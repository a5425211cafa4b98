import { describe, expect, it } from 'vitest';
import { questions } from './evidence.fixture.ts';
import { findThemes, moveAnswers } from './themes.ts';

const idea = 'Shared calendar for two homes';

/** Themes of the open question; the texts are newest first. */
async function themesOf(texts: string[], more: { idea?: string; question?: string } = {}) {
  const question = more.question ?? 'What made it hard?';
  const open = { question, type: 'open-ended', options: null } as const;
  const found = await findThemes({
    idea: more.idea ?? idea,
    questions: [...questions.slice(0, 3), open],
    texts: texts.map((answer, at) => ({ question: 3, number: texts.length - at, answer, mark: null })),
  });
  return Object.fromEntries(found.map(({ theme, numbers }) => [theme, numbers]));
}

/** Different answers that share nothing. */
const others = [
  'Grandma drove home early',
  'We argued loudly',
  'It rained',
  'The dentist called twice',
  'My boss refused',
  'Snow fell all night',
  'He slept late',
  'Everybody was ill',
  'She moved abroad',
  'The train stopped',
];

describe('themes', () => {
  it('are phrases that answers share, plurals folded, with their answers newest first', async () => {
    expect(
      await themesOf([
        'All parking spots were taken by noon.',
        'It rained',
        'I circled until a parking spot was free',
        'The PARKING SPOT was too small',
      ]),
    ).toEqual({ 'parking spot': [4, 2, 1] });
    expect(await themesOf(['The school buses left', 'Our school bus never comes'])).toEqual({
      'school bus': [2, 1],
    });
  });

  it('keep a denial with its noun', async () => {
    const denied = [
      'No problem with the parking spot',
      'It wasn’t a problem for us',
      "We didn't have any problems",
      'Never had a problem, the parking spot was free',
      'Without a real problem',
    ];
    expect(await themesOf(denied, { question: 'Which problem did you have?' })).toEqual({
      'no problem': [5, 4, 3, 2, 1],
      'parking spot': [5, 2],
    });
    expect(
      await themesOf([
        'There were no parking spots',
        "I couldn't find a parking spot",
        'The parking spot was narrow',
        'A parking spot in the sun',
      ]),
    ).toEqual({ 'no parking spot': [4, 3], 'parking spot': [2, 1] });
  });

  it.each([
    ['No time or money', 'We had no money', 'no money'],
    ['No time', 'I never have time', 'no time'],
  ])('read %j and %j as %j', async (one, other, theme) => {
    expect(Object.keys(await themesOf([one, other]))).toEqual([theme]);
  });

  it.each([
    'We never missed the school bus',
    'Not only the parking spot',
    'It is rarely a parking spot problem',
    'Not without problems',
    'No, the problem was another one',
  ])('take no denial from %j', async (answer) => {
    const found = Object.keys(await themesOf([answer, `${answer} at all`]));
    expect(found.filter((theme) => theme.startsWith('no '))).toEqual([]);
  });

  it('leave out what stands behind another denied verb', async () => {
    expect(await themesOf(['We never missed the school bus', 'I didn’t miss the school bus'])).toEqual({});
  });

  it('prefer the longer of two phrases with the same answers', async () => {
    expect(
      await themesOf(['last-minute schedule conflicts', 'A last minute schedule conflict again']),
    ).toEqual({
      'last minute schedule conflict': [2, 1],
    });
  });

  it('are not the words of the question or of the idea', async () => {
    const texts = ['The shared calendar broke', 'Our shared calendars crashed', 'A shared calendar'];
    expect(await themesOf(texts)).toEqual({});
    expect(await themesOf(texts, { idea: 'Dinners', question: 'Who shared a calendar?' })).toEqual({});
    expect(await themesOf(texts, { idea: 'Dinners' })).toEqual({ 'shared calendar': [3, 2, 1] });
  });

  it('need three answers, two where fewer than ten answered', async () => {
    const two = ['The parking spot was taken', 'A narrow parking spot'];
    expect(await themesOf([...two, ...others.slice(0, 7)])).toEqual({ 'parking spot': [9, 8] });
    expect(await themesOf([...two, ...others.slice(0, 8)])).toEqual({});
    expect(await themesOf([...two, 'Parking spots!', ...others])).toEqual({ 'parking spot': [13, 12, 11] });
    expect(await themesOf(['A parking spot, a parking spot'])).toEqual({});
  });

  it('count copies once, as the first of them', async () => {
    const copy = 'The parking spot in front of the school was taken';
    expect(await themesOf([copy, copy.toUpperCase(), ` ${copy}`])).toEqual({});
    const found = await themesOf([copy, copy, 'A parking spot']);
    expect(found).toMatchObject({ 'parking spot': [2, 1] });
  });

  it('are at most five a question', async () => {
    const things = 'dog food,cat hair,bus stop,train ticket,school gate,swim lesson,music teacher'.split(',');
    const texts = things.flatMap((thing) => [`The ${thing} was bad`, `A ${thing} again`, `${thing}s`]);
    expect(Object.keys(await themesOf(texts))).toHaveLength(5);
  });

  it('are none in other languages', async () => {
    expect(
      await themesOf(
        ['Der kaputte Fahrradständer vor der Schule', 'Ein kaputter Fahrradständer', 'Kein Fahrradständer'],
        { question: 'Was war schwierig?', idea: 'Gemeinsamer Kalender für zwei Haushalte' },
      ),
    ).toEqual({});
  });

  it('are the same for the same evidence', async () => {
    const texts = ['The bus stop and the school gate', 'A school gate near a bus stop', ...others];
    expect(JSON.stringify(await themesOf(texts))).toBe(JSON.stringify(await themesOf(texts)));
  });

  it.each([
    ['one word', 'a'.repeat(20_000)],
    ['denials', 'no '.repeat(6_000)],
    ['contractions', "don't ".repeat(3_000)],
    ['abbreviations', 'A.B.'.repeat(5_000)],
    ['brackets', '('.repeat(20_000)],
    ['hidden characters', '\u202e\u200d\u0000'.repeat(6_000)],
    ['emoji', '🙂'.repeat(10_000)],
    ['the same phrase', 'parking spot '.repeat(1_500)],
    ['markup', '<script>alert(1)</script>'.repeat(800)],
    ['names of objects', '__proto__ constructor toString '.repeat(600)],
  ])('survive 100 answers of %s', async (_, text) => {
    const found = await themesOf(Array.from({ length: 100 }, (_, n) => `${n} ${text}`));
    for (const theme of Object.keys(found)) expect(theme).toMatch(/^[a-z' ]{3,130}$/);
  });

  it('read only the beginning of long answers', async () => {
    const late = (n: number) => `${'Nothing much here. '.repeat(60)}${n} The parking spot was taken`;
    expect(await themesOf([late(1), late(2), late(3)])).toEqual({});
  });

  it('give way between two answers', async () => {
    let turns = 0;
    let isRunning = true;
    const turn = () => {
      turns += 1;
      if (isRunning) setImmediate(turn);
    };
    setImmediate(turn);
    await themesOf(Array.from({ length: 50 }, (_, n) => `The parking spot was taken ${n}`));
    isRunning = false;
    expect(turns).toBeGreaterThanOrEqual(50);
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
