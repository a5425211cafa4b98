/**
 * Takes the measurements in turn, `rounds` times over, so that a machine that slows down slows all of them.
 * @returns for each name what its rounds gave, in their order.
 */
export async function takeTurns<Name extends string, Value>(
  rounds: number,
  measurements: Record<Name, () => Promise<Value>>,
): Promise<Record<Name, Value[]>> {
  const names = Object.keys(measurements) as Name[];
  const taken = Object.fromEntries(names.map((name) => [name, [] as Value[]])) as Record<Name, Value[]>;
  for (let round = 0; round < rounds; round += 1)
    for (const name of names) taken[name].push(await measurements[name]());
  return taken;
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const [low = Number.NaN, high = Number.NaN] = [sorted[middle - 1], sorted[middle]];
  return sorted.length % 2 === 1 ? high : (low + high) / 2;
}

/** The smallest value that `percent` of a hundred do not exceed. */
export function percentile(values: number[], percent: number): number {
  const place = Math.max(0, Math.ceil((values.length * percent) / 100) - 1);
  return values.toSorted((a, b) => a - b)[place] ?? Number.NaN;
}

/** The quotient of two series, round by round: what both felt in one round cancels out. */
export function ratios(values: number[], baseline: number[]): number[] {
  return values.map((value, round) => value / (baseline[round] ?? Number.NaN));
}
