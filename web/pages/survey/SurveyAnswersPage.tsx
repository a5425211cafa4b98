import { LogIn } from 'lucide-react';
import { useEffect } from 'react';
import { useParams } from 'react-router';
import { message } from '#shared/messages/catalogue.ts';
import { AllAnswers, AnswersSkeleton } from '#web/features/analyses/answers/AllAnswers.tsx';
import { useSession } from '#web/identity/session.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { showToast } from '#web/ui/overlays/toast.ts';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { useTitle } from '#web/ui/use-title.ts';

/** Every single answer of a survey, for its owner. */
export function SurveyAnswersPage() {
  const { slug = '' } = useParams();
  const { status, openSignIn } = useSession();
  useTitle('All answers');
  useEffect(() => {
    if (status === 'signed-out') showToast(message('page_needs_login'));
  }, [status]);
  return (
    <div className="mx-auto max-w-6xl px-4 py-5 sm:px-6">
      {status === 'loading' ? <AnswersSkeleton /> : null}
      {status === 'signed-in' ? <AllAnswers key={slug} surveyId={slug} /> : null}
      {status === 'signed-out' ? (
        <>
          <h1 className="mb-5 text-title">All answers</h1>
          <EmptyState
            icon={LogIn}
            title={message('page_needs_login').text}
            action={<Button onClick={() => openSignIn('sign-in')}>Sign In</Button>}
          >
            The answers appear here as soon as you are.
          </EmptyState>
        </>
      ) : null}
    </div>
  );
}
