import * as z from 'zod/mini';
import {
  contentLimit,
  type IdeationSession,
  type IdeationStage,
  ideationStage,
  partialLimit,
  readCurrentIdeation,
  readIdeation,
  type SectionReceipt,
  saveIdeationDraft,
  sectionReceipt,
} from '#shared/contracts/ideation.ts';
import { ideaLimit } from '#shared/rules/ideation/idea-limit.ts';
import { appendSection, replaceStageText, stageText } from '#shared/rules/ideation/ideation-sections.ts';
import { ideationStages, stageAfter } from '#shared/rules/ideation/ideation-stages.ts';
import { storable } from '#shared/rules/text/plain-text.ts';
import { ApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { newId } from '#web/api/new-id.ts';
import { outlivesPage } from '#web/api/outlives-page.ts';

const ideationDocument = z.object({
  id: z.string(),
  /** '' until the server has found or begun the idea's trail. */
  trailId: z.string(),
  idea: z.string(),
  content: z.string(),
  nextStage: z.nullable(ideationStage),
  partial: z.string(),
  receipts: z.array(sectionReceipt),
  revision: z.number(),
  saved: z.boolean(),
});
/** A session as the founder edits it. */
export type IdeationDocument = z.infer<typeof ideationDocument>;
export type ChangeDocument = (turn: (document: IdeationDocument) => IdeationDocument) => void;

/** How sessions are saved while they are edited, in this browser and in the account. */
export const ideationDocuments = {
  form: 'ideation',
  schema: { parse: readDocument },
  load: loadNewest,
  read: readSession,
  save: saveDocument,
  copy: copyDocument,
  blank: blankDocument,
  isWorthSaving: hasText,
};

export function blankDocument(given: { idea?: string; trailId?: string } = {}): IdeationDocument {
  const { idea = '', trailId = '' } = given;
  const first: IdeationStage = 'IDEATION';
  return {
    id: newId(),
    trailId,
    idea: storable(idea),
    content: '',
    nextStage: first,
    partial: '',
    receipts: [],
    revision: 0,
    saved: false,
  };
}

/**
 * The session that local storage holds, also one longer than the server stores. Of what another version of this page
 * has left, all that can be read stays, above all the words.
 */
function readDocument(stored: unknown): IdeationDocument | null {
  const whole = z.safeParse(ideationDocument, stored).data;
  if (whole || typeof stored !== 'object' || stored === null) return whole ?? null;
  const readable = Object.fromEntries(Object.entries(stored).filter(isReadable));
  const nextStage = 'content' in readable ? null : blankDocument().nextStage;
  const mended = z.safeParse(ideationDocument, { ...blankDocument(), nextStage, ...readable }).data;
  return mended && hasText(mended) ? mended : null;
}

/** The same text as a session of its own. */
function copyDocument(document: IdeationDocument): IdeationDocument {
  return { ...document, id: newId(), revision: 0, saved: false };
}

/** Something is written; blank lines are nothing. */
export function hasContent({ content }: IdeationDocument): boolean {
  return content.trim() !== '';
}

export function hasText({ idea, content, partial }: IdeationDocument): boolean {
  return [idea, content, partial].some((text) => text.trim() !== '');
}

/** The part that is longer than the server stores; null when none is. */
export function tooLong({ idea, content }: IdeationDocument) {
  if (content.length > contentLimit) return { what: 'text', ...inFigures(content, contentLimit) };
  return idea.length > ideaLimit ? { what: 'idea', ...inFigures(idea, ideaLimit) } : null;
}

/** A text's length and its limit, for a message. */
function inFigures({ length }: string, limit: number) {
  return { length: length.toLocaleString(), limit: limit.toLocaleString() };
}

/** Puts a section under the text as it is now, and goes on to the next stage; the first one replaces all. */
export function addSection(
  document: IdeationDocument,
  section: { stage: IdeationStage; markdown: string; original?: string; receipt: SectionReceipt | null },
): IdeationDocument {
  const { stage, markdown, original = markdown, receipt } = section;
  const others = stage === 'IDEATION' ? [] : document.receipts.filter((one) => one.stage !== stage);
  return {
    ...document,
    content: appendSection(document.content, stage, storable(markdown)),
    nextStage: stageAfter(stage),
    partial: '',
    receipts: receipt ? [...others, { ...receipt, original: stageText(storable(original), stage) }] : others,
  };
}

/** The session with another text in one stage; the others stay as they are. */
export function changeStage(
  document: IdeationDocument,
  stage: IdeationStage,
  text: string,
): IdeationDocument {
  return { ...document, content: replaceStageText(document.content, stage, storable(text)) };
}

/** Receipts as they are saved: without the original texts when these and the session together are too long. */
export function receiptsToSave({ content, receipts }: IdeationDocument): SectionReceipt[] {
  const originals = receipts.reduce((sum, { original = '' }) => sum + original.length, 0);
  if (content.length + originals <= contentLimit) return receipts;
  return receipts.map(({ original: _dropped, ...receipt }) => receipt);
}

/**
 * Stores what arrived of the next section, with its receipt among the others. A shorter text never takes the place of
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

/** @throws ApiError; 413 without a call for what is too long: it would be refused, and nothing is ever cut. */
async function saveDocument(document: IdeationDocument): Promise<IdeationDocument> {
  if (tooLong(document)) throw new ApiError({ status: 413, statusText: '', code: 'body_too_large' });
  const { id, trailId, revision, idea, content, nextStage, partial } = document;
  const receipts = receiptsToSave(document);
  const body = { trailId: trailId || undefined, revision, idea, content, nextStage, partial, receipts };
  return documentOf(await call(saveIdeationDraft, { params: { id }, body, keepalive: outlivesPage(body) }));
}

export async function readSession(id: string): Promise<IdeationDocument> {
  return documentOf(await call(readIdeation, { params: { id } }));
}

export async function loadNewest(): Promise<IdeationDocument | null> {
  const { session } = await call(readCurrentIdeation, {});
  return session && documentOf(session);
}

/** The session as a draft, without fields that only the server needs. */
export function documentOf(session: IdeationSession): IdeationDocument {
  const { id, trailId, idea, content, nextStage, partial, receipts, revision, saved } = session;
  return { id, trailId, idea, content, nextStage, partial, receipts, revision, saved };
}

function isReadable([name, value]: [string, unknown]): boolean {
  const schema = new Map<string, z.core.$ZodType>(Object.entries(ideationDocument.shape)).get(name);
  return schema !== undefined && z.safeParse(schema, value).success;
}
