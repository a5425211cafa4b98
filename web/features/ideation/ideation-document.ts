import * as z from 'zod/mini';
import {
  contentLimit,
  type IdeationSession,
  type IdeationStage,
  ideaLimit,
  ideationStage,
  keepIdeation,
  readCurrentIdeation,
  sectionReceipt,
} from '#shared/contracts/ideation.ts';
import { ApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
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
/** A session as it lies on the founder's desk. */
export type IdeationDocument = z.infer<typeof ideationDocument>;
export type ChangeDocument = (turn: (document: IdeationDocument) => IdeationDocument) => void;

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

/** What local storage holds, if it is a session; longer than the server keeps, too. */
export function readDocument(stored: unknown): IdeationDocument | null {
  return z.safeParse(ideationDocument, stored).data ?? null;
}

/** The same text as a session of its own. */
export function forkDocument(document: IdeationDocument): IdeationDocument {
  return { ...document, id: newId(), revision: 0, saved: false };
}

export function hasText({ idea, content, partial }: IdeationDocument): boolean {
  return [idea, content, partial].some((text) => text.trim() !== '');
}

/** How the session is longer than the server keeps; null when it is not. */
export function tooLong({
  idea,
  content,
}: IdeationDocument): { what: string; length: number; limit: number } | null {
  if (content.length > contentLimit) return { what: 'text', length: content.length, limit: contentLimit };
  if (idea.length > ideaLimit) return { what: 'idea', length: idea.length, limit: ideaLimit };
  return null;
}

/** @throws ApiError; 413 without a call for what is too long: it would be refused, and nothing is ever cut. */
export async function keepDocument(document: IdeationDocument): Promise<IdeationDocument> {
  if (tooLong(document)) throw new ApiError({ status: 413, statusText: '', code: 'body_too_large' });
  const { id, trailId, revision, idea, content, nextStage, partial, receipts } = document;
  const body = { trailId: trailId || undefined, revision, idea, content, nextStage, partial, receipts };
  return documentOf(await call(keepIdeation, { params: { id }, body, keepalive: outlivesPage(body) }));
}

export async function loadNewest(): Promise<IdeationDocument | null> {
  const { session } = await call(readCurrentIdeation, {});
  return session && documentOf(session);
}

/** What the server holds, without what only the server needs. */
export function documentOf(session: IdeationSession): IdeationDocument {
  const { id, trailId, idea, content, nextStage, partial, receipts, revision, saved } = session;
  return { id, trailId, idea, content, nextStage, partial, receipts, revision, saved };
}

/** Without the characters that no database keeps. */
export function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '');
}

// `randomUUID` is not there on plain http.
function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(36)).join('');
}
