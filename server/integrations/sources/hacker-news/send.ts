import type { HttpResponse } from '#server/integrations/sources/http/http.ts';
import { secondsToWait } from '#server/integrations/sources/http/retry-after.ts';
import { bareText } from '#server/integrations/sources/pick-reply.ts';
import type { Poster, SendResult } from '#server/integrations/sources/port.ts';
import { outcomeBeforeSending, outcomeOfSilence } from '#server/integrations/sources/send-results.ts';
import { type CommentForm, type Notice, readPage } from './pages.ts';
import { readBackFromForum } from './read-back.ts';
import { callForum, type Forum, formPath } from './session.ts';

type Given = Parameters<Poster['send']>[0];
type Step = SendResult | { again: 'confirm'; form: CommentForm } | { again: 'expired'; text: string };

/** Signs in nowhere: one form is fetched and posted, as a browser does (outreach reference 2.2, flow A, and 2.3). */
export async function sendToForum(forum: Forum, given: Given): Promise<SendResult> {
  const since = new Date(forum.now());
  let step: Step | CommentForm = await fetchForm(forum, given);
  let mayConfirm = true;
  let mayFetchAgain = true;
  for (;;) {
    if ('hmac' in step) step = await postForm(forum, given, step);
    if (!('again' in step)) return step;
    if (step.again === 'confirm') {
      if (!mayConfirm) return { outcome: 'confirm-again', text: '' };
      mayConfirm = false;
      step = step.form;
    } else {
      if (!mayFetchAgain) return { outcome: 'refused', text: step.text };
      mayFetchAgain = false;
      const seen = await readBackFromForum(forum, { ...given, since });
      if (seen.found === 'posted') return { ...seen, outcome: 'posted' };
      if (seen.found !== 'nothing') return { outcome: 'unknown', text: step.text };
      step = await fetchForm(forum, given);
    }
  }
}

async function fetchForm(
  forum: Forum,
  { account, target, signal }: Given,
): Promise<CommentForm | SendResult> {
  let answer: HttpResponse;
  try {
    answer = await callForum(forum, formPath(target), { session: account.session, signal });
  } catch (error) {
    return outcomeBeforeSending(error);
  }
  if ([403, 429, 503].includes(answer.status)) return throttled(answer, forum.now());
  if (isPathOf(answer, forum, '/login')) return { outcome: 'logged-out', text: '' };
  // The forum sometimes answers machines with an empty page.
  if (answer.body.trim() === '') return { outcome: 'busy', text: '' };
  const page = readPage(answer);
  if (page.notice) return outcomeOf(page.notice);
  const found = page.findForm(target.externalId);
  if (!found) return { outcome: 'closed', text: '' };
  // Visitors see the form of a thread too, with a token; pages for one answer have no header to tell by.
  if (target.externalId === target.threadId && !page.hasLogoutLink)
    return { outcome: 'logged-out', text: '' };
  return found.form;
}

async function postForm(forum: Forum, given: Given, form: CommentForm): Promise<Step> {
  const { account, text, signal } = given;
  let answer: HttpResponse;
  try {
    const call = { session: account.session, signal, method: 'POST' as const };
    answer = await callForum(forum, 'comment', { ...call, form: { ...form, text } });
  } catch (error) {
    return outcomeOfSilence(error);
  }
  if (answer.status === 429) return throttled(answer, forum.now());
  if (answer.status >= 300 && answer.status < 400) return followRedirect(forum, given, answer);
  if (answer.status !== 200) return outcomeOfOther(answer);
  return readStep(answer, given) ?? otherPage;
}

/** The redirect after a reply tells its result. */
async function followRedirect(forum: Forum, given: Given, answer: HttpResponse): Promise<Step> {
  const location = answer.headers.get('location') ?? '';
  if (location.includes('deadlink')) return { again: 'expired', text: '' };
  if (isPathOf(answer, forum, '/item')) return { outcome: 'posted', externalId: null, url: null };
  if (isPathOf(answer, forum, '/login')) return { outcome: 'logged-out', text: '' };
  if (!isPathOf(answer, forum, '/x')) {
    return { outcome: 'unknown', text: '' };
  }
  const page = await callForum(forum, location, {
    session: given.account.session,
    signal: given.signal,
  }).catch(() => null);
  const step = page && readStep(page, given);
  const words = step && 'text' in step ? step.text : '';
  const name = new URL(location, answer.url).searchParams.get('fnop') ?? '';
  if (name.endsWith('toofast')) return { outcome: 'too-fast', text: words };
  if (name === 'comment-empty') return { outcome: 'refused', text: words };
  if (step) return step;
  if (/^comm(ent-)?confirm$/.test(name)) return { outcome: 'confirm-again', text: '' };
  return otherPage;
}

const otherPage: SendResult = { outcome: 'unknown', text: '' };

/** The forum's own words, or the form once more. */
function readStep(answer: HttpResponse, { target, text }: Given): Step | null {
  const { notice, findForm } = readPage(answer);
  if (notice?.kind === 'expired') return { again: 'expired', text: notice.words };
  if (notice) return outcomeOf(notice);
  const found = findForm(target.externalId);
  // An empty form may stand below the thread that holds the reply already.
  if (found && bareText(found.text) !== bareText(text)) return otherPage;
  return found && { again: 'confirm', form: found.form };
}

function outcomeOf({ kind, words }: Notice): SendResult {
  return { outcome: kind === 'expired' ? 'busy' : kind, text: words };
}

/** Only the forum's own words say that it took nothing; a status may come from a machine before it. */
function outcomeOfOther(answer: HttpResponse): SendResult {
  const { notice } = readPage(answer);
  if (notice?.kind === 'busy') return outcomeOf(notice);
  return { outcome: 'unknown', text: '' };
}

function throttled({ headers }: HttpResponse, now: number): SendResult {
  return { outcome: 'busy', text: '', retryAfterSeconds: secondsToWait(headers, now) };
}

function isPathOf({ headers, url }: HttpResponse, { addresses }: Forum, path: string): boolean {
  const there = URL.parse(headers.get('location') ?? '', url);
  return there !== null && there.origin === new URL(addresses.site).origin && there.pathname === path;
}
