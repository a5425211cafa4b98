import type { AnswerEvidence, BuildPromptTask } from '#shared/contracts/ai.ts';
import type { Ability, BuildPromptForm } from '#shared/contracts/build-prompts.ts';
import type { IdeaLanguage } from '#shared/contracts/reading.ts';
import { answerItems } from '#shared/rules/surveys/answer-items.ts';
import { outlineBuildPrompt } from './build-prompt-outline.ts';
import { type BuildPromptSection, buildPromptSections } from './build-prompt-sections.ts';
import { type FormFrames, formFrames } from './form-frames.data.ts';

/** Names the frames below in receipts; changes with them. */
export const formPromptVersion = 'build-prompt-form-1';

/**
 * A build prompt without a model (design 7.11): what the founder wrote, word for word, in fixed frames of the idea's
 * language, under the usual headings. An empty field is left out and becomes a question that the builder asks first.
 */
export function writeFormPrompt(task: BuildPromptTask, language: IdeaLanguage): string {
  const given = {
    ...(task.form ?? blankForm),
    idea: task.idea,
    solution: task.reading?.solution ?? '',
    count: shareOf(task.evidence, language),
  };
  const who = given.who.trim() || (task.reading?.who ?? '');
  const trouble = given.trouble.trim() || (task.reading?.trouble ?? '');
  const written = sectionsOf({ ...given, who, trouble }, formFrames[language]);
  const sections = buildPromptSections.flatMap(({ id, title }) => {
    const lines = written[id]?.filter((line) => line !== '') ?? [];
    return lines.length > 0 ? [`## ${title}\n\n${lines.join('\n')}`] : [];
  });
  return [titleOf(given.name), formFrames[language].intro, ...sections]
    .filter((part) => part !== '')
    .join('\n\n');
}

export const blankForm: BuildPromptForm = {
  name: '',
  who: '',
  trouble: '',
  thing: '',
  abilities: [],
  notYet: '',
};

type Given = BuildPromptForm & { idea: string; solution: string; count: string };

/** "22 of 35 throw away bread every week": how many of the people asked have the problem; '' while nobody counts. */
function shareOf(evidence: AnswerEvidence | null, language: IdeaLanguage): string {
  const [figure] = evidence ? answerItems({ ...evidence, answers: [], options: [] }, language) : [];
  return figure?.text ?? '';
}

function sectionsOf(given: Given, frame: FormFrames): Partial<Record<BuildPromptSection, string[]>> {
  const { idea, solution, count, who, trouble, thing, notYet } = given;
  const abilities = given.abilities.filter(({ text }) => text.trim() !== '');
  const isInIdea = idea.toLowerCase().includes(solution.trim().toLowerCase());
  const filled = (line: string, words: string) => (words.trim() === '' ? '' : fill(line, words));
  const open = (words: string, question: string) => (words.trim() === '' ? [question] : []);
  return {
    sentence: [withoutHeadings(idea)],
    who: [
      filled(frame.who, who),
      filled(frame.trouble, trouble),
      filled(frame.count, count),
      isInIdea ? '' : filled(frame.solution, solution),
    ],
    action: thing.trim() === '' ? [] : [fill(frame.thing, thing), ...items(frame.first, frame.own)],
    states: items(...frame.states),
    must: abilities.flatMap(abilityLines),
    later: [filled(frame.later, notYet)],
    checks: [
      filled(frame.finds, thing),
      ...abilities.map(({ text }) => fill(frame.can, text)),
      ...items(frame.stays),
    ],
    ask: items(
      ...open(who, frame.askWho),
      ...open(trouble, frame.askTrouble),
      ...open(thing, frame.askThing),
      ...(thing.trim() === '' ? [] : [frame.askSource]),
      ...(abilities.length === 0 ? [frame.askAbilities] : []),
      ...open(notYet, frame.askLater),
      ...frame.ask,
    ),
    slices: slicesOf(frame, thing.trim() !== '', abilities.length > 0),
  };
}

/** The build order; nothing to order where neither question was answered. */
function slicesOf(
  { slices: [first, lines, rest] }: FormFrames,
  hasThing: boolean,
  hasLines: boolean,
): string[] {
  const slices = [...(hasThing ? [first] : []), ...(hasLines ? [lines] : [])];
  if (slices.length === 0) return [];
  return [...slices, rest].map((slice, index) => `${index + 1}. ${slice}`);
}

function abilityLines({ text, attached }: Ability): string[] {
  return [`- ${oneLine(text)}`, ...attached.map((one) => `  - ${oneLine(one)}`)];
}

/** A name that is one of our headings would begin that section. */
function titleOf(name: string): string {
  const heading = `# ${oneLine(name)}`;
  const isSection = outlineBuildPrompt(heading).some(({ id }) => id !== null);
  return name.trim() === '' ? '' : isSection ? `**${oneLine(name)}**` : heading;
}

function items(...lines: string[]): string[] {
  return lines.map((line) => `- ${line}`);
}

function fill(frame: string, words: string): string {
  return `- ${frame.replace('{}', () => oneLine(words))}`;
}

function oneLine(words: string): string {
  return words.replace(/\s+/g, ' ').trim();
}

/** The founder's idea as typed; a heading in it would begin a section of its own. */
function withoutHeadings(idea: string): string {
  return idea.trim().replace(/^ {0,3}#{1,6}[ \t]+/gm, '');
}
