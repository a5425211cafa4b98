/** A made-up survey of bakeries. A test holds its figures to the product's own rule, which the first load does not carry. */
export const exampleVerdict = {
  decision: 'Go',
  sentiment: 'Positive',
  says: '30 of 40 bakeries throw bread away every week.',
  answers: 40,
  line: 40,
  figures: [
    { name: 'Throw bread away', has: 30, low: 59, high: 86 },
    { name: 'Lose money on it', has: 28, low: 54, high: 82 },
    { name: 'Can’t guess sales', has: 24, low: 44, high: 74 },
  ],
  strength: { quote: 'I bake the same every day and bin a third.', answers: [4, 11, 19] },
  weakness: { quote: 'The app wanted an hour every evening.', answers: [7] },
} as const;
