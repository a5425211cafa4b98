import { Globe, Link2, Lock, QrCode } from 'lucide-react';
import { lazy, type ReactNode, type RefObject, Suspense, useEffect, useRef, useState } from 'react';
import { message } from '#shared/messages/catalogue.ts';
import { surveyPath } from '#shared/rules/surveys/survey-path.ts';
import { qualityThresholds } from '#shared/rules/verdict/rule.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { buttonClass } from '#web/ui/controls/button-class.ts';
import { CopyButton, type CopyButtonProps } from '#web/ui/controls/CopyButton.tsx';
import { IconButton } from '#web/ui/controls/IconButton.tsx';
import { TextInput } from '#web/ui/controls/TextInput.tsx';
import { scrollBehavior } from '#web/ui/motion.ts';
import { showToast } from '#web/ui/overlays/toast.ts';
import { Loading, Skeleton } from '#web/ui/states/Skeleton.tsx';
import { EmbedSurvey } from './EmbedSurvey.tsx';
import { type Sharing, useSharing } from './use-sharing.ts';

const QrImage = lazy(() => import('./QrImage.tsx').then((m) => ({ default: m.QrImage })));

type SharedSurvey = {
  surveyId: string;
  url: string;
  /** The post for communities, which holds the link. */
  post?: string;
};

type ShareSurveyProps = SharedSurvey & {
  /** Over the link, as the largest words in the bar. */
  title?: string;
  /** False while the server does not have the survey: then there is nothing to share yet. */
  isStored?: boolean;
};

/** The bar by which a survey is passed on: its link, its post, its code, and the other ways below. */
export function ShareSurvey({ title, isStored = true, ...survey }: ShareSurveyProps) {
  const { surveyId, url, post } = survey;
  const sharing = useSharing(surveyId, isStored);
  const link = useRef<HTMLInputElement>(null);
  const [shown, setShown] = useState<'code' | 'ways' | null>(null);

  function toggle(part: 'code' | 'ways') {
    setShown(shown === part ? null : part);
  }

  return (
    <>
      <section
        aria-label="Share"
        className="sticky top-0 z-10 -mx-5 flex flex-wrap items-center gap-2 border-y border-line bg-[color-mix(in_oklch,var(--raised),var(--ink)_4%)] px-5 py-3 max-sm:has-[strong]:-top-13 sm:-mx-6 sm:px-6"
      >
        {title === undefined ? null : (
          <strong
            dir="auto"
            className="w-full truncate text-[1.875rem] leading-9 font-semibold tracking-[-0.035em] sm:mr-2 sm:w-auto sm:max-w-60"
          >
            {title}
          </strong>
        )}
        <SurveyLink field={link} url={url} sharing={sharing} />
        <CopyLink url={url} source={link} sharing={sharing} iconOnly="phone" />
        {post === undefined ? null : (
          <CopyPost post={post} source={link} sharing={sharing} iconOnly="phone" />
        )}
        <IconButton
          aria-label="QR code"
          aria-expanded={shown === 'code'}
          disabled={!isStored}
          onClick={() => toggle('code')}
          className="bg-lifted inset-ring inset-ring-line"
        >
          <QrCode size={16} aria-hidden="true" />
        </IconButton>
        <Button
          variant="primary"
          aria-expanded={shown === 'ways'}
          disabled={!isStored}
          onClick={() => toggle('ways')}
          className="max-sm:w-full"
        >
          Share survey
        </Button>
      </section>
      {shown === 'code' ? (
        <Panel>
          <SurveyCode surveyId={surveyId} url={url} sharing={sharing} />
        </Panel>
      ) : null}
      {shown === 'ways' ? (
        <Panel>
          <OtherWays {...survey} sharing={sharing} />
        </Panel>
      ) : null}
    </>
  );
}

/** Comes into sight where the page was scrolled on under the bar. */
function Panel({ children }: { children: ReactNode }) {
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    panel.current?.scrollIntoView({ block: 'nearest', behavior: scrollBehavior() });
  }, []);
  return (
    <div ref={panel} className="grid scroll-mt-20 gap-3 border-b border-line py-4 max-sm:scroll-mt-40">
      {children}
    </div>
  );
}

type SurveyLinkProps = { url: string; sharing: Sharing; field: RefObject<HTMLInputElement | null> };

/** The address of a survey, and who may answer there. */
export function SurveyLink({ url, sharing: { isStored, isPublic }, field }: SurveyLinkProps) {
  const { icon: Icon, text } = !isStored
    ? { icon: Lock, text: 'Not saved' }
    : isPublic === undefined
      ? { icon: Link2, text: null }
      : isPublic
        ? { icon: Globe, text: 'Public' }
        : { icon: Lock, text: 'Private' };
  return (
    <span className="relative min-w-0 flex-[1_1_9rem]">
      <TextInput
        ref={field}
        readOnly
        aria-label="Survey link"
        value={url}
        className="truncate pr-19 pl-9 text-soft"
        onFocus={(event) => event.target.select()}
      />
      <Icon
        size={14}
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-faint"
      />
      <span
        role="status"
        className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 text-meta text-faint"
      >
        {text}
      </span>
    </span>
  );
}

type CopyProps = {
  sharing: Sharing;
  /** Holds the text, for browsers that refuse to copy. */
  source: RefObject<HTMLElement | null>;
  iconOnly?: 'always' | 'phone';
  look?: Pick<CopyButtonProps, 'variant' | 'size'>;
};

/** Copies the link and opens the survey to anybody who has it. */
export function CopyLink({ url, sharing, look, children = 'Copy link', ...button }: CopyLinkProps) {
  return (
    <CopyButton
      {...button}
      {...look}
      text={url}
      icon={Link2}
      disabled={!sharing.isStored}
      onCopied={() => sharing.share(message('link_copied'))}
      onSelected={() => sharing.share(message('survey_shared'))}
    >
      {children}
    </CopyButton>
  );
}

type CopyLinkProps = CopyProps & { url: string; children?: ReactNode };

/** Copies the post, then opens the survey that it leads to, where it is stored. */
export function CopyPost({ post, sharing, look, children = 'Copy post', ...button }: CopyPostProps) {
  const { isStored, isPublic, share } = sharing;

  function copied() {
    showToast(message('summary_copied'));
    if (!isStored || isPublic) return;
    share(message('summary_published'), {
      undoLabel: 'Make private',
      failed: message('summary_unpublished'),
    });
  }

  return (
    <CopyButton
      {...button}
      {...look}
      text={post}
      onCopied={copied}
      onSelected={() => isStored && share(message('survey_shared'))}
    >
      {children}
    </CopyButton>
  );
}

type CopyPostProps = CopyProps & { post: string; children?: ReactNode };

/** The survey's link as a picture for people in the same room. */
export function SurveyCode({ surveyId, url, sharing }: SharedSurvey & { sharing: Sharing }) {
  const { isPublic } = sharing;
  return (
    <Suspense fallback={<CodeSkeleton />}>
      <QrImage url={url} name={surveyId} />
      {isPublic === undefined ? null : (
        <p className="text-meta text-faint">
          {isPublic
            ? `After ${qualityThresholds.burstSubmissions} answers from one network, you count the rest.`
            : 'Private: people sign in first.'}
        </p>
      )}
      <AccessButtons sharing={sharing} />
    </Suspense>
  );
}

function CodeSkeleton() {
  return (
    <Loading label="Drawing the QR code">
      <Skeleton className="size-44 rounded-s" />
    </Loading>
  );
}

/** Opens the survey or closes it; both while it is unknown which it is. */
function AccessButtons({ sharing: { isPublic, set } }: { sharing: Sharing }) {
  return (
    <>
      <Button variant={isPublic === false ? 'primary' : 'secondary'} onClick={() => set(!isPublic)}>
        {isPublic ? 'Make private' : 'Make public'}
      </Button>
      {isPublic === undefined ? <Button onClick={() => set(false)}>Make private</Button> : null}
    </>
  );
}

/** An app of the device, a site of the founder's, the results, and the way back. */
function OtherWays({ surveyId, url, post, sharing }: SharedSurvey & { sharing: Sharing }) {
  const { isPublic } = sharing;
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        {isPublic === undefined ? null : (
          <p>{isPublic ? 'Anyone with the link can answer.' : 'People sign in to answer.'}</p>
        )}
        <AccessButtons sharing={sharing} />
        {'share' in navigator ? (
          <Button onClick={() => sendToApp({ text: post?.replace(url, '').trim(), url })}>
            Send with an app
          </Button>
        ) : null}
        <a
          href={`${surveyPath(surveyId)}/results`}
          target="_blank"
          rel="noopener"
          className={buttonClass({ variant: 'quiet' })}
        >
          View results
          <span className="sr-only">(opens in a new tab)</span>
        </a>
      </div>
      <EmbedSurvey surveyId={surveyId} url={url} />
    </>
  );
}

/** Leaving the device's own list without a choice is no failure. */
function sendToApp(data: ShareData): void {
  navigator.share(data).catch(() => {});
}
