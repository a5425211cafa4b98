import { expect, test } from 'vitest';
import { describeMatch } from './describe-match.ts';
import { inventedPost } from './invented-posts.data.ts';

test.each([
  ['freelancers', 'I freelance in the evening.', '“freelance”'],
  ['invoices', 'One Invoice is late.', '“invoice”'],
  ['swap', 'We are swapping shifts again.', '“swapping”'],
  ['RSVP', 'Late RSVPs again.', '“RSVPs”'],
  ['seating chart', 'Two seating charts, one table.', '“seating charts”'],
  ['reminders', 'Nothing of the kind.', '“reminders”'],
])('quotes what it shares as the post has it: %s in “%s”', (keyword, body, quoted) => {
  expect(describeMatch(inventedPost({ title: '', body }), [keyword])).toEqual([
    `It speaks of ${quoted}, as your description does.`,
  ]);
});
