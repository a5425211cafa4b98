import { CircleCheck } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { resultsPath } from '#shared/rules/survey-path.ts';
import { buttonClass } from '#web/ui/button-class.ts';
import { Notice } from './Notice.tsx';
import { isSignedIn } from './visitor.ts';

export function ThankYou({ surveyId, text }: { surveyId: string; text: string }) {
  const [signedIn, setSignedIn] = useState(false);
  const title = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    title.current?.focus();
    // Nobody can tell: the way home is right for everybody.
    isSignedIn().then(setSignedIn, () => setSignedIn(false));
  }, []);

  return (
    <Notice
      icon={CircleCheck}
      title="Thank You!"
      titleRef={title}
      text={`${text}${signedIn ? '' : ' The results can be seen with an account.'}`}
    >
      <a href={resultsPath(surveyId)} className={buttonClass({ variant: 'primary' })}>
        View Survey Results
      </a>
      <a href={signedIn ? '/startup-spark-suite/dashboard' : '/'} className={buttonClass()}>
        {signedIn ? 'Return to Dashboard' : 'Return to Home'}
      </a>
    </Notice>
  );
}
