import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { planNames } from '#shared/rules/prices.ts';
import { Card } from '#web/ui/Card.tsx';
import { useTitle } from '#web/ui/use-title.ts';

export function FaqPage() {
  useTitle('Questions and answers');
  return (
    <div className="mx-auto max-w-3xl px-4 py-10 sm:px-6 sm:py-14">
      <h1 className="text-title">Questions and answers</h1>
      <div className="mt-6 grid gap-5">
        <Privacy />
        <DevelopmentHelp />
      </div>
    </div>
  );
}

function Privacy() {
  return (
    <Question title="Are my ideas and my code private?">
      <p>Yes, except for what you share yourself. There is no advertising and no analytics here.</p>
      <Rows>
        <Row name="Ideas and plans">
          Ideation sessions and build prompts are stored here, so that you can go on with them on another
          device; only you can read them. A validation plan and its post stay in your browser. Its survey is
          stored here: the idea, the communities, the questions and the answers.
        </Row>
        <Row name="Surveys">
          People who answer see your idea. They have to be signed in, unless you switch on the survey’s public
          link. Whoever is signed in and has the link can read the results, the written answers included.
        </Row>
        <Row name="AI">
          If whoever runs this installation has connected a provider, your idea, your edits and your survey’s
          answers are sent to it when it writes for you. If not, no provider sees them, and each text says
          “Without a model”.
        </Row>
        <Row name="Account">
          Kept here, with a hashed password. An installation can use Google’s Firebase instead: then Google
          keeps the password and tells us your name, your e-mail and an account number.
        </Row>
        <Row name="Messages to us">
          What you send from the contact page or to book a demo, code included, is stored here and mailed to
          our support address. Startup Social’s list holds your address, and which account is yours if you are
          signed in, for that purpose alone.
        </Row>
        <Row name="Deletion">
          Ask on the <TextLink to="/ContactUs">contact page</TextLink>.
        </Row>
      </Rows>
    </Question>
  );
}

function DevelopmentHelp() {
  return (
    <Question title="What development help can I expect?">
      <p>
        Once support requests are open, a developer who works with you on what is stuck. How much, and how
        soon you get an answer, depends on your plan:
      </p>
      <Rows>
        <Row name={planNames.free}>
          One support request a month, basic troubleshooting, an answer within 48 hours.
        </Row>
        <Row name={planNames.pro}>
          10 support requests a month, priority support, screen sharing sessions, an answer within 24 hours.
        </Row>
        <Row name={planNames.developer}>
          Unlimited requests, a dedicated support rep, custom integrations, team training sessions, an answer
          within 4 hours.
        </Row>
      </Rows>
      <p>
        The form for support requests is not open on this installation yet. Until it is, describe what is
        stuck on the <TextLink to="/ContactUs">contact page</TextLink>; that uses up none of your requests.
      </p>
      <p>
        <TextLink to="/#pricing">Compare the plans</TextLink>
      </p>
    </Question>
  );
}

function Question({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card className="sm:p-6">
      <h2 className="text-lg leading-6">{title}</h2>
      <div className="mt-3 grid gap-3 text-base text-soft">{children}</div>
    </Card>
  );
}

function Rows({ children }: { children: ReactNode }) {
  return <ul className="grid gap-2.5 border-b border-line pb-2.5">{children}</ul>;
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <li className="grid gap-x-4 border-t border-line pt-2.5 sm:grid-cols-[9rem_1fr]">
      <strong className="text-ink">{name}</strong>
      <span>{children}</span>
    </li>
  );
}

function TextLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className="rounded-s font-medium text-spark-ink underline underline-offset-3">
      {children}
    </Link>
  );
}
