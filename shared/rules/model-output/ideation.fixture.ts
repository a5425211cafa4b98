import * as z from 'zod/mini';
import { type IdeationStage, ideationStage } from '#shared/contracts/ideation.ts';
import { type ParserStep, parserStep } from '#shared/contracts/receipt.ts';
import { ideationStages } from '#shared/rules/ideation/ideation-stages.ts';
import fixture from './ideation.fixture.json' with { type: 'json' };
import { wrappings } from './wrapped-json.fixture.ts';

/** An output as models really send it, the rung on which it is read, and texts that its section must hold. */
const recordedOutput = z.object({
  what: z.string(),
  stage: ideationStage,
  step: parserStep,
  output: z.string(),
  holds: z.array(z.string()),
  /** Texts that must not be seen in the section. */
  lacks: z.optional(z.array(z.string())),
});
type RecordedOutput = z.infer<typeof recordedOutput>;

/** A full section of each stage, and texts of it that are shown as they are. */
const { samples, marks } = fixture;

function json(stage: IdeationStage): string {
  return JSON.stringify(samples[stage]);
}

function pretty(stage: IdeationStage): string {
  return JSON.stringify(samples[stage], null, 2);
}

type Way = [what: string, stage: IdeationStage, step: ParserStep, output: string];

/** Outputs that hold a whole sample, however they are wrapped. */
const whole: Way[] = [
  ...wrappings.map(([what, step, wrap], at): Way => {
    const { stage } = ideationStages[at % ideationStages.length] ?? { stage: 'IDEATION' };
    const isStrict = step === 'strict' && what !== 'a wrapper object';
    return [what, stage, isStrict ? 'strict' : 'object', wrap(json(stage), pretty(stage))];
  }),
  [
    'a wrapper with the name of the stage',
    'MVP',
    'object',
    `{"stage":"MVP","status":"ok","data":{"result":${json('MVP')}}}`,
  ],
  [
    'names in snake case',
    'IDEATION',
    'strict',
    json('IDEATION').replace('appName', 'app_name').replace('targetAudience', 'target_audience'),
  ],
  [
    'names in words',
    'MARKET_RESEARCH',
    'strict',
    json('MARKET_RESEARCH')
      .replace('"tam"', '"TAM (Total Addressable Market)"')
      .replace('gapAnalysis', 'Gap Analysis'),
  ],
  [
    'names in capitals',
    'VALIDATION',
    'strict',
    json('VALIDATION').replace('smokeTests', 'SMOKE_TESTS').replace('metricsToTrack', 'METRICS_TO_TRACK'),
  ],
  ['escaped letters', 'MVP', 'strict', json('MVP').replaceAll('G', '\\u0047')],
  [
    'an unrelated object before it',
    'MARKET_RESEARCH',
    'object',
    `{"status":"ok"}\n${json('MARKET_RESEARCH')}`,
  ],
  [
    'comments in the JSON',
    'ACQUISITION',
    'object',
    pretty('ACQUISITION')
      .replace('{', '{ // five metrics first')
      .replace('"outreachTactics"', '/* then tactics */ "outreachTactics"'),
  ],
  ['typographic quotes', 'IDEATION', 'object', json('IDEATION').replace(/"([^"]*)"/g, '“$1”')],
  [
    'Python',
    'MARKET_RESEARCH',
    'object',
    `${json('MARKET_RESEARCH').replaceAll('"', "'").slice(0, -1)}, 'verified': False, 'notes': None}`,
  ],
  ['names without quotes', 'VALIDATION', 'object', pretty('VALIDATION').replace(/"(\w+)":/g, '$1:')],
  [
    'a comma too few',
    'MVP',
    'object',
    pretty('MVP').replace('],\n  "developmentSteps"', ']\n  "developmentSteps"'),
  ],
  [
    'raw newlines inside strings',
    'ACQUISITION',
    'object',
    json('ACQUISITION').replace('with ten cards', 'with ten\ncards\tin hand'),
  ],
  [
    'control characters',
    'IDEATION',
    'object',
    json('IDEATION').replace('Shift Loop', 'Shi\u0007ft Lo\u0000op'),
  ],
  [
    'a fence behind many stray braces',
    'IDEATION',
    'fence',
    `${'{ '.repeat(9)}\n\`\`\`json\n${pretty('IDEATION')}\n\`\`\``,
  ],
  [
    'a fence behind a template in braces',
    'MARKET_RESEARCH',
    'fence',
    `I filled in ${'{{field}} '.repeat(9)}\n\`\`\`\n${json('MARKET_RESEARCH')}\n\`\`\`\nDone.`,
  ],
  [
    'a second fence after code',
    'VALIDATION',
    'fence',
    `\`\`\`css\n${'a { } '.repeat(8)}\n\`\`\`\n\`\`\`json\n${json('VALIDATION')}\n\`\`\``,
  ],
  [
    'a fence on one line behind braces',
    'ACQUISITION',
    'fence',
    `${'{x} '.repeat(8)}\n\`\`\`json ${json('ACQUISITION')} \`\`\``,
  ],
  [
    'a fence of commas too many behind braces',
    'MVP',
    'fence',
    `${'{} '.repeat(8)}\n\`\`\`\n${json('MVP').replaceAll(']', ',]')}\n\`\`\``,
  ],
];

/** Outputs that end too early. */
const cut: RecordedOutput[] = [
  {
    what: 'an object cut in a list',
    stage: 'IDEATION',
    step: 'loose',
    output: json('IDEATION').slice(0, json('IDEATION').indexOf(' is rested')),
    holds: ['**App name:** Shift Loop', '- Offer a shift in two taps', '- See who', '**Monetization:** N/A'],
  },
  {
    what: 'a fenced object cut in a string',
    stage: 'MARKET_RESEARCH',
    step: 'fence',
    output: `\`\`\`json\n${pretty('MARKET_RESEARCH').slice(0, 420)}`,
    holds: ['**TAM (total addressable market):** nurses ×', '**Gap analysis:** N/A'],
  },
];

export const ideationOutputs: RecordedOutput[] = [
  ...whole.map(([what, stage, step, output]) => ({ what, stage, step, output, holds: marks[stage] })),
  ...cut,
  ...z.array(recordedOutput).parse(fixture.recorded),
];
