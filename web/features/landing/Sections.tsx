import { type ReactNode, useId } from 'react';
import { Link } from 'react-router';
import { storedCards } from '#shared/rules/outreach/places/rule-cards.data.ts';
import { slaHours } from '#shared/rules/support/request-limits.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Card } from '#web/ui/Card.tsx';
import { buttonClass } from '#web/ui/controls/button-class.ts';
import { pictures } from './pictures.data.ts';

/** The marketing sections (specification 1): each has one claim, one line and one picture. They have no controls. */
export function Sections() {
  return (
    <>
      <Section
        title="Get Social"
        claim="Ask people who have the problem."
        line="One link, a post in your words, and no account needed to answer."
        picture={
          <Picture
            name="survey"
            alt="A survey page on a phone: one question, and the answer chosen."
            caption="Example survey, made-up answers."
          />
        }
      >
        <p className="text-meta text-faint">
          Startup Social is not open yet. <TextLink to="/startup-social">Hear when it opens</TextLink>
        </p>
      </Section>
      <Section
        id="startup-growth"
        title="Growth"
        claim="Find your first 1,000 users."
        line="Public posts about your problem. No reply goes out unapproved, unless you switch that on."
        picture={<ExampleConversation />}
        isPictureFirst
      />
      <Section
        title="Idea and Development"
        claim="One sentence becomes a plan."
        line="Questions about what people did, then a build prompt that names their answers."
        picture={
          <Picture
            name="questions"
            alt="Questions of a plan: how often did this happen last month? Think of the last time. What happened?"
            caption="Example plan, written without AI."
          />
        }
      >
        <div id="dev-support" className="mt-5 scroll-mt-6 border-t border-line pt-5">
          <h3 className="text-base">Dev Support, when the code stops you</h3>
          <p className="mt-1 text-soft">
            A person answers within {slaHours('developer')}, {slaHours('pro')} or {slaHours('free')} hours, by
            plan.
          </p>
          <Link to="/?modal=jobForm&signIn=new" className={buttonClass({}, 'mt-4')}>
            Start a support request
          </Link>
        </div>
      </Section>
    </>
  );
}

type SectionProps = {
  id?: string;
  title: string;
  claim: string;
  line: string;
  picture: ReactNode;
  isPictureFirst?: boolean;
  children?: ReactNode;
};

function Section({ id, title, claim, line, picture, isPictureFirst = false, children }: SectionProps) {
  const heading = useId();
  return (
    <section id={id} aria-labelledby={heading} className="border-t border-line">
      <div className="mx-auto grid max-w-6xl items-center gap-x-16 gap-y-10 px-4 py-14 sm:px-6 md:grid-cols-2 lg:py-20">
        <div className={isPictureFirst ? 'md:order-2' : undefined}>
          <h2 id={heading} className="text-base font-medium text-spark-ink">
            {title}
          </h2>
          <p className="mt-3 max-w-[16ch] text-[2rem] leading-[1.1] font-semibold tracking-[-0.03em] text-balance sm:text-[2.75rem]">
            {claim}
          </p>
          <p className="mt-4 max-w-[34ch] text-lg leading-7 text-soft">{line}</p>
          <div className="mt-5">{children}</div>
        </div>
        {picture}
      </div>
    </section>
  );
}

function TextLink({ to, children }: { to: string; children: string }) {
  return (
    <Link
      to={to}
      className="rounded-s font-medium text-ink underline decoration-edge underline-offset-3 hover:decoration-current pointer-coarse:py-3"
    >
      {children}
    </Link>
  );
}

type PictureProps = {
  name: keyof typeof pictures;
  /** Description of the picture, for those who don't see it. */
  alt: string;
  /** Says that it is an example, and what of. */
  caption: string;
};

/** A part of a real screen, in the reader's theme. The other theme's file is never fetched: nothing shows it. */
function Picture({ name, alt, caption }: PictureProps) {
  const shown = { ...pictures[name], alt, loading: 'lazy', decoding: 'async' } as const;
  return (
    <figure style={{ maxWidth: pictures[name].width }} className="mx-auto w-full">
      <div className="overflow-hidden rounded-m bg-card shadow-float">
        <img
          {...shown}
          alt={alt}
          src={`/pictures/${name}-light.webp`}
          className="h-auto w-full dark:hidden"
        />
        <img
          {...shown}
          alt={alt}
          src={`/pictures/${name}-dark.webp`}
          className="hidden h-auto w-full dark:block"
        />
      </div>
      <figcaption className="mt-3 text-center text-meta text-faint">{caption}</figcaption>
    </figure>
  );
}

/** A found conversation as Launch shows it: the post is made up and says so, the rule is the place's own. */
function ExampleConversation() {
  const card = storedCards.find(({ place }) => place === 'Hacker News');
  const rule = card?.rules[0];
  return (
    <Card floating aria-label="Example of a found conversation">
      <div className="flex items-center justify-between gap-2">
        <span className="text-meta text-faint">{card?.place}</span>
        <Badge icon={null}>Example</Badge>
      </div>
      <h3 className="mt-3 text-base">Ask: how do you plan tomorrow’s baking?</h3>
      <p className="mt-1 text-soft">
        We <span className="marker-pen">throw away unsold bread</span> every evening.
      </p>
      {rule ? (
        <blockquote className="mt-4 border-l-2 border-line pl-3 text-soft">
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
        A made-up post, the place’s own rule.
      </p>
    </Card>
  );
}
