import { Download } from 'lucide-react';
import { Button } from './Button.tsx';
import { downloadText } from './download-text.ts';

type DownloadButtonProps = {
  /** The file's name without its ending. */
  name: string;
  text: string;
  children?: string;
  className?: string;
};

/** Saves a text as a Markdown file. */
export function DownloadButton({ name, text, children = 'Download', className }: DownloadButtonProps) {
  return (
    <Button
      icon={<Download size={16} aria-hidden="true" />}
      onClick={() => downloadText(`${name}.md`, text)}
      className={className}
    >
      {children}
    </Button>
  );
}
