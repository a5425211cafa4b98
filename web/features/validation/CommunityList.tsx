import { ExternalLink } from 'lucide-react';
import type { SocialGroup } from '#shared/contracts/validation.ts';

export function CommunityList({ communities }: { communities: SocialGroup[] }) {
  if (communities.length === 0)
    return (
      <p className="text-soft">
        No online communities were identified. You can try refreshing the validation.
      </p>
    );
  return (
    <ul className="divide-y divide-line border-y border-line">
      {communities.map((community) => (
        <li key={`${community.name} ${community.url}`} className="py-2">
          <Community {...community} />
        </li>
      ))}
    </ul>
  );
}

function Community({ type, name, url }: SocialGroup) {
  const address = webAddress(url);
  return (
    <>
      <p className="text-meta text-faint">{type}</p>
      {address ? (
        <a
          href={address}
          target="_blank"
          rel="noopener noreferrer"
          className="inline-flex max-w-full items-baseline gap-1.5 rounded-s font-medium underline decoration-edge underline-offset-3 hover:decoration-current"
        >
          <span className="min-w-0 wrap-anywhere">{name}</span>
          <ExternalLink size={13} aria-hidden="true" className="shrink-0 self-center text-faint" />
          <span className="sr-only">(opens in a new tab)</span>
        </a>
      ) : (
        <p className="font-medium wrap-anywhere">{name}</p>
      )}
      {address ? (
        <p className="truncate text-meta text-faint">{address.replace(/^https?:\/\//, '')}</p>
      ) : null}
    </>
  );
}

// The reply parser lets only web addresses through; what lies in the browser may have been changed since.
function webAddress(url: string): string | null {
  return /^https?:\/\//.test(url) ? url : null;
}
