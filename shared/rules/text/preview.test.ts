import { describe, expect, it } from 'vitest';
import { preview } from './preview.ts';

describe('preview', () => {
  it('leaves a text of exactly that length alone', () => {
    expect(preview('a'.repeat(150), 150)).toBe('a'.repeat(150));
  });

  it('cuts a longer text and says so', () => {
    expect(preview('a'.repeat(151), 150)).toBe(`${'a'.repeat(150)}...`);
  });

  it('never shows half of an emoji', () => {
    expect(preview(`${'a'.repeat(149)}😀 and more`, 150)).toBe(`${'a'.repeat(149)}...`);
  });
});
