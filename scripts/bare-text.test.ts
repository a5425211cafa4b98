import { describe, expect, it } from 'vitest';
import { findBareTexts } from './bare-text.ts';

const check = (jsx: string) => findBareTexts('screen.tsx', `export const screen = (\n${jsx}\n);`);

describe('the rule for texts', () => {
  it.each([
    ['comes and goes beside text', '<p>\n{kept}\n{sent ? "Sent." : null}\n</p>', [4]],
    ['comes and goes by &&', '<p>Kept. {sent && "Sent."}</p>', [2]],
    ['changes beside an element', '<button><Icon />{busy ? "Sending" : "Send"}</button>', [2]],
    ['changes deep in a condition', '<p><b />{a ? <i /> : b ? `left` : null}</p>', [2]],
    ['follows an element that comes and goes', '<p>{icon ? <Icon /> : null} Kept.</p>', [2]],
    ['follows a list', '<>{all.map((one) => <b>{one}</b>)} in all</>', [2]],
  ])('rejects one that %s', (_name, jsx, lines) => {
    expect(check(jsx)).toEqual(lines);
  });

  it.each([
    ['is alone', '<p>{sent ? "Sent." : "Kept."}</p>'],
    ['is alone but for line breaks and comments', '<p>\n{/* why */}\n{sent ? "Sent." : null}\n</p>'],
    ['has an element of its own', '<p>{icon ? <Icon /> : null} <span>Kept.</span></p>'],
    ['never changes, before a condition', '<p>Kept. {sent ? <b>Sent.</b> : null}</p>'],
    ['is an attribute', '<p title={sent ? "Sent." : "Kept."}><b /><i /></p>'],
  ])('accepts one that %s', (_name, jsx) => {
    expect(check(jsx)).toEqual([]);
  });
});
