/** A demo can be wished for from tomorrow up to this many days ahead. */
export const longestAheadDays = 60;
