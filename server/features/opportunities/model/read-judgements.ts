import * as z from 'zod';
import { cutAtWord } from '#server/features/opportunities/suggest/own-words.ts';
import {
  isObject,
  objectPieces,
  parseRepaired,
  replyLimit,
  stripCodeFences,
  withoutThinking,
} from '#shared/rules/lenient-json.ts';

/** What a model says of one post, cleaned but not yet compared with the post. */
export type ReadJudgement = {
  id: string;
  /** 0 to 100. */
  fit: number;
  intent: Intent;
  quote: string;
  reasons: string[];
  facts: string[];
  draft: string;
};

const intents = ['asks_tool', 'has_problem', 'discussion', 'promo', 'job', 'unsafe'] as const;
export type Intent = (typeof intents)[number];

/** The judgements in a model's reply, whatever stands around them; those that can't be read are left out. */
export function readJudgements(reply: string): ReadJudgement[] {
  const text = stripCodeFences(withoutThinking(reply.slice(0, replyLimit)).trim());
  return judgementsIn(text).flatMap((item) => {
    const read = judgement.safeParse(item);
    return read.success ? [read.data] : [];
  });
}

function judgementsIn(text: string): unknown[] {
  const list = text.slice(text.indexOf('['), text.lastIndexOf(']') + 1);
  const wholes = [parseRepaired(text), ...(text.startsWith('[') ? [] : [parseRepaired(list)])];
  for (const whole of wholes) {
    const items = itemsOf(whole);
    if (items.length > 0) return items;
  }
  return [...objectPieces(text)].flatMap((piece) => itemsOf(parseRepaired(piece)));
}

function itemsOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value.some(isObject) ? value : [];
  if (!isObject(value)) return [];
  if ('id' in value && 'fit' in value) return [value];
  return (
    Object.values(value).find((held): held is unknown[] => Array.isArray(held) && held.some(isObject)) ?? []
  );
}

/** One line without addresses, markup or characters that nobody sees. */
function plainLine(text: string, longest: number): string {
  const plain = text
    .normalize('NFC')
    .replace(/(?:[a-z]+:\/\/|www\.)\S*/gi, '')
    .replace(/\b[\w-]+\.(?:com|net|org|io|app|dev|ai|co)(?:\/\S*)?/gi, '')
    .replace(/<[^<>]*>|[<>`*_#|[\]{}\\]/g, ' ')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return cutAtWord(plain, longest);
}

const anyText = z.string().catch('');
const lines = z
  .array(z.unknown())
  .catch([])
  .transform((items) => items.filter((item) => typeof item === 'string'));

const judgement = z
  .object({
    id: z.string(),
    fit: z.union([z.number(), z.string().trim().min(1).transform(Number)]).pipe(z.number().min(0).max(100)),
    intent: z.enum(intents),
    quote: anyText,
    reasons: lines,
    facts_to_mention: lines,
    draft: anyText,
  })
  .transform(({ facts_to_mention, reasons, fit, quote, draft, ...read }) => ({
    ...read,
    fit: Math.round(fit),
    quote: quote.slice(0, 1_000).trim(),
    reasons: reasons.slice(0, 3).flatMap((reason) => plainLine(reason, 160) || []),
    facts: facts_to_mention.slice(0, 3),
    draft: draft.trim(),
  }));
