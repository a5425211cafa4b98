import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { planNames } from '#shared/rules/billing/plans.ts';
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
          People who answer see your idea. Copying the link opens the survey to anyone who has it; Make
          private closes it again, and then a stranger with the link reads its title alone. Whoever is signed
          in and has the link can read the results, the written answers included.
        </Row>
        <Row name="AI">
          If whoever runs this installation has connected a provider, your idea, your edits, your survey’s
          answers, and your product’s description with the public posts that were found for it are sent to it
          when it writes for you or ranks them. If not, no provider sees them, and each text says “Without a
          model”.
        </Row>
        <Row name="Campaigns">
          Your product’s description, the conversations that were found and your replies are stored here; only
          you can read them. The places that are searched get a few key phrases from your description, never
          your name. Of an account that you link we keep a session or a key, encrypted, and no password;
          unlinking deletes it at once. Tracked links set no cookie and keep no address of a visitor.
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
        <Row name="Support requests">
          Stored here with their messages and files, without the secrets that were recognised. Only you and
          the people who answer requests can read them.
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
        A person reads your support request and answers in its own thread, where you write back. How many
        requests you have, and how soon the first answer is due, depends on your plan:
      </p>
      <Rows>
        <Row name={planNames.free}>
          One support request every 30 days, basic troubleshooting, an answer within 48 hours.
        </Row>
        <Row name={planNames.pro}>
          10 support requests a calendar month, priority support, screen sharing sessions, an answer within 24
          hours.
        </Row>
        <Row name={planNames.developer}>
          Unlimited requests, a dedicated support rep, custom integrations, team training sessions, an answer
          within 4 hours.
        </Row>
      </Rows>
      <Rows>
        <Row name="The clock">
          Each request shows when its first answer is due. The clock stops with the first answer, and pauses
          while we wait for something that we asked you. Where support has working hours, only those count,
          and the form says so.
        </Row>
        <Row name="If we are late">The request says so, and you get one request back.</Row>
        <Row name="What you send">
          Text, and a few screenshots or logs. Keys, tokens and passwords that are recognised are masked in
          your browser and again before anything is stored; leave out what nobody should see.
        </Row>
        <Row name="Who reads it">
          You and the people who work on requests here. Where this installation sends mail, one tells you of
          an answer, and its link lets you reply without signing in.
        </Row>
      </Rows>
      <p>
        Nothing of it is a promise to build your product: a request is about what you are stuck on. If you are
        not sure whether it is one, ask on the <TextLink to="/ContactUs">contact page</TextLink>; that uses up
        none of your requests.
      </p>
      <p>
        <TextLink to="/#pricing">Compare the plans</TextLink>, or read{' '}
        <TextLink to="/what-your-plan-covers">what your plan covers</TextLink>.
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
