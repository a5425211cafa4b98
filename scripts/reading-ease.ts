import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { syllable } from 'syllable';
import { parseSync, Visitor } from 'vite';

// The Flesch reading ease of the texts that people see: sentences of the screens, the messages and the mails.
// The hardest sentences of each folder are printed with `--hard`. 60 to 70 is plain English.

const folders = ['web/**/*.tsx', 'shared/messages/*.ts', 'server/**/*letter*.ts*', 'server/**/*mail*.ts'];
/** Labels and headings are not sentences. */
const fewestWords = 4;

const files = execFileSync('git', ['ls-files', '--', ...folders], { encoding: 'utf8' })
  .trim()
  .split('\n');
const bySubject = Map.groupBy(
  files.filter((path) => !/\.(test|fixture)\./.test(path)).flatMap((path) => sentencesOf(path)),
  ({ path }) => dirname(path).split('/').slice(0, 3).join('/'),
);

for (const [subject, texts] of [...bySubject].sort(([one], [other]) => one.localeCompare(other))) {
  console.log(
    `${ease(texts.map(({ text }) => text))
      .toFixed(0)
      .padStart(4)}  ${subject}`,
  );
  if (!process.argv.includes('--hard')) continue;
  for (const { text, path } of texts
    .toSorted((one, other) => ease([one.text]) - ease([other.text]))
    .slice(0, 8))
    console.log(`      ${ease([text]).toFixed(0).padStart(5)}  ${text}  (${path})`);
}
const all = [...bySubject.values()].flat().map(({ text }) => text);
console.log(`${ease(all).toFixed(0).padStart(4)}  all ${all.length} sentences`);

/** Rudolf Flesch's reading ease, 1948: higher is easier. */
function ease(sentences: string[]): number {
  const words = sentences.flatMap(wordsOf);
  const syllables = words.reduce((sum, word) => sum + syllable(word), 0);
  return 206.835 - (1.015 * words.length) / sentences.length - (84.6 * syllables) / words.length;
}

function sentencesOf(path: string): { path: string; text: string }[] {
  const texts: string[] = [];
  const { program } = parseSync(path, readFileSync(path, 'utf8'));
  const isAttribute = new Set<unknown>();
  new Visitor({
    JSXAttribute: ({ name, value }) => {
      if (name.name === 'className') isAttribute.add(value);
    },
    JSXElement: ({ children }) =>
      void texts.push(
        children
          .map((child) =>
            child.type === 'JSXText' ? child.value : child.type === 'JSXExpressionContainer' ? 'it ' : '. ',
          )
          .join(''),
      ),
    Literal: (literal) => {
      if (typeof literal.value === 'string' && !isAttribute.has(literal)) texts.push(literal.value);
    },
    TemplateLiteral: ({ quasis }) => void texts.push(quasis.map(({ value }) => value.cooked).join('it')),
  }).visit(program);
  return texts
    .flatMap((text) =>
      text
        .replace(/\{\w+\}/g, 'it')
        .replace(/\s+/g, ' ')
        .split(/(?<=[.!?:;])\s/),
    )
    .map((text) => text.trim())
    .filter((text) => /[.!?]$/.test(text) && wordsOf(text).length >= fewestWords)
    .map((text) => ({ path, text }));
}

function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{N}][\p{L}\p{N}’'-]*/gu) ?? [];
}
