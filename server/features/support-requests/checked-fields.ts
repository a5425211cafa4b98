import { setImmediate } from 'node:timers/promises';
import { AppError } from '#server/app-error.ts';
import {
  issuesLength,
  type JobChange,
  storedLengths,
} from '#shared/contracts/support-requests/support-requests.ts';
import { maskSecrets } from '#shared/rules/secrets/mask-secrets.ts';
import { isEmail, isWebAddress } from '#shared/rules/text/addresses.ts';
import type { RequestRow } from './requests-as-jobs.ts';

export type CheckedFields = Pick<
  RequestRow,
  'appName' | 'requestTitle' | 'appUrl' | 'email' | 'issueDescriptions'
>;

/**
 * The form's fields as stored: trimmed, without empty issues and secrets (specification 5, Job form).
 * @throws AppError job_fields_missing, email_invalid, job_url_invalid, request_text_long.
 */
export async function checkFields(
  body: Omit<JobChange, 'attachmentIds' | 'surveySlug'>,
): Promise<CheckedFields> {
  const appName = oneLine(body.appName);
  const requestTitle = oneLine(body.requestTitle);
  const appUrl = body.appUrl?.trim() ?? '';
  const email = body.email.trim();
  const issues = body.issueDescriptions.map((issue, place) => ({ text: issue.trim(), place }));
  const written = issues.filter(({ text }) => text !== '');
  if (!appName || !requestTitle || written.length === 0) throw new AppError('job_fields_missing');
  if (!isEmail(email)) throw new AppError('email_invalid');
  if (appUrl && !isWebAddress(appUrl)) throw new AppError('job_url_invalid');
  return {
    appName: maskedWithin(appName, { field: 'The app name', name: 'appName' }),
    requestTitle: maskedWithin(requestTitle, { field: 'The request title', name: 'requestTitle' }),
    appUrl: maskedWithin(appUrl, { field: 'The app URL', name: 'appUrl' }),
    email,
    issueDescriptions: await maskIssues(written),
  };
}

async function maskIssues(written: { text: string; place: number }[]): Promise<string[]> {
  const issues: string[] = [];
  let length = 0;
  for (const { text, place } of written) {
    const issue = maskedWithin(text, { field: `Issue ${place + 1}`, name: 'issueDescriptions', place });
    length += issue.length;
    if (length > issuesLength) throw tooLong('The request', issuesLength, `issueDescriptions.${place}`);
    issues.push(issue);
    // Masking a long text takes milliseconds: other requests go on between two of them.
    await setImmediate();
  }
  return issues;
}

/** A message as it may be stored. @throws AppError request_text_long */
export function checkMessage(text: string): string {
  return maskedWithin(text.trim(), { field: 'The message', name: 'message' });
}

/** Without the secrets in it: what is stored and mailed never holds them. Its length counts as it is stored. */
function maskedWithin(
  text: string,
  { field, name, place }: { field: string; name: keyof typeof storedLengths; place?: number },
): string {
  const masked = maskSecrets(text).text;
  const most = storedLengths[name];
  if (masked.length <= most) return masked;
  throw tooLong(field, most, place === undefined ? name : `${name}.${place}`);
}

function tooLong(field: string, most: number, about: string): AppError {
  return new AppError('request_text_long', { field, most: most.toLocaleString('en') }, { about: [about] });
}

/** Names and titles are used in subjects of mails. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
}
