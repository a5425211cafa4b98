import * as z from 'zod';
import { type Ai, AiError } from '#server/integrations/ai/port.ts';
import type { StoredTheme, ThemeMove } from '#shared/contracts/surveys/analyses.ts';
import { isObject, objectPieces, outputLimit, parseRepaired } from '#shared/rules/model-output/json.ts';
import { withoutReasoning } from '#shared/rules/model-output/reasoning.ts';
import { mostThemes, themesInstructions } from '#shared/rules/prompts/themes-prompt.ts';
import { listedTexts } from '#shared/rules/surveys/answer-evidence.ts';
import { isQuoted } from '#shared/rules/surveys/quoted-words.ts';
import { qualityThresholds } from '#shared/rules/verdict/rule.ts';
import type { Evidence, WrittenAnswer } from './evidence.ts';

const limits = {
  /** Read of one answer, and of all of them. */
  answer: 600,
  all: 30_000,
  /** Answers to a question below which there is nothing to group. */
  fewest: 4,
  name: 60,
};

type Grouped = Pick<Evidence, 'idea' | 'questions' | 'texts'>;

/**
 * Lets a model group the answers to open questions. An answer is in a group only if the model's quote stands in it; a
 * group has two answers or more, the newest first. Null when the model fails, or where there is too little to group.
 */
export async function findThemes(
  ai: Ai,
  evidence: Grouped,
  signal?: AbortSignal,
): Promise<StoredTheme[] | null> {
  const read = readTexts(evidence);
  if (read.size === 0) return null;
  const questions = [...read].map(([question, texts]) => ({
    question,
    text: evidence.questions[question]?.question ?? '',
    answers: texts.map(({ number, answer }) => [number, answer]),
  }));
  const prompt = ['<<<', JSON.stringify({ idea: evidence.idea, questions }), '>>>'].join('\n');
  const output = await ai
    .complete({ instructions: themesInstructions, prompt, json: true, signal })
    .catch((error: unknown) => {
      if (error instanceof AiError) return null;
      throw error;
    });
  if (!output || output.model === null) return null;
  const groups = groupsIn(output.text);
  return groups && [...read].flatMap(([question, texts]) => checkGroups(question, texts, groups));
}

/** Puts answers where the founder moved them, and nowhere else. */
export function moveAnswers(themes: StoredTheme[], moves: ThemeMove[]): StoredTheme[] {
  const moved = themes.map((theme) => ({ ...theme, numbers: [...theme.numbers] }));
  for (const { question, number, theme } of moves) {
    const own = moved.filter((one) => one.question === question);
    for (const one of own) one.numbers = one.numbers.filter((other) => other !== number);
    const target = own.find((one) => one.theme === theme);
    if (target) target.numbers = [...target.numbers, number].toSorted((a, b) => b - a);
    else if (theme !== null) moved.push({ question, theme, numbers: [number] });
  }
  return moved.filter(({ numbers }) => numbers.length > 0);
}

/** The newest answers to each open question, as much of them as is read. */
function readTexts({ questions, texts }: Grouped): Map<number, WrittenAnswer[]> {
  const open = questions.flatMap(({ type }, question) => (type === 'open-ended' ? [question] : []));
  const read = open.map((question): [number, WrittenAnswer[]] => {
    const own = texts.filter((text) => text.question === question).slice(0, listedTexts.perQuestion);
    return [question, cut(withoutCopies(own), limits.all / open.length)];
  });
  return new Map(read.filter(([, own]) => own.length >= limits.fewest));
}

/** The first of long texts that are the same word for word, as where copies are set apart. */
function withoutCopies(texts: WrittenAnswer[]): WrittenAnswer[] {
  const comparable = ({ answer, number }: WrittenAnswer) => {
    const text = answer.trim().replace(/\s+/g, ' ').toLowerCase();
    return text.length < qualityThresholds.copyCharacters ? `#${number}` : text;
  };
  return [...new Map(texts.map((text) => [comparable(text), text])).values()];
}

function cut(texts: WrittenAnswer[], most: number): WrittenAnswer[] {
  let left = most;
  return texts.flatMap((text) => {
    const answer = text.answer.slice(0, Math.min(limits.answer, Math.max(0, left)));
    left -= answer.length;
    return answer === '' ? [] : [{ ...text, answer }];
  });
}

const group = z.object({
  question: z.coerce.number(),
  name: z.string().trim().min(1).max(limits.name),
  answers: z.array(z.unknown()),
});
type Group = z.infer<typeof group>;

const member = z.object({ number: z.coerce.number(), quote: z.string() });

/** The groups of an output, unreadable ones left out; null where it has no list of them. */
function groupsIn(output: string): Group[] | null {
  for (const piece of objectPieces(withoutReasoning(output.slice(0, outputLimit)))) {
    const object = parseRepaired(piece);
    if (isObject(object) && Array.isArray(object.groups))
      return object.groups.flatMap((one) => group.safeParse(one).data ?? []);
  }
  return null;
}

function checkGroups(question: number, texts: WrittenAnswer[], groups: Group[]): StoredTheme[] {
  const answers = new Map(texts.map(({ number, answer }) => [number, answer]));
  const themes = new Map<string, StoredTheme>();
  for (const { name, answers: members } of groups.filter((one) => one.question === question)) {
    const quoted = members
      .flatMap((one) => member.safeParse(one).data ?? [])
      .filter(({ number, quote }) => isQuoted(quote, answers.get(number) ?? ''));
    const numbers = [...new Set(quoted.map(({ number }) => number))].toSorted((a, b) => b - a);
    // A model's number would stand among our counts.
    const named = /\p{N}/u.test(name) ? (quoted[0]?.quote ?? '').trim() : name;
    const theme = named.replace(/\s+/g, ' ');
    if (numbers.length >= 2 && theme.length <= limits.name && !themes.has(theme))
      themes.set(theme, { question, theme, numbers, of: answers.size });
  }
  return [...themes.values()].toSorted((a, b) => b.numbers.length - a.numbers.length).slice(0, mostThemes);
}
