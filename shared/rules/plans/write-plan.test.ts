import { describe, expect, test } from 'vitest';
import {
  type IdeaLanguage,
  type IdeaReading,
  ideaLanguages,
  phraseLimit,
} from '#shared/contracts/reading.ts';
import { validationPlan } from '#shared/contracts/validation.ts';
import directory from './communities.json' with { type: 'json' };
import { countWords } from './phrase-forms.ts';
import fixtures from './readings.fixture.json' with { type: 'json' };
import { summaryPost } from './summary-post.ts';
import { planLanguage, type WrittenPlan, writePlan, writeQuestions } from './write-plan.ts';

const idea = 'An app to plan tomorrow’s baking, for small bakeries that throw away unsold bread';
const bakeries: IdeaReading = {
  who: 'small bakeries',
  job: 'plan tomorrow’s baking',
  trouble: 'throw away unsold bread',
  language: 'en',
};

const plans = fixtures.map(({ idea, nouns, ...phrases }) => {
  const reading = phrases as IdeaReading;
  return { idea, nouns, reading, plan: writePlan(reading, idea) };
});

function postOf(plan: WrittenPlan, idea: string, reading: IdeaReading) {
  return summaryPost({
    ...plan,
    idea,
    reading,
    questions: plan.surveyQuestions,
    surveyUrl: 'https://e.org/s',
  });
}

test('speaks in the three phrases', () => {
  const plan = writePlan(bakeries, idea);
  expect(plan.names).toHaveLength(3);
  expect(plan.appName).toBe(plan.names[0]);
  expect(plan.oneSentencePitch).toBe(`${plan.appName} helps small bakeries plan tomorrow’s baking.`);
  expect(plan.problemParagraph).toBe(
    'Small bakeries throw away unsold bread. They try to plan tomorrow’s baking.',
  );
  expect(plan.targetAudience).toBe('Small bakeries that throw away unsold bread.');
});

describe.each(plans)('the plan of "$idea"', ({ idea, nouns, reading, plan }) => {
  const texts = [plan.oneSentencePitch, plan.problemParagraph, plan.targetAudience];
  const post = postOf(plan, idea, reading);

  test('has the shape of the contract', () => {
    validationPlan.parse(plan);
    expect(new Set(plan.names).size).toBe(3);
    expect(plan.socialGroups.length).toBeGreaterThanOrEqual(3);
    expect(plan.socialGroups.length).toBeLessThanOrEqual(5);
    expect(new Set(plan.socialGroups.map(({ url }) => url)).size).toBe(plan.socialGroups.length);
  });

  test('keeps to the lengths', () => {
    expect(countWords(plan.oneSentencePitch)).toBeLessThanOrEqual(16);
    expect(countWords(plan.problemParagraph)).toBeLessThanOrEqual(45);
    expect(countWords(plan.targetAudience)).toBeLessThanOrEqual(45);
    expect(countWords(post)).toBeLessThanOrEqual(80);
    for (const { question } of plan.surveyQuestions) expect(question).not.toContain('…');
  });

  test('leaves nothing to fill in and gives no advice, doubt or future', () => {
    for (const text of [...texts, post, ...plan.surveyQuestions.map(({ question }) => question)]) {
      expect(text).toMatch(/[.?)/»“”\w]$/u);
      expect(text).not.toMatch(/[{}]|undefined| {2}|\.\.|“”|„“|«»/);
      expect(text).not.toMatch(/\b(would|you should|might|may|perhaps|maybe|hypothesis|guess|check)\b/i);
    }
  });

  test('holds the nouns of the idea', () => {
    const said = JSON.stringify(plan).toLowerCase();
    for (const noun of nouns) expect(said).toContain(noun);
    for (const text of [...texts, post]) {
      expect(nouns.some((noun) => text.toLowerCase().includes(noun))).toBe(true);
    }
  });
});

describe('forms of phrases', () => {
  const planOf = (reading: Partial<IdeaReading>, idea = '') =>
    writePlan({ who: 'bakers', job: '', trouble: '', language: 'en', ...reading }, idea);
  const firstOf = (reading: Partial<IdeaReading>, idea = '') =>
    planOf(reading, idea).surveyQuestions[0]?.question;

  test.each([
    ['throw away unsold bread', 'In the last month, how often did you throw away unsold bread?'],
    ['they lose customers', 'In the last month, how often did you lose customers?'],
    ['they lose their keys', 'In the last month, how often did this happen to you: “lose their keys”?'],
    ['don’t know who comes', 'How often did this happen last month: “don’t know who comes”?'],
    [
      'don’t know who is on call on a weekday afternoon',
      'How often last month: “don’t know who is on call on a weekday afternoon”?',
    ],
    ['bikes get stolen', 'In the last month, how often did this happen to you: “bikes get stolen”?'],
    ['get stolen', 'In the last month, how often did this happen to you: “get stolen”?'],
    ['waste bins overflow', 'In the last month, how often did this happen to you: “waste bins overflow”?'],
    [
      'nobody knows in the morning which of the twelve ovens were cleaned',
      'How often last month: “nobody knows in the morning which of the twelve ovens were cleaned”?',
    ],
  ])('asks about the trouble "%s"', (trouble, question) => {
    expect(firstOf({ trouble })).toBe(question);
  });

  test.each([
    ['plan rehearsals', 'In the last month, how often did you try to plan rehearsals?'],
    ['to fix their own bikes', 'In the last month, how often did this come up: “fix their own bikes”?'],
    ['bookkeeping', 'In the last month, how often did this come up: “bookkeeping”?'],
  ])('asks about the job "%s"', (job, question) => {
    expect(firstOf({ job })).toBe(question);
  });

  test('joins the group and its trouble only as the idea does', () => {
    const reading = { who: 'wedding venues', trouble: 'get fined for littering' };
    const audienceOf = (idea: string) => planOf(reading, idea).targetAudience;
    expect(audienceOf('Confetti for wedding venues that get fined for littering')).toBe(
      'Wedding venues that get fined for littering.',
    );
    expect(audienceOf('Wedding venues get fined for littering')).toBe(
      'Wedding venues get fined for littering.',
    );
    expect(audienceOf('Wedding venues whose guests get fined for littering')).toBe(
      'Wedding venues. What goes wrong for them: “get fined for littering”.',
    );
    expect(firstOf(reading, 'Wedding venues whose guests get fined for littering')).toContain('“get fined');
  });

  test('cuts a quoted phrase to a readable length', () => {
    const trouble = "don't know how to cook and end up eating noodles every single night of the week";
    expect(planOf({ who: 'students', trouble }).oneSentencePitch).toContain(
      "“don't know how to cook and end…”",
    );
    const who = 'elderly people in small mountain villages with no bus at all';
    const nothing = planOf({ who, trouble: 'forget whatever we told them on the phone last winter' });
    expect(nothing.oneSentencePitch).not.toMatch(/“(?:[^ ”]+ ){0,2}[^ ”]+…”/);
  });

  test.each([
    ['en', 'firms', 'forget when certificates expire', /expire/i],
    ['en', 'landlords', 'pay too much for check', /check/i],
    ['es', 'panaderías', 'tiran el pan al cerrar', /cerrar/i],
  ] as const)('names of %s ideas hold no verb: %s %s', (language, who, trouble, verb) => {
    expect(planOf({ who, trouble, language }).names.join()).not.toMatch(verb);
  });

  test('quotes a group named by one', () => {
    const plan = planOf({ who: 'florist', job: 'sell roses' }, 'I am a florist and want to sell roses');
    expect(plan.targetAudience).toBe('Who it is for: “florist”. What they try to do: “sell roses”.');
  });

  test('quotes a German group in another case', () => {
    const reading = { who: 'Imkern', job: 'Völker zu zählen', language: 'de' as const };
    expect(planOf(reading, 'Wir helfen Imkern, Völker zu zählen').targetAudience).toContain('„Imkern“');
    expect(planOf({ ...reading, who: 'Imker' }, 'Eine App für Imker').problemParagraph).toBe(
      'Imker. Was sie tun wollen: „Völker zu zählen“.',
    );
  });

  test('a group that holds the trouble is told without it', () => {
    const plan = planOf({ who: 'bakers who burn bread', trouble: 'burn bread' }, 'bakers who burn bread');
    expect(plan.targetAudience).toBe('Bakers who burn bread.');
  });
});

describe('the questions', () => {
  const questions = writePlan(bakeries, idea).surveyQuestions;

  test('are six, of which only the first holds a phrase', () => {
    expect(questions.map(({ question }) => question)).toEqual([
      'In the last month, how often did you throw away unsold bread?',
      'Think of the last time. What happened?',
      'What did you try?',
      'What was hardest about it?',
      'What did it cost you?',
      'What have you used and given up?',
    ]);
  });

  test.each(ideaLanguages)('have marks and options in %s', (language: IdeaLanguage) => {
    const asked = writeQuestions(bakeries, idea, language);
    expect(asked).toHaveLength(6);
    expect(asked[0]?.options).toContain(asked[0]?.endsWith);
    for (const { question, options, marks } of asked) {
      expect(countWords(question)).toBeLessThanOrEqual(14);
      if (options === null) continue;
      expect(options.length).toBeGreaterThanOrEqual(2);
      expect(new Set(options.map((option) => option.toLowerCase())).size).toBe(options.length);
      if (marks === undefined) continue;
      expect(marks).toHaveLength(options.length);
      expect(marks).toContain('has');
      expect(marks).toContain('hasnt');
    }
    expect(asked.filter(({ marks }) => marks)).toHaveLength(3);
    expect(asked.filter(({ type }) => type === 'open-ended')).toHaveLength(1);
  });

  test('quote the phrases in another language than the idea', () => {
    expect(writeQuestions(bakeries, idea, 'de')[0]?.question).toBe(
      'Wie oft ist Ihnen das im letzten Monat passiert: „throw away unsold bread“?',
    );
  });

  test('get options of a topic only with one of its nouns as a whole word', () => {
    const tried = (idea: string) => writeQuestions(bakeries, idea, 'en')[2]?.options;
    expect(tried('unsold bread')).toContain('Gave it away');
    expect(tried('a breadboard for makers')).not.toContain('Gave it away');
  });
});

describe('communities', () => {
  const namesOf = (who: string, job: string) =>
    writePlan({ who, job, trouble: '', language: 'en' }, '').socialGroups.map(({ name }) => name);

  test('have a word in common with the phrases', () => {
    expect(namesOf('beekeepers', 'count hives')).toEqual(
      expect.arrayContaining(['r/Beekeeping', 'Beesource']),
    );
  });

  test('are search links where the directory has none', () => {
    const groups = writePlan(
      { who: 'choir directors', job: 'share recordings', trouble: '', language: 'en' },
      '',
    );
    expect(groups.socialGroups).toEqual(
      expect.arrayContaining([
        {
          type: 'Search',
          name: 'Search Reddit for choir directors',
          url: 'https://www.reddit.com/search/?q=choir%20directors',
        },
      ]),
    );
  });

  test.each([
    ['snack bars', 'offer menus in other languages', /language/i],
    ['people who sew at home', 'find patterns', /home/i],
    ['blind people', 'fill a cup', /cups/i],
    ['indie perfume makers', 'follow rules', /indie/i],
    ['goat farmers', 'record births', /baby|bump/i],
  ])('for %s who %s are not of another subject', (who, job, other) => {
    for (const name of namesOf(who, job)) if (!name.startsWith('Search')) expect(name).not.toMatch(other);
  });
});

describe('hostile phrases', () => {
  test.each([
    ['markup', '<script>alert(1)</script> bakers'],
    ['160 characters', 'bakers '.repeat(30).slice(0, phraseLimit)],
    ['one word of 160 characters', 'b'.repeat(phraseLimit)],
    ['right-to-left text', 'אופים שזורקים לחם'],
    ['hidden marks', 'bak\u202eers\u200b who\u0000 burn'],
    ['emoji', '👩‍🍳🥖🔥'],
    ['placeholders', '{name} {who} $& $1'],
    ['members of objects', '__proto__ constructor'],
    ['quotes', '“bakers” „who“ « burn »'],
    ['a lone surrogate', 'bakers \ud800'],
  ])('%s keep the shape', (_what, phrase) => {
    for (const language of [...ideaLanguages, 'other'] as const) {
      const reading = { who: phrase, job: phrase, trouble: phrase, language };
      const plan = writePlan(reading, phrase);
      validationPlan.parse(plan);
      const post = postOf(plan, phrase, reading);
      expect(plan.names).toHaveLength(3);
      for (const text of [plan.oneSentencePitch, plan.problemParagraph, plan.targetAudience, post]) {
        expect(text).not.toBe('');
        expect(text.isWellFormed()).toBe(true);
        for (const mark of ['\u0000', '\u202e', '\u200b']) expect(text).not.toContain(mark);
      }
      expect(countWords(plan.oneSentencePitch)).toBeLessThanOrEqual(16);
      expect(countWords(post)).toBeLessThanOrEqual(80);
      expect(plan.surveyQuestions).toHaveLength(6);
      for (const { question } of plan.surveyQuestions) expect(question).not.toContain('…');
      for (const { name, url } of plan.socialGroups) {
        expect(name.length).toBeLessThanOrEqual(200);
        expect(URL.canParse(url)).toBe(true);
      }
    }
  });

  test('a name is never that of a company the idea mentions', () => {
    const { names } = writePlan({ ...bakeries, job: 'find Uber and Airbnb' }, 'Uber for bakeries');
    expect(names.join()).not.toMatch(/uber|airbnb/i);
  });

  test('a language of our own is chosen for others', () => {
    expect(planLanguage({ ...bakeries, language: 'other' })).toBe('en');
  });
});

test.each(directory)('$name has a type, an https address and topics in lower case', (entry) => {
  expect(entry.type.trim()).toBe(entry.type);
  expect(entry.type).not.toBe('');
  expect(entry.name).toMatch(/\S{2}/);
  expect(new URL(entry.url)).toMatchObject({ protocol: 'https:', href: entry.url });
  expect(entry.topics.length).toBeGreaterThan(0);
  expect(new Set(entry.topics).size).toBe(entry.topics.length);
  for (const topic of entry.topics) expect(topic).toMatch(/^[\p{Ll}\d-]+$/u);
});

test('no address and no name is twice', () => {
  expect(directory.length).toBeGreaterThanOrEqual(200);
  expect(new Set(directory.map(({ url }) => url.toLowerCase())).size).toBe(directory.length);
  expect(new Set(directory.map(({ name }) => name.toLowerCase())).size).toBe(directory.length);
});
