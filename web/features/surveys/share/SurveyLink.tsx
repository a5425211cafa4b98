import { clsx } from 'clsx';
import { Globe, Link2, Lock } from 'lucide-react';
import type { RefObject } from 'react';
import { Button } from '#web/ui/controls/Button.tsx';
import { type Sharing, useSharing } from './use-sharing.ts';

type SurveyLinkProps = {
  url: string;
  sharing: Sharing;
  source?: RefObject<HTMLSpanElement | null>;
  /** In place of the site only "…/". */
  isShort?: boolean;
  className?: string;
};

/** The address of a survey with its own end to be read first, and who may answer there. */
export function SurveyLink({ url, sharing, source, isShort = false, className }: SurveyLinkProps) {
  const { icon: Icon, text } = accessOf(sharing);
  const end = url.lastIndexOf('/') + 1;
  return (
    <span className={clsx('flex min-w-0 items-center', className)}>
      <Icon size={isShort ? 14 : 16} aria-hidden="true" className="shrink-0 text-faint" />
      {/* biome-ignore lint/a11y/useSemanticElements: a text that is read as one, no fields */}
      <span
        ref={source}
        role="group"
        aria-label="Survey link"
        dir="ltr"
        className={clsx('min-w-0 grow', isShort ? 'truncate' : 'wrap-anywhere')}
      >
        <span className={clsx('text-faint', isShort ? 'sr-only' : 'max-sm:sr-only')}>
          {url.slice(0, end)}
        </span>
        <span className={isShort ? "text-soft before:content-['…/']" : 'text-ink'}>{url.slice(end)}</span>
      </span>
      <span role="status" className="shrink-0 text-meta text-faint">
        {text}
      </span>
    </span>
  );
}

function accessOf({ isStored, isPublic }: Sharing) {
  if (!isStored) return { icon: Lock, text: 'Not saved' };
  if (isPublic === undefined) return { icon: Link2, text: null };
  return isPublic ? { icon: Globe, text: 'Public' } : { icon: Lock, text: 'Private' };
}

type ShareBarProps = {
  title: string;
  surveyId: string;
  url: string;
  /** False while the server does not have the survey: then there is nothing to share yet. */
  isStored: boolean;
  onShare: () => void;
};

/** The bar over a plan: its name, the end of its link, and the way to pass it on. */
export function ShareBar({ title, surveyId, url, isStored, onShare }: ShareBarProps) {
  const sharing = useSharing(surveyId, isStored);
  return (
    <section
      aria-label="Share"
      className="sticky top-0 z-10 -mx-5 flex flex-wrap items-center gap-x-4 gap-y-2 border-y border-line bg-[color-mix(in_oklch,var(--raised),var(--ink)_4%)] px-5 py-2.5 sm:-mx-6 sm:px-6"
    >
      <strong
        dir="auto"
        className="min-w-0 grow truncate text-xl leading-8 font-semibold tracking-[-0.025em] max-sm:basis-full"
      >
        {title}
      </strong>
      <SurveyLink
        url={url}
        sharing={sharing}
        isShort
        className="gap-2 text-[0.8125rem] max-sm:grow max-sm:basis-40 sm:max-w-80"
      />
      <Button variant="primary" disabled={!isStored} onClick={onShare}>
        Share survey
      </Button>
    </section>
  );
}
