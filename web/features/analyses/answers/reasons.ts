import type { SetApartReason } from '#shared/contracts/surveys/submissions.ts';

/** Why answers are set apart, in the founder's words; only the owner's own can't be counted (design 7.21). */
export function reasonText(reason: SetApartReason): string {
  return reasons[reason];
}

const reasons: Record<SetApartReason, string> = {
  preview: 'Your own answer',
  replaced: 'The same account answered again',
  'same-browser': 'Second answer from one browser',
  burst: 'Many answers from one network within ten minutes',
  empty: 'Only spaces or punctuation',
  'too-fast': 'Faster than anybody reads',
  'straight-line': 'The same place in every list',
  copy: 'Copied from another answer',
  'by-hand': 'Set apart by you',
};
