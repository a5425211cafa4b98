import { Link2 } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
import { message } from '#shared/messages/catalogue.ts';
import { CopyButton, type CopyButtonProps } from '#web/ui/controls/CopyButton.tsx';
import { showToast } from '#web/ui/overlays/toast.ts';
import type { Sharing } from './use-sharing.ts';

type CopyProps = {
  sharing: Sharing;
  /** Holds the text, for browsers that refuse to copy. */
  source: RefObject<HTMLElement | null>;
  iconOnly?: 'always' | 'phone';
  look?: Pick<CopyButtonProps, 'variant' | 'size' | 'className'>;
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
