import { useEffect, useId, useState } from 'react';
import { Badge } from '#web/ui/Badge.tsx';
import { Card } from '#web/ui/Card.tsx';
import { IntervalBar } from '#web/ui/IntervalBar.tsx';
import { exampleIdea, exampleStart, type ShownVerdict } from './example-start.data.ts';

const tones = { Positive: 'good', Mixed: 'warn', Negative: 'bad' } as const;
const fewest = 20;
const most = 160;
const step = 20;

/** A verdict that visitors can play with: the counts are made up and say so, the rule is the real one. */
export function ExampleVerdict() {
  const [answers, setAnswers] = useState(exampleStart.answers);
  const slider = useId();
  const verdict = useVerdict(answers);
  return (
    <Card floating aria-label="Example of a verdict" className="text-left">
      <div className="flex items-center justify-between gap-3">
        <Badge tone={tones[verdict.sentiment]}>{verdict.sentiment}</Badge>
        <Badge icon={null}>Example</Badge>
      </div>
      <div aria-live="polite">
        <h2 className="mt-3 text-title">{verdict.decision}</h2>
        <p className="mt-1.5 min-h-10 text-soft">
          {verdict.reason} The line is {verdict.line}&nbsp;%, the same for every survey.
        </p>
      </div>
      <ul className="mt-4">
        {verdict.signals.map((signal) => (
          <SignalRow key={signal.name} signal={signal} answered={verdict.answers} line={verdict.line} />
        ))}
      </ul>
      <div className="mt-4 border-t border-line pt-4">
        <div className="flex items-baseline justify-between gap-3">
          <label htmlFor={slider} className="font-medium">
            Number of answers
          </label>
          <output htmlFor={slider} className="font-medium tabular-nums">
            {answers}
          </output>
        </div>
        <input
          id={slider}
          type="range"
          min={fewest}
          max={most}
          step={step}
          value={answers}
          aria-valuetext={`${answers} answers: ${verdict.decision}`}
          onChange={(event) => setAnswers(Number(event.target.value))}
          className="mt-2 h-5 w-full accent-spark pointer-coarse:h-11"
        />
        <p className="mt-2 text-meta text-faint">
          “{exampleIdea}” is an example with made-up counts. Move the slider: the product’s own rule decides.
        </p>
      </div>
    </Card>
  );
}

/** The rule is fetched when the slider first moves; until it is there the first verdict stands. */
function useVerdict(answers: number): ShownVerdict {
  const [verdict, setVerdict] = useState(exampleStart);
  useEffect(() => {
    if (answers === verdict.answers) return;
    let isWanted = true;
    import('./example-verdict.ts').then(
      ({ exampleVerdict }) => isWanted && setVerdict(exampleVerdict(answers)),
      // Away from the network the card goes on to say what it rests on.
      () => {},
    );
    return () => {
      isWanted = false;
    };
  }, [answers, verdict]);
  return verdict;
}

type SignalRowProps = { signal: ShownVerdict['signals'][number]; answered: number; line: number };

function SignalRow({ signal, answered, line }: SignalRowProps) {
  const { name, showed, low, high } = signal;
  return (
    <li className="grid grid-cols-[1fr_auto] items-center gap-x-3.5 gap-y-2 border-line py-2.5 text-[0.8125rem] not-first:border-t sm:grid-cols-[9.5rem_1fr_4.5rem]">
      <span>{name}</span>
      <span className="text-right text-meta text-faint tabular-nums sm:order-3">
        {low}–{high} %
        <br />
        {showed} of {answered}
      </span>
      <div className="col-span-2 sm:col-span-1">
        <IntervalBar low={low} high={high} share={(showed / answered) * 100} line={line} />
      </div>
    </li>
  );
}
