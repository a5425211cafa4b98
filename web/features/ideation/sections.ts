import { type IdeationStage, partialLimit, type SectionReceipt } from '#shared/contracts/ideation.ts';
import { appendSection } from '#shared/rules/ideation/ideation-sections.ts';
import { ideationStages, stageAfter } from '#shared/rules/ideation/ideation-stages.ts';
import { storable } from '#shared/rules/text/storable.ts';
import type { IdeationDocument } from './saving/ideation-document.ts';

/** Puts a section under the text as it is now, and goes on to the next stage; the first one replaces all. */
export function addSection(
  document: IdeationDocument,
  section: { stage: IdeationStage; markdown: string; receipt: SectionReceipt | null },
): IdeationDocument {
  const { stage, markdown, receipt } = section;
  const others = stage === 'IDEATION' ? [] : document.receipts.filter((one) => one.stage !== stage);
  return {
    ...document,
    content: appendSection(document.content, stage, storable(markdown)),
    nextStage: stageAfter(stage),
    partial: '',
    receipts: receipt ? [...others, receipt] : others,
  };
}

/**
 * Keeps what arrived of the next section, with its receipt among the others. A shorter text never takes the place of
 * a longer one: a second try that is cut at once must not destroy what the first has brought.
 */
export function savePartial(
  document: IdeationDocument,
  { markdown, receipt }: { markdown: string; receipt: SectionReceipt },
): IdeationDocument {
  const partial = storable(markdown.slice(0, partialLimit)).trimEnd();
  if (partial.length <= document.partial.length) return document;
  const others = document.receipts.filter(({ stage }) => stage !== receipt.stage);
  return { ...document, partial, receipts: [...others, receipt] };
}

/** The receipt of what arrived of the next section. */
export function receiptOfPartial({ receipts, nextStage }: IdeationDocument): SectionReceipt | null {
  return receipts.findLast(({ stage }) => stage === nextStage) ?? null;
}

/** The receipts of the sections that are in the text, in their order. */
export function receiptsOfText({ receipts, nextStage }: IdeationDocument): SectionReceipt[] {
  const written = ideationStages.filter(({ stage }) => stage !== nextStage);
  return written.flatMap(({ stage }) => receipts.findLast((one) => one.stage === stage) ?? []);
}
