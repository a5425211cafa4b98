import { openField } from '#bench/lib/field.ts';
import { figure, goal, type Section, type Settings, spread } from '#bench/lib/report.ts';
import { median, ratios, takeTurns } from '#bench/lib/rounds.ts';
import { poolSize } from '#server/database/connect.ts';

// A tenth is the noise of a rate on a machine that also makes the load.
const noFall = 0.9;

/** Answers a second with many more connections than the database pool has. */
export async function measureOverload({ stack, rounds, seconds }: Settings): Promise<Section> {
  const field = await openField(stack, 100);
  const at = (times: number) => () => field.submit({ connections: times * poolSize, seconds });
  const taken = await takeTurns(rounds, { twice: at(2), five: at(5), ten: at(10) });
  const checked = await field.close();
  const twice = taken.twice.map(({ rate }) => rate);
  const compare = (results: typeof taken.twice) =>
    ratios(
      results.map(({ rate }) => rate),
      twice,
    );
  const row = (times: number, results: typeof taken.twice) => [
    `${times} × ${poolSize} = ${times * poolSize}`,
    spread(results.map(({ rate }) => rate)),
    times === 2 ? '1' : spread(compare(results)),
    figure(median(results.map(({ p99 }) => p99))),
  ];
  return {
    title: 'More connections than the pool has',
    how: `Submissions as above. The pool has ${poolSize} database connections. All ${checked.toLocaleString('en')} answers were counted again and exact.`,
    columns: ['connections', 'a second', 'of the rate at twice the pool', 'p99 ms'],
    rows: [row(2, taken.twice), row(5, taken.five), row(10, taken.ten)],
    goals: [
      goal('overload: rate at 5 times the pool against 2 times', median(compare(taken.five)), {
        atLeast: noFall,
      }),
      goal('overload: rate at 10 times the pool against 2 times', median(compare(taken.ten)), {
        atLeast: noFall,
      }),
    ],
  };
}
