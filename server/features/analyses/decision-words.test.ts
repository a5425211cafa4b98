import { describe, expect, it } from 'vitest';
import { statesDecision, statesOther } from './decision-words.ts';

describe('a text states a decision', () => {
  it.each([
    ['Go', 'The verdict is Go, since 12 of 23 showed it.'],
    ['No-Go', 'The verdict is No-Go.'],
    ['No-Go', 'This is a no go.'],
    ["Can't tell yet", 'So it is: Can’t tell yet.'],
  ])('%s: %s', (decision, text) => {
    expect([statesDecision(text, decision), statesOther(text, decision)]).toEqual([true, false]);
  });

  it.each([
    ['Go', 'The verdict is No-Go.'],
    ['Go', 'It is good to go on.'],
    ['No-Go', 'The verdict is Go.'],
    ['Go', 'The interval lies above the line.'],
  ])('but not %s: %s', (decision, text) => {
    expect(statesDecision(text, decision)).toBe(false);
  });
});

describe('a text states another decision than', () => {
  it.each([
    ['Go', 'The verdict is No-Go, because nobody cares enough to pay for this thing. It is not Go.'],
    ['Go', 'Go? Rather a no go.'],
    ['Go', 'Go? Rather a NO–GO.'],
    ['Go', 'The verdict is not Go.'],
    ['Go', 'This isn’t a clear Go.'],
    ['Go', 'This is NOT a go.'],
    ['Go', 'Go, though one cannot tell.'],
    ['Go', 'Go, but do not build it.'],
    ['Go', 'Go, but nobody wants it.'],
    ['No-Go', 'No-Go, yet it is a Go for us.'],
    ['No-Go', 'It is not a No-Go.'],
    ['No-Go', 'No-Go, so start building.'],
    ["Can't tell yet", "Can't tell yet, but it is nearly a Go."],
    ["Can't tell yet", "Can't tell yet, but the verdict is go."],
    ["Can't tell yet", "Can't tell yet, or rather No-Go."],
  ])('%s: %s', (decision, text) => {
    expect(statesOther(text, decision)).toBe(true);
  });

  it.each([
    ['Go', 'More answers would not settle it: Go is settled.'],
    ['Go', '12 of 23 answered ‘Nothing, I let it go’.'],
    ['No-Go', 'Only 2 of 23 go out to ask; it did not go well.'],
  ])('but not %s: %s', (decision, text) => {
    expect(statesOther(text, decision)).toBe(false);
  });
});
