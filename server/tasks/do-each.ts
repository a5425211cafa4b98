/**
 * Does the work for each, one after the other. A failure does not stop the others.
 * @throws AggregateError of all failures, with `message`.
 */
export async function doEach<T>(
  all: Iterable<T> | AsyncIterable<T>,
  work: (one: T) => Promise<void>,
  message: string,
): Promise<void> {
  const failures: unknown[] = [];
  for await (const one of all) await work(one).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw new AggregateError(failures, message);
}
