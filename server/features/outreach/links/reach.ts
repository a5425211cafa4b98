import type { SourceName } from '#shared/contracts/outreach/conversation-sources.ts';
import type { Reach } from '#shared/contracts/outreach/reach.ts';
import { placeName } from '#shared/rules/outreach/places/place-name.ts';
import type { ReachRow } from './repository.ts';

/** Users that the way leads to (specification 9, Launch target). */
const target = 1_000;

/** Sums up what came of all links, and says which place was worth the most. */
export function gatherReach(rows: ReachRow[], signUpImages: Reach['signUpImages']): Reach {
  const communities = rows.map((row) => ({ ...row, source: row.source as SourceName }));
  const sum = (of: 'visits' | 'automaticVisits' | 'signUps' | 'surveyAnswers' | 'qualifiedAnswers') =>
    rows.reduce((total, row) => total + row[of], 0);
  return {
    target,
    visits: sum('visits'),
    automaticVisits: sum('automaticVisits'),
    signUps: sum('signUps'),
    surveyAnswers: sum('surveyAnswers'),
    qualifiedAnswers: sum('qualifiedAnswers'),
    communities,
    suggestion: suggestNext(communities),
    signUpImages,
  };
}

/** Answers of people who have the problem count most, then sign-ups; visits only show curiosity. */
function suggestNext(communities: Reach['communities']): Reach['suggestion'] {
  const best = (of: (community: Reach['communities'][number]) => number) =>
    communities.toSorted((one, other) => of(other) / perReply(other) - of(one) / perReply(one))[0];
  const byAnswers = best(({ qualifiedAnswers }) => qualifiedAnswers);
  if (byAnswers && byAnswers.qualifiedAnswers > 0)
    return describeBest(communities, byAnswers, 'answer', byAnswers.qualifiedAnswers);
  const bySignUps = best(({ signUps }) => signUps);
  if (bySignUps && bySignUps.signUps > 0)
    return describeBest(communities, bySignUps, 'sign-up', bySignUps.signUps);
  return null;
}

function perReply({ replies }: { replies: number }): number {
  return Math.max(1, replies);
}

const origins = { answer: 'from people who have the problem', 'sign-up': 'came from there' };

function describeBest(
  communities: Reach['communities'],
  best: Reach['communities'][number],
  thing: keyof typeof origins,
  count: number,
) {
  const counted = `${count} ${thing}${count === 1 ? '' : 's'} ${origins[thing]}`;
  const from = `with ${best.replies} ${best.replies === 1 ? 'reply' : 'replies'}`;
  // One place alone is not more than any other.
  const compared = communities.length > 1 ? ': more than anywhere else for each reply' : '';
  return { place: placeName(best), why: `${counted}, ${from}${compared}.` };
}
