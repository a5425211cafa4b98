import type { AnswerEvidence, CoachTask } from '#shared/contracts/ai.ts';
import type { IdeationStage } from '#shared/contracts/ideation.ts';
import type { IdeaReading } from '#shared/contracts/reading.ts';
import { splitSections } from '#shared/rules/ideation/ideation-sections.ts';
import { marketSums } from '#shared/rules/ideation/market-figures.ts';
import { readIdeationOutput } from '#shared/rules/model-output/ideation.ts';
import { labelOf } from '#shared/rules/model-output/markdown.ts';
import { findCommunities } from '#shared/rules/plans/find-communities.ts';
import { type IdeaNouns, ideaNouns } from '#shared/rules/plans/idea-nouns.ts';
import { needsAsking } from '#shared/rules/plans/needs-asking.ts';
import { countWords, cutAtWord, plain } from '#shared/rules/plans/phrase-forms.ts';
import planTexts from '#shared/rules/plans/plan-texts.json' with { type: 'json' };
import { workingNames } from '#shared/rules/plans/working-names.ts';
import { planLanguage } from '#shared/rules/plans/write-plan.ts';
import { blueprintOf } from './blueprints.ts';
import texts from './coach-texts.json' with { type: 'json' };
import { countFirst, mostChosen, onOneLine, quotesOf } from './exact-evidence.ts';
import { readIdea } from './read-idea.ts';
import { blankMark, type Say, sayer } from './say.ts';
import { typedFeatures } from './typed-features.ts';

/**
 * One section of the coach (specification 3) without a model: worksheets around the idea's phrases, the founder's edits
 * and the survey's answers, at most 190 words. The reading alone when that says too little, as for a plan.
 */
export async function writeCoachSection(task: CoachTask): Promise<object> {
  const known = task.reading ?? (await readIdea(task.idea));
  const edited = withEdits(known, task.content);
  const read = needsAsking(edited) ? known : edited;
  if (needsAsking(read)) return read;
  const evidence = task.evidence && task.evidence.submissionCount > 0 ? task.evidence : null;
  const language = planLanguage(read);
  const nouns = ideaNouns(read, language);
  const [working = ''] = workingNames(nouns, language);
  const name = fieldLines(task.content, 'IDEATION', 'appName')[0] ?? working;
  const write = (reading: IdeaReading) => {
    const say = sayer(reading, task.idea, { name });
    return sections[task.stage]({ task, reading, nouns, name, say, evidence });
  };
  // Phrases of a sentence's length would fill a section: they are cut as little as it takes.
  let section = write(read);
  for (const most of phraseLengths)
    if (wordsIn(task.stage, section) > mostWords) section = write(cutPhrases(read, most));
  return section;
}

const mostWords = 190;
/** Words of a phrase that is cut, the most first. */
const phraseLengths = [8, 6, 4];

/** Words that the founder reads; addresses of links are not among them. */
function wordsIn(stage: IdeationStage, section: object): number {
  const { markdown } = readIdeationOutput(stage, JSON.stringify(section));
  return countWords(markdown.replace(/\]\([^)]*\)/g, ']'));
}

function cutPhrases(reading: IdeaReading, mostWordsOfOne: number): IdeaReading {
  const short = (phrase: string) => {
    const whole = plain(phrase);
    const cut = cutAtWord(whole, mostWordsOfOne);
    return cut === whole ? phrase : `${cut}…`;
  };
  const { who, job, trouble } = reading;
  return { ...reading, who: short(who), job: short(job), trouble: short(trouble) };
}

type CoachFacts = {
  task: CoachTask;
  reading: IdeaReading;
  nouns: IdeaNouns;
  name: string;
  say: Say;
  evidence: AnswerEvidence | null;
};

const sections: Record<IdeationStage, (facts: CoachFacts) => object> = {
  IDEATION: ({ task, name, reading, say }) => ({
    appName: name,
    tagline: say(planTexts.en.pitch, 16),
    concept: `${say(texts.concept.first)}\n${phraseLines(reading)}`,
    features: featuresOf(task.idea, say),
    design: say(texts.design, 26),
    targetAudience: { demographics: say('{who}', 10), psychographics: say(texts.psychographics, 26) },
    monetization: texts.monetization.map((text) => say(text)),
  }),
  MARKET_RESEARCH: ({ reading, nouns, say, evidence }) => ({
    tam: {
      formula: 'population × share × price',
      factors: [
        blank(say(texts.market.population)),
        (evidence && shareInSurvey(evidence)) || blank(say(texts.market.share)),
        blank(say(texts.market.price)),
      ],
    },
    sam: { formula: 'whole market × share you reach', factors: [blank(say(texts.market.reach))] },
    competitorAnalysis: [...searchLinks(reading, nouns), say(texts.market.today, 40)],
    gapAnalysis: list([
      ...(evidence ? [...mostChosen(evidence, 3).map(countFirst), ...quotesOf(evidence, 2)] : []),
      ...texts.market.gap.map((text) => say(text)),
    ]),
  }),
  VALIDATION: ({ say, evidence }) => ({
    smokeTests: texts.smokeTests.map((text) => say(text)),
    interviewQuestions: texts.interviewQuestions.map((text) => say(text.split('|'), 24)),
    metricsToTrack: [
      ...texts.metrics.map((text) => say(text)),
      ...(evidence ? mostChosen(evidence, 2).map(countFirst) : []),
    ],
  }),
  MVP: ({ task, say }) => {
    const own = fieldLines(task.content, 'IDEATION', 'features').slice(0, 5);
    const platforms = blueprintOf(task.idea).platforms;
    return {
      coreFeatureSet: own.length > 0 ? own : featuresOf(task.idea, say),
      noCodePlatforms: platforms.map(({ name, url, use }) => ({
        name: `[${name}](${url})`,
        goodFor: say(texts.platform.goodFor.replace('{use}', use)),
        check: say(texts.platform.check),
      })),
      developmentSteps: texts.developmentSteps.map((text) => say(text)),
    };
  },
  ACQUISITION: ({ task, reading, say }) => {
    const sums = marketSums(task.content);
    const { revenue, ...counts } = texts.aarrr;
    const funnel = Object.entries(counts).map(([name, text]) => [name, say(text)]);
    const income = sums ? `1,000 customers: ${sums.income}. The whole market: ${sums.whole}.` : '';
    const places = findCommunities(reading, 'en').map(({ name, url }) => linkTo(name, url));
    return {
      aarrrMetrics: { ...Object.fromEntries(funnel), revenue: `${say(revenue)} ${income}`.trim() },
      outreachTactics: texts.outreachTactics.map((text) =>
        say(text.split('|'), 45).replace('{places}', () => places.join(', ') || blankMark),
      ),
    };
  },
};

/** The founder's own features, and lines to fill in up to three. */
function featuresOf(idea: string, say: Say): string[] {
  const own = typedFeatures(idea);
  return [...own, ...texts.features.map((text) => say(text)).slice(own.length)];
}

const boxes = ['who', 'job', 'trouble'] as const;
/** The phrases as lines that the founder can correct; `withEdits` reads them again. */
function phraseLines(reading: IdeaReading): string {
  return list(boxes.map((box) => `**${texts.concept.lines[box]}:** ${reading[box] || blankMark}`));
}

/** The founder's changes under the first section count more than the reading. */
function withEdits(reading: IdeaReading, content: string): IdeaReading {
  const lines = fieldLines(content, 'IDEATION', 'concept');
  const edited = { ...reading };
  for (const box of boxes) {
    const label = `${texts.concept.lines[box]}:`;
    const line = lines.find((text) => text.startsWith(label));
    if (line === undefined) continue;
    const phrase = plain(line.slice(label.length).replace(blankMark, '')).slice(0, 160);
    // A phrase that was cut for the first section is still the whole one.
    const isCut = phrase.endsWith('…') && plain(reading[box]).startsWith(phrase.slice(0, -1));
    if (!isCut) edited[box] = phrase;
  }
  return edited;
}

/** The lines under a field's label in a section, without the marks of Markdown; none where it was taken out. */
function fieldLines(content: string, stage: IdeationStage, field: string): string[] {
  const section = splitSections(content).find((found) => found.stage === stage);
  const [, ...parts] = section?.text.split(`**${labelOf(field)}:**`) ?? [];
  const text = parts.join('').split(/\n(?=\*\*[^*\n]+:\*\*)/)[0] ?? '';
  return text
    .split('\n')
    .map((line) =>
      line
        .replaceAll('**', '')
        .replace(/^[\s>*+-]+/, '')
        .trim(),
    )
    .filter((line) => line !== '' && line !== 'N/A' && line !== blankMark);
}

function blank(name: string) {
  return { name, value: '', source: 'your guess' };
}

/** Share of people with the trouble that most chose in the survey; null where no option names one. */
function shareInSurvey({ options }: AnswerEvidence) {
  const [most] = options
    .filter(({ isTrouble, count, answered }) => isTrouble && count > 0 && answered)
    .toSorted((a, b) => b.count - a.count);
  if (!most) return null;
  const name = texts.market.share.replace('{quotedSaid}', () => `“${onOneLine(most.name, 80)}”`);
  return { name, value: `${most.count} of ${most.answered}`, source: 'your survey' };
}

/** Searches for the idea's own words, the app stores as one item. */
function searchLinks({ who, job, trouble }: IdeaReading, { who: [group = ''] }: IdeaNouns): string[] {
  const words = plain(job) || plain(trouble);
  const query = encodeURIComponent(
    `${words} ${words.includes(group) ? '' : group || plain(who)}`.trim().slice(0, 90).toWellFormed(),
  );
  const to = ({ name, url }: { name: string; url: string }) =>
    linkTo(
      name,
      url.replace('{query}', () => query),
    );
  return [...texts.searches.map(to), texts.stores.map(to).join(', ')];
}

function linkTo(name: string, url: string): string {
  const address = url.replace(/[()]/g, (mark) => (mark === '(' ? '%28' : '%29'));
  return `[${name.replace(/[[\]]/g, '')}](${address})`;
}

function list(lines: string[]): string {
  return lines.map((line) => `- ${line}`).join('\n');
}
