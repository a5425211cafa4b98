import type { IdeationStage, SectionReceipt } from '#shared/contracts/ideation.ts';
import { appendSection } from '#shared/rules/ideation-sections.ts';
import { stageAfter } from '#shared/rules/ideation-stages.ts';
import { type IdeationDocument, storable } from './ideation-document.ts';

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

/** Keeps what arrived of the next section; nothing takes the place of something. */
export function keepPartial(document: IdeationDocument, partial: string): IdeationDocument {
  const text = storable(partial.slice(0, partialLimit)).trimEnd();
  return text.trim() === '' || text === document.partial ? document : { ...document, partial: text };
}

/** As much as the contract keeps of it. */
const partialLimit = 20_000;
