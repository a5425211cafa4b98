import type { ReactNode } from 'react';
import { Link } from 'react-router';
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
      <p>
        Yes, except for what you share yourself. What you type is kept in the database of this installation,
        without analytics or advertising, and nobody else’s account can open your plans. What you write into a
        support request, code included, is read by the people who work on it.
      </p>
      <p>
        Whoever runs this installation decides whether an AI provider is connected. If one is, your idea and
        your survey’s answers are sent to it when a text is written for you. If none is, no provider sees
        them, and every such text says “Written without a model”.
      </p>
      <p>
        A survey shows your one-sentence idea to the people who answer it. They have to be signed in, unless
        you switch on its public link. Whoever is signed in and has the link can read its results, the written
        answers included.
      </p>
    </Question>
  );
}

function DevelopmentHelp() {
  return (
    <Question title="What development help can I expect?">
      <p>
        You describe what is stuck, and a developer works on it with you. How much help there is, and how soon
        the answer comes, depends on your plan:
      </p>
      <ul className="grid gap-2 border-b border-line pb-2">
        <Help plan="Free Trial">
          One support request a month, basic troubleshooting, an answer within 48 hours.
        </Help>
        <Help plan="Pro Plan">
          10 support requests a month, priority support, screen sharing sessions, an answer within 24 hours.
        </Help>
        <Help plan="Developer Plan">
          Unlimited requests, a dedicated support rep, custom integrations, team training sessions, an answer
          within 4 hours.
        </Help>
      </ul>
      <p>
        <Link to="/#pricing" className="rounded-s font-medium text-spark-ink underline underline-offset-3">
          Compare the plans
        </Link>
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

function Help({ plan, children }: { plan: string; children: ReactNode }) {
  return (
    <li className="grid gap-x-4 border-t border-line pt-2 sm:grid-cols-[9rem_1fr]">
      <strong className="text-ink">{plan}</strong>
      <span>{children}</span>
    </li>
  );
}
