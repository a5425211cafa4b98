type Warn = (error: unknown) => void;

/** Postpone each row first, so that one that fails does not block the others. */
export async function eachDue<Row>(
  find: () => Promise<Row[]>,
  postpone: (row: Row) => Promise<void>,
  ask: (row: Row) => Promise<unknown>,
  warn: Warn,
): Promise<void> {
  for (let rows = await find(); rows.length > 0; rows = await find()) {
    await Promise.all(rows.map(postpone));
    await each(rows, ask, warn);
  }
}

export async function each<Row>(rows: Row[], ask: (row: Row) => Promise<unknown>, warn: Warn) {
  for (const result of await Promise.allSettled(rows.map(ask))) {
    if (result.status === 'rejected') warn(result.reason);
  }
}
