/** "#3", "#7" and "…" for the others of `count`; nothing where no number is known. */
export function numbersNamed(numbers: number[], count: number): string[] {
  const rest = numbers.length > 0 && count > numbers.length ? ['…'] : [];
  return [...numbers.map((number) => `#${number}`), ...rest];
}
