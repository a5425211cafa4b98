import { type KeyboardEvent, type PointerEvent, type RefObject, useRef, useState } from 'react';
import { isTyping } from '#web/ui/is-typing.ts';

/**
 * Moves the rows of a list: by dragging a row's handle, which follows the pointer past the middle of other rows, or by
 * the arrow keys on it. Rows are found by their place, so the handle of a place keeps the focus and the pointer.
 * @param first place of the first row that can be moved: those above it are pinned.
 */
export function useMoving(
  list: RefObject<HTMLElement | null>,
  move: (from: number, to: number) => void,
  first: number,
) {
  const dragged = useRef<number | null>(null);
  const [dragging, setDragging] = useState<number | null>(null);

  function drag(to: number | null) {
    dragged.current = to;
    setDragging(to);
  }

  function follow({ clientY }: PointerEvent) {
    const from = dragged.current;
    const rows = [...(list.current?.children ?? [])];
    // Until the last move is drawn, rows and questions are those before it.
    if (from === null || from !== dragging) return;
    const middles = rows.map((row) => {
      const { top, height } = row.getBoundingClientRect();
      return top + height / 2;
    });
    const passed = middles.findIndex((middle, at) => at >= first && at < from && clientY < middle);
    const to = passed === -1 ? middles.findLastIndex((middle, at) => at > from && clientY > middle) : passed;
    if (to === -1) return;
    move(from, to);
    drag(to);
    rows[to]?.scrollIntoView({ block: 'nearest' });
  }

  function press(event: KeyboardEvent, from: number) {
    if (isTyping(event.nativeEvent)) return;
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    const row = step === undefined ? undefined : list.current?.children[from + step];
    if (step === undefined || !row || from + step < first) return;
    event.preventDefault();
    move(from, from + step);
    row.querySelector<HTMLElement>('[data-handle]')?.focus();
  }

  return {
    /** The place of the row that is being dragged. */
    dragging,
    handleOf: (index: number) => ({
      'data-handle': '',
      onPointerDown(event: PointerEvent<HTMLElement>) {
        event.currentTarget.setPointerCapture(event.pointerId);
        drag(index);
      },
      onPointerMove: follow,
      onPointerUp: () => drag(null),
      onPointerCancel: () => drag(null),
      onKeyDown: (event: KeyboardEvent) => press(event, index),
    }),
  };
}
