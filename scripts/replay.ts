import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { replay } from './replay/replay.ts';

// npm run replay -- FILE.jsonl: reads lines of {key, kind, idea, messages, answer} and writes a line for each: a model's
// recorded answer as a founder would see it, its citations, and what was dropped of it.

const [file] = process.argv.slice(2);
if (file === undefined) throw new Error('Name a file of JSON lines: npm run replay -- FILE.jsonl');

for await (const line of createInterface({ input: createReadStream(file) })) {
  if (line.trim() !== '') console.log(JSON.stringify(await replay(line)));
}
