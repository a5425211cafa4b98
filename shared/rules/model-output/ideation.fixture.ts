import type { IdeationStage } from '#shared/contracts/ideation.ts';
import type { ParserStep } from '#shared/contracts/receipt.ts';

/** A reply as models really send it, the rung on which it is read, and texts that its section must hold. */
type RecordedReply = {
  what: string;
  stage: IdeationStage;
  step: ParserStep;
  reply: string;
  holds: string[];
  /** Texts that must not be seen in the section. */
  lacks?: string[];
};

const idea = {
  appName: 'Shift Loop',
  tagline: 'Swap a shift before the coffee is cold',
  concept:
    'The weakest assumption is that managers let nurses swap among themselves; ask five ward managers this week. Nurses who need a day off today call round the whole team.',
  features: [
    'Offer a shift in two taps',
    'See who is rested enough to take it',
    'Send the swap to the manager for a yes',
  ],
  design: 'Large buttons and a dark screen, because it is used at night with one hand',
  targetAudience: {
    demographics: 'Ward nurses, 25 to 50, in hospitals with paper rosters',
    psychographics: 'Loyal to the team, tired of being the one who asks',
  },
  monetization: [
    'The ward pays per nurse and month',
    'The hospital pays for reports',
    'Free for the first ward',
  ],
};
const market = {
  tam: {
    formula: 'nurses × share on paper rosters × price per year',
    factors: [
      { name: 'nurses', value: '', source: 'the national register of nurses' },
      { name: 'share on paper rosters', value: '', source: 'your guess' },
      { name: 'price per year', value: '', source: 'your guess' },
    ],
  },
  sam: {
    formula: 'wards in my town × price per year',
    factors: [{ name: 'wards in my town', value: '', source: 'each hospital lists its wards' }],
  },
  competitorAnalysis: [
    {
      name: 'A chat group of the ward',
      doesWell: 'everybody is in it',
      leavesOut: 'the manager',
      check: 'ask to see one',
    },
    {
      name: 'The paper roster',
      doesWell: 'it always works',
      leavesOut: 'who could step in',
      check: 'photograph three of them',
    },
    {
      name: 'Rostering software',
      doesWell: 'rules and pay',
      leavesOut: 'swaps among colleagues',
      check: 'ask the hospital what it bought',
    },
  ],
  gapAnalysis: 'The weakest assumption is that nobody owns swaps; it may be that managers want them slow.',
};
const validation = {
  smokeTests: [
    'Put a sheet beside the roster of one ward and count the swaps of a week',
    'Pass three swaps on by hand and see whether they are kept',
    'Show the price to a ward manager and ask for a signature',
  ],
  interviewQuestions: [
    'When did you last try to swap a shift?',
    'Whom did you ask first, and why?',
    'How many messages did it take?',
    'What happened when nobody could?',
    'What have you tried besides the chat group?',
  ],
  metricsToTrack: ['Swaps offered per week', 'Swaps that a manager said yes to', 'Hours from offer to yes'],
};
const mvp = {
  coreFeatureSet: ['Offer a shift', 'Accept a shift', 'The manager says yes or no'],
  noCodePlatforms: [
    {
      name: 'Glide',
      goodFor: 'an app on top of a table of shifts',
      check: 'how many people may sign in for nothing',
    },
    { name: 'Bubble', goodFor: 'roles and rules', check: 'what hosting costs a month' },
  ],
  developmentSteps: [
    'Run swaps by hand for one ward for a week',
    'Put the table of shifts online',
    'Add the yes of the manager',
  ],
};
const acquisition = {
  aarrrMetrics: {
    acquisition: 'Nurses who open the invitation',
    activation: 'Nurses who offer a first shift',
    retention: 'Nurses who come back in the next roster',
    referral: 'Wards invited by a nurse',
    revenue: 'Wards that pay after the first month',
  },
  outreachTactics: [
    'Stand in the staff room at the change of shift with ten cards',
    'Ask each ward for the next one',
    'Write to every nurse who left a number, by name, up to the first 1000 customers',
  ],
};

const samples: Record<IdeationStage, object> = {
  IDEATION: idea,
  MARKET_RESEARCH: market,
  VALIDATION: validation,
  MVP: mvp,
  ACQUISITION: acquisition,
};
/** A text of each sample that is in its section as it is. */
const marks: Record<IdeationStage, string[]> = {
  IDEATION: [
    '**App name:** Shift Loop',
    '- Offer a shift in two taps',
    '- **Psychographics:** Loyal to the team',
  ],
  MARKET_RESEARCH: [
    '**TAM (total addressable market):** nurses ×',
    '- **Nurses:** [fill in] (source: the national register of nurses)',
    '- **Share on paper rosters:** [fill in] (your guess)',
    '- **The paper roster**',
    '  - **Leaves out:** the manager',
  ],
  VALIDATION: [
    '- Pass three swaps on by hand',
    '- When did you last try to swap a shift?',
    '- Hours from offer to yes',
  ],
  MVP: [
    '- Accept a shift',
    '- **Glide**',
    '  - **Good for:** roles and rules',
    '- Run swaps by hand for one ward',
  ],
  ACQUISITION: ['- **Referral:** Wards invited by a nurse', '- Ask each ward for the next one'],
};

function json(stage: IdeationStage): string {
  return JSON.stringify(samples[stage]);
}

function pretty(stage: IdeationStage): string {
  return JSON.stringify(samples[stage], null, 2);
}

type Way = [what: string, stage: IdeationStage, step: ParserStep, reply: string];

/** Replies that hold a whole sample, however they are wrapped. */
const whole: Way[] = [
  ['bare JSON', 'IDEATION', 'strict', json('IDEATION')],
  ['pretty JSON', 'MARKET_RESEARCH', 'strict', pretty('MARKET_RESEARCH')],
  ['bare JSON', 'VALIDATION', 'strict', json('VALIDATION')],
  ['Windows line ends', 'MVP', 'strict', pretty('MVP').replaceAll('\n', '\r\n')],
  ['a byte order mark and space around it', 'ACQUISITION', 'strict', `\uFEFF\n ${json('ACQUISITION')}\n\n`],
  ['a wrapper object', 'IDEATION', 'object', `{"ideation":${json('IDEATION')}}`],
  [
    'a wrapper with the name of the stage',
    'MVP',
    'object',
    `{"stage":"MVP","status":"ok","data":{"result":${json('MVP')}}}`,
  ],
  ['a list of one object', 'VALIDATION', 'object', `[${json('VALIDATION')}]`],
  ['JSON written as a JSON string', 'ACQUISITION', 'object', JSON.stringify(json('ACQUISITION'))],
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
  ['prose before', 'IDEATION', 'object', `Great idea! Here is your plan:\n\n${pretty('IDEATION')}`],
  ['prose after', 'MARKET_RESEARCH', 'object', `${pretty('MARKET_RESEARCH')}\n\nLet me know what you think!`],
  ['a json fence', 'VALIDATION', 'object', `\`\`\`json\n${pretty('VALIDATION')}\n\`\`\``],
  [
    'an unnamed fence after prose',
    'MVP',
    'object',
    `Sure.\n\`\`\`\n${pretty('MVP')}\n\`\`\`\nGood luck {founder}!`,
  ],
  [
    'thinking aloud with a draft',
    'ACQUISITION',
    'object',
    `<think>Maybe {"outreachTactics":["spam everybody"]}? No.</think>\n${json('ACQUISITION')}`,
  ],
  ['two objects', 'IDEATION', 'object', `${json('IDEATION')}\n{"appName":"Second Thought"}`],
  [
    'an unrelated object before it',
    'MARKET_RESEARCH',
    'object',
    `{"status":"ok"}\n${json('MARKET_RESEARCH')}`,
  ],
  [
    'commas after everything',
    'VALIDATION',
    'object',
    json('VALIDATION').replaceAll(']', ',]').replaceAll('}', ',}'),
  ],
  ['a trailing comma', 'MVP', 'object', `${pretty('MVP').slice(0, -2)},\n}`],
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
  ['HTML around it', 'VALIDATION', 'object', `<pre><code>${json('VALIDATION')}</code></pre>`],
  ['a brace in the prose', 'MVP', 'object', `Set notation { as promised:\n${json('MVP')}`],
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

/** Replies that are crooked in what they hold. */
const single: RecordedReply[] = [
  {
    what: 'an object cut in a list',
    stage: 'IDEATION',
    step: 'loose',
    reply: json('IDEATION').slice(0, json('IDEATION').indexOf(' is rested')),
    holds: ['**App name:** Shift Loop', '- Offer a shift in two taps', '- See who', '**Monetization:** N/A'],
  },
  {
    what: 'a fenced object cut in a string',
    stage: 'MARKET_RESEARCH',
    step: 'fence',
    reply: `\`\`\`json\n${pretty('MARKET_RESEARCH').slice(0, 420)}`,
    holds: ['**TAM (total addressable market):** nurses ×', '**Gap analysis:** N/A'],
  },
  {
    what: 'an object cut behind a name',
    stage: 'VALIDATION',
    step: 'loose',
    reply: '{"smokeTests": ["Put up a sheet"], "interviewQuestions":',
    holds: ['- Put up a sheet', '**Interview questions:** N/A', '**Metrics to track:** N/A'],
  },
  {
    what: 'an object cut in an escape',
    stage: 'ACQUISITION',
    step: 'loose',
    reply: '{"aarrrMetrics": {"acquisition": "Caf\\u00e9 visits", "activation": "First \\u00',
    holds: ['- **Acquisition:** Café visits', '- **Activation:** First', '- **Revenue:** N/A'],
  },
  {
    what: 'a thought, then an object cut in a number',
    stage: 'MVP',
    step: 'loose',
    reply:
      '<think>Short.</think>{"coreFeatureSet": ["Offer a shift"], "developmentSteps": {"1": "Run it by hand", "2": 12',
    holds: ['- Offer a shift', '- Run it by hand', '**No-code platforms:** N/A'],
  },
  {
    what: 'quotes inside a string',
    stage: 'IDEATION',
    step: 'object',
    reply:
      '{"appName": "Shift Loop", "tagline": "The "swap" that your ward says yes to", "features": ["A "yes" in two taps"]}',
    holds: ['**Tagline:** The "swap" that your ward says yes to', '- A "yes" in two taps'],
  },
  {
    what: 'one quote too many',
    stage: 'IDEATION',
    step: 'object',
    reply: '{"appName": "Shift Loop"", "tagline": "Swap it"}',
    holds: ['**App name:** Shift Loop"', '**Tagline:** Swap it'],
  },
  {
    what: 'an empty object',
    stage: 'VALIDATION',
    step: 'raw',
    reply: '{}',
    holds: ['{}'],
    lacks: ['N/A'],
  },
  {
    what: 'empty values',
    stage: 'MVP',
    step: 'strict',
    reply: '{"coreFeatureSet":[],"noCodePlatforms":"  ","developmentSteps":null}',
    holds: ['**Core feature set:** N/A', '**No-code platforms:** N/A', '**Development steps:** N/A'],
  },
  {
    what: 'lists as numbered text',
    stage: 'VALIDATION',
    step: 'strict',
    reply:
      '{"smokeTests":"1. Put up a sheet\\n2. Pass swaps on by hand","interviewQuestions":"- When was the last time?\\n- What did it cost?","metricsToTrack":"Swaps per week"}',
    holds: ['- Put up a sheet\n- Pass swaps on by hand', '- When was the last time?', '- Swaps per week'],
  },
  {
    what: 'numbers already in the items',
    stage: 'MVP',
    step: 'strict',
    reply:
      '{"coreFeatureSet":["1. Offer","2. Accept"],"noCodePlatforms":"Softr","developmentSteps":["1) By hand","2) A table"]}',
    holds: ['- Offer\n- Accept', '- Softr', '- By hand\n- A table'],
  },
  {
    what: 'one platform as an object',
    stage: 'MVP',
    step: 'strict',
    reply:
      '{"coreFeatureSet":["Offer"],"noCodePlatforms":{"name":"Glide","description":"for tables"},"developmentSteps":"By hand first"}',
    holds: ['- **Name:** Glide', '- **Description:** for tables', '- By hand first'],
  },
  {
    what: 'features with names and descriptions',
    stage: 'IDEATION',
    step: 'strict',
    reply:
      '{"appName":"Shift Loop","features":[{"name":"Offer","description":"give a shift away"},{"title":"Take","details":"say yes"}]}',
    holds: ['- **Offer**: give a shift away', '- **Take**: say yes', '**Tagline:** N/A'],
  },
  {
    what: 'an audience as text',
    stage: 'IDEATION',
    step: 'strict',
    reply: '{"appName":"Shift Loop","targetAudience":"Nurses on wards with paper rosters"}',
    holds: ['**Target audience:** Nurses on wards with paper rosters'],
    lacks: ['Demographics'],
  },
  {
    what: 'an audience as lines of text',
    stage: 'IDEATION',
    step: 'strict',
    reply:
      '{"appName":"Shift Loop","targetAudience":"Demographics: nurses, 25 to 50\\nPsychographics: loyal to the team"}',
    holds: ['- **Demographics:** nurses, 25 to 50', '- **Psychographics:** loyal to the team'],
  },
  {
    what: 'half an audience',
    stage: 'IDEATION',
    step: 'strict',
    reply: '{"appName":"Shift Loop","targetAudience":{"Demographics":"Nurses","where":"in hospitals"}}',
    holds: ['- **Demographics:** Nurses', '- **Psychographics:** N/A', '- **Where:** in hospitals'],
  },
  {
    what: 'metrics as a list of texts',
    stage: 'ACQUISITION',
    step: 'strict',
    reply:
      '{"aarrrMetrics":["Acquisition: visits","Activation: first offers","Retention: second month","Referral: wards invited","Revenue: wards that pay"],"outreachTactics":["Ask"]}',
    holds: ['- **Acquisition:** visits', '- **Revenue:** wards that pay'],
  },
  {
    what: 'metrics as a list of objects',
    stage: 'ACQUISITION',
    step: 'strict',
    reply:
      '{"aarrrMetrics":[{"stage":"Acquisition","metric":"visits"},{"stage":"Revenue","metric":"wards that pay"}],"outreachTactics":"Ask"}',
    holds: ['- **Acquisition:** visits', '- **Revenue:** wards that pay', '- **Referral:** N/A', '- Ask'],
  },
  {
    what: 'metrics as objects of two values',
    stage: 'ACQUISITION',
    step: 'strict',
    reply:
      '{"AARRR Metrics":{"Acquisition":{"metric":"visits","how":"count the cards"}},"outreachTactics":[]}',
    holds: [
      '- **Acquisition:**\n  - **Metric:** visits\n  - **How:** count the cards',
      '**Outreach tactics:** N/A',
    ],
  },
  {
    what: 'a market size as text',
    stage: 'MARKET_RESEARCH',
    step: 'strict',
    reply:
      '{"tam":"nurses × price","sam":"wards in town × price","competitorAnalysis":"Chat groups, paper","gapAnalysis":"Nobody owns swaps"}',
    holds: ['**TAM (total addressable market):** nurses × price', '- Chat groups, paper'],
  },
  {
    what: 'a market size of named factors',
    stage: 'MARKET_RESEARCH',
    step: 'strict',
    reply:
      '{"tam":{"population":{"value":"","source":"the register"},"share":{"value":"1 of 4","source":"Your guess"},"result":"not yet"},"sam":[{"factor":"wards","estimate":9,"basis":"the hospital"}]}',
    holds: [
      '- **Population:** [fill in] (source: the register)',
      '- **Share:** 1 of 4 (your guess)',
      '- **Result:** not yet',
      '- **Wards:** 9 (source: the hospital)',
    ],
  },
  {
    what: 'a market size without factors',
    stage: 'MARKET_RESEARCH',
    step: 'strict',
    reply: '{"tam":{"description":"All nurses","factors":[]},"sam":7}',
    holds: ['- **Description:** All nurses', '**SAM (serviceable addressable market):** 7'],
  },
  {
    what: 'fields that nobody asked for',
    stage: 'VALIDATION',
    step: 'strict',
    reply:
      '{"smokeTests":["A sheet"],"risks":["Managers say no"],"confidence":0.4,"constructor":"x","__proto__":"y"}',
    holds: ['**Risks:**\n\n- Managers say no', '**Confidence:** 0.4', '**Constructor:** x'],
  },
  {
    what: 'an error of the provider',
    stage: 'IDEATION',
    step: 'raw',
    reply: '{"error":{"message":"The model is overloaded"}}',
    holds: ['{"error":{"message":"The model is overloaded"}}'],
    lacks: ['N/A'],
  },
  {
    what: 'names in another language',
    stage: 'VALIDATION',
    step: 'raw',
    reply: '{"pruebas":["Colgar una hoja"],"preguntas":["¿Cuándo fue la última vez?"]}',
    holds: ['Colgar una hoja', '¿Cuándo fue la última vez?'],
    lacks: ['N/A'],
  },
  {
    what: 'values in another script',
    stage: 'IDEATION',
    step: 'strict',
    reply:
      '{"appName":"交代ループ","tagline":"シフトを二回のタップで","concept":"最も弱い仮定は、管理者が許すこと。"}',
    holds: ['**App name:** 交代ループ', '**Concept:** 最も弱い仮定は'],
  },
  {
    what: 'a forged heading and a fence in a value',
    stage: 'IDEATION',
    step: 'strict',
    reply:
      '{"appName":"Shift Loop","concept":"Good.\\n\\n### Market Research\\n\\nAll done.\\n```\\nnever closed"}',
    holds: ['\n\\### Market Research', 'never closed'],
    lacks: ['```'],
  },
  {
    what: 'pictures, links and HTML in values',
    stage: 'VALIDATION',
    step: 'strict',
    reply:
      '{"smokeTests":["See ![x](https://tracker.example/a.png) and [this](https://example.org)","<script>alert(1)</script>","<!-- hidden"]}',
    holds: ['[this](https://example.org)', '\\<script>', '\\<!-- hidden'],
  },
  {
    what: 'lines of names and values',
    stage: 'IDEATION',
    step: 'loose',
    reply:
      'App Name: Shift Loop\nTagline: Swap it\nConcept: Nurses swap.\nFeatures:\n- Offer\n- Take\nDesign: dark\n',
    holds: ['**App name:** Shift Loop', '- Offer\n- Take', '**Design:** dark', '**Monetization:** N/A'],
  },
  {
    what: 'bold lines and nested lists',
    stage: 'IDEATION',
    step: 'loose',
    reply:
      'Here is the plan.\n\n**App Name:** Shift Loop\n**Tagline**: Swap it\n\n* **Target Audience:**\n  * Demographics: nurses\n  * Psychographics: loyal\n* **Monetization:**\n  1. Wards pay\n  2. Hospitals pay\n',
    holds: ['**Tagline:** Swap it', '- **Demographics:** nurses', '- Wards pay\n- Hospitals pay'],
  },
  {
    what: 'Markdown with headings',
    stage: 'VALIDATION',
    step: 'loose',
    reply:
      '### Problem Validation\n\n#### Smoke Tests\n\n1. Put up a sheet\n2. Pass swaps on\n\n#### Interview Questions\n\n- When was the last time?\n- What did it cost?\n\n#### Metrics to Track\n\nSwaps per week',
    holds: ['- Put up a sheet\n- Pass swaps on', '- What did it cost?', '- Swaps per week'],
  },
  {
    what: 'YAML in a fence',
    stage: 'MVP',
    step: 'loose',
    reply:
      '```yaml\ncoreFeatureSet:\n  - Offer\n  - Accept\nnoCodePlatforms:\n  - Glide: for tables\ndevelopmentSteps:\n  - By hand\n```',
    holds: ['- Offer\n- Accept', '- Glide: for tables', '- By hand'],
  },
  {
    what: 'JSON without its braces',
    stage: 'ACQUISITION',
    step: 'loose',
    reply:
      '"aarrrMetrics": {"acquisition": "visits", "revenue": "wards that pay"},\n"outreachTactics": ["Ask", "Ask again"]',
    holds: ['- **Acquisition:** visits', '- Ask\n- Ask again'],
  },
  {
    what: 'a table',
    stage: 'MARKET_RESEARCH',
    step: 'loose',
    reply:
      '| Field | Value |\n|---|---|\n| TAM | nurses × price |\n| SAM | wards × price |\n| Gap Analysis | Nobody owns swaps |',
    holds: ['**TAM (total addressable market):** nurses × price', '**Gap analysis:** Nobody owns swaps'],
  },
  {
    what: 'full-width colons',
    stage: 'IDEATION',
    step: 'loose',
    reply: 'appName：交代ループ\ntagline：二回のタップで',
    holds: ['**App name:** 交代ループ', '**Tagline:** 二回のタップで'],
  },
  {
    what: 'dashes for colons',
    stage: 'MARKET_RESEARCH',
    step: 'loose',
    reply:
      '- TAM – nurses × price\n- SAM – wards × price\n- Competitors – chat groups\n- Gap analysis – nobody owns swaps',
    holds: ['**SAM (serviceable addressable market):** wards × price', '- chat groups'],
  },
  {
    what: 'numbered and bold lines',
    stage: 'ACQUISITION',
    step: 'loose',
    reply:
      '1. **AARRR Metrics:**\n   - Acquisition: visits\n   - Activation: first offers\n   - Retention: second month\n   - Referral: wards\n   - Revenue: wards that pay\n2. **Outreach Tactics:**\n   - Ask\n   - Ask again',
    holds: ['- **Acquisition:** visits', '- **Revenue:** wards that pay', '- Ask\n- Ask again'],
  },
  {
    what: 'a refusal',
    stage: 'IDEATION',
    step: 'raw',
    reply: "I'm sorry, but I can't help with that: it is against my rules.",
    holds: ["I'm sorry, but I can't help with that"],
    lacks: ['N/A'],
  },
  {
    what: 'prose that names a field',
    stage: 'IDEATION',
    step: 'raw',
    reply: 'Think about it first.\nDesign: that comes later.\nThen we talk.',
    holds: ['Think about it first.', 'Design: that comes later.', 'Then we talk.'],
  },
  {
    what: 'Markdown of other headings',
    stage: 'MARKET_RESEARCH',
    step: 'raw',
    reply: '# Market Research\n\n## Überblick\n\nDer Markt ist groß.\n\nSetext\n======\n\n- eins\n- zwei',
    holds: ['#### Market Research', '#### Überblick', '\\======', '- eins\n- zwei'],
  },
  {
    what: 'an HTML error page',
    stage: 'VALIDATION',
    step: 'raw',
    reply: '<html><head><title>502 Bad Gateway</title></head><body><h1>502</h1></body></html>',
    holds: ['\\<html>', '502 Bad Gateway'],
  },
  {
    what: 'a JSON string of prose',
    stage: 'MVP',
    step: 'raw',
    reply: '"Build nothing yet."',
    holds: ['Build nothing yet.'],
  },
  { what: 'a number', stage: 'MVP', step: 'raw', reply: '42', holds: ['42'] },
  { what: 'a list of texts', stage: 'VALIDATION', step: 'raw', reply: '["Ask", "Listen"]', holds: ['Ask'] },
  {
    what: 'braces that hold nothing known',
    stage: 'ACQUISITION',
    step: 'raw',
    reply: 'Use {name} in every message and {"greeting": "hello"} once.',
    holds: ['Use {name} in every message and {"greeting": "hello"} once.'],
  },
  { what: 'nothing', stage: 'IDEATION', step: 'raw', reply: '', holds: [] },
  { what: 'only space', stage: 'MVP', step: 'raw', reply: ' \n\t\uFEFF\n', holds: [] },
  { what: 'an empty fence', stage: 'VALIDATION', step: 'raw', reply: '```json\n```', holds: [] },
  {
    what: 'only a thought',
    stage: 'ACQUISITION',
    step: 'raw',
    reply: '<think>What would help here?</think>',
    holds: [],
    lacks: ['help'],
  },
];

export const ideationReplies: RecordedReply[] = [
  ...whole.map(([what, stage, step, reply]) => ({ what, stage, step, reply, holds: marks[stage] })),
  ...single,
];
