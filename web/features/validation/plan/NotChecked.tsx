import { useEffect, useState } from 'react';
import type { SocialGroup } from '#shared/contracts/validation.ts';

/** Says of a community that a model named that our directory does not have it: the founder looks first. */
export function NotChecked({ name, url }: Pick<SocialGroup, 'name' | 'url'>) {
  const [isUnknown, setUnknown] = useState(false);
  useEffect(() => {
    let isGone = false;
    // The directory is loaded when a plan is shown: it is larger than the page.
    import('#shared/rules/plans/community-directory.ts').then(
      ({ isInDirectory }) => {
        if (!isGone) setUnknown(!isInDirectory({ name, url }));
      },
      () => {},
    );
    return () => {
      isGone = true;
    };
  }, [name, url]);
  return isUnknown ? (
    <span className="block text-meta text-faint">Not checked: look before you post.</span>
  ) : null;
}
