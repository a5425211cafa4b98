import { and, asc, eq, getTableColumns, gt, inArray, ne, type SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Database } from '#server/database/connect.ts';
import {
  attachments,
  buildPrompts,
  campaigns,
  contactMessages,
  conversations,
  dailyMails,
  foundOpportunities,
  ideationSessions,
  identityAccounts,
  identityPasskeys,
  identitySessions,
  linkedAccounts,
  payments,
  respondentContacts,
  resultsLinks,
  submissions,
  subscriptions,
  supportHistory,
  supportMessages,
  supportRequests,
  surveyAnalyses,
  surveyRules,
  surveys,
  themeMoves,
  trackedLinks,
  trailIdeas,
  trails,
  userIdentities,
  users,
  waitlist,
} from '#server/database/tables.ts';
import type { Files } from '#server/integrations/files/port.ts';
import type { SurveyQuestion } from '#shared/contracts/surveys/validation.ts';
import { productName } from '#shared/rules/product.ts';
import { answersHead, answersRows } from '#shared/rules/surveys/answers-csv.ts';
import { type CsvCell, csvMark, csvRows } from '#shared/rules/text/csv.ts';
import { embeddedSubjects, isFromProvenAddress } from './deletion.ts';
import type { ArchiveFile } from './zip.ts';

export type ExportDeps = {
  database: Database;
  files: Files;
  /** Mails to a user's support requests, as readable text. */
  readMails: (userId: string) => AsyncIterable<{ requestId: string; id: string; text: string }>;
};

/**
 * Everything that a user wrote or collected, and what is known of them, file by file. Left out: secrets, and what would
 * tell who a respondent is (account, browser).
 */
export async function* exportFiles(
  { database, files, readMails }: ExportDeps,
  userId: string,
): AsyncGenerator<ArchiveFile> {
  const read = (table: PgTable, where: SQL | undefined) => readRows(database, table, where);
  const own = {
    surveys: database.sql.select({ id: surveys.id }).from(surveys).where(eq(surveys.ownerId, userId)),
    requests: database.sql
      .select({ id: supportRequests.id })
      .from(supportRequests)
      .where(eq(supportRequests.ownerId, userId)),
    campaigns: database.sql.select({ id: campaigns.id }).from(campaigns).where(eq(campaigns.ownerId, userId)),
  };
  yield { path: 'README.txt', content: [aboutFiles] };
  yield json('account.json', await read(users, eq(users.id, userId)));
  yield json('sign-ins.json', await read(userIdentities, eq(userIdentities.userId, userId)));
  const subjects = embeddedSubjects(database.sql, userId);
  yield json('devices.json', await read(identitySessions, inArray(identitySessions.userId, subjects)));
  const passkeys = database.sql
    .select({ name: identityPasskeys.name, createdAt: identityPasskeys.createdAt })
    .from(identityPasskeys)
    .where(inArray(identityPasskeys.userId, subjects));
  yield json('passkeys.json', await passkeys);
  const { providerId, accountId, createdAt } = identityAccounts;
  const providerAccounts = database.sql
    .select({ provider: providerId, account: accountId, createdAt })
    .from(identityAccounts)
    .where(and(inArray(identityAccounts.userId, subjects), ne(providerId, 'credential')));
  yield json('provider-accounts.json', await providerAccounts);
  yield json('waitlist.json', await read(waitlist, eq(waitlist.userId, userId)));
  const isOwnMessage = isFromProvenAddress(database.sql, userId);
  yield json('contact-messages.json', await read(contactMessages, isOwnMessage));
  yield json('ideas.json', await read(trails, eq(trails.ownerId, userId)));
  yield json('idea-wordings.json', await read(trailIdeas, eq(trailIdeas.ownerId, userId)));
  yield json('ideation-sessions.json', await read(ideationSessions, eq(ideationSessions.ownerId, userId)));
  yield json('build-prompts.json', await read(buildPrompts, eq(buildPrompts.ownerId, userId)));
  yield json('surveys.json', await read(surveys, eq(surveys.ownerId, userId)));
  yield json('survey-rules.json', await read(surveyRules, inArray(surveyRules.surveyId, own.surveys)));
  const isOwnContact = inArray(respondentContacts.surveyId, own.surveys);
  yield* tables('contacts', await read(respondentContacts, isOwnContact));
  yield json('results-links.json', await read(resultsLinks, inArray(resultsLinks.surveyId, own.surveys)));
  yield json('analyses.json', await read(surveyAnalyses, eq(surveyAnalyses.ownerId, userId)));
  yield json('moved-answers.json', await read(themeMoves, inArray(themeMoves.surveyId, own.surveys)));
  yield json('support-requests.json', await read(supportRequests, eq(supportRequests.ownerId, userId)));
  // Notes are the agents' own.
  const isForCustomer = and(
    inArray(supportMessages.requestId, own.requests),
    ne(supportMessages.kind, 'note'),
  );
  yield json('support-messages.json', await read(supportMessages, isForCustomer));
  const isListed = and(inArray(supportHistory.requestId, own.requests), ne(supportHistory.action, 'noted'));
  yield json('support-history.json', await read(supportHistory, isListed));
  yield json(
    'found-opportunities.json',
    await read(foundOpportunities, eq(foundOpportunities.ownerId, userId)),
  );
  yield json('daily-mail.json', await read(dailyMails, eq(dailyMails.ownerId, userId)));
  yield* tables('campaigns', await read(campaigns, eq(campaigns.ownerId, userId)));
  yield* tables('conversations', await read(conversations, eq(conversations.ownerId, userId)));
  yield json('tracked-links.json', await read(trackedLinks, inArray(trackedLinks.campaignId, own.campaigns)));
  yield json('linked-accounts.json', await read(linkedAccounts, eq(linkedAccounts.ownerId, userId)));
  yield* tables('payments', await read(payments, eq(payments.userId, userId)));
  yield json('subscriptions.json', await read(subscriptions, eq(subscriptions.userId, userId)));
  yield json('own-answers.json', await answersBy(database, userId));
  yield* answersOf(database, userId);
  yield* attachmentsOf(database, files, userId);
  for await (const { requestId, id, text } of readMails(userId))
    yield { path: `mails/${requestId} ${id}.txt`, content: [text] };
}

const aboutFiles = `Your data from ${productName}.

contacts: mail addresses that people left for you with the answer of that survey and number.
answers: what people answered, one file for each survey. Open the .csv file in a spreadsheet.
attachments: the files of your support requests, as they were sent.
mails: the mails to each of your support requests, in full.
All other .csv files open in a spreadsheet too. A cell that it would compute or change begins with '.
The .json files hold everything in full, as text. A file with [] holds nothing.
`;

/** Inner workings and secrets, by column. */
const hidden = new Set([
  'idempotencyKey',
  'answerToken',
  'tokenHash',
  'sealedSession',
  'searched',
  'account',
  'browser',
  'textHash',
  'slots',
  'ideaKey',
  'billingRead',
  'reading',
  'pollAt',
  'authorId',
  'actorId',
  'claimedBy',
  'token',
  'failure',
]);

async function readRows(database: Database, table: PgTable, where: SQL | undefined): Promise<object[]> {
  const columns = Object.entries(getTableColumns(table)).filter(([name]) => !hidden.has(name));
  return database.sql.select(Object.fromEntries(columns)).from(table).where(where);
}

function json(path: string, rows: object[]): ArchiveFile {
  return { path, content: [`${JSON.stringify(rows, null, 2)}\n`] };
}

/** Rows as JSON, and for a spreadsheet where there are any. */
function* tables(name: string, rows: object[]): Generator<ArchiveFile> {
  yield json(`${name}.json`, rows);
  const [first] = rows;
  if (first)
    yield {
      path: `${name}.csv`,
      content: [csvMark, csvRows([Object.keys(first), ...rows.map((row) => Object.values(row).map(cell))])],
    };
}

function cell(value: unknown): CsvCell {
  if (value === null || value instanceof Date) return value;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  return JSON.stringify(value);
}

const batch = 500;

/** Answers that the person gave, signed in, to any survey, beside its questions. */
async function answersBy(database: Database, userId: string): Promise<object[]> {
  const rows = await database.sql
    .select({
      surveyId: submissions.surveyId,
      createdAt: submissions.createdAt,
      questions: surveys.questions,
      answers: submissions.answers,
      contact: respondentContacts.email,
    })
    .from(submissions)
    .innerJoin(surveys, eq(surveys.id, submissions.surveyId))
    .leftJoin(
      respondentContacts,
      and(
        eq(respondentContacts.surveyId, submissions.surveyId),
        eq(respondentContacts.number, submissions.number),
      ),
    )
    .where(eq(submissions.account, userId))
    .orderBy(asc(submissions.createdAt));
  return rows.map(({ questions, answers, ...row }) => ({
    ...row,
    answers: questions.map(({ question }, at) => ({ question, answer: answers[at] ?? null })),
  }));
}

async function* answersOf(database: Database, userId: string): AsyncGenerator<ArchiveFile> {
  const all = await database.sql
    .select({ id: surveys.id, questions: surveys.questions })
    .from(surveys)
    .where(eq(surveys.ownerId, userId))
    .orderBy(asc(surveys.createdAt));
  for (const { id, questions } of all) {
    yield { path: `answers/${id}.json`, content: answersAsJson(database, id) };
    yield { path: `answers/${id}.csv`, content: answersAsCsv(database, id, questions) };
  }
}

async function* answerBatches(database: Database, surveyId: string) {
  for (let last = 0; ; ) {
    const rows = await database.sql
      .select({
        number: submissions.number,
        createdAt: submissions.createdAt,
        counted: submissions.counted,
        reason: submissions.reason,
        channel: submissions.channel,
        answers: submissions.answers,
      })
      .from(submissions)
      .where(and(eq(submissions.surveyId, surveyId), gt(submissions.number, last)))
      .orderBy(asc(submissions.number))
      .limit(batch);
    if (rows.length > 0) yield rows;
    last = rows.at(-1)?.number ?? last;
    if (rows.length < batch) return;
  }
}

async function* answersAsJson(database: Database, surveyId: string): AsyncGenerator<string> {
  yield '[';
  let between = '\n';
  for await (const rows of answerBatches(database, surveyId)) {
    yield between + rows.map((row) => JSON.stringify(row)).join(',\n');
    between = ',\n';
  }
  yield '\n]\n';
}

async function* answersAsCsv(
  database: Database,
  surveyId: string,
  questions: SurveyQuestion[],
): AsyncGenerator<string> {
  const titles = questions.map(({ question }) => question);
  yield answersHead(titles);
  for await (const rows of answerBatches(database, surveyId)) {
    const submissions = rows.map(({ createdAt, ...row }) => ({
      ...row,
      created_at: createdAt.toISOString(),
    }));
    yield answersRows(titles, submissions);
  }
}

async function* attachmentsOf(database: Database, files: Files, userId: string): AsyncGenerator<ArchiveFile> {
  const rows = await readRows(database, attachments, eq(attachments.ownerId, userId));
  yield json('attachments.json', rows);
  for (const { id, name } of rows as { id: string; name: string }[]) {
    const bytes = await files.read(id);
    // Names of other systems may lead out of a folder.
    if (bytes) yield { path: `attachments/${id} ${name.replaceAll(/[\\/:]/g, '_')}`, content: [bytes] };
  }
}
