type Warn = (error: unknown) => void;

/** Each is put off first, so that one about which nothing can be heard holds up no other. */
export async function eachDue<Row>(
  find: () => Promise<Row[]>,
  putOff: (row: Row) => Promise<void>,
  ask: (row: Row) => Promise<unknown>,
  warn: Warn,
): Promise<void> {
  for (let rows = await find(); rows.length > 0; rows = await find()) {
    await Promise.all(rows.map(putOff));
    await each(rows, ask, warn);
  }
}

export async function each<Row>(rows: Row[], ask: (row: Row) => Promise<unknown>, warn: Warn) {
  for (const result of await Promise.allSettled(rows.map(ask))) {
    if (result.status === 'rejected') warn(result.reason);
  }
}
