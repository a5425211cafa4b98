import type { Receipt } from '#shared/contracts/receipt.ts';
import { textsOfStage } from '#shared/rules/ideation/ideation-stages.ts';
import { surveySlug } from '#shared/rules/surveys/survey-path.ts';
import { preview } from '#shared/rules/text/plain-text.ts';
import { type IdeationDocument, receiptsOfText } from './session-document.ts';

/** Title of the session on paper: the app's name, or else the idea. */
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
  return `${surveySlug(titleOf(document)) || 'idea'}-ideation.md`;
}

/** The session with a closing list of where its sections come from; without receipts it is the session as it is. */
export function textWithOrigin(document: IdeationDocument): string {
  const lines = receiptsOfText(document).map(({ stage, model, at, promptVersion, step }) => {
    const writer = model === null ? 'without a model' : `by \`${model.replaceAll('`', '')}\``;
    const moment = new Date(at).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });
    const parts = [`written ${writer}`, moment, `instructions ${promptVersion}`, flaws[step]];
    return `- ${textsOfStage(stage).title}: ${parts.filter(Boolean).join(', ')}`;
  });
  if (lines.length === 0) return document.content;
  const origin = [...lines, '- What was changed afterwards is the founder’s own.'].join('\n');
  return `${document.content.trimEnd()}\n\n---\n\n### How the sections were written\n\n${origin}\n`;
}

const flaws: Partial<Record<Receipt['step'], string>> = {
  raw: 'shown as it came because it could not be read as sections',
  unfinished: 'arrived in part',
};
