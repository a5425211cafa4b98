import { expect, test } from 'vitest';
import { communitiesRead } from './communities.data.ts';
import { directory } from './directory.ts';
import { topics } from './topics.data.ts';

const topicIds = Object.keys(topics).filter((id) => id !== 'general');

test('the directory holds at least 200 communities, compiled in a stated month', () => {
  expect(directory.length).toBeGreaterThanOrEqual(200);
  expect(communitiesRead).toMatch(/^\d{4}-\d{2}$/);
});

test.each(directory)(
  '$name has a type, a name, an https address and known topics',
  ({ type, name, url, topics: own }) => {
    expect(type.trim()).toBe(type);
    expect(type).not.toBe('');
    expect(name).toMatch(/\S{2}/);
    expect(new URL(url)).toMatchObject({ protocol: 'https:', href: url });
    expect(own.length).toBeGreaterThan(0);
    expect(new Set(own).size).toBe(own.length);
    for (const topic of own) expect(topics).toHaveProperty([topic]);
  },
);

test('no address and no name stands twice', () => {
  expect(new Set(directory.map(({ url }) => url.toLowerCase())).size).toBe(directory.length);
  expect(new Set(directory.map(({ name }) => name.toLowerCase())).size).toBe(directory.length);
});

test('every topic, and there are more than 30, has at least three communities', () => {
  const counts = topicIds.map(
    (id) => directory.filter((entry) => entry.topics.some((topic) => topic === id)).length,
  );
  expect(topicIds.length).toBeGreaterThan(30);
  expect(counts.filter((count) => count >= 3).length).toBe(topicIds.length);
});

test('every topic says where it comes up, what people do about it and who else is in it', () => {
  for (const id of topicIds) {
    const topic = topics[id as keyof typeof topics];
    expect(topic.words.split(' ').length, id).toBeGreaterThanOrEqual(4);
    expect(topic.where, id).not.toBe('');
    expect(topic.ways.length, id).toBeGreaterThanOrEqual(3);
    expect(topic.others.length, id).toBeGreaterThanOrEqual(3);
  }
});
