import { describe, expect, it } from 'vitest';
import { readAppName, readPitch, rename } from './app-name.ts';

const pitch = 'ScoreShelf helps choir directors keep track of v1.0 scores, with C++ (and more).';
const content = `### Startup Ideation

**App name:** ScoreShelf

**Tagline:** Never lose a score again

**Concept:** The weakest assumption is that it happens.
It may not. ${pitch} It is small.

**Features:**

- ScoreShelf helps everybody.`;

describe('the app of a session', () => {
  it('is called as its text says', () => {
    expect(readAppName(content)?.name).toBe('ScoreShelf');
    expect(readAppName('**App name:** N/A')).toBeNull();
  });

  it('has the sentence of its concept that says whom it helps', () => {
    expect(readPitch(content, 'ScoreShelf')).toBe(pitch);
    expect(readPitch(`**Concept:** ${pitch}`, 'ScoreShelf')).toBe(pitch);
    expect(readPitch('**Concept:** C++ (a) helps you', 'C++ (a)')).toBe('C++ (a) helps you');
  });

  it('has none when the concept names another app, or is not there', () => {
    expect(readPitch(content, 'Shelf')).toBeNull();
    expect(readPitch(content.replace(pitch, ''), 'ScoreShelf')).toBeNull();
    expect(readPitch('ScoreShelf helps you.', 'ScoreShelf')).toBeNull();
  });

  it('gets another name as a whole word only', () => {
    expect(rename('Notch, Notches and C++', 'Notch', '$& Shelf')).toBe('$& Shelf, Notches and C++');
    expect(rename('Made with C++.', 'C++', 'Shelf')).toBe('Made with Shelf.');
    expect(rename('As it is', ' ', 'Shelf')).toBe('As it is');
  });
});
