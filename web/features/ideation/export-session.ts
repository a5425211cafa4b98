import { preview } from '#shared/rules/preview.ts';
import { surveySlug } from '#shared/rules/survey-path.ts';
import type { IdeationDocument } from './ideation-document.ts';

/** What the session is called on paper: the app's name, or else the idea. */
export function titleOf({ content, idea }: Pick<IdeationDocument, 'content' | 'idea'>): string {
  const name = content
    .match(/^\*\*App name:\*\*[ \t]*(\S.*)$/im)?.[1]
    ?.replace(/[*_`]/g, '')
    .trim();
  const named = name && name !== 'N/A' ? name : idea.trim();
  return preview(named.replace(/\s+/g, ' '), 80) || 'Startup Ideation';
}

/** `{app or idea slug}-ideation.md`. */
export function markdownFileName(document: Pick<IdeationDocument, 'content' | 'idea'>): string {
  return `${surveySlug(titleOf(document))}-ideation.md`;
}

/** Hands a text to the browser's downloads. */
export function downloadText(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/markdown;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Some browsers read it a moment after the click.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
