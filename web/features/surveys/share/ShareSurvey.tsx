import { QrCode } from 'lucide-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { message } from '#shared/messages/catalogue.ts';
import { surveyPath } from '#shared/rules/survey-path.ts';
import { Button } from '#web/ui/Button.tsx';
import { buttonClass } from '#web/ui/button-class.ts';
import { CopyButton } from '#web/ui/CopyButton.tsx';
import { Field } from '#web/ui/Field.tsx';
import { Loading, Skeleton } from '#web/ui/Skeleton.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';
import { showToast } from '#web/ui/toast.ts';
import { PublicLinkSwitch } from './PublicLinkSwitch.tsx';

const QrImage = lazy(() => import('./QrImage.tsx').then((m) => ({ default: m.QrImage })));

type ShareSurveyProps = { surveyId: string; url: string };

/** A stored survey's link, who may answer it, and the ways to pass it on. */
export function ShareSurvey({ surveyId, url }: ShareSurveyProps) {
  const link = useRef<HTMLInputElement>(null);
  const [showsQr, setShowsQr] = useState(false);
  return (
    <div className="grid gap-3">
      <Field label="Survey link">
        <TextInput ref={link} readOnly value={url} onFocus={(event) => event.target.select()} />
      </Field>
      <div className="flex flex-wrap gap-2">
        <CopyButton text={url} source={link} onCopied={() => showToast(message('link_copied'))}>
          Copy link
        </CopyButton>
        <Button
          aria-expanded={showsQr}
          icon={<QrCode size={16} aria-hidden="true" />}
          onClick={() => setShowsQr(!showsQr)}
        >
          QR code
        </Button>
      </div>
      {showsQr ? (
        <Suspense fallback={<QrSkeleton />}>
          <QrImage url={url} name={surveyId} />
        </Suspense>
      ) : null}
      <PublicLinkSwitch surveyId={surveyId} />
      <div className="-mt-1 -ml-3.5 flex flex-wrap gap-x-1">
        <NewTab href={surveyPath(surveyId)}>Open survey</NewTab>
        <NewTab href={`${surveyPath(surveyId)}/results`}>View results</NewTab>
      </div>
    </div>
  );
}

function NewTab({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} target="_blank" rel="noopener" className={buttonClass({ variant: 'quiet' })}>
      {children}
      <span className="sr-only">(opens in a new tab)</span>
    </a>
  );
}

function QrSkeleton() {
  return (
    <Loading label="Drawing the QR code">
      <Skeleton className="size-44 rounded-s" />
    </Loading>
  );
}
