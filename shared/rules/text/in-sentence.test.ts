import { describe, expect, it } from 'vitest';
import { inSentence } from './in-sentence.ts';

describe('a typed phrase inside a sentence', () => {
  it.each([
    ['Bakers', 'bakers'],
    ['Small bakeries', 'small bakeries'],
    ['You wait', 'you wait'],
    ['Church choirs', 'church choirs'],
    ['German teachers', 'German teachers'],
    ['British dentists', 'British dentists'],
    ['NASA', 'NASA'],
    ['HR teams', 'HR teams'],
    ['iPhone users', 'iPhone users'],
    ['eBay sellers', 'eBay sellers'],
    ['I’m late', 'I’m late'],
  ])('makes "%s" "%s"', (phrase, said) => {
    expect(inSentence(phrase, 'en')).toBe(said);
  });

  it.each([
    ['Etsy sellers', 'A tax tool for Etsy sellers who lose receipts', 'Etsy sellers'],
    ['Bakers', 'Bakers throw away bread. Bakers hate it.', 'bakers'],
    ['Bakers', 'A shelf for bakers', 'bakers'],
    ['London tenants', 'Many London tenants wait', 'London tenants'],
  ])('keeps the capital of "%s" where "%s" has it inside a sentence', (phrase, idea, said) => {
    expect(inSentence(phrase, 'en', idea)).toBe(said);
  });

  it('leaves German nouns as they are, and lowers French ones', () => {
    expect(inSentence('Bäcker', 'de')).toBe('Bäcker');
    expect(inSentence('Boulangers', 'fr')).toBe('boulangers');
  });
});
