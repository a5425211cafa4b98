import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { type Reach, readReach } from '#shared/contracts/outreach/reach.ts';
import { placeName } from '#shared/rules/outreach/places/place-name.ts';
import { call } from '#web/api/call.ts';
import { orNothing } from '#web/api/or-nothing.ts';
import { CampaignSelect } from '#web/features/outreach/CampaignSelect.tsx';
import { outreachKey, useCampaigns } from '#web/features/outreach/campaigns/use-campaigns.ts';
import { LocalLinkNote } from '#web/features/outreach/OutsideLink.tsx';
import { CopyButton } from '#web/ui/controls/CopyButton.tsx';
import { Field } from '#web/ui/controls/Field.tsx';
import { Fold } from '#web/ui/overlays/Fold.tsx';
import { ErrorState } from '#web/ui/states/ErrorState.tsx';

type FirstThousandProps = { userId: string; empty: ReactNode; skeleton: ReactNode };

/** Counts against the target, and the communities that people came from. */
export function FirstThousand({ userId, empty, skeleton }: FirstThousandProps) {
  const [campaign, setCampaign] = useState('');
  const { data: reach, isPending, isError, isPlaceholderData, refetch } = useReach(userId, campaign);
  const { campaigns = [] } = useCampaigns(userId);
  return (
    <>
      {campaigns.length > 1 ? (
        <Field label="Counted for" className="mt-3">
          <CampaignSelect campaigns={campaigns} chosen={campaign} onChoose={setCampaign} />
        </Field>
      ) : null}
      {isPending ? skeleton : null}
      {isError ? (
        <ErrorState
          title="These numbers could not be loaded."
          onRetry={() => void refetch()}
          className="mt-4"
        >
          They are counted all the same.
        </ErrorState>
      ) : null}
      {reach === null || (reach && isBare(reach)) ? <div className="mt-4">{empty}</div> : null}
      {reach ? (
        <div aria-busy={isPlaceholderData} className={isPlaceholderData ? 'opacity-60' : undefined}>
          {isBare(reach) ? null : <Counted reach={reach} />}
          <SignUpImages images={reach.signUpImages} />
        </div>
      ) : null}
    </>
  );
}

function isBare({ visits, automaticVisits, signUps, surveyAnswers, communities }: Reach): boolean {
  return visits + automaticVisits + signUps + surveyAnswers === 0 && communities.length === 0;
}

function Counted({ reach }: { reach: Reach }) {
  const { suggestion, communities } = reach;
  return (
    <>
      <dl className="mt-4 grid grid-cols-1 gap-3">
        {meters.map(({ name, label }) => (
          <Meter key={name} label={label} count={reach[name]} target={reach.target} />
        ))}
      </dl>
      {reach.automaticVisits > 0 ? (
        <p className="mt-2 text-meta text-faint tabular-nums">
          {`${reach.automaticVisits.toLocaleString()} more ${reach.automaticVisits === 1 ? 'visit looks' : 'visits look'} automatic.`}
        </p>
      ) : null}
      {suggestion ? (
        <p className="mt-4 rounded-s bg-spark-wash px-3 py-2.5 wrap-anywhere">
          <span className="font-medium">Where to go next: {suggestion.place}.</span> {suggestion.why}
        </p>
      ) : null}
      <CommunityTable communities={communities} />
    </>
  );
}

/**
 * Communities that people came from, in the server's order. Names have rows of their own, so that narrow cards fit the
 * counts.
 */
function CommunityTable({ communities }: Pick<Reach, 'communities'>) {
  if (communities.length === 0) return null;
  return (
    <table aria-label="Communities" className="mt-4 w-full text-left text-meta tabular-nums">
      <thead className="text-faint">
        <tr>
          {columns.map(({ name, title }) => (
            <th key={name} scope="col" className="py-1.5 pl-1.5 text-right align-bottom font-medium">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      {communities.map((community) => (
        <tbody
          key={`${community.source} ${community.host} ${community.community}`}
          className="border-t border-line"
        >
          <tr>
            <th scope="rowgroup" colSpan={columns.length} className="pt-1.5 font-normal wrap-anywhere">
              {placeName(community)}
            </th>
          </tr>
          <tr>
            {columns.map(({ name }) => (
              <td key={name} className="pb-1.5 pl-1.5 text-right">
                {community[name].toLocaleString()}
              </td>
            ))}
          </tr>
        </tbody>
      ))}
    </table>
  );
}

const columns = [
  { name: 'replies', title: 'Replies' },
  { name: 'visits', title: 'Visits' },
  { name: 'signUps', title: 'Sign-ups' },
  { name: 'surveyAnswers', title: 'Answers' },
  { name: 'qualifiedAnswers', title: 'Qualified' },
] as const;

const meters = [
  { name: 'visits', label: 'Visits' },
  { name: 'signUps', label: 'Sign-ups' },
  { name: 'surveyAnswers', label: 'Survey answers' },
  { name: 'qualifiedAnswers', label: 'Qualified answers' },
] as const;

function Meter({ label, count, target }: { label: string; count: number; target: number }) {
  const share = target > 0 ? Math.min(1, count / target) : 0;
  return (
    <div className="grid grid-cols-[1fr_auto] items-baseline gap-x-3">
      <dt className="text-soft">{label}</dt>
      <dd className="tabular-nums">
        <span className="font-medium">{count.toLocaleString()}</span>
        <span className="text-meta text-faint"> of {target.toLocaleString()}</span>
      </dd>
      <dd aria-hidden="true" className="col-span-2 mt-1 h-1.5 overflow-hidden rounded-full bg-muted">
        <div className="h-full rounded-full bg-spark" style={{ width: `${share * 100}%` }} />
      </dd>
    </div>
  );
}

/** Images by which a product's own page reports its sign-ups. */
function SignUpImages({ images }: { images: Reach['signUpImages'] }) {
  if (images.length === 0) return null;
  return (
    <Fold title="Count sign-ups on your own site" className="mt-4">
      <p className="text-meta text-soft">
        Put this image on the page that people see after they sign up. It sets no cookie, and it sees only
        those who sign up on the day on which they followed one of your links, with the same browser and
        network: some are missed.
      </p>
      <ul className="grid grid-cols-1 gap-3">
        {images.map((image) => (
          <SignUpImage key={image.campaignId} image={image} />
        ))}
      </ul>
    </Fold>
  );
}

function SignUpImage({ image }: { image: Reach['signUpImages'][number] }) {
  const source = useRef<HTMLElement>(null);
  const quoted = image.url.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  const snippet = `<img src="${quoted}" alt="" width="1" height="1">`;
  return (
    <li className="grid min-w-0 grid-cols-1 justify-items-start gap-1.5">
      <span className="text-meta font-medium wrap-anywhere">{image.productName}</span>
      <code
        ref={source}
        tabIndex={-1}
        className="w-full rounded-s bg-muted px-2.5 py-2 text-meta outline-none wrap-anywhere"
      >
        {snippet}
      </code>
      <CopyButton text={snippet} source={source}>
        Copy image
      </CopyButton>
      <LocalLinkNote address={image.url} what="this image" />
    </li>
  );
}

/** Reach of one campaign's replies, or of all (''); null when there is none. */
function useReach(userId: string, campaign: string) {
  return useQuery({
    queryKey: [...outreachKey(userId), 'reach', campaign],
    queryFn: ({ signal }) =>
      orNothing<Reach | null>(call(readReach, { query: campaign === '' ? {} : { campaign }, signal }), null),
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
    refetchOnWindowFocus: 'always',
  });
}
