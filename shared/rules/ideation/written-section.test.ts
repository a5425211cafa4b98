import { describe, expect, it } from 'vitest';
import type { AnswerEvidence, CoachTask } from '#shared/contracts/ai.ts';
import type { IdeationStage } from '#shared/contracts/ideation.ts';
import type { IdeaReading } from '#shared/contracts/reading.ts';
import { readIdeationOutput } from '#shared/rules/model-output/ideation.ts';
import { appendSection } from './ideation-sections.ts';
import { ideationStages } from './ideation-stages.ts';
import { type KnownIdea, saidBefore } from './said-before.ts';
import { type StageForm, stageFields } from './stage-fields.ts';
import { stageSuggestions } from './suggestions.ts';
import { writtenSection } from './written-section.ts';

const reading: IdeaReading = {
  who: 'bakers',
  trouble: 'throw away unsold bread',
  solution: 'alerts at noon',
  question: '',
  language: 'en',
};
const idea = 'Bakers throw away unsold bread every evening';
const evidence: AnswerEvidence = {
  surveyId: 'survey-bread-abc1234',
  idea,
  submissionCount: 40,
  newest: null,
  figures: [
    { has: 22, counted: 35, label: 'throw away bread', says: 'throw away bread weekly', options: [] },
  ],
  answers: [],
  options: [],
};

function markdownOf(stage: IdeationStage, given: Partial<CoachTask> = {}): string {
  const task: CoachTask = { kind: 'coach', stage, idea: '', content: '', ...given };
  return readIdeationOutput(stage, JSON.stringify(writtenSection(task))).markdown;
}

describe('a section without AI', () => {
  it('is what the founder wrote, and N/A for a field left empty', () => {
    const form = {
      appName: [' Unsold Bread '],
      concept: ['Count at six.\nKnow at noon.'],
      features: ['Count what is left [#4 "bin a third"]', '', 'Plan the second batch'],
      demographics: ['bakers'],
      monetization: [],
    };
    expect(markdownOf('IDEATION', { form })).toBe(`**App name:** Unsold Bread

**Tagline:** N/A

**Concept:** Count at six.
Know at noon.

**Features:**

- Count what is left [#4 "bin a third"]
- Plan the second batch

**Design:** N/A

**Target audience:**

- **Demographics:** bakers
- **Psychographics:** N/A

**Monetization:** N/A`);
  });

  it('has the market’s arithmetic above its figures', () => {
    const form = { people: ['168,000'], share: ['22 of 35'], price: ['$1,000'], reach: [''] };
    const markdown = markdownOf('MARKET_RESEARCH', { form });
    expect(markdown).toContain(`**TAM (total addressable market):** about $106 million a year

- **People:** 168,000
- **Share with the problem:** 22 of 35
- **Price:** $1,000

**SAM (serviceable addressable market):** N/A

- **Share you can reach:** N/A`);
    expect(markdownOf('MARKET_RESEARCH', { form: { people: ['5'] } })).toContain('- **Price:** N/A');
  });

  it.each(ideationStages.map(({ stage }) => stage))(
    'of %s reads N/A throughout for an empty form',
    (stage) => {
      const lines = markdownOf(stage, { form: {} })
        .split('\n')
        .filter((line) => line !== '');
      expect(lines.every((line) => line.endsWith(':** N/A'))).toBe(true);
    },
  );

  it('cannot be made to begin another section', () => {
    const form = { concept: ['Mine\n### Market Research\n<script>1</script>'], features: ['# Big'] };
    expect(appendSection('', 'IDEATION', markdownOf('IDEATION', { form })).match(/^#+ .*/gm)).toEqual([
      '### Startup Ideation',
    ]);
  });

  it('without a form is the idea and its boxes in their fields', () => {
    const markdown = markdownOf('IDEATION', { idea, reading });
    expect(markdown).toContain(`**Concept:** ${idea}`);
    expect(markdown).toContain('- **Demographics:** Bakers');
    expect(markdown).toContain('**App name:** N/A');
    expect(markdownOf('IDEATION', { idea })).toContain(`**Concept:** ${idea}\n`);
  });
});

const known: KnownIdea = {
  idea,
  content: '',
  reading,
  evidence,
  name: 'Unsold Bread',
  question: 'How often last month did you throw away unsold bread?',
  communities: ['r/Breadit'],
};

describe('a stage', () => {
  it('begins with what the founder has said', () => {
    expect(saidBefore('IDEATION', known)).toEqual({
      appName: ['Unsold Bread'],
      tagline: ['Alerts at noon'],
      concept: ['Bakers throw away unsold bread every evening'],
      features: ['Alerts at noon'],
      demographics: ['Bakers'],
    });
    expect(saidBefore('MARKET_RESEARCH', known)).toEqual({
      share: ['22 of 35'],
      gapAnalysis: ['22 of 35 throw away bread weekly'],
    });
    expect(saidBefore('MARKET_RESEARCH', { ...known, evidence: null }).gapAnalysis).toEqual([
      'To solve: “throw away unsold bread”',
    ]);
    expect(saidBefore('VALIDATION', known).interviewQuestions).toEqual([known.question]);
    expect(saidBefore('MVP', known)).toEqual({
      coreFeatureSet: ['Alerts at noon'],
      developmentSteps: ['By hand for three people, without software (bakers)'],
    });
    expect(saidBefore('ACQUISITION', known).outreachTactics).toEqual([
      '1 to 10: write to ten people by name (bakers)',
      '10 to 100: answer questions where they meet (r/Breadit)',
    ]);
  });

  it('begins with the founder’s earlier sections', () => {
    const form = {
      features: ['Count bread', 'Plan a batch'],
      demographics: ['village bakers'],
      monetization: ['$9'],
    };
    const first = appendSection('', 'IDEATION', markdownOf('IDEATION', { form }));
    expect(saidBefore('MVP', { ...known, content: first }).coreFeatureSet).toEqual([
      'Count bread',
      'Plan a batch',
    ]);
    expect(saidBefore('MARKET_RESEARCH', { ...known, content: first }).price).toEqual(['$9']);
    const core = markdownOf('MVP', { form: { coreFeatureSet: ['Count bread [#4 "bin a third"]'] } });
    const content = appendSection(first, 'MVP', core);
    expect(saidBefore('ACQUISITION', { ...known, content })).toMatchObject({
      activation: ['People who used “Count bread” once'],
      outreachTactics: [
        '1 to 10: write to ten people by name (village bakers)',
        '10 to 100: answer questions where they meet (r/Breadit)',
      ],
    });
  });

  it.each(ideationStages.map(({ stage }) => stage))(
    '%s never begins empty where the boxes are filled',
    (stage) => {
      const boxes = { idea, content: '', reading: { ...reading, solution: '' } };
      expect(Object.keys(saidBefore(stage, boxes)).length).toBeGreaterThan(0);
    },
  );

  it.each(ideationStages.map(({ stage }) => stage))(
    '%s begins with the sentence where it is all',
    (stage) => {
      expect(Object.values(saidBefore(stage, { idea, content: '' })).flat().length).toBeGreaterThan(0);
      expect(saidBefore('MARKET_RESEARCH', { idea, content: '' }).gapAnalysis).toEqual([
        `To compare: ${idea}`,
      ]);
    },
  );

  it('holds phrases without the capital that began their box', () => {
    const typed = {
      ...known,
      reading: { ...reading, who: 'Bakers', trouble: 'Throw away bread' },
      evidence: null,
    };
    expect(saidBefore('MARKET_RESEARCH', typed).gapAnalysis).toEqual(['To solve: “throw away bread”']);
    expect(saidBefore('MVP', typed).developmentSteps?.[0]).toContain('(bakers)');
    expect(stageSuggestions('IDEATION', typed).tagline).toEqual(['For bakers']);
    const form = { tagline: ['For bakers'] };
    const content = appendSection('', 'IDEATION', markdownOf('IDEATION', { form }));
    expect(saidBefore('VALIDATION', { ...typed, content }).smokeTests?.[0]).toContain('“Alerts at noon”');
  });

  it('takes no suggestion for the founder’s own words', () => {
    const form = {
      features: ['Undo the last step'],
      demographics: ['Bakers. First those who had the problem last month'],
    };
    const content = appendSection('', 'IDEATION', markdownOf('IDEATION', { form }));
    expect(saidBefore('MVP', { idea, content, reading: { ...reading, solution: '' } })).toEqual({
      developmentSteps: ['By hand for three people, without software (bakers)'],
    });
  });

  it('holds an idea of 10,000 characters in a form that fits', () => {
    const { concept: [concept = ''] = [] } = saidBefore('IDEATION', {
      idea: 'long words '.repeat(900),
      content: '',
    });
    expect(concept.length).toBeLessThanOrEqual(1_001);
  });
});

const languages = ['en', 'de', 'fr', 'es'] as const;

describe('suggestions', () => {
  it.each(languages)('in %s are at most as many as a field takes, and no two are alike', (language) => {
    for (const { stage } of ideationStages) {
      const offered = stageSuggestions(stage, { idea, content: '', reading: { ...reading, language } });
      for (const { name, most } of stageFields[stage]) {
        const lines = offered[name] ?? [];
        expect(lines.length).toBeLessThanOrEqual(Math.max(most, 2));
        expect(new Set(lines).size).toBe(lines.length);
      }
    }
  });

  it.each(languages)('in %s taken all make whole sections', (language) => {
    let content = '';
    for (const { stage } of ideationStages) {
      const about = { ...known, content, reading: { ...reading, language } };
      const said = saidBefore(stage, about);
      const offered = stageSuggestions(stage, about);
      const form: StageForm = {};
      for (const { name, most } of stageFields[stage])
        form[name] = [...(said[name] ?? []), ...(offered[name] ?? [])].slice(0, most);
      if (stage === 'MARKET_RESEARCH')
        Object.assign(form, { people: ['9.000'], price: ['90 €'], reach: ['5 %'] });
      const markdown = markdownOf(stage, { form, reading: about.reading });
      expect(markdown).not.toMatch(/N\/A|\{|\[/);
      content = appendSection(content, stage, markdown);
    }
  });
});
