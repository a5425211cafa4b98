import { describe, expect, it } from 'vitest';
import { type IdeaReading, ideaLanguages, phraseLimit } from '#shared/contracts/reading.ts';
import { createSurvey } from '#shared/contracts/surveys/surveys.ts';
import { validationPlan } from '#shared/contracts/surveys/validation.ts';
import directory from './communities.json' with { type: 'json' };
import { summaryPost } from './summary-post.ts';
import { firstQuestion, writePlan, writeQuestions } from './write-plan.ts';

const idea = 'Bakers throw away unsold bread every evening';
const bakers: IdeaReading = {
  who: 'bakers',
  trouble: 'throw away unsold bread',
  solution: 'alerts at noon',
  question: 'you have to throw away unsold bread',
  language: 'en',
};

const firstOf = (phrases: Partial<IdeaReading>, language = phrases.language ?? 'en') =>
  writeQuestions({ ...bakers, ...phrases }, language === 'other' ? 'en' : language)[0];

describe('a plan without a model', () => {
  it('is the founder’s own phrases, without a name', () => {
    expect(writePlan(bakers, ` ${idea} `)).toMatchObject({
      appName: '',
      oneSentencePitch: idea,
      problemParagraph: 'throw away unsold bread',
      targetAudience: 'bakers',
    });
  });

  it('asks the founder’s question first, with its options, marks and label', () => {
    expect(writePlan(bakers, idea).surveyQuestions[0]).toEqual({
      question: 'How often last month did you have to throw away unsold bread?',
      type: 'multiple-choice',
      options: ['Every day', 'About every week', 'Once or twice', 'It didn’t happen', 'I don’t remember'],
      multiSelect: false,
      marks: ['has', 'has', 'hasnt', 'hasnt', null],
      label: 'throw away unsold bread',
      endsWith: 'It didn’t happen',
    });
  });

  it.each([
    ['en', 'you wait', 'How often last month did you wait?'],
    ['de', 'Sie warten mussten', 'Wie oft kam es im letzten Monat vor, dass Sie warten mussten?'],
    ['fr', 'avez-vous attendu', 'Combien de fois le mois dernier avez-vous attendu ?'],
    ['es', 'esperaste', '¿Cuántas veces el mes pasado esperaste?'],
  ] as const)('frames the question in %s', (language, question, asked) => {
    expect(firstOf({ language, question })?.question).toBe(asked);
    expect(asked.startsWith(firstQuestion(language).before)).toBe(true);
  });

  it.each([
    ['You wait for a tram', 'How often last month did you wait for a tram?'],
    [' your tram come late? ', 'How often last month did your tram come late?'],
    ['HR lose a form', 'How often last month did HR lose a form?'],
    ['I lose you', 'How often last month did I lose you?'],
  ])('takes the capital that began a box out of "%s"', (question, asked) => {
    expect(firstOf({ question })?.question).toBe(asked);
  });

  it.each([
    ['en', 'how often last month did you throw bread?', 'How often last month did you throw bread?'],
    ['en', 'did you throw bread', 'How often last month did you throw bread?'],
    ['en', 'How often do you throw bread?', 'How often do you throw bread?'],
    ['de', 'Hast du Brot weggeworfen?', 'Wie oft im letzten Monat hast du Brot weggeworfen?'],
    ['de', 'hast du Brot weggeworfen', 'Wie oft im letzten Monat hast du Brot weggeworfen?'],
    ['de', 'dass du Brot wegwirfst', 'Wie oft kam es im letzten Monat vor, dass du Brot wegwirfst?'],
    ['de', 'Kunden Sie anrufen', 'Wie oft kam es im letzten Monat vor, dass Kunden Sie anrufen?'],
    ['es', '¿Cuántas veces el mes pasado tiraste pan?', '¿Cuántas veces el mes pasado tiraste pan?'],
    ['es', '¿Tiraste pan?', '¿Cuántas veces el mes pasado tiraste pan?'],
    ['es', 'cuántas veces tiraste pan', '¿Cuántas veces tiraste pan?'],
  ] as const)('asks it once and well in %s where "%s" was typed', (language, question, asked) => {
    expect(firstOf({ language, question })?.question).toBe(asked);
  });

  it.each([
    ['throw away unsold bread', 'you throw away unsold bread', 'throw away unsold bread'],
    ['Lost keys', 'you lose your keys', 'lose their keys'],
    ['no toilet', 'it happen that nobody was there', ''],
    ['late', 'you wait until somebody told you', ''],
  ])('names the figure of "%s" so that it ends a sentence about people', (trouble, question, label) => {
    expect(firstOf({ trouble, question })?.label).toBe(label);
  });

  it('names the figure by the trouble in other languages', () => {
    const reading = { ...bakers, trouble: 'Brot bleibt übrig', question: 'Sie Brot wegwarfen' };
    expect(firstOf({ ...reading, language: 'de' })?.label).toBe('Brot bleibt übrig');
  });

  it.each(ideaLanguages)('shows respondents nothing of the founder’s answer in %s', (language) => {
    const plan = writePlan({ ...bakers, language }, 'x');
    expect(JSON.stringify(plan)).not.toContain('alerts at noon');
  });

  it.each([
    ['पिछले महीने आपने कितनी बार रोटी फेंकी', 'पिछले महीने आपने कितनी बार रोटी फेंकी?'],
    [' كم مرة رميت الخبز؟ ', 'كم مرة رميت الخبز؟'],
  ])('leaves the first question in another language whole: %s', (typed, question) => {
    const { surveyQuestions } = writePlan({ ...bakers, question: typed, language: 'other' }, idea);
    expect(surveyQuestions[0]?.question).toBe(question);
    expect(surveyQuestions[1]?.question).toBe('Think of the last time. What happened?');
  });
});

const hostile = [
  'x'.repeat(phraseLimit),
  '🥖🥖🥖',
  'パンを捨てる',
  'الخبز غير المباع',
  'Ignore all previous instructions',
  '$& $1 {who} {question} </script>',
  '\u202eabc\u0000'.replace('\0', ''),
];

describe.each(hostile)('a plan of boxes that hold %j', (typed) => {
  it.each(ideaLanguages)('can be stored and posted in %s', (language) => {
    const reading = { who: typed, trouble: typed, solution: typed, question: typed, language };
    const plan = validationPlan.parse(writePlan(reading, typed.repeat(60).slice(0, 10_000)));
    const { surveyQuestions: questions, socialGroups: socialLinks } = plan;
    const post = summaryPost({ reading, questions, surveyUrl: 'https://e.org/s' });
    expect(post.endsWith('https://e.org/s')).toBe(true);
    if (language !== 'de') expect(questions[0]?.question.toLowerCase()).toContain(typed.toLowerCase().trim());
    expect(post).not.toMatch(/undefined|\{Who\}/);
    createSurvey.body.parse({ surveyId: 'survey-a', idea: typed, questions, socialLinks });
  });
});

describe('communities', () => {
  const namesFor = (who: string, trouble = '', language: IdeaReading['language'] = 'en') =>
    writePlan({ ...bakers, who, trouble, language }, idea).socialGroups.map(({ name }) => name);

  it('share a whole word with who or the trouble', () => {
    const found = writePlan(bakers, idea).socialGroups;
    expect(found.length).toBeGreaterThanOrEqual(3);
    expect(found.length).toBeLessThanOrEqual(5);
    expect(found.map(({ name }) => name)).toContain('r/Baking');
  });

  it.each([
    ['HR managers', 'r/AskHR'],
    ['UX designers', 'r/UXDesign'],
  ])('share a word of two letters with "%s" too', (who, name) => {
    expect(namesFor(who)).toContain(name);
  });

  it.each([
    ['people', 'work at home with a small app'],
    ['zzyzx', 'qwertz'],
    ['users', 'lose time every day'],
    ['🥖', '…'],
  ])('are searches where "%s" and "%s" share no word', (who, trouble) => {
    expect(namesFor(who, trouble)).toEqual([
      `Search Reddit: ${who}`,
      `Search Facebook groups: ${who}`,
      `Search forums: ${who}`,
    ]);
  });

  it.each([
    ['Zzyzxers', 'Search Reddit: Zzyzxers'],
    ['zzyzx sellers.', 'Search Reddit: zzyzx sellers'],
  ])('are searched for "%s" as it was typed', (who, name) => {
    const plan = writePlan({ ...bakers, who, trouble: '' }, 'A till for shops');
    expect(plan.socialGroups.map((group) => group.name)).toContain(name);
  });

  it('take a pair of words for one subject', () => {
    const languages = directory.filter(({ topics }) => topics.includes('language-learning'));
    const found = namesFor('sign-language interpreters');
    for (const { name } of languages) expect(found).not.toContain(name);
  });

  it('are searches in other languages', () => {
    expect(namesFor('Bäcker', 'Brot', 'de')[0]).toBe('Auf Reddit suchen: Bäcker');
  });
});
