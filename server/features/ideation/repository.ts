import { and, type Column, desc, eq, getTableColumns, isNull, ne, or, type SQL, sql } from 'drizzle-orm';
import type { Database, Transaction } from '#server/database/connect.ts';
import { isNotArchived } from '#server/database/not-archived.ts';
import { isFound, isOnPage, newestFirst, type Page } from '#server/database/page.ts';
import { ideationSessions } from '#server/database/tables.ts';

export type SessionRow = Omit<typeof ideationSessions.$inferSelect, 'searched'>;
export type ListedSession = Pick<
  SessionRow,
  'id' | 'trailId' | 'name' | 'content' | 'nextStage' | 'savedAt' | 'createdAt' | 'updatedAt'
> & { ideaName: string | null };

const { searched, ...columns } = getTableColumns(ideationSessions);

/** Characters of a preview's content: one more than shown, to detect a longer text. */
const previewed = 201;

export async function findSession(
  database: Database,
  ownerId: string,
  id: string,
): Promise<SessionRow | null> {
  const mine = and(eq(ideationSessions.id, id), eq(ideationSessions.ownerId, ownerId));
  const [row] = await database.sql.select(columns).from(ideationSessions).where(mine);
  return row ?? null;
}

/** False when the owner has no such session. */
export async function deleteRow(database: Database, ownerId: string, id: string): Promise<boolean> {
  const mine = and(eq(ideationSessions.id, id), eq(ideationSessions.ownerId, ownerId));
  return (await database.sql.delete(ideationSessions).where(mine)).rowCount === 1;
}

/** The session not yet saved, with anything in it, that was changed last. */
export async function findUnsaved(database: Database, ownerId: string): Promise<SessionRow | null> {
  const { savedAt, archivedAt, idea, content, partial, updatedAt, id } = ideationSessions;
  const [row] = await database.sql
    .select(columns)
    .from(ideationSessions)
    .where(
      and(
        eq(ideationSessions.ownerId, ownerId),
        isNull(savedAt),
        isNull(archivedAt),
        or(ne(idea, ''), ne(content, ''), ne(partial, '')),
      ),
    )
    .orderBy(desc(updatedAt), desc(id))
    .limit(1);
  return row ?? null;
}

/**
 * Sessions in which anything is written, but those of archived ideas; with `isPreview` only the start of their
 * content, cut between characters, or that of the idea or of the stopped section while there is no content.
 */
export function listRows(
  database: Database,
  ownerId: string,
  page: Page,
  isPreview: boolean,
): Promise<ListedSession[]> {
  const { id, trailId, name, idea, content, partial, nextStage, savedAt, createdAt, updatedAt } =
    ideationSessions;
  const starts = [content, idea, partial].map((text) => sql`left(${text}, ${previewed})`);
  const shown = isPreview ? firstWritten(starts) : content;
  // The idea first: of a long content every character would have to be unpacked.
  const mine = and(eq(ideationSessions.ownerId, ownerId), or(...[idea, content, partial].map(isWritten)));
  return database.sql
    .select({ id, trailId, name, ideaName, content: shown, nextStage, savedAt, createdAt, updatedAt })
    .from(ideationSessions)
    .where(
      and(
        mine,
        isNotArchived(database, ideationSessions),
        isOnPage(ideationSessions, page),
        isFound(page, withNames),
      ),
    )
    .orderBy(...newestFirst(ideationSessions))
    .limit(page.limit);
}

/** The first two choices of `findAppName` (features/trails), for a list: the idea's own name and its newest plan's. */
const ideaName = sql<string | null>`(
  select coalesce(name, (
    select app_name from surveys where surveys.trail_id = trails.id and surveys.archived_at is null and app_name <> ''
    order by surveys.created_at desc, surveys.id desc limit 1
  )) from trails where trails.id = ideation_sessions.trail_id
)`;

/** Its text with the names under which it is shown, in lower case. */
const withNames = sql`${searched} || ' ' || lower(concat_ws(' ', ${ideationSessions.name}, ${ideaName}))`;

const isWritten = (text: Column | SQL) => sql`${text} ~ '\\S'`;

function firstWritten(texts: SQL[]): SQL<string> {
  const choices = texts.map((text) => sql`when ${isWritten(text)} then ${text}`);
  return sql`case ${sql.join(choices, sql` `)} else '' end`;
}

/** Any owner's session, because ids are unique across owners. */
export async function findOfAnyOwner({ sql: tx }: Transaction, id: string): Promise<SessionRow | null> {
  const [row] = await tx.select(columns).from(ideationSessions).where(eq(ideationSessions.id, id));
  return row ?? null;
}

/** Null when the id is taken. */
export async function addSession(
  { sql: tx }: Transaction,
  row: typeof ideationSessions.$inferInsert,
): Promise<SessionRow | null> {
  const [added] = await tx.insert(ideationSessions).values(row).onConflictDoNothing().returning(columns);
  return added ?? null;
}

/** Null when the session is no longer at this revision. */
export async function replaceSession(
  { sql: tx }: Transaction,
  { id, revision }: SessionRow,
  changes: Partial<SessionRow>,
): Promise<SessionRow | null> {
  const untouched = and(eq(ideationSessions.id, id), eq(ideationSessions.revision, revision));
  const [replaced] = await tx.update(ideationSessions).set(changes).where(untouched).returning(columns);
  return replaced ?? null;
}
