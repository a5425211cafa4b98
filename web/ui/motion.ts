/** How to scroll: smoothly, unless the reader asked for less motion. */
export function scrollBehavior(): ScrollBehavior {
  return matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth';
}

/** A pointer at rest moves too, says the browser, when the page is drawn under it. */
export function isAtRest(event: Event): boolean {
  return event instanceof MouseEvent && event.type === 'pointermove' && !event.movementX && !event.movementY;
}
