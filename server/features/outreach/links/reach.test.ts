import { expect, it } from 'vitest';
import { gatherReach } from './reach.ts';
import type { ReachRow } from './repository.ts';

const row = (change: Partial<ReachRow>): ReachRow => ({
  source: 'lemmy',
  host: 'lemmy.example.org',
  community: 'parenting',
  replies: 2,
  visits: 40,
  automaticVisits: 0,
  signUps: 0,
  surveyAnswers: 5,
  qualifiedAnswers: 0,
  ...change,
});
const why = (...rows: ReachRow[]) => gatherReach(rows, []).suggestion?.why;

it('the only place is not more than any other', () => {
  expect(why(row({ qualifiedAnswers: 1 }))).toBe(
    '1 answer from people who have the problem, with 2 replies.',
  );
  expect(why(row({ signUps: 3 }))).toBe('3 sign-ups came from there, with 2 replies.');
});

it('of two places the one that gave more for each reply is named', () => {
  const quiet = row({ host: 'forum.example.org', replies: 9, qualifiedAnswers: 4 });
  const suggestion = gatherReach([quiet, row({ qualifiedAnswers: 3 })], []).suggestion;
  expect(suggestion).toEqual({
    place: 'Lemmy (lemmy.example.org), parenting',
    why: '3 answers from people who have the problem, with 2 replies: more than anywhere else for each reply.',
  });
});

it('visits alone name no place', () => {
  expect(why(row({}), row({ host: 'forum.example.org' }))).toBeUndefined();
});
