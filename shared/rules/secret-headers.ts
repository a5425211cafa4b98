import type { SecretRange } from './secret-ranges.ts';
import { isStandIn } from './secret-stand-in.ts';
import { sessionCookie, settingCookie } from './secret-words.data.ts';

/** What the headers of requests carry to say who somebody is. */
export function findHeaders(text: string): SecretRange[] {
  return [...findAuthorization(text), ...findCookies(text)];
}

const header =
  /(?<![\w-])(?:proxy-)?authorization\\?["'`]?\]?[ \t]{0,4}[:=,][ \t]{0,4}\\?["'`]?(?:[A-Za-z][\w-]{1,30}[ \t]{1,4})?(?=[^\s"'`,;<>{}()$]{6,})/gi;
const credential = /(?:(?!\[masked: )[^\s"'`,;<>{}()\\]){6,4000}/y;

/** `Authorization: Bearer …`, whatever the scheme. */
function findAuthorization(text: string): SecretRange[] {
  return Array.from(text.matchAll(header)).flatMap((match) => {
    const start = match.index + match[0].length;
    credential.lastIndex = start;
    const value = credential.exec(text)?.[0] ?? '';
    if (isStandIn(value) || !/\d|=$|[a-z][A-Z]/.test(value.slice(0, 200))) return [];
    return [{ kind: 'token', from: match.index, start, end: start + value.length }];
  });
}

const cookieHeader =
  /(?<![\w-])(?:set-)?cookies?\\?["'`]?\]?[ \t]{0,4}[:=,][ \t]{0,4}\\?["'`]?(?=[\w.%-]{1,100}=)/gi;
const cookieLine = /[^\r\n"'`]{1,8000}/y;
const oneCookie = /(?<before>(?:^|[;,][ \t]{0,4})(?<name>[\w.%-]{1,100})=)(?<value>[^;,\s[\]]{8,4096})/g;

/** The values of cookies that keep somebody signed in. */
function findCookies(text: string): SecretRange[] {
  const found: SecretRange[] = [];
  let readTo = 0;
  for (const match of text.matchAll(cookieHeader)) {
    const at = match.index + match[0].length;
    if (at < readTo) continue;
    cookieLine.lastIndex = at;
    const line = cookieLine.exec(text)?.[0] ?? '';
    readTo = at + line.length;
    for (const { index, groups } of line.matchAll(oneCookie)) {
      const { before = '', name = '', value = '' } = groups ?? {};
      const start = at + index + before.length;
      if (!sessionCookie.test(name) || settingCookie.test(name) || isStandIn(value)) continue;
      found.push({ kind: 'session cookie', from: start, start, end: start + value.length });
    }
  }
  return found;
}
