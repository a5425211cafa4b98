import { describe, expect, it } from 'vitest';
import { findForeignName } from './foreign-names.ts';

const product = {
  name: 'Levain Keeper',
  url: 'https://levainkeeper.example',
  description: 'Reminds home bakers to feed a starter. Works with Android, and exports CSV.',
};
const find = (text: string, post = '') => findForeignName(text, product, post);

describe('a name that the product does not bring along', () => {
  it.each([
    ['Have a look at Crumbly for that.', 'Crumbly'],
    ['CrumbTool does it.', 'CrumbTool'],
    ['Most people take crumb4 for it.', 'crumb4'],
    ['The ABC method helps.', 'ABC'],
    ['Nimm doch Ärmel dafür.', 'Ärmel'],
  ])('is found in %j', (text, name) => {
    expect(find(text)).toBe(name);
  });

  it('is found at the start of a sentence when the post writes it as a name', () => {
    expect(find('Crumbly handles this.', 'You must all try Crumbly now.')).toBe('Crumbly');
    expect(find('Feeding it twice helps.', 'My Feeding plan fails.')).toBe('Feeding');
  });

  it('is none in sentences about the product and its own words', () => {
    const text =
      'Feed it twice a day. “Which flour?” is the harder part.\n\nDisclosure: I built Levain Keeper (https://levainkeeper.example): it runs on Android and gives you a CSV.';
    expect(find(text, 'How do I feed it?')).toBeNull();
  });
});
