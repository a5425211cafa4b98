export type BuildPromptSection =
  | 'sentence'
  | 'who'
  | 'action'
  | 'journey'
  | 'screens'
  | 'data'
  | 'states'
  | 'look'
  | 'must'
  | 'later'
  | 'never'
  | 'checks'
  | 'ask'
  | 'slices';

type Section = {
  id: BuildPromptSection;
  /** The heading's words; models and founders keep them, so they are how a section is found again. */
  title: string;
  /** Instruction to a model for this section. */
  asks: string;
};

/** The sections of a build prompt in their usual order. */
export const buildPromptSections: Section[] = [
  { id: 'sentence', title: 'In one sentence', asks: 'what it is, for whom' },
  { id: 'who', title: 'Who, when and why', asks: 'who uses it, in what moment, to decide or do what' },
  {
    id: 'action',
    title: 'The one key action',
    asks: 'the single thing that has to work, and when it counts as done',
  },
  { id: 'journey', title: 'Journey', asks: 'numbered steps from the first visit to the second' },
  {
    id: 'screens',
    title: 'Screens',
    asks: 'every screen as a ### heading with its components, data, actions and real copy (headings, button texts, hints)',
  },
  {
    id: 'data',
    title: 'Data and permissions',
    asks: 'every record with its fields and types; who may read, write and delete it',
  },
  { id: 'states', title: 'States', asks: 'signed out, empty, loading and error, each with its real text' },
  { id: 'look', title: 'Look', asks: 'mood, colours, type, spacing, phone first, accessible' },
  { id: 'must', title: 'Must', asks: 'features of the first version, one bullet line each' },
  { id: 'later', title: 'Later', asks: 'features that can wait, one bullet line each' },
  { id: 'never', title: 'Never', asks: 'what the product does not do, one bullet line each' },
  {
    id: 'checks',
    title: 'Acceptance checks',
    asks: 'bullet lines that somebody can try and answer with yes or no',
  },
  {
    id: 'ask',
    title: 'Ask me before you build',
    asks: 'questions that the builder must ask the founder first',
  },
  { id: 'slices', title: 'Slices', asks: 'the build order as a numbered list, each slice usable by itself' },
];

/** A section's heading words. */
export function titleOfSection(id: BuildPromptSection): string {
  return buildPromptSections.find((section) => section.id === id)?.title ?? id;
}
