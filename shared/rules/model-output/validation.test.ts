import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type IdeaReading, ideaReading } from '#shared/contracts/reading.ts';
import { validationPlan } from '#shared/contracts/surveys/validation.ts';
import { modelReading, parseValidationOutput, readArrivedPlan, readPartialPlan } from './validation.ts';
import { crookedPieces, withoutObject, wrappings } from './wrapped-json.fixture.ts';

const question = {
  question: 'How often did it happen last month?',
  type: 'multiple-choice',
  options: ['Not once', 'Weekly'],
};
const fields = {
  appName: 'Shift Loop',
  oneSentencePitch: 'Shift Loop helps nurses swap shifts.',
  surveyQuestions: [question],
};
const good = JSON.stringify(fields);
const pretty = JSON.stringify(fields, null, 2);

/** Description of the output, the output, and the failure that it is read as. */
const unreadable: [string, string, string][] = [
  ['nothing', '', 'ai_reply_empty'],
  ['only space', ' \n\t ', 'ai_reply_empty'],
  ['only a byte order mark', '\uFEFF', 'ai_reply_empty'],
  ...withoutObject.map(([what, output]): [string, string, string] => [what, output, 'ai_reply_no_object']),
  ['unquoted names', '{appName: "x", oneSentencePitch: "y"}', 'ai_reply_syntax'],
  ['Python', "{'appName': 'x', 'surveyQuestions': None}", 'ai_reply_syntax'],
  ['a value too few', '{"appName":"x","oneSentencePitch":,"surveyQuestions":[]}', 'ai_reply_syntax'],
  ['an output cut before its questions', good.slice(0, good.indexOf(',"surveyQ')), 'ai_reply_no_object'],
  ['French names without a pitch', '{"nom":"x","problème":"y","questions":["z"]}', 'ai_reply_incomplete'],
  ['an empty object', '{}', 'ai_reply_incomplete'],
  ['an error object', '{"error":{"message":"overloaded"}}', 'ai_reply_incomplete'],
  ['no appName', JSON.stringify({ ...fields, appName: undefined }), 'ai_reply_incomplete'],
  ['an appName that is a number', JSON.stringify({ ...fields, appName: 7 }), 'ai_reply_incomplete'],
  ['an appName that is a list', JSON.stringify({ ...fields, appName: ['a'] }), 'ai_reply_incomplete'],
  ['no pitch', JSON.stringify({ ...fields, oneSentencePitch: null }), 'ai_reply_incomplete'],
  ['no questions', JSON.stringify({ ...fields, surveyQuestions: undefined }), 'ai_reply_incomplete'],
  ['questions as text', JSON.stringify({ ...fields, surveyQuestions: '1. Why?' }), 'ai_reply_incomplete'],
  ['questions as an empty object', JSON.stringify({ ...fields, surveyQuestions: {} }), 'ai_reply_incomplete'],
];

const base = { appName: 'A', oneSentencePitch: 'B', surveyQuestions: ['Q'] as unknown };

function planOf(extra: object) {
  const result = parseValidationOutput(JSON.stringify({ ...base, ...extra }));
  if (!('plan' in result)) throw new Error('no plan');
  return result.plan;
}

describe('crooked outputs', () => {
  test.each(wrappings)('the plan is read from an output with %s, by the step %s', (_what, step, wrap) => {
    const result = parseValidationOutput(wrap(good, pretty));
    const plan = { appName: 'Shift Loop', problemParagraph: '', socialGroups: [] };
    expect(result).toMatchObject({ plan, step });
    expect('plan' in result && result.plan.surveyQuestions).toHaveLength(1);
  });

  test('control characters inside strings are dropped', () => {
    const result = parseValidationOutput(good.replace('Shift', 'Sh\u0000if\u001ft'));
    expect(result).toMatchObject({ plan: { appName: 'Shift Loop' } });
  });

  test.each(unreadable)('%s is a failure of its own', (_what, output, failure) => {
    expect(parseValidationOutput(output)).toEqual({ failure });
  });

  test.each([
    ['unquoted names', good.replace(/"(\w+)":/g, '$1:')],
    ['single quotes', good.replaceAll('"', "'")],
    ['quotes inside a string', good.replace('helps nurses', 'helps "good", kind nurses')],
    ['one quote too many', good.replace('shifts."', 'shifts.""')],
    ['a comma too few', good.replace(',"oneSentencePitch"', '\n"oneSentencePitch"')],
    ['an end that is missing', good.slice(0, -2)],
    ['an end in the middle of the next question', `${good.slice(0, -2)},{"question":"And wh`],
    ['a fence and no end', `\`\`\`json\n${good.slice(0, -1)}\n\`\`\``],
  ])('a plan with %s is read loosely', (_what, output) => {
    const result = parseValidationOutput(output);
    expect(result).toMatchObject({ plan: { appName: 'Shift Loop' }, step: 'loose' });
    expect('plan' in result && result.plan.surveyQuestions.map(({ question }) => question)).toEqual([
      question.question,
    ]);
  });

  test('raw newlines and tabs inside a text are kept as newlines and tabs', () => {
    const output =
      '{"appName":"A","oneSentencePitch":"B","problemParagraph":"one\n\ntwo\tthree","surveyQuestions":["Q"],}';
    expect(parseValidationOutput(output)).toMatchObject({ plan: { problemParagraph: 'one\n\ntwo\tthree' } });
  });
});

describe('names of fields', () => {
  test.each([
    ['snake case', { app_name: 'A', one_sentence_pitch: 'B', survey_questions: ['Q'] }],
    ['words', { 'App Name': 'A', 'One-sentence pitch:': 'B', 'Survey Questions (5)': ['Q'] }],
    ['other words', { name: 'A', pitch: 'B', questions: ['Q'] }],
    ['German', { Name: 'A', 'Pitch in einem Satz': 'B', Fragen: ['Q'] }],
    ['French', { nom: 'A', 'pitch en une phrase': 'B', questions: ['Q'] }],
    ['Spanish', { nombre: 'A', descripción: 'B', preguntas: ['Q'] }],
    ['a wrapper', { plan: { appName: 'A', pitch: 'B', questions: ['Q'] } }],
    ['a wrapper beside other fields', { status: 'ok', title: 'My plan', plan: base }],
    ['a wrapper in a wrapper', { response: { validationPlan: base } }],
    ['parts', { reading: { who: 'x' }, plan: { appName: 'A', pitch: 'B' }, survey: { questions: ['Q'] } }],
    ['a list of one', { plans: [base] }],
    ['a blank field beside another name', { appName: ' ', name: 'A', pitch: 'B', questions: ['Q'] }],
    ['questions as JSON in a string', { ...base, surveyQuestions: '["Q"]' }],
    ['questions by number', { ...base, surveyQuestions: { q1: 'Q' } }],
    [
      'questions inside a survey',
      { ...base, surveyQuestions: { title: 'S', questions: [{ question: 'Q' }] } },
    ],
    [
      'questions by kind',
      { ...base, surveyQuestions: { multipleChoice: [], openEnded: [{ question: 'Q' }] } },
    ],
    ['one question', { ...base, surveyQuestions: { question: 'Q' } }],
    ['an app of its own', { app: { name: 'A', pitch: 'B' }, survey: { questions: ['Q'] } }],
    ['an app beside a title', { title: 'T', app: { name: 'A' }, pitch: 'B', questions: ['Q'] }],
    ['a name that is an object', { ...base, appName: { name: 'A' } }],
    ['a pitch that is a list', { ...base, oneSentencePitch: ['B', 'C'] }],
    ['a pitch that is an object', { ...base, oneSentencePitch: { text: 'B' } }],
    ['short French', { nom_application: 'A', présentation: 'B', questions_sondage: ['Q'] }],
    ['short Spanish', { nombre_app: 'A', propuesta_en_una_frase: 'B', preguntas_encuesta: ['Q'] }],
  ])('are known in %s', (_what, output) => {
    const questions = [{ question: 'Q', type: 'open-ended', options: null }];
    expect(parseValidationOutput(JSON.stringify(output))).toMatchObject({
      plan: { appName: 'A', oneSentencePitch: 'B', surveyQuestions: questions },
    });
  });

  test('are known for all else', () => {
    const plan = planOf({
      problème: 'P',
      Zielgruppe: 'Z',
      comunidades: [{ título: 'N', enlace: 'https://n.example/', tipo: 'T' }],
    });
    expect(plan).toMatchObject({
      problemParagraph: 'P',
      targetAudience: 'Z',
      socialGroups: [{ type: 'T', name: 'N', url: 'https://n.example/' }],
    });
  });

  test.each([
    'Antwortmöglichkeiten',
    'antwortmoeglichkeiten',
    'opciones de respuesta',
    'réponses possibles',
    'options de réponse',
  ])('are known for options: %s', (name) => {
    const [first] = planOf({
      surveyQuestions: { question: 'Q', [name]: ['a', 'b'], Markierungen: ['has', 'hasnt'] },
    }).surveyQuestions;
    expect(first).toMatchObject({ options: ['a', 'b'], marks: ['has', 'hasnt'] });
  });

  test('keep every list of an object', () => {
    const { surveyQuestions, socialGroups } = planOf({
      surveyQuestions: { multipleChoice: [question], openEnded: ['Why?'] },
      communities: { reddit: [{ name: 'r/a' }], discord: ['B'] },
    });
    expect(surveyQuestions.map((one) => one.question)).toEqual([question.question, 'Why?']);
    expect(socialGroups.map(({ name }) => name)).toEqual(['r/a', 'B']);
  });

  test('of something else are not taken for the plan’s', () => {
    const output = { oneSentencePitch: 'B', surveyQuestions: ['Q'], places: [{ name: 'r/a' }] };
    expect(parseValidationOutput(JSON.stringify(output))).toEqual({ failure: 'ai_reply_incomplete' });
  });

  test('a plan behind objects that are none is found', () => {
    const output = `{"who":""}\n{"note":"done"}\n${JSON.stringify(base)}`;
    expect(parseValidationOutput(output)).toMatchObject({ plan: { appName: 'A' } });
  });
});

test.each([[[]], [[null, ' ', { question: '' }]]])(
  'the questions %j make a plan that has no survey yet',
  (surveyQuestions) => {
    expect(planOf({ surveyQuestions })).toMatchObject({ appName: 'A', surveyQuestions: [] });
  },
);

test('a plan may have no name yet', () => {
  expect(planOf({ appName: ' ' })).toMatchObject({ appName: '' });
});

describe('the reading', () => {
  const reading = { who: 'choirs', solution: '', question: '', trouble: '', language: 'de' };
  const empty = { who: '', solution: '', question: '', trouble: '', language: 'en' };
  const read = (output: object) => parseValidationOutput(JSON.stringify(output));

  test('comes with the plan', () => {
    expect(read({ ...base, ...reading })).toMatchObject({ plan: { appName: 'A' }, reading });
    expect(read({ validationPlan: { ...base, ...reading } })).toMatchObject({ reading });
  });

  test('is null for a plan that has none', () => {
    expect(read(base)).toMatchObject({ plan: {}, reading: null });
  });

  test('of a model is cut after 12 words', () => {
    const longest = 'one two three four five six seven eight nine ten eleven twelve';
    const own: IdeaReading = { ...empty, who: longest, trouble: `${longest} more`, language: 'en' };
    expect(modelReading(own)).toEqual({ ...own, trouble: longest });
  });

  test.each([
    [`${'x'.repeat(100)} ${'y'.repeat(100)}`, 'x'.repeat(100)],
    ['x'.repeat(161), 'x'.repeat(160)],
    [`${'x'.repeat(159)}🐝`, 'x'.repeat(159)],
    ['church\n choirs', 'church choirs'],
    [['choirs', 'bands'], 'choirs, bands'],
  ])('has %j as %j', (who, expected) => {
    expect(read({ ...base, ...reading, who })).toMatchObject({ reading: { ...reading, who: expected } });
  });

  test.each([
    ['a number', 7],
    ['an object', { a: 1 }],
    ['null', null],
  ])('leaves out %s', (_what, who) => {
    expect(read({ ...base, ...reading, who })).toMatchObject({ reading: { ...reading, who: '' } });
  });

  test.each([
    ['de', 'de'],
    ['de-AT', 'de'],
    ['English', 'en'],
    ['Français', 'fr'],
    ['nl', 'other'],
    ['Esperanto', 'other'],
    ['', 'en'],
    [undefined, 'en'],
  ])('has the language %j as %s', (language, expected) => {
    expect(read({ ...base, ...reading, language })).toMatchObject({ reading: { language: expected } });
  });

  test.each([
    [{ who: 'choirs' }, { ...empty, who: 'choirs' }],
    [
      { solution: '', question: '', trouble: 'no room' },
      { ...empty, solution: '', question: '', trouble: 'no room' },
    ],
    [{ language: 'fr' }, { ...empty, language: 'fr' }],
    [{ plan: { who: '' } }, empty],
  ])('asks when %j is all there is', (output, expected) => {
    expect(read(output)).toEqual({ reading: expected, step: 'strict' });
    expect(parseValidationOutput(`Sorry:\n\`\`\`json\n${JSON.stringify(output)}\n\`\`\``)).toEqual({
      reading: expected,
      step: 'fence',
    });
  });

  test.each([[{ who: '', surveyQuestions: [] }], [{ appName: 'A' }]])(
    'does not excuse a missing plan: %j',
    (output) => expect(read(output)).toEqual({ failure: 'ai_reply_incomplete' }),
  );
});

describe('the marks of a deciding question', () => {
  const choice = { question: 'Q', type: 'multiple-choice', options: ['Weekly', 'weekly', 'Never', 'Unsure'] };

  test('follow their options', () => {
    const surveyQuestions = [{ ...choice, marks: ['has', 'hasnt', 'hasnt', null], endsWith: 'Never' }];
    expect(planOf({ surveyQuestions }).surveyQuestions).toEqual([
      {
        question: 'Q',
        type: 'multiple-choice',
        options: ['Weekly', 'Never', 'Unsure'],
        multiSelect: false,
        marks: ['has', 'hasnt', null],
        endsWith: 'Never',
      },
    ]);
  });

  test.each([
    [
      'in the options',
      {
        options: [
          { label: 'Yes', mark: 'has' },
          { text: 'No', mark: "hasn't" },
        ],
      },
    ],
    ['by option', { options: ['Yes', 'No'], marks: { Yes: 'has', No: 'has not' } }],
    ['as the options', { options: { Yes: 'has', No: 'hasnt' } }],
    ['in other words', { choices: ['Yes', 'No'], marks: ['Has', 'has_not'], ends_with: 'no' }],
  ])('are read %s', (_what, sent) => {
    const [question] = planOf({ surveyQuestions: [{ question: 'Q', ...sent }] }).surveyQuestions;
    expect(question).toMatchObject({ options: ['Yes', 'No'], marks: ['has', 'hasnt'] });
    expect(question?.endsWith).toBe('ends_with' in sent ? 'No' : undefined);
  });

  test.each([
    { marks: ['has'] },
    { marks: 'has' },
    { marks: ['yes', 1, null, {}] },
    { endsWith: 'Not listed' },
    { endsWith: 3 },
  ])('are left out where they fit no options: %j', (extra) => {
    const [question] = planOf({ surveyQuestions: [{ ...choice, ...extra }] }).surveyQuestions;
    expect(question).not.toHaveProperty('marks');
    expect(question).not.toHaveProperty('endsWith');
  });
});

describe('questions', () => {
  const options = ['Yes', 'No'];
  test.each([
    [{ question: 'Q', type: 'multiple_choice', options }, 'multiple-choice', false],
    [{ question: 'Q', type: 'Multiple Choice', options, multiSelect: 'true' }, 'multiple-choice', true],
    [{ question: 'Q', type: 'single-select', options, multiSelect: false }, 'multiple-choice', false],
    [{ question: 'Q', type: 'checkbox', options }, 'multiple-choice', true],
    [{ question: 'Q', type: 'likert', options: [1, 2, 3] }, 'multiple-choice', false],
    [{ question: 'Q', options: [{ label: 'Yes' }, { text: 'No' }], multiSelect: 1 }, 'multiple-choice', true],
    [{ Frage: 'Q', Typ: 'Auswahl', Antworten: options }, 'multiple-choice', false],
    [{ question: { text: 'Q' }, choices: { a: 'Yes', b: 'No' } }, 'multiple-choice', false],
    [{ prompt: 'Q', type: 'Multiple answers', options: 'Yes\nNo' }, 'multiple-choice', true],
    [{ text: '1. Q', answers: 'Yes | No' }, 'multiple-choice', false],
  ])('%j is multiple choice', (question, type, multiSelect) => {
    expect(planOf({ surveyQuestions: [question] }).surveyQuestions[0]).toMatchObject({ type, multiSelect });
  });

  test.each([
    [{ question: 'Q', type: 'open ended', options: [] }],
    [{ question: 'Q', type: 'OPEN-ENDED', options: ['a', 'b'], multiSelect: true }],
    [{ question: 'Q', type: 'text' }],
    [{ question: 'Q', type: 'multiple-choice' }],
    [{ question: 'Q', type: 'multiple-choice', options: null }],
    [{ question: 'Q', type: 'multiple-choice', options: ['Same', ' same '] }],
    [{ text: 'Q' }],
    ['Q'],
  ])('%j is open-ended', (question) => {
    expect(planOf({ surveyQuestions: [question] }).surveyQuestions).toEqual([
      { question: 'Q', type: 'open-ended', options: null },
    ]);
  });

  test('the first seven different questions that have a text are kept, in order', () => {
    const surveyQuestions = ['1', null, '2', { question: ' ' }, '1', '3', '4', '5', '6', '7', '8'];
    const kept = planOf({ surveyQuestions }).surveyQuestions.map((question) => question.question);
    expect(kept).toEqual(['1', '2', '3', '4', '5', '6', '7']);
  });

  test('longer texts than a survey takes are cut', () => {
    const [question] = planOf({
      surveyQuestions: [{ question: 'word '.repeat(300), options: ['word '.repeat(100), 'b'] }],
    }).surveyQuestions;
    expect(question?.question).toMatch(/^(?:word ){198,199}word…$/);
    expect(question?.options?.[0]).toMatch(/^(?:word ){58,59}word…$/);
  });

  test('options are trimmed and kept once, in order', () => {
    const [question] = planOf({
      surveyQuestions: [{ question: 'Q', options: [' a', 'B', '', 'a', 'b', null, 'c'] }],
    }).surveyQuestions;
    expect(question?.options).toEqual(['a', 'B', 'c']);
  });
});

describe('communities', () => {
  const group = (url: unknown) =>
    planOf({ socialGroups: [{ type: 'T', name: 'N', url }] }).socialGroups[0]?.url;

  test.each([
    ['https://www.reddit.com/r/nursing', 'https://www.reddit.com/r/nursing'],
    [' http://example.org/a b ', 'http://example.org/a%20b'],
    ['www.reddit.com/r/nursing', 'https://www.reddit.com/r/nursing'],
    ['javascript:alert(1)', ''],
    ['JaVaScRiPt:alert(1)', ''],
    ['java\nscript:alert(1)', ''],
    ['\u0001javascript:alert(1)', ''],
    ['data:text/html,<script>', ''],
    ['https://someone:secret@example.org/', ''],
    ['//example.org', ''],
    ['r/nursing', ''],
    [42, ''],
    [undefined, ''],
  ])('the address %j becomes %j', (url, expected) => {
    expect(group(url)).toBe(expected);
  });

  test('five are kept; a text is a name; entries without name and address are dropped', () => {
    const socialGroups = ['r/a', {}, null, { name: 'b' }, { url: 'https://c.org' }, 'd', 'e', 'f'];
    const names = planOf({ socialGroups }).socialGroups.map((entry) => entry.name);
    expect(names).toEqual(['r/a', 'b', 'https://c.org/', 'd', 'e']);
  });

  test.each([
    [{ 'r/a': 'Nurses talk here', 'r/b': 'https://b.org' }, ['r/a', ''], ['r/b', 'https://b.org/']],
    [
      { 'r/a': { why: 'Nurses' }, 'r/b': { url: 'https://b.org', type: 'Reddit' } },
      ['r/a', ''],
      ['r/b', 'https://b.org/'],
    ],
    [{ reddit: ['r/a'], forums: [{ name: 'B', url: 'b.org' }] }, ['r/a', ''], ['B', 'https://b.org/']],
    [{ '1': 'r/a', '2': '[B](https://b.org)' }, ['r/a', ''], ['B', 'https://b.org/']],
    [
      ['r/a (https://a.org/r/a): nurses', 'B – www.b.org/x'],
      ['r/a: nurses', 'https://a.org/r/a'],
      ['B', 'https://www.b.org/x'],
    ],
    [
      ['r/a (200,000 members)', '<https://b.org>'],
      ['r/a (200,000 members)', ''],
      ['https://b.org/', 'https://b.org/'],
    ],
    [
      ['[r/a](javascript:alert(1))', { name: 'B' }],
      ['[r/a](javascript:alert(1))', ''],
      ['B', ''],
    ],
    [{ name: 'r/a', url: 'https://a.org' }, ['r/a', 'https://a.org/']],
    [
      { list: { 'r/a': 'https://a.org' }, more: { 'r/b': 'https://b.org' } },
      ['r/a', 'https://a.org/'],
      ['r/b', 'https://b.org/'],
    ],
  ])('sent as %j are read', (communities, ...expected) => {
    const { socialGroups } = planOf({ communities });
    expect(socialGroups.map(({ name, url }) => [name, url])).toEqual(expected);
  });

  test('anything but a list gives none', () => {
    expect(planOf({ socialGroups: 'r/a' }).socialGroups).toEqual([]);
  });
});

describe('texts', () => {
  test('an audience sent as an object or list is written out', () => {
    expect(
      planOf({ targetAudience: { who: 'Nurses', where: ['wards', 'homes'], why: null } }).targetAudience,
    ).toBe('who: Nurses\nwhere: wards, homes');
  });

  test('what cannot be stored is taken out, everything else is kept as sent', () => {
    const appName = 'מטפל \ud800<script>alert(1)</script>\u0000 👩‍⚕️';
    expect(planOf({ appName }).appName).toBe('מטפל \ufffd<script>alert(1)</script> 👩‍⚕️');
  });
});

describe('hostile outputs', () => {
  const crooked = fc.array(fc.constantFrom(...crookedPieces, '"appName"'), { maxLength: 200 });

  test('reading never throws, and what it gives is a plan, a reading or a failure', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.json(),
          crooked.map((parts) => parts.join('')),
        ),
        (output) => {
          const result = parseValidationOutput(output);
          if ('plan' in result) validationPlan.parse(result.plan);
          else if ('reading' in result) ideaReading.parse(result.reading);
          else expect(result.failure).toMatch(/^ai_reply_(empty|no_object|syntax|incomplete)$/);
        },
      ),
    );
  });

  test('any value in any field is read without throwing', () => {
    const anything = fc.jsonValue({ maxDepth: 4 });
    const fields = fc.record({
      problemParagraph: anything,
      targetAudience: anything,
      socialGroups: fc.oneof(fc.array(anything), anything),
      surveyQuestions: fc.array(
        fc.oneof(anything, fc.record({ question: anything, type: anything, options: anything })),
      ),
    });
    const read = ({ surveyQuestions, ...extra }: { surveyQuestions: unknown[] }) =>
      planOf({ ...extra, surveyQuestions: ['Q', ...surveyQuestions] });
    fc.assert(fc.property(fields, (extra) => validationPlan.parse(read(extra)) !== null));
  });

  test.each([
    ['opening braces', '{'],
    ['quotes', '"'],
    ['empty objects', '{}'],
    ['unclosed texts', '{"a'],
    ['commas before brackets', '[1,],'],
    ['nested lists', '['],
    ['fences', '```json\n'],
    ['spaces and fences', '``` \t '],
    ['backslashes', '{"\\'],
  ])('a million units of %s are given up on within half a second', (_what, piece) => {
    const output = piece.repeat(1_000_000 / piece.length);
    const start = performance.now();
    expect(parseValidationOutput(output)).toHaveProperty('failure');
    expect(parseValidationOutput(`{"a":${output}}`)).toHaveProperty('failure');
    expect(performance.now() - start).toBeLessThan(500);
  });
});

describe('a plan that is still arriving', () => {
  const whole = { ...fields, socialGroups: [{ type: 'Forum', name: 'Ward', url: 'https://ward.example/' }] };
  const { appName, oneSentencePitch } = fields;

  test.each([
    ['', {}],
    ['Here is the plan: {"appName": "Shift', {}],
    ['{"appName": "Shift Loop", "oneSentencePitch": "Shift Loop he', { appName }],
    ['```json\n{"appName": "Shift Loop", "oneSentencePitch": "Sh', { appName }],
    ['{"validationPlan": {"appName": "Shift Loop", "oneSentencePitch": "Sh', { appName }],
    ['{"who": "nurses", "job": "", "tr', {}],
    ['I would rather not.', {}],
  ])('shows what is whole: %s', (text, expected) => {
    expect(readPartialPlan(text)).toEqual(expected);
  });

  test('shows a question once the next one begins, and the last at the end', () => {
    const text = JSON.stringify({ ...whole, surveyQuestions: [question, { ...question, question: 'Why?' }] });
    const next = text.indexOf('Why?');
    const asked = (part: string) => readPartialPlan(part).surveyQuestions?.map((one) => one.question);
    expect(asked(text.slice(0, next))).toEqual([question.question]);
    expect(asked(text)).toEqual([question.question, 'Why?']);
  });

  test('agrees with the finished reading', () => {
    expect(readPartialPlan(JSON.stringify(whole))).toMatchObject({
      appName,
      oneSentencePitch,
      socialGroups: whole.socialGroups,
    });
  });

  test('never throws', () => {
    fc.assert(fc.property(fc.string(), (text) => void readPartialPlan(text)));
    for (let end = 0; end < pretty.length; end += 1) readPartialPlan(pretty.slice(0, end));
  });
});

test('options in one line are split at commas where the question has choices', () => {
  const asked = { question: 'Q', options: 'Once, 1,000 times, never' };
  const surveyQuestions = [
    { ...asked, type: 'multiple-choice' },
    { ...asked, question: 'Why?', type: 'open-ended' },
  ];
  expect(planOf({ surveyQuestions }).surveyQuestions).toMatchObject([
    { options: ['Once', '1,000 times', 'never'] },
    { type: 'open-ended', options: null },
  ]);
});

test('a long post is cut at a word, also while the rest arrives', () => {
  const post = 'word '.repeat(400);
  const output = JSON.stringify({ ...base, post, who: { text: 'bakers' } });
  for (const plan of [planOf({ post }), readArrivedPlan(output.slice(0, -1)).plan]) {
    expect(plan?.post).toMatch(/ word…$/);
    expect(plan?.post?.length).toBeLessThanOrEqual(1_000);
  }
  expect(parseValidationOutput(output)).toMatchObject({ reading: { who: 'bakers' } });
});
