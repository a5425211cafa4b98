import type { PlaceRules as Rules } from '#shared/contracts/outreach/opportunities.ts';
import { Fold } from '#web/ui/overlays/Fold.tsx';
import { readWebAddress } from '#web/ui/web-address.ts';
import { OutsideLink } from './OutsideLink.tsx';

/** Rules that a place sets for replies, folded. */
export function PlaceRules({ rules }: { rules: Rules }) {
  return (
    <Fold title={`Rules of ${rules.place}`} className="mt-2 text-meta">
      <PlaceRuleList rules={rules} />
    </Fold>
  );
}

/** Rules that a place sets for replies, with their address and reading date (design 7.12). */
export function PlaceRuleList({ rules }: { rules: Rules }) {
  // Only what was quoted from a page has its address.
  const isRead = rules.rules.some(({ source }) => readWebAddress(source) !== null);
  return (
    <>
      <ul className="list-disc space-y-1 pl-4 text-soft marker:text-faint">
        {rules.rules.map(({ text, source }) => (
          <li key={`${text} ${source}`} className="wrap-anywhere">
            {text} <RuleSource source={source} />
          </li>
        ))}
        <li>{generatedTextLabel(rules, isRead)}</li>
        {isRead && !rules.automatedPosting ? <li>Replies are posted by people only.</li> : null}
      </ul>
      <p className="text-meta text-soft">
        {`${isRead ? 'Read on' : 'As of'} ${dayLabel(rules.readOn)}.${rules.expired ? tooLongAgo : ''}`}
      </p>
    </>
  );
}

/** A list of sentences without repetitions. */
export function Sentences({ sentences }: { sentences: string[] }) {
  return (
    <ul className="list-disc space-y-1 pl-5 text-soft marker:text-faint">
      {[...new Set(sentences)].map((sentence) => (
        <li key={sentence} dir="auto" className="wrap-anywhere">
          {sentence}
        </li>
      ))}
    </ul>
  );
}

const tooLongAgo = ' That is too long ago to rely on, so the strictest reading holds.';

function generatedTextLabel({ generatedText }: Rules, isRead: boolean): string {
  if (generatedText === 'unwelcome') return 'No generated text.';
  return isRead ? 'Generated text is allowed.' : 'No rule against generated text is known to us.';
}

function RuleSource({ source }: { source: string }) {
  const target = readWebAddress(source);
  if (!target) return <span className="text-meta text-faint">({source})</span>;
  return <OutsideLink address={source}>{target.host}</OutsideLink>;
}

/** A calendar day 'YYYY-MM-DD' in the reader's manner; as it came where it is none. */
function dayLabel(day: string): string {
  const time = new Date(`${day}T12:00:00`);
  return Number.isNaN(time.getTime()) ? day : time.toLocaleDateString(undefined, { dateStyle: 'medium' });
}
