import type { Database } from '#server/database/connect.ts';

/** How often a host may be asked. */
export type Pace = { perSecond: number; burst: number };

export type Grant = {
  /** How many of the wanted calls may be made. */
  granted: number;
  /** Milliseconds that the call with this index waits before it is made. */
  delayOf(index: number): number;
  /** When there is something to be had again; null when all was granted. */
  quietUntil: Date | null;
  /** Refusals of the host in a row. */
  refusals: number;
};

type Row = { granted: number; tokens: number; quiet_until: Date | null; refusals: number };

/** A call waits so long for its token and no longer. */
const patienceSeconds = 1;

/** The buckets of all hosts, in the database so that all processes share them. */
export function hostBuckets(database: Database, now: () => number) {
  return {
    /**
     * Takes up to `wanted` tokens of `host` in one statement, and none while the host, or what is called `method` of
     * it, wants quiet.
     */
    async take(host: string, method: string, pace: Pace, wanted: number): Promise<Grant> {
      const at = new Date(now());
      const values = [host, method, at, pace.burst, pace.perSecond, wanted, pace.perSecond * patienceSeconds];
      const take = async () => (await database.pool.query<Row>(takeTokens, values)).rows[0];
      let row = await take();
      if (!row) {
        await database.pool.query(openBucket, [host, pace.burst, at]);
        row = await take();
      }
      return grantOf(row ?? { granted: 0, tokens: 0, quiet_until: null, refusals: 0 }, pace, wanted, at);
    },
    /** Rate-limits a host, or one method of it, until then. The latest value counts. */
    async saveQuietUntil(key: string, until: Date, refusals: number): Promise<void> {
      await database.pool.query(quieten, [key, new Date(now()), until, refusals]);
    },
    async resetRefusals(host: string): Promise<void> {
      await database.pool.query('update source_hosts set refusals = 0 where host = $1', [host]);
    },
  };
}

/** Deletes buckets unused since `idleSince` without a pending quiet time. */
export async function deleteIdleHosts(database: Database, idleSince: Date, now: Date): Promise<void> {
  await database.pool.query(
    'delete from source_hosts where refilled_at < $1 and (quiet_until is null or quiet_until <= $2)',
    [idleSince, now],
  );
}

export type HostBuckets = ReturnType<typeof hostBuckets>;

const openBucket = `
  insert into source_hosts (host, tokens, refilled_at) values ($1, $2, $3) on conflict do nothing`;

// The row is locked before its tokens are counted: two processes never take the same one.
const takeTokens = `
  with held as (
    select host, refusals, quiet_until,
      least($4::float8, tokens + greatest(0, extract(epoch from $3::timestamptz - refilled_at)) * $5::float8) as tokens
    from source_hosts where host = $1 for update
  ), noted as (
    select held.host, held.refusals, held.tokens,
      nullif(greatest(held.quiet_until, method.quiet_until, $3), $3) as quiet_until
    from held left join source_hosts as method on method.host = $2
  ), granted as (
    select *, case when quiet_until is null
      then least($6::int, greatest(0, floor(tokens + $7::float8 + 1e-9)))::int else 0 end as granted
    from noted
  )
  update source_hosts as h
  set tokens = granted.tokens - granted.granted, refilled_at = greatest(h.refilled_at, $3)
  from granted where h.host = granted.host
  returning granted.granted, granted.tokens, granted.quiet_until, granted.refusals`;

const quieten = `
  insert into source_hosts as h (host, tokens, refilled_at, quiet_until, refusals) values ($1, 0, $2, $3, $4)
  on conflict (host) do update set quiet_until = greatest(h.quiet_until, excluded.quiet_until),
    refusals = greatest(h.refusals, excluded.refusals)`;

function grantOf(row: Row, pace: Pace, wanted: number, at: Date): Grant {
  const { granted, tokens, quiet_until: quietUntil, refusals } = row;
  const secondsTo = (count: number) => Math.max(0, (count - tokens) / pace.perSecond);
  const nextToken = new Date(at.getTime() + (secondsTo(granted + 1) - patienceSeconds) * 1000);
  return {
    granted,
    delayOf: (index) => secondsTo(index + 1) * 1000,
    quietUntil: granted === wanted ? null : (quietUntil ?? nextToken),
    refusals,
  };
}
