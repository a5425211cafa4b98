import { clsx } from 'clsx';
import {
  type ComponentProps,
  type RefObject,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
} from 'react';
import { controlClass } from './control-class.ts';
import { useFieldControl } from './Field.tsx';

type TextAreaProps = ComponentProps<'textarea'> & {
  /** Grows with its content instead of scrolling; `rows` is then its least height. */
  autoGrow?: boolean;
  /** Without box, room and type size, which are those of its surroundings. */
  isBare?: boolean;
};

export function TextArea(props: TextAreaProps) {
  const { autoGrow = false, isBare = false, rows = 4, className, style, ref, ...rest } = props;
  const leastHeight = isBare ? `${rows}lh` : `calc(${rows}lh + 16px)`;
  const field = useRef<HTMLTextAreaElement>(null);
  useImperativeHandle<HTMLTextAreaElement | null, HTMLTextAreaElement | null>(ref, () => field.current);
  useGrowing(field, autoGrow);
  useCaretAtEnd(field, rest.autoFocus);
  return (
    <textarea
      ref={field}
      rows={rows}
      {...useFieldControl()}
      {...rest}
      style={autoGrow ? { minHeight: leastHeight, ...style } : style}
      className={clsx(
        isBare ? 'block w-full bg-transparent outline-none' : [controlClass, 'block px-3 py-2'],
        autoGrow ? 'field-sizing-content resize-none' : 'resize-y',
        className,
      )}
    />
  );
}

type FieldRef = RefObject<HTMLTextAreaElement | null>;

/** Gives the field the height of its text, where the browser does not (Firefox, older Safari). */
function useGrowing(field: FieldRef, isOn: boolean): void {
  const isMeasured = isOn && !CSS.supports('field-sizing', 'content');
  useLayoutEffect(() => {
    if (isMeasured && field.current) fitHeight(field.current);
  });
  useEffect(() => {
    const element = field.current;
    if (!isMeasured || !element) return;
    // Also a field that was hidden, and one that has become narrower.
    const observer = new ResizeObserver(() => fitHeight(element));
    observer.observe(element);
    return () => observer.disconnect();
  }, [field, isMeasured]);
}

function fitHeight(field: HTMLTextAreaElement): void {
  field.style.height = 'auto';
  if (field.scrollHeight > 0) field.style.height = `${field.scrollHeight}px`;
}

/** Chromium begins at the end of a text that is opened for editing, others before it. */
function useCaretAtEnd(field: FieldRef, isOn = false): void {
  useLayoutEffect(() => {
    if (isOn) field.current?.setSelectionRange(field.current.value.length, field.current.value.length);
  }, [field, isOn]);
}
