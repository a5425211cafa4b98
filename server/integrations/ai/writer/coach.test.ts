import { describe, expect, it } from 'vitest';
import { embeddedAi } from '#server/integrations/ai/embedded.ts';
import type { AnswerEvidence, CoachTask } from '#shared/contracts/ai.ts';
import { type IdeationStage, ideationStage } from '#shared/contracts/ideation.ts';
import type { IdeaReading } from '#shared/contracts/reading.ts';
import { appendSection } from '#shared/rules/ideation/ideation-sections.ts';
import { readIdeationOutput } from '#shared/rules/model-output/ideation.ts';

const potters: IdeaReading = {
  who: 'hobby potters',
  solution: '',
  question: '',
  trouble: 'wait weeks for a firing',
  language: 'en',
};
const drivers: IdeaReading = {
  who: 'school bus drivers',
  solution: '',
  question: '',
  trouble: 'leave lunch boxes behind',
  language: 'en',
};
const idea = 'Hobby potters wait weeks for a firing';
const evidence: AnswerEvidence = {
  surveyId: 'survey-kiln',
  idea,
  submissionCount: 40,
  newest: null,
  answers: [
    { number: 7, question: 'What happened?', text: 'My bowls cracked [here](https://x.example) in the shed' },
    { number: 3, question: 'What happened?', text: 'I drove two hours to a kiln' },
  ],
  options: [
    { question: 'What was hardest?', name: 'It took too long', count: 16, answered: 40, numbers: [3, 7] },
    { question: 'What was hardest?', name: 'It cost too much', count: 4, answered: 40 },
  ],
};

async function fieldsOf(stage: IdeationStage, task: Partial<CoachTask> = {}) {
  const asked: CoachTask = { kind: 'coach', stage, idea, content: '', reading: potters, ...task };
  const { text } = await embeddedAi().complete({ task: asked, prompt: '', json: true });
  return { text, fields: JSON.parse(text), markdown: readIdeationOutput(stage, text).markdown };
}

async function sessionOf(reading: IdeaReading, task: Partial<CoachTask> = {}): Promise<string[]> {
  const stages = ideationStage.options;
  return Promise.all(stages.map(async (stage) => (await fieldsOf(stage, { reading, ...task })).markdown));
}

describe('the fields of a section', () => {
  const between = (list: unknown[], fewest: number, most: number) => {
    expect(list.length).toBeGreaterThanOrEqual(fewest);
    expect(list.length).toBeLessThanOrEqual(most);
  };

  it.each([
    ['an idea', potters],
    [
      'an idea in another language',
      { who: 'Töpfer', solution: '', question: '', trouble: 'warten lange', language: 'de' } as const,
    ],
  ])('have the lengths of the specification for %s', async (_what, reading) => {
    const first = (await fieldsOf('IDEATION', { reading })).fields;
    between(first.features, 3, 5);
    between(first.monetization, 3, 5);
    for (const name of ['appName', 'tagline', 'concept', 'design']) expect(first[name]).toMatch(/\S/);
    expect(Object.keys(first.targetAudience)).toEqual(['demographics', 'psychographics']);
    const proof = (await fieldsOf('VALIDATION', { reading, evidence })).fields;
    between(proof.smokeTests, 3, 5);
    between(proof.interviewQuestions, 5, 7);
    between(proof.metricsToTrack, 3, 5);
    const mvp = (await fieldsOf('MVP', { reading })).fields;
    between(mvp.coreFeatureSet, 3, 5);
    expect(mvp.noCodePlatforms[0].name).toMatch(/^\[\w+\]\(https:/);
    const { aarrrMetrics, outreachTactics } = (await fieldsOf('ACQUISITION', { reading })).fields;
    expect(Object.keys(aarrrMetrics)).toEqual([
      'acquisition',
      'activation',
      'retention',
      'referral',
      'revenue',
    ]);
    between(outreachTactics, 3, 5);
  });

  it.each(ideationStage.options)('are all there in %s', async (stage) => {
    expect((await fieldsOf(stage)).markdown).not.toContain('N/A');
  });
});

describe('a section', () => {
  it.each(ideationStage.options)('of %s says nothing that it says of another idea', async (stage) => {
    const linesOf = (markdown: string) =>
      markdown
        .split('\n')
        .filter((line) => !/^(?:- )?\*\*[^*]+:\*\*(?: \[fill in\]| [\w ]+ ×.*)?$|^$/.test(line));
    const mine = (await fieldsOf(stage)).markdown;
    const other = (await fieldsOf(stage, { reading: drivers, idea: 'x' })).markdown;
    const isPlatform = (line: string) => /Good for|no-code/.test(line) || line.startsWith('- **[');
    const shared = linesOf(mine).filter((line) => linesOf(other).includes(line) && !isPlatform(line));
    expect(shared).toEqual([]);
  });

  it('has at most 190 words, however long the phrases are', async () => {
    for (const count of [6, 12, 27]) {
      const long = 'words that say a little more and more and more '.repeat(3).split(' ', count).join(' ');
      const reading: IdeaReading = { who: long, solution: '', question: '', trouble: long, language: 'en' };
      for (const markdown of await sessionOf(reading, { evidence })) {
        expect(markdown.replace(/\]\([^)]*\)/g, ']').split(/\s+/).length).toBeLessThanOrEqual(190);
      }
    }
  });

  it('has the founder’s words whole where they fit', async () => {
    const trouble = 'argue later about what was agreed by phone';
    const reading: IdeaReading = {
      who: 'parents who live apart',
      trouble,
      solution: '',
      question: 'x',
      language: 'en',
    };
    const [first = ''] = await sessionOf(reading);
    expect(first).toContain(`**Trouble:** ${trouble}`);
  });

  it('goes on with whole words after a section that cut them', async () => {
    const trouble = 'argue later about what was agreed by phone';
    const who = 'parents who live apart';
    const reading: IdeaReading = { who, trouble, solution: '', question: 'x', language: 'en' };
    const [first = ''] = await sessionOf(reading);
    expect(first).toMatch(/\*\*Trouble:\*\* argue later .*…/);
    const content = `### Startup Ideation\n\n${first}`;
    const { markdown } = await fieldsOf('MARKET_RESEARCH', { reading, content });
    expect(markdown).toContain(`“${trouble}”`);
  });

  it('quotes phrases of other languages as they are', async () => {
    const reading: IdeaReading = {
      who: 'kleine Töpfereien',
      solution: '',
      question: '',
      trouble: 'warten auf den Ofen',
      language: 'de',
    };
    const [, market = '', proof = ''] = await sessionOf(reading);
    expect(market).toContain('“kleine Töpfereien”');
    expect(proof).toContain('“warten auf den Ofen”');
  });

  it('leaves the trouble blank where only a job is known', async () => {
    const reading: IdeaReading = {
      who: 'beekeepers',
      solution: '',
      question: '',
      trouble: '',
      language: 'en',
    };
    const { fields } = await fieldsOf('IDEATION', { reading });
    expect(fields.targetAudience.psychographics).toContain('What goes wrong: [fill in]');
  });

  it('takes the features that the founder names', async () => {
    const { fields } = await fieldsOf('IDEATION', {
      idea: `${idea}, with a kiln calendar and text reminders`,
    });
    expect(fields.features.slice(0, 2)).toEqual(['A kiln calendar', 'Text reminders']);
  });

  it('links to searches for the idea’s own words', async () => {
    const { fields } = await fieldsOf('MARKET_RESEARCH');
    const links = fields.competitorAnalysis.join('\n');
    for (const name of ['Search the web', 'Product Hunt', 'G2', 'Reddit', 'App Store', 'Google Play'])
      expect(links).toMatch(new RegExp(`\\[${name}\\]\\(https://[^)]*share%20a%20kiln`));
  });
});

describe('a survey’s answers', () => {
  it('are given as exact counts and quotes with their numbers', async () => {
    const { markdown } = await fieldsOf('MARKET_RESEARCH', { evidence });
    expect(markdown).toContain('- **16 of 40:** What was hardest? “It took too long” (#3, #7, …)');
    expect(markdown).toContain('“I drove two hours to a kiln” (#3)');
    expect(markdown).not.toContain('](https://x.example)');
  });

  it('give the share of people with the trouble, with its source', async () => {
    const [first, ...others] = evidence.options;
    const options = first ? [{ ...first, isTrouble: true }, ...others] : [];
    const { markdown } = await fieldsOf('MARKET_RESEARCH', { evidence: { ...evidence, options } });
    expect(markdown).toContain('- **Share who say “It took too long”:** 16 of 40 (source: your survey)');
    expect((await fieldsOf('MARKET_RESEARCH', { evidence })).markdown).not.toContain('your survey');
  });

  it('are not mentioned without answers', async () => {
    const { markdown } = await fieldsOf('MARKET_RESEARCH', { evidence: { ...evidence, submissionCount: 0 } });
    expect(markdown).not.toContain('16 of 40');
  });
});

describe('what the founder edited', () => {
  const edited = async (change: (markdown: string) => string) =>
    appendSection('', 'IDEATION', change((await fieldsOf('IDEATION')).markdown));

  it('counts in later sections: phrases, name and features', async () => {
    const content = await edited((markdown) =>
      markdown
        .replace(/\*\*App name:\*\* .*/, '**App name:** Kiln Club')
        .replace('**Who:** hobby potters', '**Who:** ceramics teachers')
        .replace(/(\*\*Features:\*\*\n\n)[\s\S]*?(\n\n\*\*)/, '$1- A kiln calendar\n- A price per shelf$2'),
    );
    const { fields } = await fieldsOf('MVP', { content });
    expect(fields.coreFeatureSet).toEqual(['A kiln calendar', 'A price per shelf']);
    const { markdown } = await fieldsOf('ACQUISITION', { content });
    expect(markdown).toContain('Kiln Club');
    expect(markdown).toContain('ten ceramics teachers');
    expect(markdown).not.toContain('hobby potters');
  });

  it('computes the market from the blanks', async () => {
    const { markdown } = await fieldsOf('MARKET_RESEARCH');
    const figures = ['1,200', '75 %', '$10 a month', '10%'];
    const content = appendSection(
      '',
      'MARKET_RESEARCH',
      markdown.replace(/\[fill in\] \(your guess\)/g, () => figures.shift() ?? ''),
    );
    expect((await fieldsOf('ACQUISITION', { content })).markdown).toContain(
      '1,200 × 75% × $10 × 12 = $108,000 a year',
    );
  });
});

describe('an idea that says too little', () => {
  const nothing: IdeaReading = { who: '', solution: '', question: '', trouble: '', language: 'en' };

  it.each([
    'hello',
    '',
    '🎉🎉',
    '<script>alert(1)</script>',
    'How do I register a company?',
    'a'.repeat(9_000),
  ])('has no section but its reading: %s', async (text) => {
    for (const stage of ideationStage.options) {
      const { fields } = await fieldsOf(stage, { idea: text, reading: undefined });
      expect(Object.keys(fields)).toEqual(['who', 'trouble', 'solution', 'question', 'language']);
    }
  });

  it('is asked for what the founder left empty', async () => {
    const reading = { ...nothing, who: 'night nurses' };
    expect((await fieldsOf('IDEATION', { reading })).fields).toEqual(reading);
  });

  it('is written from the phrases of the boxes, also where the text has blanks for them', async () => {
    const reading: IdeaReading = { ...nothing, who: 'night nurses', trouble: 'swap a shift' };
    const content = '### Startup Ideation\n\n**Concept:**\n- **Who:** [fill in]\n- **Job:** swap a shift';
    const { markdown } = await fieldsOf('VALIDATION', { reading, content });
    expect(markdown).toContain('twenty night nurses');
    expect(markdown).toContain('When did you last try to swap a shift?');
  });

  it('is written from the lines that the founder filled in', async () => {
    const { markdown } = await fieldsOf('IDEATION');
    const content = appendSection(
      '',
      'IDEATION',
      markdown.replace(/\*\*Who:\*\* .*/, '**Who:** night nurses'),
    );
    const next = await fieldsOf('VALIDATION', { reading: { ...potters, who: '' }, content });
    expect(next.markdown).toContain('twenty night nurses');
  });
});
