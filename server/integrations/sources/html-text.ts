import { compile, type FormatCallback } from 'html-to-text';

/** Longer markup is cut: no reply comes near it. */
const longestMarkup = 20_000;

/** Addresses are shown cut, and the link has them whole; mentions and hashtags are shown as they were typed. */
const wholeLink: FormatCallback = (link, walk, builder) => {
  const attributes: Record<string, string> = link.attribs ?? {};
  const isMention = attributes.class?.split(/\s+/).includes('mention');
  if (isMention) walk(link.children, builder);
  else builder.addInline(attributes.href ?? '', { noWordTransform: true });
};

const unadorned = ['blockquote', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ol', 'ul', 'table'];
const skipped = ['img', 'hr', 'script', 'style', 'head'];

const convert = compile({
  wordwrap: false,
  baseElements: { selectors: [] },
  limits: { maxDepth: 30, maxChildNodes: 1_000, maxInputLength: longestMarkup, ellipsis: '' },
  formatters: { wholeLink },
  selectors: [
    { selector: 'a', format: 'wholeLink' },
    ...unadorned.map((selector) => ({ selector, format: 'block' })),
    ...skipped.map((selector) => ({ selector, format: 'skip' })),
  ],
});

/** The text of a page; empty for one that would be cut. */
export function wholeText(html: string): string {
  return html.length > longestMarkup ? '' : convert(html);
}

/** Typed text behind a source's HTML; its cost is bounded for any input. */
export function typedText(html: string): string {
  return convert(html.slice(0, longestMarkup));
}
