/** A pointer at rest moves too, says the browser, when the page is drawn under it. */
export function isAtRest(event: Event): boolean {
  return event instanceof MouseEvent && event.type === 'pointermove' && !event.movementX && !event.movementY;
}
