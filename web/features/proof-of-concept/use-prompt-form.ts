import type { AnswerEvidence } from '#shared/contracts/ai.ts';
import {
  type Ability,
  attachedLimit,
  type BuildPromptForm,
  mostAbilities,
  mostAttached,
} from '#shared/contracts/build-prompts.ts';
import type { IdeaLanguage, IdeaReading } from '#shared/contracts/reading.ts';
import { blankForm } from '#shared/rules/build-prompts/form-prompt.ts';
import { type AnswerItem, answerItems } from '#shared/rules/surveys/answer-items.ts';
import { cutAtWord, storable } from '#shared/rules/text/plain-text.ts';
import type { ChangePrompt, PromptDocument } from './prompt-document.ts';
import type { IdeaWork } from './use-idea-work.ts';

type FormSource = {
  document: PromptDocument;
  /** The founder's own phrases of the idea, which are not asked for again. */
  reading: IdeaReading | undefined;
  work: IdeaWork | undefined;
  onChange: ChangePrompt;
};

export type PromptForm = ReturnType<typeof usePromptForm>;

/**
 * The founder's answers for one prompt: what was typed since its newest rewrite, else what that was written from, else
 * what is known of the idea.
 */
export function usePromptForm({ document, reading, work, onChange }: FormSource) {
  const written = document.rewrites.findLast(({ form }) => form)?.form;
  const { features: abilities = [], read } = work ?? {};
  const begun = { ...blankForm, who: read?.who ?? '', trouble: read?.trouble ?? '', abilities };
  const answers: BuildPromptForm = { ...(written ?? begun), ...document.form };
  const known = {
    name: work?.name || answers.name,
    who: reading?.who ?? '',
    trouble: reading?.trouble ?? '',
  };

  return {
    answers: {
      ...answers,
      name: known.name,
      who: known.who || answers.who,
      trouble: known.trouble || answers.trouble,
      abilities: lines(answers.abilities),
    },
    /** False for what the idea's reading says already. */
    asks: { who: known.who === '', trouble: known.trouble === '' },
    /** Only what the founder has touched is stored: everything else goes on following the idea. */
    change: (part: Partial<BuildPromptForm>) =>
      onChange((prompt) => ({ ...prompt, form: { ...prompt.form, ...part } })),
  };
}

/** Always five lines. */
function lines(abilities: Ability[]): Ability[] {
  return Array.from({ length: mostAbilities }, (_, index) => abilities[index] ?? { text: '', attached: [] });
}

/** The line with an answer attached; as it is when it has this one, or no room. */
export function attach(line: Ability, item: AnswerItem): Ability {
  const text = attachedText(item);
  const isFull = line.attached.length >= mostAttached;
  return isFull || line.attached.includes(text) ? line : { ...line, attached: [...line.attached, text] };
}

/** The form as it is sent: no empty lines, and of the attached answers those that the survey still holds. */
export function sentForm(
  form: BuildPromptForm,
  evidence: AnswerEvidence | null,
  language: IdeaLanguage,
): BuildPromptForm {
  const held = heldAnswers(evidence, language);
  const text = (typed: string) => storable(typed).trim();
  return {
    name: text(form.name),
    who: text(form.who),
    trouble: text(form.trouble),
    thing: text(form.thing),
    abilities: form.abilities
      .filter((line) => text(line.text) !== '')
      .map((line) => ({ text: text(line.text), attached: line.attached.filter((one) => held.has(one)) })),
    notYet: text(form.notYet),
  };
}

/** What can be attached, as it is attached. */
export function heldAnswers(evidence: AnswerEvidence | null, language: IdeaLanguage): Set<string> {
  return new Set(evidence ? answerItems(evidence, language).map(attachedText) : []);
}

function attachedText({ text }: AnswerItem): string {
  return cutAtWord(storable(text), attachedLimit - 1);
}
