import { readValidationPrompt } from '#shared/rules/validation-prompt.ts';

/**
 * The idea inside a prompt that asks for a validation plan: exactly, when the prompt is our own; else what
 * follows the last "idea:" label, else the last quoted sentence, else the last paragraph. A prompt of one
 * short paragraph is the idea itself. Null when the prompt asks for something else.
 */
export function ideaInPrompt(prompt: string): string | null {
  const own = readValidationPrompt(prompt);
  if (own !== null) return own;
  const text = prompt.trim();
  if (text === '') return null;
  const asksForPlan = /survey|questions/i.test(text) && /validat|communit|pitch|idea/i.test(text);
  if (!asksForPlan) return text.length <= 600 && !text.includes('\n') ? (afterLabel(text) ?? text) : null;
  return afterLabel(text) ?? lastQuote(text) ?? lastParagraph(text);
}

function afterLabel(text: string): string | null {
  const last = [
    ...text.matchAll(/\bidea\b["”')]?[^\S\n]{0,3}(?:\([^()\n]{0,40}\)|is)?[^\S\n]{0,3}:[ \t]*/gi),
  ].at(-1);
  if (!last) return null;
  const rest = text.slice(last.index + last[0].length).replace(/^\s+/, '');
  const json = rest.match(/^"(?:[^"\\]|\\.)*"/s)?.[0];
  return json ? (parsedText(json) ?? unquoted(json)) : nonEmpty(unquoted(firstBlock(rest)));
}

function firstBlock(text: string): string {
  const inner = text.match(/^(?:```\w*|"""|<[\w-]+>)\s*\n?([\s\S]*?)\s*(?:```|"""|<\/[\w-]+>)/);
  return inner?.[1] ?? text.split(/\n/)[0] ?? '';
}

function lastQuote(text: string): string | null {
  const quotes = [...text.matchAll(/"([^"\n{}]{10,2000})"|“([^”\n]{10,2000})”|«([^»\n]{10,2000})»/g)];
  const sentences = quotes.map((quote) => quote[1] ?? quote[2] ?? quote[3] ?? '');
  return sentences.findLast((sentence) => sentence.trim().split(/\s+/).length >= 4) ?? null;
}

function lastParagraph(text: string): string | null {
  return nonEmpty(text.split(/\n\s*\n/).findLast((paragraph) => paragraph.trim() !== '') ?? '');
}

function parsedText(json: string): string | null {
  try {
    return nonEmpty(String(JSON.parse(json)));
  } catch {
    return null;
  }
}

function unquoted(text: string): string {
  return text.trim().replace(/^["“«'`]+|["”»'`]+$/g, '');
}

function nonEmpty(text: string): string | null {
  return text.trim() === '' ? null : text.trim();
}
