import { useEffect, useRef } from 'react';
import { TextArea } from '#web/ui/TextArea.tsx';
import { useAfterPress, useEscape } from './use-page-moments.ts';

type TextEditorProps = {
  content: string;
  /** Where the cursor begins. */
  place: number;
  onChange: (content: string) => void;
  /** The field was left; by Escape or by going elsewhere. */
  onLeave: (isByKey: boolean) => void;
};

export function TextEditor({ content, place, onChange, onLeave }: TextEditorProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  useCursorAt(field, place);
  useEscape(true, () => onLeave(true));
  const afterPress = useAfterPress();
  return (
    <TextArea
      ref={field}
      aria-labelledby="ideation-text"
      rows={12}
      autoGrow
      dir="auto"
      className="-mx-3 w-[calc(100%+1.5rem)]! leading-5"
      value={content}
      onChange={(event) => onChange(event.target.value)}
      onBlur={(event) => {
        // The whole window was left: whoever comes back goes on typing.
        if (document.activeElement !== event.currentTarget) afterPress(() => onLeave(false));
      }}
    />
  );
}

function useCursorAt(field: { current: HTMLTextAreaElement | null }, place: number) {
  const first = useRef(place);
  useEffect(() => {
    field.current?.setSelectionRange(first.current, first.current);
    field.current?.focus();
  }, [field]);
}
