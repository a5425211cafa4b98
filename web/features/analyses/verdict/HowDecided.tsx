import type { ReactNode } from 'react';
import type { SurveyAnalysis } from '#shared/contracts/surveys/analyses.ts';
import type { SharedResults } from '#shared/contracts/surveys/results-links.ts';
import { defaultRule, qualityThresholds, ruleLimits } from '#shared/rules/verdict/rule.ts';
import { Fold } from '#web/ui/overlays/Fold.tsx';
import { Time } from '#web/ui/Time.tsx';

const { burstSubmissions, burstSeconds, charactersPerSecond, straightLineQuestions } = qualityThresholds;

/** False without marks: then nothing was decided by a rule. */
export function isDecided({ basis, figures }: Pick<SharedResults, 'basis' | 'figures'>): boolean {
  return basis !== null && (figures.length > 0 || basis.rules.length > 0);
}

/** All that it takes to reach the verdict again: rule, line, marks, seal and what is set apart. */
export function HowDecided({ analysis }: { analysis: SharedResults }) {
  const { basis, figures, line, analysis: words } = analysis;
  if (!basis || !isDecided(analysis)) return null;
  const rule = basis.rules.at(-1);
  const first = basis.rules.length > 1 ? basis.rules[0] : undefined;
  return (
    <dl className="grid gap-x-6 gap-y-4 sm:grid-cols-2 md:grid-cols-3">
      <Fact name="The rule">
        First how many: the range of the first question below the line is No-Go, above it is Go. Then how bad:
        no later range may lie below, and one must lie above, unless fewer than {ruleLimits.fewestAnswers}{' '}
        answered each.
      </Fact>
      <Fact name="The line">
        {`${line} %, and at least ${rule?.minimumAnswers ?? defaultRule.minimumAnswers} answers that count`}
        <span>{rule?.sealedAt && rule.answersBefore === 0 ? ', set before the first one.' : '.'}</span>
      </Fact>
      <Fact name="The ranges">In 95 of 100 surveys like this, the range holds the true share.</Fact>
      {figures.length > 0 ? (
        <Fact name="What counts">
          <ul className="grid gap-1">
            {figures.map(({ question, options }) => (
              <li key={question} dir="auto">
                {`${question} ${options.join(' · ')}`}
              </li>
            ))}
          </ul>
        </Fact>
      ) : null}
      {basis.places.length > 1 ? (
        <Fact name="Where they came from">
          <span dir="auto">
            {basis.places
              .map(({ name, submissions }) => `${name ?? 'Elsewhere'}: ${submissions.toLocaleString()}`)
              .join(' · ')}
          </span>
        </Fact>
      ) : null}
      {basis.reason === 'settled' ? (
        <Fact name="Tried without">{triedWithout(basis, words.goNoGoDecision)}</Fact>
      ) : null}
      <Fact name={`Set apart: ${basis.setApart.toLocaleString()}`}>
        Your own answers, second ones and copies. More than {burstSubmissions} from one network in{' '}
        {burstSeconds / 60} minutes. Only spaces or punctuation. Sent faster than {charactersPerSecond}{' '}
        characters a second can be read. The same place ticked in {straightLineQuestions} lists.
        <span>
          {basis.byHand > 0 ? ` Counted or set apart by hand: ${basis.byHand.toLocaleString()}.` : null}
        </span>
        <span>{basis.deleted > 0 ? ` Deleted: ${basis.deleted.toLocaleString()}.` : null}</span>
      </Fact>
      {basis.rules.map(({ version, sealedAt, hash, sealedText }, at) => (
        <Fact key={version} name={at === 0 ? 'Sealed' : 'Sealed again'}>
          {sealedAt ? (
            <>
              <Time at={sealedAt} />. SHA-256 <code className="text-meta">{hash}</code>
              {sealedText ? (
                <Fold title="Sealed text">
                  <code className="text-meta">{sealedText}</code>
                </Fold>
              ) : null}
            </>
          ) : (
            'With the first answer.'
          )}
        </Fact>
      ))}
      {first && rule ? (
        <Fact name={`Changed after ${rule.answersBefore.toLocaleString()} answers`}>
          {`Version ${rule.version}. By the first rule (${first.line} %): ${first.decision}. By this one: ${rule.decision}.`}
        </Fact>
      ) : null}
      {rule && !first && rule.answersBefore > 0 ? (
        <Fact name="Marked late">
          After {rule.answersBefore.toLocaleString()}{' '}
          <span>{rule.answersBefore === 1 ? 'answer' : 'answers'}</span>.
        </Fact>
      ) : null}
    </dl>
  );
}

function triedWithout(
  { oneAnswerDecides, placesThatDecide }: NonNullable<SurveyAnalysis['basis']>,
  decision: string,
) {
  if (oneAnswerDecides) return 'One answer decides this.';
  if (placesThatDecide.length > 0) return `Without ${placesThatDecide.join(' or ')} it is different.`;
  return `Leave out any answer or any place: still ${decision}.`;
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-meta text-faint">{name}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  );
}
