import { checkCounts, clearAnswers } from '#bench/lib/counts.ts';
import { runWrk } from '#bench/lib/load.ts';
import {
  figure,
  goal,
  median,
  ratios,
  type Section,
  type Settings,
  spread,
  takeTurns,
} from '#bench/lib/report.ts';
import { computeAnalyses, fillSurvey } from '#bench/lib/surveys.ts';
import { signUp } from '#bench/stack.ts';

const sizes = { small: 1_000, large: 100_000, huge: 1_000_000 };

/** How long one reader waits for an analysis, however many answers it rests on. */
export async function measureReading({ stack, rounds, seconds }: Settings): Promise<Section> {
  const server = await stack.serve('server.ts');
  const founder = await signUp(stack, server.url);
  const ids = { small: '', large: '', huge: '' };
  for (const size of ['small', 'large', 'huge'] as const)
    ids[size] = await fillSurvey(stack, server.url, founder, sizes[size]);
  await stack.database.query('vacuum analyze submissions');
  const computed = await computeAnalyses(stack, Object.values(ids));
  // The token lasts a quarter of an hour from here on.
  const { token } = await signUp(stack, server.url);
  const read = (path: string) => async () => {
    const target = { url: server.url + path, headers: [`Authorization: Bearer ${token}`] };
    return (await runWrk(target, { connections: 1, seconds: Math.min(seconds, 3) })).p50;
  };
  const readAnalysis = (id: string) => read(`/api/analyze-survey?surveyId=${id}`);
  await readAnalysis(ids.small)();
  const taken = await takeTurns(rounds, {
    alive: read('/healthz'),
    small: readAnalysis(ids.small),
    large: readAnalysis(ids.large),
    huge: readAnalysis(ids.huge),
  });
  await server.stop();
  const total = sizes.small + sizes.large + sizes.huge;
  await checkCounts(stack, { acknowledged: total, unread: 0 });
  await clearAnswers(stack);
  return describe(taken, computed);
}

type Taken = Record<'alive' | keyof typeof sizes, number[]>;

function describe(taken: Taken, computed: number[]): Section {
  const onServer = (times: number[]) => times.map((time, round) => time - (taken.alive[round] ?? 0));
  const row = (size: keyof typeof sizes, place: number) => [
    sizes[size].toLocaleString('en'),
    spread(taken[size]),
    spread(onServer(taken[size])),
    size === 'small' ? '1' : spread(ratios(taken[size], taken.small)),
    figure(computed[place] ?? Number.NaN),
  ];
  return {
    title: 'Reading an analysis',
    how: `One reader, one request after the other; the median of each round in milliseconds. "On the server" is the same without what
\`/healthz\` took the same client (${spread(taken.alive)} ms). "Computing" is the background task that makes the analysis, once.`,
    columns: ['answers', 'a read, ms', 'on the server, ms', 'of 1,000 answers', 'computing, ms'],
    rows: [row('small', 0), row('large', 1), row('huge', 2)],
    goals: [
      goal(
        'reading: 100,000 answers against 1,000',
        median(ratios(taken.large, taken.small)),
        { below: 1.5 },
        ' times',
      ),
      goal('reading: 1,000,000 answers, on the server', median(onServer(taken.huge)), { below: 5 }, ' ms'),
    ],
  };
}
