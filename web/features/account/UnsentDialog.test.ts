import { expect, it } from 'vitest';
import { placeOf, unsentText } from './UnsentDialog.tsx';

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

it.each([
  ['request r1', 'Message to support', '/startup-spark-suite/requests/r1'],
  ['inbox note r1', 'Message in the inbox', '/startup-spark-suite/inbox/r1'],
  ['support-request:r1', 'Support request', '/startup-spark-suite/dashboard?modal=jobForm'],
  ['coach-form:s1:niche', 'Coach', '/startup-spark-suite/dashboard?modal=showIdeationModal'],
  ['proof-of-concept:tab:slot', 'Build prompt', '/startup-spark-suite/dashboard?modal=showPocModal'],
  ['campaign:t1', 'Launch', '/startup-spark-suite/dashboard?modal=showAcquisitionModal'],
  ['reply warning c1', 'Reply', '/startup-spark-suite/history'],
  ['another form', 'Text', '/startup-spark-suite/dashboard'],
])('of %s is found at %s', (thing, name, path) => {
  expect(placeOf(thing)).toEqual({ name, path });
});
