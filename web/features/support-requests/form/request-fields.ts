import type { Plan } from '#shared/contracts/account.ts';
import { storedLengths } from '#shared/contracts/support-requests/support-requests.ts';
import { message } from '#shared/messages/catalogue.ts';
import { maskSecrets } from '#shared/rules/secrets/mask-secrets.ts';
import { issuesAllowed } from '#shared/rules/support/request-limits.ts';
import { isEmail, isWebAddress } from '#shared/rules/text/addresses.ts';
import type { RequestDraft, RequestValues } from './request-draft.ts';

/** Most characters that may be typed. */
const longestName = 300;
const longestUrl = 2_000;
/** More than anybody describes; the contract's bound where the plan has none. */
export const mostIssues = 50;

type Longest = { most: number; stored: number; way?: string };
const longest = {
  appName: { most: longestName, stored: storedLengths.appName },
  requestTitle: { most: longestName, stored: storedLengths.requestTitle },
  appUrl: { most: longestUrl, stored: storedLengths.appUrl },
  issue: { most: 10_000, stored: storedLengths.issueDescriptions, way: ', or attach it as a file' },
};

/** Problems, by the fields' names in the order of the form. */
export type RequestErrors = Record<string, string>;

export const issueName = (place: number) => `issue-${place}`;

/** Problems of a draft (specification 5, Job form); the server checks the same again. */
export function checkRequest(draft: RequestDraft, plan: Plan): RequestErrors {
  const { appName, requestTitle, appUrl, email } = draft.request;
  const address = email.trim();
  const found: Record<string, string | null> = {
    appName: appName.trim() ? excess(appName, longest.appName) : 'Enter the name of your app.',
    requestTitle: requestTitle.trim()
      ? excess(requestTitle, longest.requestTitle)
      : 'Enter a title for the request.',
    appUrl: checkUrl(appUrl.trim()),
    email: !address ? 'Enter your email.' : isEmail(address) ? null : message('email_invalid').text,
    ...checkIssues(draft.request, mostIssuesIn(draft, plan)),
  };
  const errors = Object.entries(found).filter((entry): entry is [string, string] => entry[1] !== null);
  return Object.fromEntries(errors);
}

/** Most issues that may be written. Editing skips the plan's limits (specification 5). */
export function mostIssuesIn({ jobId }: Pick<RequestDraft, 'jobId'>, plan: Plan): number {
  return jobId === null ? Math.min(issuesAllowed(plan), mostIssues) : mostIssues;
}

function checkUrl(typed: string): string | null {
  if (!typed) return null;
  if (!isWebAddress(typed)) return message('job_url_invalid').text;
  if (!isWebAddress(maskSecrets(typed).text))
    return 'There is a secret in this address. Please leave it out.';
  return excess(typed, longest.appUrl);
}

/** Blank ones are dropped, but not all of them; one that was added and left empty was most likely forgotten. */
function checkIssues({ issues }: RequestValues, most: number): RequestErrors {
  const errors: RequestErrors = {};
  const hasText = issues.some((issue) => issue.trim() !== '');
  for (const [place, issue] of issues.entries()) {
    const name = issueName(place);
    const tooMuch = excess(issue, longest.issue);
    if (!hasText) errors[issueName(0)] = 'Describe what is wrong.';
    else if (issue === '') errors[name] = 'Describe this issue, or remove it.';
    else if (tooMuch) errors[name] = tooMuch;
    else if (place >= most) errors[name] = message('request_issue_limit', { most }).text;
  }
  return errors;
}

/**
 * Error of a text that is too long: as it was typed, without counting masked parts, or as it is stored, where masking
 * may have made it longer. A stored text can always be sent again.
 */
function excess(typed: string, { most, stored, way = '' }: Longest): string | null {
  const over = typed.replaceAll(/\[masked: [^\]\n]*\]/g, '').length - most;
  const overStored = maskSecrets(typed).text.length - stored;
  if (over <= 0 && overStored <= 0) return null;
  const excessive = over > 0 ? over : overStored;
  const characters = excessive === 1 ? 'character' : 'characters';
  const after = over > 0 ? '' : ' once its secrets are masked';
  return `${excessive.toLocaleString()} ${characters} too many${after}. Nothing is cut off; please shorten the text${way}.`;
}

/** The address of an app, complete where only its host was typed; anything else as it was typed. */
export function withScheme(typed: string): string {
  const address = `https://${typed.trim()}`;
  return bareHost.test(typed.trim()) && isWebAddress(address) ? address : typed;
}

/** Words with dots between them, the last of which begins with a letter: `1.5` is no host. */
const bareHost = /^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}[\p{L}\p{N}-]*$/u;
