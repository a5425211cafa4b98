import { readPhrases, savePhrases, visitor } from '#web/drafts/idea-phrases.ts';
import { IdeaPreview, type IdeaPreviewProps } from './IdeaPreview.tsx';

/** A visitor's preview: its boxes are kept beside the sentence, for a reload and for the account. */
export function VisitorPreview({ onRead, ...props }: IdeaPreviewProps) {
  return (
    <IdeaPreview
      {...props}
      corrected={readPhrases(visitor, props.idea) ?? undefined}
      onRead={(reading) => {
        savePhrases(visitor, props.idea, reading);
        onRead(reading);
      }}
    />
  );
}
