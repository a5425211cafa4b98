import * as z from 'zod/mini';
import type { AnswerEvidence } from '#shared/contracts/ai.ts';
import { parseStrict } from '#shared/rules/model-output/json.ts';
import { withoutHalfCharacter } from '#shared/rules/text/plain-text.ts';
import type { DataPart } from './prompt-parts.ts';

type Answer = AnswerEvidence['answers'][number];
type Option = AnswerEvidence['options'][number];

/** The evidence as JSON lines for a prompt, questions written once. */
export function evidenceText(evidence: AnswerEvidence): string {
  const { idea, submissionCount, verdict, figures = [], answers, options } = evidence;
  const free = runsOf(answers).map((run) => [run[0]?.question, run.map(valuesOf)]);
  const choices = runsOf(options).map((run) => [run[0]?.question, run.map(valuesOf)]);
  const counted = figures.map(({ has, counted, says, options }) => [has, counted, says, options]);
  const parts = { idea, submissionCount, verdict, figures: counted, free, choices };
  const lines = Object.entries(parts).flatMap(([name, value]) =>
    value === undefined ? [] : `${JSON.stringify(name)}:${JSON.stringify(value)}`,
  );
  return `{${lines.join(',\n')}}`;
}

function valuesOf(entry: Answer | Option) {
  return 'text' in entry ? [entry.number, entry.text] : [entry.name, entry.count, entry.answered];
}

/** The evidence that a recorded prompt holds between its markers; null where there is none that can be read. */
export function readEvidenceIn(prompt: string): AnswerEvidence | null {
  const [, , text = ''] = prompt.match(/<<<EVIDENCE-(\d+)\n([\s\S]*?)\nEVIDENCE-\1>>>/) ?? [];
  const read = writtenEvidence.safeParse(parseStrict(text)).data;
  if (!read) return null;
  const { idea, submissionCount, free, choices, figures } = read;
  return {
    surveyId: '',
    idea,
    submissionCount,
    newest: null,
    figures: figures.map(([has, counted, says, marked]) => ({
      has,
      counted,
      label: '',
      says,
      options: marked,
    })),
    answers: free.flatMap(([question, texts]) => texts.map(([number, text]) => ({ number, question, text }))),
    options: choices.flatMap(([question, options]) =>
      options.map(([name, count, answered]) => ({ question, name, count, answered })),
    ),
  };
}

const writtenEvidence = z.object({
  idea: z._default(z.string(), ''),
  submissionCount: z._default(z.number(), 0),
  free: z._default(z.array(z.tuple([z.string(), z.array(z.tuple([z.number(), z.string()]))])), []),
  choices: z._default(
    z.array(z.tuple([z.string(), z.array(z.tuple([z.string(), z.number(), z.nullable(z.number())]))])),
    [],
  ),
  figures: z._default(z.array(z.tuple([z.number(), z.number(), z.string(), z.array(z.string())])), []),
});

/** The evidence as a part of a prompt's data. */
export function evidencePart(text: string): DataPart {
  const title =
    'The survey, long ones shortened: "verdict" is its decision and the line, the percent of people that must have the problem; "figures" its deciding questions as [how many have the problem, of how many, what they do, the options marked as having it]; "free" questions with answers as [number, text]; "choices" questions with options as [name, how often chosen, of how many, or null where that is not known]:';
  return { title, marker: 'EVIDENCE', text };
}

/**
 * As much of the evidence as fits `room` UTF-16 units of text: first the options that most chose, up to a third, then
 * answers in turns, one a question, those that say most first and newer before older. Long texts are cut at their end.
 * The evidence itself when all of it fits; null when not even its frame does.
 */
export function fitEvidence(evidence: AnswerEvidence, room: number): AnswerEvidence | null {
  if (evidenceText(evidence).length <= room) return evidence;
  const answers = byQuestion(evidence.answers).map(shortAnswer);
  const options = byQuestion(evidence.options).map(shortOption);
  const bare = { ...evidence, idea: shortened(evidence.idea, 200), answers: [], options: [] };
  const frame = evidenceText(bare).length;
  if (frame > room) return null;
  const mostChosen = [...options].sort((a, b) => b.count - a.count);
  const chosen = keepFitting(options, mostChosen, (room - frame) / 3);
  const left = room - evidenceText({ ...bare, options: chosen }).length;
  return { ...bare, answers: keepFitting(answers, inTurns(answers), left), options: chosen };
}

function shortAnswer({ number, question, text }: Answer): Answer {
  return { number, question: shortened(question, 120), text: shortened(text, 280) };
}

function shortOption(option: Option): Option {
  return { ...option, question: shortened(option.question, 120), name: shortened(option.name, 80) };
}

/** Entries of one question beside each other, so that its text is written once. */
function byQuestion<T extends Answer | Option>(entries: T[]): T[] {
  const questions = [...new Set(entries.map(({ question }) => question))];
  const place = new Map(questions.map((question, index) => [question, index]));
  return [...entries].sort((a, b) => (place.get(a.question) ?? 0) - (place.get(b.question) ?? 0));
}

/** Those of `all` that fit `room`, tried in the order of `wanted`. */
function keepFitting<T extends Answer | Option>(all: T[], wanted: T[], room: number): T[] {
  const kept = new Set<T>();
  const asked = new Set<string>();
  let left = room;
  for (const entry of wanted) {
    const { question } = entry;
    const cost = lengthOf(valuesOf(entry)) + (asked.has(question) ? 1 : lengthOf(question) + 8);
    if (cost > left) continue;
    kept.add(entry);
    asked.add(question);
    left -= cost;
  }
  return all.filter((entry) => kept.has(entry));
}

function lengthOf(value: unknown): number {
  return JSON.stringify(value).length;
}

/** The answers of all questions in turns, so that no question takes the whole room. */
function inTurns(answers: Answer[]): Answer[] {
  const turns = new Map<string, number>();
  const told = [...answers].sort((a, b) => weight(b) - weight(a) || b.number - a.number);
  const placed = told.map((answer) => {
    const turn = turns.get(answer.question) ?? 0;
    turns.set(answer.question, turn + 1);
    return { answer, turn };
  });
  return placed.sort((a, b) => a.turn - b.turn).map(({ answer }) => answer);
}

// Longer answers tell more, up to a point; beyond it the newer one counts.
function weight({ text }: Answer): number {
  return Math.min(6, Math.floor(text.trim().length / 25));
}

/** Neighbours of one question together. */
function runsOf<T extends { question: string }>(entries: T[]): T[][] {
  const runs: T[][] = [];
  for (const entry of entries) {
    const run = runs.at(-1);
    if (run?.[0]?.question === entry.question) run.push(entry);
    else runs.push([entry]);
  }
  return runs;
}

function shortened(text: string, limit: number): string {
  if (text.length <= limit) return text;
  return `${withoutHalfCharacter(text.slice(0, limit - 1)).trimEnd()}…`;
}
