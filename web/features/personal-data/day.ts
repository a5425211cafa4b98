/** A day as the reader writes it: "29 November". */
export const dayOf = (moment: number): string =>
  new Date(moment).toLocaleDateString(undefined, { day: 'numeric', month: 'long' });
