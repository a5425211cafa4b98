import { convert } from 'html-to-text';
import { renderToStaticMarkup } from 'react-dom/server';
import { type Letter, letterPage } from './letter.ts';

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
