import type { SecretRange } from './secret-ranges.ts';

const kind = 'private key';

/** Lines between the two marks that are taken for one key, in characters. */
const longestKey = 20_000;

/** Private keys in PEM and PGP form, also those that were cut off at either end, or stand in JSON with `\n`. */
export function findPrivateKeys(text: string): SecretRange[] {
  if (!text.includes('PRIVATE KEY')) return [];
  const marks = Array.from(text.matchAll(mark), (match) => ({
    isBegin: match[1] === 'BEGIN',
    of: match[2],
    start: match.index,
    end: match.index + match[0].length,
  }));
  return marks.flatMap((at, place) => {
    const next = marks[place + 1];
    const previous = marks[place - 1];
    if (at.isBegin) {
      const isWhole = next && !next.isBegin && next.of === at.of && next.start - at.end <= longestKey;
      const end = isWhole ? next.end : Math.min(bodyAfter(text, at.end), next?.start ?? text.length);
      return end > at.end ? [{ kind, from: at.start, start: at.start, end }] : [];
    }
    if (previous?.isBegin && previous.of === at.of && at.start - previous.end <= longestKey) return [];
    const start = bodyBefore(text, at.start, previous?.end ?? 0);
    return start < at.start ? [{ kind, from: start, start, end: at.end }] : [];
  });
}

const mark = /-----(BEGIN|END) ((?:[A-Z0-9]{1,12} ){0,3})PRIVATE KEY(?: BLOCK)?-----/g;

/** Lines of headers and of base64, in whatever the key was pasted into. */
const body =
  /(?:(?:[\s>|"'+,]|\\[nrt]){1,20}(?:[A-Za-z-]{3,20}: [^\r\n\\]{1,100}(?=[\r\n\\])|=?[A-Za-z0-9+/]{16,}={0,2}|[A-Za-z0-9+/]{1,15}={1,2}))+/y;

function bodyAfter(text: string, start: number): number {
  body.lastIndex = start;
  return body.test(text) ? body.lastIndex : start;
}

/** Whole lines of base64 only: what is before a key that was cut is most likely prose. */
function bodyBefore(text: string, end: number, floor: number): number {
  let start = end;
  let at = end;
  while (at > floor) {
    const lineEnd = text[at - 1] === '\n' ? at - 1 : at;
    const lineStart = Math.max(text.lastIndexOf('\n', lineEnd - 1) + 1, floor, lineEnd - 200);
    if (!/^[\s>]{0,8}[A-Za-z0-9+/]{4,}={0,2}\r?$|^\s*$/.test(text.slice(lineStart, lineEnd))) break;
    if (lineEnd > lineStart) start = lineStart;
    if (lineStart === at) break;
    at = lineStart;
  }
  return start;
}
