import { Download } from 'lucide-react';
import { offline } from '#shared/messages/failures.ts';
import { showToast } from '#web/ui/overlays/toast.ts';
import { Button } from './Button.tsx';
import { downloadText } from './download-text.ts';

type DownloadButtonProps = {
  /** The file's name without its ending. */
  name: string;
  /** Asked for at the click, and may have to be fetched. */
  text: () => string | Promise<string>;
  children?: string;
  className?: string;
};

/** Saves a text as a Markdown file. */
export function DownloadButton({ name, text, children = 'Download', className }: DownloadButtonProps) {
  async function download() {
    downloadText(`${name}.md`, await text());
  }
  return (
    <Button
      icon={<Download size={16} aria-hidden="true" />}
      onClick={() => void download().catch(() => showToast(offline))}
      className={className}
    >
      {children}
    </Button>
  );
}
