import { useState } from 'react';

/**
 * The text of a field whose stored form differs from what is typed, such as by blanks at its end. A text that was
 * stored by somebody else meanwhile takes its place.
 */
export function useTyped(
  stored: string,
  asStored: (typed: string) => string,
): [string, (typed: string) => void] {
  const [typed, setTyped] = useState(stored);
  return [asStored(typed) === stored ? typed : stored, setTyped];
}
