import { plainIdea, sentencesOf, shorten } from '#server/integrations/ai/composer/idea-text.ts';
import { toThirdPerson } from '#server/integrations/ai/composer/need-wording.ts';
import { pitchOf } from '#server/integrations/ai/composer/plan-texts.ts';
import type { PlanWords } from '#server/integrations/ai/composer/plan-words.ts';
import type { BuildPromptSection } from '#shared/rules/build-prompt-sections.ts';
import type { Blueprint, BlueprintId } from './blueprints.data.ts';

type Sections = Partial<Record<BuildPromptSection, string>>;

/** What the product is, what people do in it and what it looks like. */
export function productSections(words: PlanWords, id: BlueprintId, blueprint: Blueprint): Sections {
  return {
    sentence: [pitchOf(words), ownWords(words), unreadNote(words)].filter((text) => text !== '').join('\n\n'),
    who: whoAndWhen(words, blueprint),
    action: `${keyOf(words, blueprint)}\n\nIt counts as done when ${blueprint.done}.`,
    journey: [
      `Open ${words.name}: one line says what it is for, one button, "${blueprint.start}", begins.`,
      ...blueprint.journey,
    ]
      .map((step, index) => `${index + 1}. ${step}`)
      .join('\n'),
    screens: screensOf(words, blueprint),
    data: dataOf(blueprint),
    states: statesOf(blueprint),
    look: lookOf(words, id),
  };
}

/** What people do, in few words and of third persons. */
export function needOf(words: PlanWords): string {
  return words.quoted ? 'do what this idea is for' : toThirdPerson(words.need.short);
}

// The pitch keeps what was understood; the rest of what the founder typed belongs to the builder too.
function ownWords({ idea, quoted }: PlanWords): string {
  const said = shorten(sentencesOf(plainIdea(idea)).join('. '), 600);
  return said === '' || said === quoted ? '' : `In my own words: “${said}”`;
}

function unreadNote({ unread, quoted }: PlanWords): string {
  if (!quoted) return '';
  return unread === 'foreign'
    ? 'The idea is quoted as it stands. Read it in its own language, write everything that people see in that language, and where this text says something else, the idea counts.'
    : 'The idea is quoted as it stands and may not be clear. Ask me what it means before you build; where this text says something else, my answer counts.';
}

function keyOf(words: PlanWords, { key }: Blueprint): string {
  return words.quoted ? key : `To ${needOf(words)}: ${key.charAt(0).toLowerCase()}${key.slice(1)}`;
}

function whoAndWhen(words: PlanWords, blueprint: Blueprint): string {
  const lines = [
    `- Who: ${whoOf(words)}${words.otherSide ? `; on the other side, ${words.otherSide}` : ''}.`,
    `- When: ${words.where ?? 'not said yet, so it is one of the questions below'}.`,
    `- Why: they come to decide ${blueprint.decides}.`,
    `- What happens today, as a guess to check: they ${words.kind.hypothesis}.`,
  ];
  if (words.troublePresent)
    lines.splice(3, 0, `- The trouble as I see it: they ${toThirdPerson(words.troublePresent)}.`);
  return lines.join('\n');
}

function whoOf(words: PlanWords): string {
  if (words.quoted) return 'the people whom the idea names; I will tell you more when you ask';
  const isSaid = words.isAudienceSaid && words.audience !== 'people';
  return isSaid ? words.audience : `people who ${words.attempt[0]} ${needOf(words)}`;
}

function screensOf(words: PlanWords, { screens, start }: Blueprint): string {
  const headline = words.quoted ? words.name : upperStart(toReader(words.need.short));
  const first: Blueprint['screens'][number] = [
    'Start',
    'a headline, one sentence, one button, a quiet link to sign in',
    'nothing that needs an account',
    'begin, sign in',
    `"${headline}", "${start}", "I have been here before"`,
  ];
  return [first, ...screens]
    .map(
      ([name, components, data, actions, copy]) =>
        `### ${name}\n\n- Components: ${components}\n- Data: ${data}\n- Actions: ${actions}\n- Copy: ${copy}`,
    )
    .join('\n\n');
}

function dataOf({ record: [one], fields, second: [name, secondFields], permissions }: Blueprint): string {
  return `- person: e-mail, first name, joined (date)\n- ${one}: ${fields}\n- ${name}: ${secondFields}\n\n${permissions} The server checks this, not only the screen. Everybody can export and delete what is theirs.`;
}

function statesOf({ record: [one, many], empty }: Blueprint): string {
  return [
    `- Signed out: the start screen and the key action up to the moment of keeping. Then: "Sign in to keep this ${one}. What you entered stays."`,
    `- Empty: ${empty}`,
    `- Loading: the shapes of the ${many} in grey, read out as "Loading ${many}"; a button that is busy says so and keeps its width.`,
    '- Error: "That did not work. Nothing you entered is lost." with the button "Try again"; without a network: "You are offline. We keep this and send it later."',
    `- Not allowed or gone: "This ${one} is not shared with you, or it was deleted." with a link back.`,
  ].join('\n');
}

function lookOf(words: PlanWords, id: BlueprintId): string {
  const scene = words.where ? `It is used ${words.where}. ` : '';
  return `${scene}${moods[gentle.has(id) ? 'gentle' : sober.has(id) ? 'sober' : 'plain']} Phone first, from 320 pixels up; one column, large touch areas, one main button a screen. Light and dark. Contrast and keyboard use as in WCAG AA. No stock pictures, no decoration that says nothing.`;
}

const gentle = new Set<BlueprintId>(['care', 'feel', 'remind', 'learn', 'log', 'guard']);
const sober = new Set<BlueprintId>([
  'paper',
  'ledger',
  'quote',
  'run',
  'watch',
  'digest',
  'draft',
  'board',
  'dues',
]);
const moods = {
  gentle:
    'Calm and friendly: warm neutral surfaces, one soft accent colour, round corners, much air, short words.',
  sober:
    'Exact and quiet: near-white surfaces, dark text, one accent colour, figures in columns, nothing that moves by itself.',
  plain:
    'Clear and friendly: light surfaces, one strong accent colour for the main button, simple cards, plain words.',
};

// The headline speaks to whoever opens the product.
function toReader(need: string): string {
  return need.replace(/\btheir\b/g, 'your').replace(/\b(?:them|they)\b/g, 'you');
}

function upperStart(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
