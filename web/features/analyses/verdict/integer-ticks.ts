const mostSteps = 4;

/** Whole numbers for an axis, from 0 to at least `highest`, evenly apart and at most five of them. */
export function integerTicks(highest: number): number[] {
  const step = stepFor(Math.max(1, Math.ceil(highest)));
  const top = Math.max(1, Math.ceil(highest / step)) * step;
  return Array.from({ length: top / step + 1 }, (_, index) => index * step);
}

function stepFor(highest: number): number {
  for (let power = 1; ; power *= 10) {
    const step = [1, 2, 5].map((factor) => factor * power).find((size) => highest <= size * mostSteps);
    if (step) return step;
  }
}
