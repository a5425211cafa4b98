import { endOfObject, isObject, parseRepaired, startsTried } from './json.ts';

const names = String.raw`[\w:-]{0,10}(?:think|thought|reason|reflect|monologue)[\w:-]{0,12}|analysis|scratchpad|internal`;
const opening = [
  `<(?:${names})(?:\\s[^<>]{0,80})?>`,
  String.raw`<\|(?!end)(?:${names})\|>`,
  String.raw`\[think\]`,
  '◁think▷',
].join('|');
const closing = [
  `</(?:${names})\\s*>`,
  String.raw`<\|(?:end|/(?:${names})|end_(?:${names}))\|>`,
  String.raw`\[/think\]`,
  '◁/think▷',
].join('|');

/** A mark that opens reasoning, at the start of a text. */
export const reasoningStart = new RegExp(`^\\s*(?:${opening})`, 'i');
/** A mark that closes it. */
export const reasoningEnd = new RegExp(closing, 'i');
const marks = new RegExp(`(?:(^[ \\t]*)|)(${opening})|${closing}`, 'gim');

/** True when the text so far may be the beginning of a mark. */
export function mayBeMark(text: string): boolean {
  return /^[<[◁][|\w:-]{0,30}$/.test(text);
}

/**
 * A model's text without its reasoning: blocks between marks, what stands before a closing mark that nothing opened, a
 * block that never ends, and of OpenAI's harmony format every channel but the answer's. Marks inside a JSON object are
 * the answer's own. A text without marks comes back unchanged. Never throws; works in linear time.
 */
export function withoutReasoning(text: string): string {
  const answer = withoutLastTokens(answerChannel(text));
  const found = marksOutsideObjects(answer);
  if (found.length === 0 && answer === text) return text;
  const said = withoutBlocks(answer, found).trimStart().replace(answerToken, '');
  return answerTags.exec(said)?.[2] ?? said;
}

/** Begins every text in OpenAI's harmony format, which gpt-oss writes. */
export const channelStart = /^\s*<\|(?:channel|start|message)\|>/;
const header = String.raw`<\|channel\|>\s*(\w{1,30})[^<]{0,80}(?:<\|constrain\|>[^<]{0,80})?<\|message\|>`;
const channel = new RegExp(
  `(?:${header}|<\\|message\\|>)([\\s\\S]*?)(?=<\\|(?:end|return|call|start|channel)\\|>|$)`,
  'g',
);
/** The header of the channel that holds the answer. */
export const answerHeader = /<\|channel\|>\s*final[^<]{0,80}(?:<\|constrain\|>[^<]{0,80})?<\|message\|>/;

/** The last `final` message, else the last one that is no analysis. Servers that drop special tokens leave only words. */
function answerChannel(text: string): string {
  const bare = text.startsWith('analysis') ? text.lastIndexOf(bareFinal) : -1;
  if (bare !== -1) return text.slice(bare + bareFinal.length);
  if (text.trimStart().startsWith('{')) return text;
  if (!text.includes('<|message|>')) return channelStart.test(text) ? '' : text;
  const messages = [...text.matchAll(channel)].map(([, name = 'final', body = '']) => ({ name, body }));
  const answer =
    messages.findLast(({ name }) => name === 'final') ?? messages.findLast(({ name }) => name !== 'analysis');
  return answer?.body ?? '';
}

const bareFinal = 'assistantfinal';

function withoutLastTokens(text: string): string {
  let rest = text;
  for (;;) {
    const end = rest.trimEnd();
    const token = /(?:<\|\w{1,30}\|>|<\/s>)$/.exec(end.slice(-40))?.[0];
    if (token === undefined) return rest;
    rest = end.slice(0, -token.length);
  }
}

const answerToken = /^<\|begin_of_(?:solution|answer)\|>\s*/i;
const answerTags = /^<(answer|final_answer|output)>([\s\S]*?)(?:<\/\1>\s*)?$/i;

/** A mark inside a line opens reasoning only where another closes it. */
type Mark = { isOpening: boolean; isInLine: boolean; start: number; end: number };

function marksOutsideObjects(text: string): Mark[] {
  const found: Mark[] = [];
  let from = 0;
  let tries = startsTried;
  let brace = text.indexOf('{');
  for (const { index, 0: mark, 1: indent, 2: opened } of text.matchAll(marks)) {
    for (; brace !== -1 && brace < index && tries > 0; tries -= 1) {
      const end = endOfObject(text, brace);
      const isWhole = end !== -1 && isObject(parseRepaired(text.slice(brace, end + 1)));
      from = isWhole ? end + 1 : brace + 1;
      brace = text.indexOf('{', from);
    }
    if (index >= from)
      found.push({
        isOpening: opened !== undefined,
        isInLine: indent === undefined,
        start: index,
        end: index + mark.length,
      });
  }
  return found;
}

function withoutBlocks(text: string, found: Mark[]): string {
  let kept = '';
  let from = 0;
  let open: Mark | null = null;
  for (const mark of found) {
    if (mark.isOpening) {
      if (open === null || (open.isInLine && !mark.isInLine)) open = mark;
      continue;
    }
    kept = open ? kept + text.slice(from, open.start) : '';
    open = null;
    from = mark.end;
  }
  return kept + text.slice(from, open && !open.isInLine ? open.start : undefined);
}
