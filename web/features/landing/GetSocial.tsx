import { storedCards } from '#shared/rules/outreach/places/rule-cards.data.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Card } from '#web/ui/Card.tsx';
import { TextLink } from './Closing.tsx';
import {
  FeaturePair,
  FeatureText,
  MarketingSection,
  NotOpenYet,
  Paragraph,
  Picture,
  Planned,
} from './MarketingSection.tsx';

export function GetSocial() {
  return (
    <MarketingSection
      title="Get Social"
      lead="Friends are kind. Ask the people who have the problem, in the places where they already talk about it."
    >
      <FeaturePair
        pictures="right"
        first={{
          title: 'A post in your words, and a link that works on paper too',
          picture: (
            <Picture
              name="share"
              alt="Share the Survey: the survey’s link, Copy link, a QR code, and the switch ‘Anyone with the link can answer’, which is on."
              caption="Example survey. Its address leads nowhere."
            />
          ),
          children: (
            <>
              <Paragraph>
                The plan names communities to ask in and writes a post that asks what people did, not for
                their praise. You edit it, you copy it, you post it.
              </Paragraph>
              <Paragraph>
                The link and its QR code lead to the survey. One switch lets anyone with the link answer
                without an account.
              </Paragraph>
            </>
          ),
        }}
        second={{
          title: 'A survey made for the phone in somebody’s hand',
          picture: (
            <Picture
              name="survey"
              alt="A survey page on a phone: a question how often it happened, answered ‘About every week’, a written answer about the last time, and a question with boxes to tick."
              caption="Example survey, made-up answers."
            />
          ),
          children: (
            <>
              <Paragraph>
                People choose, tick and write. What they have typed stays in their browser until it is sent,
                also when the connection is gone, and sending it twice counts once.
              </Paragraph>
              <Paragraph>
                Answers are shown by number, without names. The page says who can read them before anybody
                sends one.
              </Paragraph>
            </>
          ),
        }}
      />
      <div className="grid items-center gap-x-16 gap-y-8 md:grid-cols-2">
        <FeatureText title="Conversations that are going on now">
          <Paragraph>
            Launch asks public forums for posts of the last 14 days, ranks them by what you wrote about your
            product, and says of each why it matched. You approve or reject every suggested reply.
          </Paragraph>
          <Paragraph>
            Each place’s rules stand beside it, with their source and the day on which we read them. Where
            generated text is not welcome you get a briefing and write the reply yourself.
          </Paragraph>
        </FeatureText>
        <ExampleConversation />
      </div>
      <NotOpenYet>
        <Planned name="Startup Social">
          Momentum Circles, Capital Points and a Daily Challenge.{' '}
          <TextLink to="/startup-social">Hear when it opens</TextLink>
        </Planned>
      </NotOpenYet>
    </MarketingSection>
  );
}

/** A found conversation as Launch shows it: the post is made up and says so, the rule is the place's own. */
function ExampleConversation() {
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
