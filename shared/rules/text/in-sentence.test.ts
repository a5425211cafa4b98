import { describe, expect, it } from 'vitest';
import { asSentence, inSentence } from './in-sentence.ts';

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

  it.each([
    ['Losing receipts.', 'losing receipts'],
    ['boring toys!!!', 'boring toys'],
    ['Bakers, ', 'bakers'],
    ['teachers in the U.S.', 'teachers in the U.S.'],
    ['How often did you bake?', 'how often did you bake?'],
    ['…', '…'],
  ])('ends "%s" without the sign that closed the box', (phrase, said) => {
    expect(inSentence(phrase, 'en')).toBe(said);
  });

  it.each([
    ['dog owners.', 'Dog owners'],
    ['Etsy sellers', 'Etsy sellers'],
    ['iPhone users', 'iPhone users'],
    ['étudiants à Lyon.', 'Étudiants à Lyon'],
  ])('begins a sentence with "%s" as "%s"', (phrase, said) => {
    expect(asSentence(phrase)).toBe(said);
  });

  it('leaves German nouns as they are, and lowers French ones', () => {
    expect(inSentence('Bäcker', 'de')).toBe('Bäcker');
    expect(inSentence('Boulangers', 'fr')).toBe('boulangers');
  });
});
