import { shorten } from '#server/integrations/ai/composer/idea-text.ts';
import { lowerStart } from '#server/integrations/ai/composer/noun-phrases.ts';
import { isPeople } from '#server/integrations/ai/composer/nouns.ts';
import { findPlanWords, type PlanWords } from '#server/integrations/ai/composer/plan-words.ts';
import { relationOf, youOf } from '#server/integrations/ai/composer/who-is-asked.ts';
import { type CoachWords, kindWords } from './coach-words.ts';
import { ideaSection } from './idea-section.ts';
import { readFigures } from './market-figures.ts';
import { fieldsOf, type SectionFields } from './section-fields.ts';

/** The words with what the founder has changed in the sections so far: name, problem, people, features, prices, figures. */
export function withEdits(words: CoachWords, content: string): CoachWords {
  const figures = readFigures(content);
  const fields = fieldsOf(content, 'IDEATION');
  if (!fields) return { ...words, figures };
  const before = ideaSection(words);
  const { assumption, problem } = changedSentences(fields, before.concept);
  const plan = withAudience(withProblem(words.plan, problem), audienceIn(fields, words));
  return {
    ...words,
    ...kindWords(plan),
    plan: { ...plan, name: nameIn(fields) ?? plan.name },
    assumption: assumption ?? words.assumption,
    ...featuresIn(fields, words),
    monetization: listIn(fields, 'monetization') ?? words.monetization,
    figures,
  };
}

/** Core features as they stand in the MVP section; empty where there is none. */
export function coreFeatures(content: string): string[] {
  const fields = fieldsOf(content, 'MVP');
  return (fields && listIn(fields, 'coreFeatureSet')) ?? [];
}

// What the founder added comes before what we only suggested; within each the order stays.
function featuresIn(fields: SectionFields, words: CoachWords): Pick<CoachWords, 'features' | 'ownFeatures'> {
  const { features, ownFeatures } = words;
  const listed = listIn(fields, 'features');
  if (!listed) return { features, ownFeatures };
  const known = features.map(lettersOf);
  const rankOf = (item: string) => {
    const place = known.indexOf(lettersOf(item));
    return place === -1 ? 0 : place < ownFeatures ? 1 : 2;
  };
  return {
    features: listed.toSorted((a, b) => rankOf(a) - rankOf(b)),
    ownFeatures: listed.filter((item) => rankOf(item) < 2).length,
  };
}

function nameIn(fields: SectionFields): string | null {
  const [name = ''] = fields.under('appName');
  return /[\p{L}\p{N}]/u.test(name) && !isMissing(name) ? shorten(name.replace(/[.:]$/, ''), 60) : null;
}

function listIn(fields: SectionFields, label: string): string[] | null {
  const items = fields.items(label).filter((item) => !isMissing(item));
  return items.length > 0 ? items.slice(0, 12).map((item) => shorten(item, 400)) : null;
}

function isMissing(text: string): boolean {
  return /^(n\/?a\.?|\[shortened\])$/i.test(text);
}

/** What stands in the concept and was not composed: a new assumption, and the problem told anew. */
function changedSentences(fields: SectionFields, concept: string) {
  const known = new Set(sentencesOf(concept).map(lettersOf));
  const lines = fields.under('concept');
  // A section that was rewritten without our labels is all concept.
  const text = fields.isLabelled ? lines.join('\n') : fields.text;
  const fresh = sentencesOf(text).filter((sentence) => !known.has(lettersOf(sentence)));
  const isAssumption = (sentence: string) => assumed.test(sentence);
  const assumption = fresh.find(isAssumption)?.match(assumed)?.[1];
  return {
    assumption: assumption ? `that ${shorten(lowerStart(assumption.replace(/[.\s]+$/, '')), 240)}` : null,
    problem: fresh.filter((sentence) => !isAssumption(sentence)).map(asIdea),
  };
}

const assumed = /(?:weakest|riskiest) assumption\b[^:.]{0,40}?(?: is|:)\s*(?:that )?(.+?)(?:; test it .*)?$/i;

// "Ward Loop helps nurses …" reads like an idea that names its product.
function asIdea(sentence: string): string {
  return sentence
    .replace(/^the problem,? (as a guess to check,? )?is that /i, '')
    .replace(/^.{1,60}? helps (?=\S)/, helpful);
}

const helpful = 'An app that helps ';

function withProblem(plan: PlanWords, problem: string[]): PlanWords {
  // A sentence of the form "It helps … to …" says it best.
  const helping = problem.filter((sentence) => sentence.startsWith(helpful));
  const told = [...helping, ...problem]
    .slice(0, 6)
    .map((sentence) => findPlanWords(sentence))
    .find((reading) => reading.unread === null);
  if (!told) return plan;
  const topicIds = [...new Set([...told.topicIds, ...plan.topicIds])].slice(0, 3);
  const again = { ...told, topicIds, name: plan.name, turn: plan.turn, idea: `${told.idea} ${plan.idea}` };
  return told.isAudienceSaid ? again : { ...again, ...audienceFields(plan) };
}

function audienceIn(fields: SectionFields, words: CoachWords): string | null {
  const text = fields.under('demographics').join('\n');
  const composed = sentencesOf(demographicsOf(words)).map(lettersOf);
  const [first = ''] = sentencesOf(text).filter((sentence) => !composed.includes(lettersOf(sentence)));
  if (/^(who would pay|where they are|not known yet|for the founder)/i.test(first)) return null;
  const phrase = first
    .replace(/^who has the problem:\s*/i, '')
    .replace(/^(the|all|our|my) /i, '')
    .split(/, above all|[,;:(\n]/)[0]
    ?.replace(/[\s.]+$/, '');
  // What we wrote ourselves for another reading of the idea names nobody.
  if (!phrase || !/\p{L}/u.test(phrase) || /^people( who .* in the last [\w ]+)?$/i.test(phrase)) return null;
  const named = lowerStart(shorten(phrase, 80));
  const head = named.split(/ (?:with|in|at|of|from|who|on|near|that|between|aged|over|under) /)[0] ?? named;
  return isPeople(head.split(' ').at(-1) ?? '') ? named : `people you describe as “${named}”`;
}

function demographicsOf(words: CoachWords): string {
  const { targetAudience } = ideaSection(words);
  return targetAudience.demographics;
}

function withAudience(plan: PlanWords, audience: string | null): PlanWords {
  if (audience === null || audience === plan.audience) return plan;
  const relation = relationOf(audience);
  return {
    ...plan,
    audience,
    isAudienceSaid: true,
    relation,
    you: youOf(relation),
    isOrganisation: relation === 'organisation',
  };
}

function audienceFields({ audience, isAudienceSaid, relation, you, isOrganisation }: PlanWords) {
  return { audience, isAudienceSaid, relation, you, isOrganisation };
}

function sentencesOf(text: string): string[] {
  return text.split(/(?<=[.!?…]”?)\s+|\n+/).filter((sentence) => /\p{L}/u.test(sentence));
}

function lettersOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}
