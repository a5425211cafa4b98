import type { PlanWords } from '#server/integrations/ai/composer/plan-words.ts';
import type { BuildPromptSection } from '#shared/rules/build-prompt-sections.ts';
import type { Blueprint } from './blueprints.data.ts';

/** How the builder is to work: what to check, what to ask, and in which order to build. */
export function workSections(
  words: PlanWords,
  blueprint: Blueprint,
): Partial<Record<BuildPromptSection, string>> {
  return {
    checks: checksOf(blueprint)
      .map((check) => `- ${check}`)
      .join('\n'),
    ask: questionsOf(words, blueprint)
      .map((question) => `- ${question}`)
      .join('\n'),
    slices: slicesOf(blueprint)
      .map((slice, index) => `${index + 1}. ${slice}`)
      .join('\n'),
  };
}

function checksOf({ checks, start, done, record: [one] }: Blueprint): string[] {
  return [
    `Somebody new presses "${start}" and gets so far that ${done}, without help.`,
    ...checks,
    `Another signed-in person cannot open a private ${one} by its address.`,
    'Reloading the page in the middle loses nothing that was typed.',
    'Every screen works with the keyboard alone and on a small phone.',
  ];
}

function questionsOf(words: PlanWords, { asks }: Blueprint): string[] {
  const questions = [...asks];
  if (words.quoted) questions.unshift('What does the idea do for whom? Please say it in one sentence.');
  else if (!words.isAudienceSaid || words.audience === 'people')
    questions.unshift('Who exactly is it for? The idea does not narrow it down.');
  if (words.otherSide)
    questions.push(`Which side has to come first, and what do ${words.otherSide} get from it?`);
  if (!words.where)
    questions.push('Where are people when they need it, and what do they have in their hands?');
  return [
    ...questions,
    `Is “${words.name}” the name, or only a working name?`,
    'Which data may be kept, in which country, and who answers for it?',
  ];
}

function slicesOf({ slices, screens: [[first]], start, second: [name] }: Blueprint): string[] {
  return [
    `The key action alone: "Start" and "${first}", with "${start}" working for one person and kept on the device.`,
    `Then ${slices[0]}, with the record “${name}”.`,
    `Then ${slices[1]}.`,
    'Accounts, permissions and the states: signed out, empty, loading, error.',
    'The acceptance checks one by one, and what they turn up. Nothing from “Later” before that.',
  ];
}
