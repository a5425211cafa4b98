import { expect, it } from 'vitest';
import { unsentText } from './UnsentDialog.tsx';

it('of a support request are its title, its app and all its issues', () => {
  const request = {
    requestTitle: 'Sync breaks',
    appName: 'Two Homes',
    appUrl: '',
    issues: ['First', ' ', 'Second'],
  };
  expect(unsentText({ id: 'draft-1', request })).toBe(
    'Support request\n\nSync breaks\n\nApp\n\nTwo Homes\n\nIssue\n\nFirst\n\nIssue\n\nSecond',
  );
});

it('of a product that was to be launched are its name, address and description', () => {
  const product = { name: 'Two Homes', url: 'https://example.com', description: 'A calendar', forums: ' ' };
  expect(unsentText({ product })).toBe(
    'Product\n\nTwo Homes\n\nProduct URL\n\nhttps://example.com\n\nProduct description\n\nA calendar',
  );
});

it('are none of what holds no words', () => {
  const blank = { requestTitle: '', appName: '', appUrl: '', issues: [''] };
  expect([unsentText({ request: blank }), unsentText({}), unsentText(null)]).toEqual(['', '', '']);
});

it('of a reply is named as such', () => {
  expect(unsentText({ content: 'My words', keptAs: 'A reply that was not approved' })).toBe(
    'A reply that was not approved\n\nMy words',
  );
});
