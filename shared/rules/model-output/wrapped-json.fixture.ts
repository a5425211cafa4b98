import type { ParserStep } from '#shared/contracts/receipt.ts';

type Wrapping = [what: string, step: ParserStep, wrap: (json: string, pretty: string) => string];

/** `{"name`, with its quotes. */
const firstField = (json: string) => json.slice(0, json.indexOf(':'));

/** Ways in which models send an object, and the step that reads it for a plan or an enhanced prompt. */
export const wrappings: Wrapping[] = [
  ['bare JSON', 'strict', (json) => json],
  ['pretty JSON', 'strict', (_json, pretty) => pretty],
  ['Windows line ends', 'strict', (_json, pretty) => pretty.replaceAll('\n', '\r\n')],
  ['space and a byte order mark around it', 'strict', (json) => `\uFEFF  \n${json}\n\n`],
  [
    'fields that nobody asked for',
    'strict',
    (json) => `${json.slice(0, -1)},"confidence":0.9,"notes":["a"]}`,
  ],
  ['a field called __proto__', 'strict', (json) => `${json.slice(0, -1)},"__proto__":{"appName":"x"}}`],
  ['a wrapper object', 'strict', (json) => `{"result":${json}}`],
  ['a json fence', 'fence', (_json, pretty) => `\`\`\`json\n${pretty}\n\`\`\``],
  ['an unnamed fence', 'fence', (_json, pretty) => `\`\`\`\n${pretty}\n\`\`\``],
  ['a fence on one line', 'fence', (json) => `\`\`\`json ${json} \`\`\``],
  ['a fence that never ends', 'fence', (_json, pretty) => `\`\`\`json\n${pretty}`],
  [
    'prose and a fence',
    'fence',
    (_json, pretty) => `Sure!\n\`\`\`json\n${pretty}\n\`\`\`\nGood luck {smile}.`,
  ],
  ['prose before', 'object', (_json, pretty) => `Here is your validation plan:\n\n${pretty}`],
  ['prose after', 'object', (json) => `${json}\n\nLet me know if you want changes!`],
  ['prose with braces before', 'object', (json) => `I filled in {the template}:\n${json}`],
  ['prose with a brace that never closes', 'object', (json) => `Set notation { as promised:\n${json}`],
  [
    'an apology before',
    'object',
    (json) => `I'm sorry for the delay. As an AI I can't check links, but:\n${json}`,
  ],
  ['a heading in Markdown', 'object', (json) => `## Validation plan\n\n${json}\n\n---\n*Generated*`],
  ['HTML around it', 'object', (json) => `<pre><code class="json">${json}</code></pre>`],
  [
    'thinking aloud first',
    'object',
    (json) => `<think>Perhaps ${firstField(json)}:"Draft"}? No.</think>\n${json}`,
  ],
  ['a comma after the last field', 'object', (json) => `${json.slice(0, -1)},}`],
  ['a comma, newline and space before the brace', 'object', (json) => `${json.slice(0, -1)} ,\n  }`],
  ['commas after everything', 'object', (json) => json.replaceAll(']', ',]').replaceAll('}', ',}')],
  ['control characters between fields', 'object', (json) => `{\u0001\u0007${json.slice(1)}`],
  ['two objects', 'object', (json) => `${json}\n${firstField(json)}:"Another"}`],
  ['two objects on one line', 'object', (json) => `${json} ${json}`],
  ['a list of one object', 'object', (json) => `[${json}]`],
  ['JSON written as a JSON string', 'object', (json) => JSON.stringify(json)],
];

/** Outputs that hold no object. */
export const withoutObject: [what: string, output: string][] = [
  ['a refusal', "I'm sorry, but I can't help with that."],
  ['a refusal in another language', 'Lo siento, no puedo ayudarte con eso.'],
  ['an HTML error page', '<html><body><h1>502 Bad Gateway</h1></body></html>'],
  ['a list of texts', '["appName","pitch"]'],
  ['a number', '42'],
  ['null', 'null'],
  ['a JSON string of prose', '"no plan today"'],
  ['an empty fence', '```json\n```'],
  ['half an output', '{"appName":"Shift Loop","response":"Swap'],
  ['only an opening brace', '{'],
];

/** Pieces that parsers stumble over. */
export const crookedPieces = [
  '{',
  '}',
  '[',
  ']',
  '"',
  '\\',
  ',',
  ':',
  '\n',
  '\0',
  'x',
  '```',
  '<think>',
  '</think>',
];
