import { expect, test } from 'vitest';
import directory from './communities.json' with { type: 'json' };

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
