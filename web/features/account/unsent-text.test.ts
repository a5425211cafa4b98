import { expect, it } from 'vitest';
import { unsentText } from './unsent-text.ts';

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

it('are none of what holds no words', () => {
  const blank = { requestTitle: '', appName: '', appUrl: '', issues: [''] };
  expect([unsentText({ request: blank }), unsentText({}), unsentText(null)]).toEqual(['', '', '']);
});
