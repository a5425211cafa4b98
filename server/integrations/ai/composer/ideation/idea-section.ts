import { audienceOfPlan, guessOf, linkOf, pitchOf } from '#server/integrations/ai/composer/plan-texts.ts';
import type { PlanWords } from '#server/integrations/ai/composer/plan-words.ts';
import { type CoachWords, needOf, put } from './coach-words.ts';

type IdeaSection = {
  appName: string;
  tagline: string;
  concept: string;
  features: string[];
  design: string;
  targetAudience: { demographics: string; psychographics: string };
  monetization: string[];
};

/** The first section: the idea as something that can be checked, the weakest assumption first. */
export function ideaSection(words: CoachWords): IdeaSection {
  const { plan, form } = words;
  return {
    appName: plan.name,
    tagline: taglineOf(plan),
    concept: conceptOf(words),
    features: words.features,
    design: put(form.design, words),
    targetAudience: { demographics: demographicsOf(plan), psychographics: psychographicsOf(plan) },
    monetization: words.monetization,
  };
}

function taglineOf(plan: PlanWords): string {
  if (plan.quoted) return 'One idea, not yet put in a sentence of who it helps to do what';
  return `For ${plan.audience} ${linkOf(plan)} ${plan.attempt[0]} ${needOf(plan)}`;
}

function conceptOf({ plan, assumption }: CoachWords): string {
  const pitch = plan.quoted ? `${pitchOf(plan)} ${unreadAdvice[plan.unread ?? 'unclear']}` : pitchOf(plan);
  return [
    `The weakest assumption is ${assumption}; test it before anything is built.`,
    `The problem, as a guess to check, is that ${guessOf(plan)}.`,
    plan.kind.disproof,
    pitch,
  ].join(' ');
}

// A founder's own sentence in this place is read by the later stages.
const rewrite = `write here who it helps to do what, in the form “It helps … to …”, and the next sections will build on your sentence.`;
const unreadAdvice = {
  foreign: `Only English is read so far: ${rewrite}`,
  'no words': `It could not be read: ${rewrite}`,
  unclear: `It could not be read with confidence: ${rewrite}`,
};

function demographicsOf(plan: PlanWords): string {
  return `${audienceOfPlan(plan)} Not known yet and to be asked: ${unknowns[plan.relation]}.`;
}

const unknowns: Record<PlanWords['relation'], string> = {
  child:
    'the age of the children, the country and its schools, who decides at home, and what the family spends on it now',
  'looked-after':
    'how old and how able they are, who looks after them and from how far away, and who pays for what',
  organisation:
    'how large they are, in which country, who has the trouble and who signs, and what they use already',
  professional:
    'employed or on their own, in which country, for how long in the trade, and whether they may choose their tools',
  private:
    'age, country and language, whom they live with, how often it happens to them, and what they spend on it now',
};

function psychographicsOf(plan: PlanWords): string {
  const said = plan.kind.hardest.options.map((option) => `“${option}”`);
  return `What weighs on them may sound like ${said.slice(0, -1).join(', ')} or ${said.at(-1)}; which of these it is, only they can say. Look for people who have already tried something against it and given it up: they will tell you most. People who shrug are an answer as well, and it belongs in your notes.`;
}
