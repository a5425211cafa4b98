import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { planNames } from '#shared/rules/billing/plans.ts';
import { storedDays } from '#shared/rules/stored-days.ts';
import { useConfig } from '#web/api/config.ts';
import { Card } from '#web/ui/Card.tsx';
import { useTitle } from '#web/ui/use-title.ts';

export function FaqPage() {
  useTitle('Questions and answers');
  return (
    <div className="page-edge max-w-3xl px-4 py-10 sm:px-6 sm:py-14">
      <h1 className="text-title">Questions and answers</h1>
      <div className="mt-6 grid gap-5">
        <Privacy />
        <DevelopmentHelp />
      </div>
    </div>
  );
}

function Privacy() {
  const { data: config } = useConfig();
  return (
    <Question title="Are my ideas and my code private?">
      <p>Yes, except for what you share. There are no ads and no analytics here.</p>
      <Rows>
        <Row name="Ideas and plans">
          Only you can read your sessions, plans and build prompts. A survey’s questions and answers are
          stored here.
        </Row>
        <Row name="Surveys">
          People who answer see whom you ask and what goes wrong, not your sentence or your idea for it.
          Copying the link lets anyone who has it answer; Make private ends that. Anyone signed in who has the
          link can read the results, unless you keep them. An address that somebody leaves is yours alone.
        </Row>
        {config ? (
          <Row name="AI">
            {config.ai === 'embedded'
              ? 'None is connected here: no AI company sees your texts.'
              : 'When AI writes or ranks for you, its provider gets your idea, edits, answers and product description, and the posts found.'}
          </Row>
        ) : null}
        <Row name="Campaigns">
          Only you can read your conversations and replies. The places we search get key phrases, never your
          name. Of a linked account we keep an encrypted key, no password. Tracked links set no cookie.
        </Row>
        {config ? (
          <Row name="Account">
            {config.identity === 'embedded'
              ? 'Your password is stored hashed.'
              : 'Google keeps your password, and gives us your name, email and account number.'}
          </Row>
        ) : null}
        <Row name="Support requests">
          Only you and the people who answer can read them. Keys and passwords that we recognise are masked
          before anything is stored. Mails in full are deleted after {storedDays} days, the list of changes{' '}
          {storedDays} days after the request is resolved.
        </Row>
        <Row name="Messages to us">
          Stored here for {storedDays} days and mailed to our support address, to answer you. Startup Social’s
          list is for one mail.
        </Row>
        {config?.outboxUrl ? (
          <Row name="Mails to you">
            Kept in this site’s outbox and deleted after {storedDays} days, or with your account.
          </Row>
        ) : null}
        <Row name="Deletion">
          <TextLink to="/settings">Settings</TextLink> gives you everything as a download, and deletes your
          account; you have seven days to undo it.
        </Row>
      </Rows>
    </Question>
  );
}

function DevelopmentHelp() {
  return (
    <Question title="What development help can I expect?">
      <p>A person reads your support request and answers in its own thread.</p>
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
        <Row name="If we are late">You get one request back.</Row>
        <Row name="What you send">Text, screenshots, logs. Leave out what nobody should see.</Row>
      </Rows>
      <p>
        A request is about what you are stuck on; we don’t build your product for you. Not sure? Ask on the{' '}
        <TextLink to="/ContactUs">contact page</TextLink>; it costs no request.
      </p>
      <p>
        <TextLink to="/what-your-plan-covers">What your plan covers</TextLink>
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
