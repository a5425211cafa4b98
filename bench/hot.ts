import { openField } from './field.ts';
import { figure, goal, type Section, type Settings, spread } from './report.ts';
import { median, ratios, takeTurns } from './rounds.ts';

/** Answers a second to one survey, whose counters all requests raise, against the same over 100 surveys. */
export async function measureHot({ stack, rounds, seconds }: Settings): Promise<Section> {
  const field = await openField(stack, 100);
  const load = { connections: 50, seconds };
  const taken = await takeTurns(rounds, {
    hundred: () => field.submit(load),
    one: () => field.submitToOne(load),
  });
  const checked = await field.close();
  const rates = { hundred: taken.hundred.map(({ rate }) => rate), one: taken.one.map(({ rate }) => rate) };
  const compared = ratios(rates.one, rates.hundred);
  const p99 = (results: { p99: number }[]) => figure(median(results.map((result) => result.p99)));
  return {
    title: 'One hot survey',
    how: `50 connections. All requests raise the counters of one row. All ${checked.toLocaleString('en')} answers were counted again and exact.`,
    columns: ['surveys', 'a second', 'of 100 surveys', 'p99 ms'],
    rows: [
      ['100', spread(rates.hundred), '1', p99(taken.hundred)],
      ['1', spread(rates.one), spread(compared), p99(taken.one)],
    ],
    goals: [goal('one hot survey: rate against 100 surveys', median(compared), { atLeast: 0.5 })],
  };
}
