import { clsx } from 'clsx';
import { ExternalLink } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useId, useRef } from 'react';
import type { SocialGroup } from '#shared/contracts/surveys/validation.ts';
import { isQuestionSite } from '#shared/rules/plans/question-sites.ts';
import { qualityThresholds } from '#shared/rules/verdict/rule.ts';
import { Switch } from '#web/ui/controls/Switch.tsx';
import { Dialog } from '#web/ui/overlays/Dialog.tsx';
import { Fold } from '#web/ui/overlays/Fold.tsx';
import { notFetched } from '#web/ui/states/NotFetched.tsx';
import { Loading, Skeleton } from '#web/ui/states/Skeleton.tsx';
import { CopyLink, CopyPost } from './copy-to-share.tsx';
import { EmbedSurvey } from './EmbedSurvey.tsx';
import { SurveyLink } from './SurveyLink.tsx';
import { type Sharing, useSharing, useSurveySettings } from './use-sharing.ts';

const QrImage = lazy(() => import('./QrImage.tsx').then((m) => ({ default: m.QrImage }), notFetched));

type ShareDialogProps = {
  surveyId: string;
  url: string;
  /** Names the survey beside the title. */
  name: string;
  /** The post for communities, which holds the link; null while it is not known. */
  post: string | null;
  communities: SocialGroup[];
  onClose: () => void;
};

/** Every way in which a stored survey is passed on, and who sees its results. */
export function ShareDialog({ surveyId, url, name, post, communities, onClose }: ShareDialogProps) {
  const sharing = useSharing(surveyId);
  const link = useRef<HTMLSpanElement>(null);
  const places = communities.filter((community) => !isQuestionSite(community));
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="l"
      title={
        <span className="flex flex-wrap items-baseline gap-x-2">
          <span className="text-[1.375rem] leading-7 tracking-[-0.025em]">Share survey</span>
          <bdi className="line-clamp-1 min-w-0 text-meta font-normal text-faint">{name}</bdi>
        </span>
      }
    >
      <div className="grid grid-cols-1 gap-5">
        <div className="grid gap-1.5">
          <div className="flex gap-2 max-sm:flex-col">
            <SurveyLink
              url={url}
              sharing={sharing}
              source={link}
              className="min-h-12 grow gap-3 rounded-m bg-card px-4 py-2 text-base inset-ring inset-ring-line sm:text-[1.0625rem]"
            />
            <CopyLink
              url={url}
              sharing={sharing}
              source={link}
              look={{ variant: 'primary', size: 'l', className: 'grid sm:*:h-12!' }}
            />
          </div>
          <Access sharing={sharing} />
        </div>
        <div className="grid gap-x-8 gap-y-5 sm:grid-cols-[minmax(0,17rem)_minmax(0,1fr)]">
          <Code surveyId={surveyId} url={url} />
          <Post post={post} url={url} sharing={sharing} />
        </div>
        {places.length > 0 ? <Communities communities={places} url={url} sharing={sharing} /> : null}
        <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-4 border-t border-line pt-4">
          <Fold title="Put it on your site" className="max-sm:order-last sm:min-h-10 sm:pt-2 open:basis-full">
            <EmbedSurvey surveyId={surveyId} url={url} />
          </Fold>
          <WhoSeesResults surveyId={surveyId} />
        </div>
      </div>
    </Dialog>
  );
}

/** Opens the survey or closes it; nothing while it is unknown which it is. */
function Access({ sharing: { isPublic, set } }: { sharing: Sharing }) {
  if (isPublic === undefined) return null;
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-meta text-faint">
      <span>{isPublic ? 'Anyone with the link can answer.' : 'Private: people sign in first.'}</span>
      <button
        type="button"
        onClick={() => set(!isPublic)}
        className="rounded-s text-soft underline underline-offset-4 hover:text-ink pointer-coarse:py-3"
      >
        {isPublic ? 'Make private' : 'Make public'}
      </button>
    </p>
  );
}

type PartProps = { url: string; sharing: Sharing };

type PartSectionProps = {
  title: string;
  note?: string;
  action?: ReactNode;
  children: ReactNode;
  className?: string;
};

function Part({ title, note, action, children, className }: PartSectionProps) {
  return (
    <section className={clsx('grid min-w-0 content-start gap-3', className)}>
      <div className="flex min-h-8 flex-wrap items-center gap-x-2.5">
        <h3 className="text-[0.9375rem] leading-5">{title}</h3>
        {note ? <span className="text-meta text-faint">{note}</span> : null}
        {action ? <span className="-mr-3.5 ml-auto">{action}</span> : null}
      </div>
      {children}
    </section>
  );
}

/** For people in the same room. */
function Code({ surveyId, url }: { surveyId: string; url: string }) {
  const { settings, change } = useSurveySettings(surveyId);
  const isShared = settings?.sharedDevice === true;
  return (
    <Part title="Show the code" className="max-sm:order-last">
      <Suspense fallback={<CodeSkeleton />}>
        <QrImage url={url} name={surveyId}>
          <p className="text-meta text-faint">
            {isShared
              ? 'Each answer counts, from any device here.'
              : `After ${qualityThresholds.burstSubmissions} answers from one Wi-Fi, the rest wait for your OK.`}
          </p>
        </QrImage>
      </Suspense>
      <Switch
        label={<span className="font-normal text-soft">One device, many people</span>}
        checked={isShared}
        disabled={settings === undefined}
        onChange={(event) => change({ sharedDevice: event.currentTarget.checked })}
      />
    </Part>
  );
}

function CodeSkeleton() {
  return (
    <Loading label="Drawing the QR code">
      <Skeleton className="size-31 rounded-m" />
    </Loading>
  );
}

function Post({ post, url, sharing }: PartProps & { post: string | null }) {
  const text = useRef<HTMLParagraphElement>(null);
  return (
    <Part
      title="Post it"
      action={
        post === null ? null : (
          <CopyPost post={post} source={text} sharing={sharing} look={{ variant: 'quiet' }} />
        )
      }
    >
      {post === null ? (
        <Skeleton className="h-31 w-full rounded-s" />
      ) : (
        <p
          ref={text}
          dir="auto"
          className="max-h-64 min-h-31 overflow-y-auto rounded-s px-3 py-2 wrap-anywhere whitespace-pre-line inset-ring inset-ring-line"
        >
          <LinkInText text={post} url={url} />
        </p>
      )}
    </Part>
  );
}

/** Makes the survey's link stand out, so that it is seen to be in the post. */
function LinkInText({ text, url }: { text: string; url: string }) {
  const at = text.indexOf(url);
  if (at < 0) return <span>{text}</span>;
  return (
    <>
      <span>{text.slice(0, at)}</span>
      <span className="text-spark-ink">{url}</span>
      <span>{text.slice(at + url.length)}</span>
    </>
  );
}

function Communities({ communities, ...part }: PartProps & { communities: SocialGroup[] }) {
  return (
    <Part title="Communities" note="Own links show where answers come from.">
      <ul className="divide-y divide-line">
        {communities.map((community) => (
          <Community key={`${community.name} ${community.url}`} community={community} {...part} />
        ))}
      </ul>
    </Part>
  );
}

function Community({ community, url, sharing }: PartProps & { community: SocialGroup }) {
  const { type, name, url: address } = community;
  const link = useRef<HTMLSpanElement>(null);
  const own = `${url}?from=${encodeURIComponent(name)}`;
  // Ours say in brackets how the place wants to be used.
  const [kind = type, rule] = type.split(/ \((.*)\)$/);
  return (
    <li className="flex min-h-10 items-center gap-x-3 pointer-coarse:min-h-11">
      <span className="w-19 shrink-0 text-meta text-faint max-sm:hidden">{kind}</span>
      <span className="min-w-0 grow">
        {/^https?:\/\//.test(address) ? (
          <a
            href={address}
            target="_blank"
            rel="noopener noreferrer"
            className="inline-flex max-w-full items-center gap-2 rounded-s font-medium hover:underline"
          >
            <span className="min-w-0 wrap-anywhere">{name}</span>
            <ExternalLink size={13} aria-hidden="true" className="shrink-0 text-faint" />
            <span className="sr-only">(opens in a new tab)</span>
          </a>
        ) : (
          <span className="font-medium wrap-anywhere">{name}</span>
        )}
        {rule ? <span className="block text-meta text-faint">{rule}</span> : null}
      </span>
      <span ref={link} className="sr-only" aria-hidden="true">
        {own}
      </span>
      <span aria-hidden="true" className="max-w-64 truncate text-meta text-faint max-sm:hidden">
        {`…${url.slice(-7)}?from=${name}`}
      </span>
      <CopyLink
        url={own}
        sharing={sharing}
        source={link}
        iconOnly="phone"
        look={{ variant: 'quiet', className: '-mr-3.5 text-meta' }}
      >
        <span>
          <span aria-hidden="true">Copy its link</span>
          <span className="sr-only">{`Copy the link for ${name}`}</span>
        </span>
      </CopyLink>
    </li>
  );
}

const audiences = [
  { ownerOnly: true, label: 'Only me' },
  { ownerOnly: false, label: 'Everyone with the link and an account' },
];

function WhoSeesResults({ surveyId }: { surveyId: string }) {
  const { settings, change } = useSurveySettings(surveyId);
  const name = useId();
  return (
    <fieldset className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-2 max-sm:w-full">
      <legend className="float-left max-sm:w-full">Who sees results</legend>
      <div className="flex rounded-m bg-muted p-1 max-sm:w-full">
        {audiences.map(({ ownerOnly, label }) => (
          <label
            key={label}
            className="flex min-h-8 grow items-center justify-center rounded-s px-3 py-1 text-center text-meta text-soft outline-offset-2 outline-spark has-checked:bg-card has-checked:font-medium has-checked:text-ink has-checked:inset-ring has-checked:inset-ring-line has-focus-visible:outline-2 pointer-coarse:min-h-10"
          >
            <input
              type="radio"
              name={name}
              className="sr-only"
              disabled={settings === undefined}
              checked={settings?.ownerOnlyResults === ownerOnly}
              onChange={() => change({ ownerOnlyResults: ownerOnly })}
            />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
