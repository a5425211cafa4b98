import type { Visit } from './repository.ts';

export type CountedToday = {
  has(visit: Visit): boolean;
  add(visit: Visit): void;
};

const largest = 100_000;

/** Remembers who was counted on this day, so that coming again costs no write; the database alone decides. */
export function countedToday(): CountedToday {
  let day = '';
  let pairs = new Set<string>();
  const pairOf = ({ visitor, code }: Visit) => `${visitor} ${code}`;
  return {
    has: (visit) => visit.day === day && pairs.has(pairOf(visit)),
    add(visit) {
      if (visit.day !== day || pairs.size >= largest) {
        day = visit.day;
        pairs = new Set();
      }
      pairs.add(pairOf(visit));
    },
  };
}
