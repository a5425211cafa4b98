import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readLabelledPosts } from './labelled-posts.ts';

const folder = mkdtempSync(join(tmpdir(), 'labelled-posts-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('joins texts and labels of one id from two files, and leaves out posts without a label', () => {
  const texts = fileOf(
    { id: 1, topic: 'bees', title: 'Queen?', text: 'Where is she?' },
    { id: 2, topic: 'bees', title: 'Honey', text: '' },
  );
  const labels = fileOf({ id: 1, topic: 'bees', kind: 'asks', distress: false, wantsRecommendation: false });
  expect(readLabelledPosts([texts, labels])).toEqual([
    {
      id: 1,
      topic: 'bees',
      title: 'Queen?',
      text: 'Where is she?',
      kind: 'asks',
      distress: false,
      wantsRecommendation: false,
    },
  ]);
});

test('names the post whose label has no text', () => {
  const labels = fileOf({ id: 7, topic: 'bees', kind: 'asks', distress: false, wantsRecommendation: false });
  expect(() => readLabelledPosts([labels])).toThrow(/post "7"/);
});

test('names the line that is no JSON object', () => {
  const path = join(folder, 'broken.jsonl');
  writeFileSync(path, '{"id": 1}\n[]\n');
  expect(() => readLabelledPosts([path])).toThrow('broken.jsonl:2 is no JSON object.');
});

let files = 0;

function fileOf(...lines: object[]): string {
  files += 1;
  const path = join(folder, `${files}.jsonl`);
  writeFileSync(path, lines.map((line) => JSON.stringify(line)).join('\n'));
  return path;
}
