export type MarqueeMetric = 'growth' | 'funded' | 'users' | 'points' | 'goals';

/** `trend` says on which side of its figure the product stays: up is this or more, down is this or less. */
export type MarqueeItem = {
  /** Address of a square picture; without one, or when it fails, the label's first letter is there. */
  image: string | null;
  metric: MarqueeMetric;
  trend: 'up' | 'down';
  label: string;
};

/**
 * Five rules of the product and no figure about customers (specification 1 and 9); none of them is a measurement. A
 * test holds them to the rules, which the first load does not carry.
 */
export const marqueeItems: MarqueeItem[] = [
  {
    // The line that a figure’s range must lie above, unless the founder moves it: shared/rules/verdict/rule.ts.
    image: '/pictures/marquee-growth.webp',
    metric: 'growth',
    trend: 'up',
    label: 'Line for a Go: 40 %',
  },
  {
    // Price of an account on the Free Trial: specification 9.
    image: '/pictures/marquee-funded.webp',
    metric: 'funded',
    trend: 'down',
    label: 'Price of an account: $0',
  },
  {
    // The launch target: specification 9.
    image: '/pictures/marquee-users.webp',
    metric: 'users',
    trend: 'up',
    label: 'First users to aim for: 1,000',
  },
  {
    // Fewer answers never decide anything: shared/rules/verdict/rule.ts.
    image: '/pictures/marquee-points.webp',
    metric: 'points',
    trend: 'up',
    label: 'Answers before a verdict: 12',
  },
  {
    // The validation prompt asks for five to seven: specification 9.
    image: '/pictures/marquee-goals.webp',
    metric: 'goals',
    trend: 'down',
    label: 'Questions in a new survey: 7',
  },
];
