import { clsx } from 'clsx';
import { Globe, Link2, Lock } from 'lucide-react';
import type { RefObject } from 'react';
import { Button } from '#web/ui/controls/Button.tsx';
import { type Sharing, useSharing } from './use-sharing.ts';

type SurveyLinkProps = {
  url: string;
  sharing: Sharing;
  source?: RefObject<HTMLSpanElement | null>;
  /** In place of the site only "…/"; on phones on two lines. */
  isShort?: boolean;
  className?: string;
};

/** The address of a survey with its own end to be read first, and who may answer there. */
export function SurveyLink({ url, sharing, source, isShort = false, className }: SurveyLinkProps) {
  const { icon: Icon, text } = accessOf(sharing);
  const end = url.lastIndexOf('/') + 1;
  const tail = Math.max(end, url.length - longestTail);
  return (
    <span className={clsx('flex min-w-0 items-center', className)}>
      <Icon size={isShort ? 14 : 16} aria-hidden="true" className="shrink-0 text-faint" />
      {/* biome-ignore lint/a11y/useSemanticElements: a text that is read as one, no fields */}
      <span
        ref={source}
        role="group"
        aria-label="Survey link"
        dir="ltr"
        className={clsx(
          'min-w-0 grow',
          isShort ? 'truncate max-sm:order-first max-sm:basis-full' : 'wrap-anywhere',
        )}
      >
        <span className={clsx('text-faint', isShort ? 'sr-only' : 'max-sm:sr-only')}>
          {url.slice(0, end)}
        </span>
        {isShort ? (
          <span className="text-soft before:content-['…/'] max-sm:before:content-['…']">
            <span className="max-sm:sr-only">{url.slice(end, tail)}</span>
            {url.slice(tail)}
          </span>
        ) : (
          <span className="text-ink">{url.slice(end)}</span>
        )}
      </span>
      <span role="status" className="shrink-0 text-meta text-faint">
        {text}
      </span>
    </span>
  );
}

/** As much of a link's end as a phone has room for. */
const longestTail = 13;

function accessOf({ isStored, isPublic }: Sharing) {
  if (!isStored) return { icon: Lock, text: 'Not saved' };
  if (isPublic === undefined) return { icon: Link2, text: null };
  return isPublic ? { icon: Globe, text: 'Public' } : { icon: Lock, text: 'Private' };
}

type ShareBarProps = {
  surveyId: string;
  url: string;
  /** False while the server does not have the survey: then there is nothing to share yet. */
  isStored: boolean;
  onShare: () => void;
};

/** The end of a survey's link, and the way to pass it on: in the head of its plan, on phones at the foot. */
export function ShareBar({ surveyId, url, isStored, onShare }: ShareBarProps) {
  const sharing = useSharing(surveyId, isStored);
  return (
    <>
      <SurveyLink
        url={url}
        sharing={sharing}
        isShort
        className="gap-2 text-[0.8125rem] max-sm:w-28 max-sm:flex-wrap max-sm:gap-x-1 max-sm:gap-y-0 sm:max-w-80"
      />
      <Button variant="primary" disabled={!isStored} onClick={onShare} className="max-sm:h-11! max-sm:grow">
        Share survey
      </Button>
    </>
  );
}
