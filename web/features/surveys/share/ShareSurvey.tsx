import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { CodeXml, QrCode } from 'lucide-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { type Survey, setSurveyAccess } from '#shared/contracts/surveys.ts';
import { message } from '#shared/messages/catalogue.ts';
import { surveyPath } from '#shared/rules/surveys/survey-path.ts';
import { qualityThresholds } from '#shared/rules/verdict/rule.ts';
import { call } from '#web/api/call.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { buttonClass } from '#web/ui/controls/button-class.ts';
import { CopyButton } from '#web/ui/controls/CopyButton.tsx';
import { Field } from '#web/ui/controls/Field.tsx';
import { Switch } from '#web/ui/controls/Switch.tsx';
import { TextInput } from '#web/ui/controls/TextInput.tsx';
import { showToast } from '#web/ui/overlays/toast.ts';
import { ErrorState } from '#web/ui/states/ErrorState.tsx';
import { Loading, Skeleton } from '#web/ui/states/Skeleton.tsx';
import { EmbedSurvey } from './EmbedSurvey.tsx';
import { surveyQuery } from './survey-query.ts';

const QrImage = lazy(() => import('./QrImage.tsx').then((m) => ({ default: m.QrImage })));

type ShareSurveyProps = {
  surveyId: string;
  url: string;
  /** On the results page passing the link on is the one thing to do. */
  atResults?: true;
};

/** A stored survey's link, who may answer it, and the ways to pass it on. */
export function ShareSurvey({ surveyId, url, atResults }: ShareSurveyProps) {
  const link = useRef<HTMLInputElement>(null);
  const [showsQr, setShowsQr] = useState(Boolean(atResults));
  const [showsEmbed, setShowsEmbed] = useState(false);
  return (
    <div className="grid gap-3">
      <Field label="Survey link">
        <TextInput ref={link} readOnly value={url} onFocus={(event) => event.target.select()} />
      </Field>
      <div className="flex flex-wrap gap-2">
        <CopyButton
          text={url}
          source={link}
          variant={atResults && 'primary'}
          onCopied={() => showToast(message('link_copied'))}
        >
          Copy link
        </CopyButton>
        <Button
          aria-expanded={showsQr}
          icon={<QrCode size={16} aria-hidden="true" />}
          onClick={() => setShowsQr(!showsQr)}
        >
          QR code
        </Button>
        <Button
          aria-expanded={showsEmbed}
          icon={<CodeXml size={16} aria-hidden="true" />}
          onClick={() => setShowsEmbed(!showsEmbed)}
        >
          Embed
        </Button>
      </div>
      {showsQr ? (
        <Suspense fallback={<QrSkeleton />}>
          <QrImage url={url} name={surveyId} />
          <p className="text-meta text-soft">
            In one room? After {qualityThresholds.burstSubmissions} answers from one network, the rest waits
            for you to count it.
          </p>
        </Suspense>
      ) : null}
      {showsEmbed ? <EmbedSurvey surveyId={surveyId} url={url} /> : null}
      <PublicLinkSwitch surveyId={surveyId} />
      <div className="-mt-1 -ml-3.5 flex flex-wrap gap-x-1">
        <NewTab href={surveyPath(surveyId)}>Open survey</NewTab>
        {atResults ? null : <NewTab href={`${surveyPath(surveyId)}/results`}>View results</NewTab>}
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

/**
 * Lets strangers answer (design 7.6). The switch moves at once and goes back when the server refuses.
 * Its text changes when the server has answered.
 */
function PublicLinkSwitch({ surveyId }: { surveyId: string }) {
  const { data, isPending, error, refetch } = useQuery(surveyQuery(surveyId));
  const access = usePublicLink(surveyId);
  if (isPending)
    return (
      <Loading label="Loading who may answer">
        <Skeleton className="h-5 w-64 max-w-full" />
      </Loading>
    );
  if (!data)
    return (
      <ErrorState title="Who may answer could not be read." onRetry={() => refetch()}>
        {error?.message} The survey itself is safe.
      </ErrorState>
    );
  return (
    <Switch
      label="Anyone with the link can answer"
      help={
        access.isPending
          ? 'Saving…'
          : data.publicLink
            ? 'People answer without an account.'
            : 'Off: people have to sign in before they can answer. Switch it on before you post the link to strangers.'
      }
      checked={data.publicLink}
      onChange={(event) => access.mutate(event.target.checked)}
    />
  );
}

function usePublicLink(surveyId: string) {
  const client = useQueryClient();
  const { queryKey } = surveyQuery(surveyId);
  const show = (publicLink: boolean) =>
    client.setQueryData<Survey>(queryKey, (survey) => survey && { ...survey, publicLink });
  return useMutation({
    scope: { id: `access ${surveyId}` },
    networkMode: 'always',
    mutationFn: (publicLink: boolean) =>
      call(setSurveyAccess, { params: { surveyId }, body: { publicLink } }),
    onMutate: async (publicLink) => {
      await client.cancelQueries({ queryKey });
      show(publicLink);
    },
    onSuccess: (survey) => client.setQueryData(queryKey, survey),
    onError: (_error, publicLink) => {
      show(!publicLink);
      showToast(message('access_failed'));
    },
  });
}
