import { describe, expect, it } from 'vitest';
import { ideaKey, trailTitle } from './idea-key.ts';

describe('two wordings', () => {
  it.each([
    ['A shared calendar!', 'a SHARED   calendar'],
    ['Общий Календарь', 'общий, календарь.'],
    ['café', 'cafe\u0301'],
    ['Ｓｗａｐ Run', 'swap-run'],
  ])('that differ in case, spaces, signs or encoding are one idea: %s · %s', (one, other) => {
    expect(ideaKey(one)).toBe(ideaKey(other));
  });

  it.each([
    ['A shared calendar', 'A shared calender'],
    ['किताब', 'कतब'],
    ['🐝', '🐜'],
    ['日本', '日曜'],
  ])('of different letters are two ideas: %s · %s', (one, other) => {
    expect(ideaKey(one)).not.toBe(ideaKey(other));
  });
});

describe('the title of a trail', () => {
  it.each([
    ['  A calendar \n', 'whatever', 'A calendar'],
    ['', '### Startup Ideation\n\n**Swap Run** for parents\nMore', 'Swap Run for parents'],
    [' ', '### Startup Ideation\n- Only a list', 'Only a list'],
    ['', '### Startup Ideation\n\n---\n', 'Untitled idea'],
    ['', '', 'Untitled idea'],
  ])('is the idea, or else the first line that is no heading: %j, %j', (idea, content, title) => {
    expect(trailTitle(idea, content)).toBe(title);
  });

  it('is never cut through a character', () => {
    expect(trailTitle('', `a${'🐝'.repeat(200)}`)).toBe(`a${'🐝'.repeat(99)}`);
  });
});
