/** A made-up survey of bakers. A test holds its figures to the product's own rule, which the first load does not carry. */
export const exampleVerdict = {
  decision: 'Go',
  sentiment: 'Positive',
  people: 'bakers',
  answers: 40,
  line: 40,
  howOften: 'every week or more',
  figures: [
    { label: 'throw away unsold bread', has: 22, counted: 35, low: 46, high: 77 },
    { label: 'found it hard', has: 18, counted: 22, low: 61, high: 93 },
    { label: 'lost money or hours', has: 15, counted: 22, low: 47, high: 84 },
  ],
  strength: { quote: 'I bake the same every day and bin a third.', answers: [4, 11, 19] },
  weakness: { quote: 'The app wanted an hour every evening.', answers: [7] },
} as const;
