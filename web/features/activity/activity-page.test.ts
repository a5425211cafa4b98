import { expect, it } from 'vitest';
import { type ActivityPage, joinPages, openSession } from './activity-page.ts';
import type { Activity } from './activity-sources.ts';
import { analysisAt, ideationAt } from './many-activities.data.ts';

const from = (first: number, last: number) =>
  Array.from({ length: first - last + 1 }, (_, index) => first - index);

function session(minute: number): Activity {
  const ideation = ideationAt(minute);
  return { kind: 'ideation', id: ideation.id, created_at: ideation.created_at, ideation };
}

/** The analysis of a survey, made at that minute. */
function analysis(surveyId: string, minute: number): Activity {
  const made = { ...analysisAt(minute), surveyId };
  return { kind: 'analysis', id: surveyId, created_at: made.created_at, analysis: made };
}

function page(entries: Activity[], next: string | null = 'more'): ActivityPage {
  return { entries, next };
}

const ids = ({ entries }: ActivityPage) => entries.map(({ id }) => id);

it('entries between the two pages are not lost when an analysis of the known page was made again', () => {
  const known = page([analysis('a', 60), ...from(59, 41).map(session)]);
  // 25 new sessions and the analysis: five of them are on no page.
  const fresh = page([analysis('a', 126), ...from(125, 107).map(session)], 'behind 107');
  expect(joinPages(fresh, known)).toBe(fresh);
});

it('more analyses made again than a page holds keep nothing of how they were', () => {
  const surveys = from(25, 1).map((number) => `survey-${number}`);
  const known = page(surveys.slice(0, 20).map((id, place) => analysis(id, 60 - place)));
  const fresh = page(surveys.slice(5).map((id, place) => analysis(id, 160 - place)));
  expect(joinPages(fresh, known)).toBe(fresh);
});

it('a page joins on when it reaches down to where the known one began', () => {
  const known = page([analysis('a', 60), ...from(59, 41).map(session)], 'behind 41');
  const fresh = page([analysis('a', 99), session(98), ...from(59, 42).map(session)], 'behind 42');
  const joined = joinPages(fresh, known);
  expect(ids(joined)).toEqual([...ids(fresh), 'session-41']);
  expect(joined.next).toBe('behind 41');
});

it('what is gone from the server does not stay', () => {
  const known = page([session(9), session(8), session(7)], 'behind 7');
  expect(ids(joinPages(page([session(9), session(7)], 'behind 7'), known))).toEqual([
    'session-9',
    'session-7',
  ]);
  const whole = page([session(9)], null);
  expect(joinPages(whole, known)).toBe(whole);
});

it('a session that was worked on is not kept as it was', () => {
  const known = { ...page(from(9, 1).map(session)), changed: ['session-1'] };
  const fresh = page([session(10), ...from(9, 2).map(session)]);
  expect(joinPages(fresh, known)).toBe(fresh);
  expect(ids(joinPages(fresh, { ...known, changed: ['session-9'] }))).toEqual([...ids(fresh), 'session-1']);
});

it('opens the unsaved session that was changed last', () => {
  const at = (minute: number, change: object): Activity => {
    const entry = session(minute);
    return entry.kind === 'ideation' ? { ...entry, ideation: { ...entry.ideation, ...change } } : entry;
  };
  const entries = [
    at(3, { saved: true, updatedAt: '2026-11-23T00:00:00.000Z' }),
    session(2),
    at(1, { updatedAt: '2026-11-22T00:00:00.000Z' }),
  ];
  expect(openSession([page(entries.slice(0, 2)), page(entries.slice(2))])).toBe('session-1');
  expect(openSession([page([analysis('a', 1)])])).toBeNull();
});
