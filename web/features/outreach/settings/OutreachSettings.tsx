import { LinkedAccounts } from './LinkedAccounts.tsx';
import { PostingSettings } from './PostingSettings.tsx';

type OutreachSettingsProps = {
  userId: string;
  /** The plan has no campaigns: what there is can be read, and accounts unlinked. */
  isReadOnly: boolean;
};

/** How replies go out: by themselves or not, and from which accounts. */
export function OutreachSettings(props: OutreachSettingsProps) {
  return (
    <>
      <PostingSettings {...props} />
      <LinkedAccounts {...props} />
    </>
  );
}
