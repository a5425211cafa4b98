import { convert } from 'html-to-text';
import { createElement, type ReactElement, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { productName } from '#shared/rules/product.ts';

/** One mail as its template writes it. */
type Letter = {
  title: string;
  /** First thing that its reader sees, in place of the title. */
  headline?: ReactNode;
  /** The line that mail programs show beside the subject. */
  preheader: string;
  blocks: ReactNode[];
  /** Reason why its reader gets it: the last sentence of every mail. */
  reason: ReactNode;
};

/** The frame of every mail: one column of at most 560 px, readable on light and dark, no pictures. At most 80 words and one button: see letters.test.ts. */
function letterPage({ title, headline, preheader, blocks, reason }: Letter): ReactElement {
  return h(
    'html',
    { lang: 'en' },
    h('head', null, ...headOf(title)),
    h(
      'body',
      { className: 'page', style: { margin: 0, padding: '24px 12px', backgroundColor: '#f7f6f4' } },
      h('div', { className: 'preheader', style: hidden }, preheader),
      h(
        'div',
        { className: 'sheet', style: sheet },
        h(
          'p',
          { className: 'mark', style: mark },
          h('span', { style: sign }, '\u26a1\ufe0e'),
          ` ${productName}`,
        ),
        h('h1', { style: { margin: '0 0 16px', fontSize: 20, lineHeight: '28px' } }, headline ?? title),
        ...blocks,
        h('hr', { className: 'line', style: line }),
        h('p', { className: 'soft', style: small }, reason),
      ),
    ),
  );
}

const h = createElement;

function headOf(title: string): ReactElement[] {
  const meta = (name: string, content: string) => h('meta', { name, content });
  return [
    h('meta', { charSet: 'utf-8' }),
    meta('viewport', 'width=device-width, initial-scale=1'),
    meta('color-scheme', 'light dark'),
    meta('supported-color-schemes', 'light dark'),
    h('title', null, title),
    h('style', null, darkColours),
  ];
}

/** Programs that know no dark mode skip this, and read the colours of each element. */
const darkColours = `:root{color-scheme:light dark}
@media (prefers-color-scheme:dark){
.page{background-color:#141312!important}
.sheet{background-color:#1d1c1a!important;color:#f2f0ed!important;border-color:#34322f!important}
.soft{color:#b3aea7!important}
.line{border-color:#34322f!important}
.quote{background-color:#292724!important}
.track{background-color:#34322f!important}
.range{background-color:#83422c!important}
a{color:#ffab8f!important}
a.soft{color:#b3aea7!important}
a.button{background-color:#f2f0ed!important;color:#141312!important}
}`;

const sheet = {
  maxWidth: 560,
  margin: '0 auto',
  padding: 24,
  backgroundColor: '#ffffff',
  color: '#1f1c19',
  border: '1px solid #e5e2de',
  borderRadius: 12,
  fontFamily: 'Geist, -apple-system, "Segoe UI", Roboto, Helvetica, Arial, sans-serif',
  fontSize: 16,
  lineHeight: '24px',
  overflowWrap: 'anywhere' as const,
};
const hidden = { display: 'none', maxHeight: 0, overflow: 'hidden', opacity: 0 };
const mark = { margin: '0 0 20px', fontSize: 15, fontWeight: 600 };
// A letter and no picture: mail programs block those.
const sign = { color: '#e2531f' };
const line = { margin: '24px 0 12px', border: 0, borderTop: '1px solid #e5e2de' };
const small = { margin: 0, fontSize: 13, lineHeight: '20px', color: '#5f5a53' };

/**
 * The two forms of one letter. Modules that lead here weigh some megabytes: tasks import their template
 * when the first mail is written, not when the server starts.
 */
export function renderLetter(letter: Letter): { html: string; text: string } {
  const html = `<!doctype html>${renderToStaticMarkup(letterPage(letter))}`;
  return { html, text: convert(html, textOptions) };
}

const textOptions = {
  wordwrap: false as const,
  selectors: [
    { selector: '.preheader', format: 'skip' },
    { selector: '.mark', format: 'skip' },
    { selector: '.html-only', format: 'skip' },
    { selector: 'h1', options: { uppercase: false } },
    { selector: 'a', options: { hideLinkHrefIfSameAsText: true, linkBrackets: false as const } },
    { selector: 'hr', options: { length: 20 } },
  ],
};
