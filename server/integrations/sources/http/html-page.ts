import { type HTMLElement, parse } from 'node-html-parser';

/** Levels of a page; no page of a forum has so many. */
const deepest = 100;

/** Without the reader's repairs, whose cost grows with the square of what is never closed. */
export function parsePage(body: string): HTMLElement {
  const page = parse(body.replace(/<!--[\s\S]*?(?:-->|$)/g, ''), { parseNoneClosedTags: true });
  let level = page.children;
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > deepest) return parse('');
    level = level.flatMap(({ children }) => children);
  }
  return page;
}
