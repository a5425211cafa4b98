import { storedCards } from '#shared/rules/rule-cards.data.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Card } from '#web/ui/Card.tsx';

/** A found conversation as Launch shows it: the post is made up and says so, the rule is the place's own. */
export function ExampleConversation() {
  const card = storedCards.find(({ place }) => place === 'Hacker News');
  const rule = card?.rules[0];
  return (
    <Card floating aria-label="Example of a found conversation">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Badge>AWAITING_REVIEW</Badge>
        <Badge icon={null}>Example</Badge>
      </div>
      <h4 className="mt-3 text-base">Ask: how do you keep one calendar for two homes?</h4>
      <p className="text-meta text-faint">{card?.place}</p>
      <p className="mt-3 font-medium">Why it matched</p>
      <p className="text-soft">It asks for a way to solve the problem that you described.</p>
      <div className="mt-3 rounded-s bg-muted px-3.5 py-3">
        <p className="font-medium">Suggested:</p>
        <p className="text-soft">
          A briefing for your eyes only: {card?.place} wants no generated text, so the reply is in your own
          words.
        </p>
      </div>
      {rule ? (
        <blockquote className="mt-3 border-l-2 border-line pl-3 text-soft">
          “{rule.text}”{' '}
          <a
            href={rule.source}
            rel="noreferrer"
            className="font-medium text-spark-ink underline underline-offset-2"
          >
            {new URL(rule.source).host}
          </a>
        </blockquote>
      ) : null}
      <p className="mt-4 border-t border-line pt-3 text-meta text-faint">
        The post is made up. The rule is the place’s own, read on {card?.readOn}.
      </p>
    </Card>
  );
}
