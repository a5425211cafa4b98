import nlp from 'compromise';
import type { AnswerEvidence, BuildPromptTask } from '#shared/contracts/ai.ts';
import type { IdeaReading } from '#shared/contracts/reading.ts';
import {
  type BuildPromptSection,
  buildPromptSections,
} from '#shared/rules/build-prompts/build-prompt-sections.ts';
import { isEveryday, tellingWords } from '#shared/rules/build-prompts/build-prompt-words.ts';
import { ideaNouns, singular } from '#shared/rules/plans/idea-nouns.ts';
import { needsAsking } from '#shared/rules/plans/needs-asking.ts';
import planTexts from '#shared/rules/plans/plan-texts.json' with { type: 'json' };
import lists from '#shared/rules/plans/words.json' with { type: 'json' };
import { workingNames } from '#shared/rules/plans/working-names.ts';
import { planLanguage } from '#shared/rules/plans/write-plan.ts';
import { type Blueprint, blueprintOf } from './blueprints.ts';
import texts from './build-prompt-texts.json' with { type: 'json' };
import { countLine, guess, mostChosen, onOneLine, troubleLines, withEvidence } from './exact-evidence.ts';
import { readIdea } from './read-idea.ts';
import { blankMark, type Say, sayer, withBlanks } from './say.ts';

type PromptFacts = {
  idea: string;
  reading: IdeaReading;
  isAsking: boolean;
  evidence: AnswerEvidence | null;
  blueprint: Blueprint;
  things: IdeaThings;
  name: string;
  say: Say;
};

/**
 * A build prompt without a model: the sections of one of six blueprints, filled with the idea's phrases and nouns, and
 * features that name exactly which answers support them.
 */
export async function writeBuildPrompt(task: BuildPromptTask): Promise<{ response: string }> {
  const { idea } = task;
  const read = task.reading ?? (await readIdea(idea));
  const isAsking = needsAsking(read);
  const reading = isAsking ? withBlanks(read) : read;
  const things = ideaThings(idea, read);
  const language = planLanguage(reading);
  const nouns = isAsking ? { who: [], what: things.things } : ideaNouns(reading, language);
  const [name = blankMark] = workingNames(nouns, language);
  const evidence = task.evidence && task.evidence.submissionCount > 0 ? task.evidence : null;
  const known = {
    idea,
    reading,
    isAsking,
    evidence,
    blueprint: blueprintOf(idea.replace(typed, '')),
    things,
    name,
    say: sayer(reading, idea, { name }),
  };
  const written: Partial<Record<BuildPromptSection, string>> = {
    ...productOf(known),
    ...featuresOf(known),
    ...workOf(known),
  };
  const parts = buildPromptSections.flatMap(({ id, title }) =>
    written[id] ? [`## ${title}\n\n${written[id]}`] : [],
  );
  return { response: parts.join('\n\n').replaceAll(`“${blankMark}”`, blankMark) };
}

function productOf({ idea, reading, isAsking, evidence, blueprint, things: nouns, name, say }: PromptFacts) {
  const screens = screensOf({ blueprint, things: nouns });
  const [first] = screens;
  const { things, people } = nouns;
  const { start, done } = blueprint;
  const { record, many, others } = namesOf(blueprint, nouns);
  const facts = evidence ? mostChosen(evidence, 3).map(countLine) : [];
  const phrases = [texts.who, ...(reading.trouble ? [texts.trouble] : [])];
  return {
    sentence: `${isAsking ? '' : `${say(planTexts.en.pitch, 16)}\n\n`}In my own words: “${onOneLine(idea, 600)}”`,
    who: [...phrases.map((text) => say(text)), ...facts.map((fact) => `- ${fact}`)].join('\n'),
    action: `${keyOf(blueprint, things, say)}\n\nIt counts as done when ${done}.`,
    journey: numbered([
      `Open ${name} and press “${start}”.`,
      ...screens.map((screen) => `On “${screen.name}”: ${screen.actions}.`),
      `Come back: ${name} shows what changed in “${first?.name ?? record}” since the last visit.`,
    ]),
    screens: screens
      .map(({ name: title, shows, actions, copy }) =>
        [`### ${title}`, '', `- Components: ${shows}`, `- Actions: ${actions}`, `- Copy: ${copy}`].join('\n'),
      )
      .join('\n\n'),
    data: [
      ...people.map((person) => `- ${singular(person, nouns.language)}: name (text), e-mail (text)`),
      `- ${record}: ${blueprint.fields}`,
      ...others.map(
        (thing) => `- ${singular(thing, nouns.language)}: title (text), ${record}, note (text), date`,
      ),
      '',
      say(texts.permissions.replace('{record}', record), 40),
    ].join('\n'),
    states: list([
      `Signed out: “Sign in to keep this ${record}.” What was typed stays.`,
      `Empty: “No ${many} yet.” with the button “${start}”`,
      `Loading: grey shapes in the place of ${many}`,
      `Error: “This ${record} was not saved. Try again.” Nothing typed is lost.`,
    ]),
    look: say(texts.look, 40),
  };
}

type Screen = { name: string; shows: string; actions: string; copy: string };

/** The first noun takes the blueprint's main screen, unless that is the plain one; the others get lists of their own. */
function screensOf({ blueprint, things }: Pick<PromptFacts, 'blueprint' | 'things'>): Screen[] {
  const [main, ...rest] = blueprint.screens.map(([name = '', shows = '', actions = '', copy = '']) => {
    return { name, shows, actions, copy };
  });
  if (!main) return [];
  const { noun, record, others } = namesOf(blueprint, things);
  const fill = (text: string, many: string) =>
    text
      .replace('{many}', many)
      .replace('{one}', singular(many, things.language))
      .replace('{record}', record);
  const lists = others.map((many) => ({
    name: capitalized(many),
    shows: fill(texts.other.shows, many),
    actions: fill(texts.other.actions, many),
    copy: fill(texts.other.copy, many),
  }));
  return [{ ...main, name: noun ? capitalized(noun) : main.name }, ...lists, ...rest];
}

/** The things to keep: the idea's first noun, or the blueprint's, and the nouns beside it. */
function namesOf({ act, signs }: Blueprint, { things, language }: IdeaThings) {
  const noun = signs === '' ? undefined : things[0];
  const record = noun && isCounted(noun) ? singular(noun, language) : act;
  return { noun, record, many: noun ?? `${act}s`, others: noun ? things.slice(1) : things };
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * The most chosen features first, then the founder's, also those that the idea names: one that shares a word with it,
 * or a sign of the same blueprint. With answers, other features without a vote are not built yet.
 */
function featuresOf({ idea, evidence, blueprint, things, say, isAsking }: PromptFacts) {
  const screen = `“${screensOf({ blueprint, things })[0]?.name ?? ''}”`;
  const asked = isAsking && blueprint.signs ? [`What my idea names: “${onOneLine(idea, 200)}”`] : [];
  const own = [...(isAsking ? asked : [say(texts.canDo)]), ...typedFeatures(idea)];
  const later = blueprint.later.map((feature) => {
    return { feature, named: wordsShared(`${feature} ${blueprintOf(feature).signs}`, idea) };
  });
  const guesses = later
    .filter(({ named }) => named.length === 0)
    .map(({ feature }) => withEvidence(feature, evidence));
  const must = [
    withEvidence(keyOf(blueprint, things.things, say), evidence, wordsShared(blueprint.signs, idea)),
    ...own.map((feature) => withEvidence(feature, evidence)),
    ...later
      .filter(({ named }) => named.length > 0)
      .map(({ feature, named }) => withEvidence(feature, evidence, named)),
  ];
  if (!evidence) return { must: list(must), later: list(guesses), never: never(say) };
  const chosen = troubleLines(
    evidence,
    true,
    texts.chosen.replace('{screen}', () => screen),
  );
  const isGuess = (line: string) => line.endsWith(guess);
  return {
    must: list([...chosen.slice(0, 3), ...must]),
    later: list([...chosen.slice(3, 6), ...guesses.filter((line) => !isGuess(line))]),
    never: never(say),
  };
}

/** The telling words that are in both, but for everyday ones. */
function wordsShared(text: string, idea: string): string[] {
  const words = tellingWords(text);
  return [...tellingWords(idea)].filter((word) => words.has(word) && !isEveryday(word));
}

function never(say: Say): string {
  return list(texts.never.map((text) => say(text)));
}

/** The blueprint's one action with the idea's nouns, or with its phrase where it names none. */
function keyOf({ key }: Blueprint, things: string[], say: Say): string {
  const texts = [things.join(', '), '{quotedJob}', 'against {quotedTrouble}'].filter((text) => text !== '');
  return say(
    texts.map((text) => key.replace('{it}', () => text)),
    40,
  );
}

const typed = /(?:, with | it (?:has|needs|includes) )([^.!?\n]{3,200})/i;

/** The features that the founder lists: "… with a late list, reminders and a QR code", "It has …". */
export function typedFeatures(idea: string): string[] {
  const [, said = ''] = idea.match(typed) ?? [];
  const items = said.split(/,\s*(?:and\s+)?| and /i).map((item) => onOneLine(item, 80));
  const fitting = items.filter((item) => /\p{L}{3}/u.test(item) && item.split(' ').length <= 8);
  return fitting.slice(0, 5).map(capitalized);
}

function workOf({ blueprint, things, name, say, isAsking }: PromptFacts) {
  const [first, second] = screensOf({ blueprint, things });
  const { record } = namesOf(blueprint, things);
  const { start, done, checks, ask } = blueprint;
  return {
    checks: list([
      `Somebody new presses “${start}” and gets so far that ${done}, without help.`,
      ...checks,
      `Another signed-in person cannot open somebody’s ${record} by its address.`,
    ]),
    ask: list([...(isAsking ? [texts.asking] : []), ask, say(texts.askName), say(texts.askData)]),
    slices: numbered([
      `“${first?.name ?? name}” alone: “${start}” works for one person on one device.`,
      `Then “${second?.name ?? name}”.`,
      `Accounts and who may see which ${record}.`,
      `The acceptance checks of ${name}, one by one.`,
    ]),
  };
}

function list(lines: string[]): string {
  return lines.map((line) => `- ${line}`).join('\n');
}

function numbered(lines: string[]): string {
  return lines.map((line, index) => `${index + 1}. ${line}`).join('\n');
}

/** The nouns of an idea, for screens and records: what it is about, and who takes part. */
type IdeaThings = { things: string[]; people: string[]; language: IdeaReading['language'] };

type Term = { text: string; post: string; tags: string[]; chunk?: string };

/**
 * Runs of nouns in the sentence, each named by its last: "amateur choirs" are choirs. Before what is done, the
 * noun is a thing of its own: a "dog walker" has dogs. Other languages keep the nouns as they were read.
 */
function ideaThings(idea: string, reading: IdeaReading): IdeaThings {
  const { language } = reading;
  if (language !== 'en') {
    const own = ideaNouns(reading, language === 'other' ? 'en' : language);
    return { things: own.what.slice(0, most), people: own.who.slice(0, 1), language };
  }
  const sentences: { terms: Term[] }[] = nlp(idea.slice(0, 600)).json();
  const found = sentences.flatMap(({ terms }) => nounsIn(terms));
  const [group = ''] = reading.who.split(/ (?:with|without|in|at|on|of|from|for|who|that|which|whose) /i);
  const people = ideaNouns({ ...reading, who: group }, 'en')
    .who.slice(0, 1)
    .map(plural);
  const words = group.toLowerCase().split(' ');
  const named = words.filter((_, index) => !acts.has(singular(words[index + 1] ?? '', 'en')));
  const others = new Set([...named, ...ideaNouns(reading, 'en').who].map(plural));
  const things = [...new Set(found)].filter((noun) => !isGeneric(noun) && !others.has(noun));
  return { things: things.slice(0, most), people, language };
}

const most = 3;
const noThing = new Set(['Pronoun', 'Organization', 'Date', 'Place']);
const generic = new Set(`${lists.en.generic} ${texts.products}`.split(' '));
const isGeneric = (noun: string) => generic.has(noun) || generic.has(singular(noun, 'en'));
const acts = new Map(Object.entries(texts.acts));

function nounsIn(terms: Term[]): string[] {
  const nouns: string[] = [];
  let run: string[] = [];
  const close = () => {
    run.forEach((word, index) => {
      const next = run[index + 1] ?? '';
      if (index === run.length - 1 || acts.has(next)) nouns.push(plural(word));
      nouns.push(...(acts.get(word.replace(/s$/, '')) ?? []));
    });
    run = [];
  };
  for (const [index, { text, post, tags }] of terms.entries()) {
    const word = text.toLowerCase();
    // A no-show is what goes wrong, not a thing.
    if (terms[index - 1]?.text.toLowerCase() === 'no') continue;
    const isName = index > 0 && /^\p{Lu}/u.test(text);
    const isThing = tags.includes('Noun') && !tags.some((tag) => noThing.has(tag)) && !isName;
    const isNoun = isThing && /^\p{L}{3,}$/u.test(word);
    if (isNoun) run.push(word);
    if (!isNoun && run.length > 0) close();
    if (acts.has(word) && !isNoun) nouns.push(...(acts.get(word) ?? []));
    if (/[,.;:!?]/.test(post)) close();
  }
  close();
  return nouns;
}

/** False for "bread", which people don't collect. */
function isCounted(noun: string): boolean {
  return !texts.uncounted.split(' ').includes(noun);
}

/** "piece" is "pieces"; what is not counted stays: "bread". */
function plural(noun: string): string {
  if (!isCounted(noun) || /[^s]s$/.test(noun)) return noun;
  const word = nlp(noun);
  word.tag('Noun');
  return word.nouns().toPlural().text() || noun;
}
