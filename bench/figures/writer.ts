import { readFile } from 'node:fs/promises';
import * as z from 'zod/mini';
import { goal, type Section, type Settings, spread } from '#bench/lib/report.ts';
import { readAndPlan } from '#server/integrations/ai/writer/read-idea.ts';
import { needsAsking } from '#shared/rules/plans/needs-asking.ts';
import { summaryPost } from '#shared/rules/plans/summary-post.ts';

const phrase = z.nullable(z.string());

const labelledIdea = z.object({
  id: z.string(),
  text: z.string(),
  kind: z.enum(['clear', 'partial', 'vague', 'not-an-idea']),
  who: phrase,
  whoAlt: z.array(z.string()),
  trouble: phrase,
  troubleAlt: z.array(z.string()),
  /** Nouns that the plan must hold, and words that show a misreading. */
  topic: z.array(z.string()),
  never: z.array(z.string()),
});
type LabelledIdea = z.infer<typeof labelledIdea>;

const boxes = ['who', 'trouble'] as const;

/**
 * How ideas are read without a model, and what is written from the reading. Reads the labelled sentences that
 * WRITER_IDEAS names (JSON lines: who and trouble with accepted variants, topic nouns, words of a misreading).
 */
export async function measureWriter({ rounds }: Settings): Promise<Section> {
  const { WRITER_IDEAS: file } = process.env;
  const title = 'Reading ideas and writing plans without a model';
  if (!file)
    return {
      title,
      how: 'Not measured: WRITER_IDEAS names no labelled sentences.',
      columns: ['figure', 'measured'],
      rows: [],
      goals: [],
    };
  const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line.trim() !== '');
  const ideas = lines.map((line) => labelledIdea.parse(JSON.parse(line)));
  const judged = [];
  for (const idea of ideas) judged.push(await judge(idea));
  for (const { idea, wrong, forbidden } of judged)
    for (const miss of [...wrong, ...forbidden]) console.error(`${idea.id}: ${miss} | ${idea.text}`);
  for (const { idea, isRight } of judged)
    if (idea.kind === 'clear' && !isRight) console.error(`${idea.id}: not read | ${idea.text}`);
  return describe(judged, await planTimes(ideas, rounds));
}

type Reading = Awaited<ReturnType<typeof readAndPlan>>;
type Judged = Awaited<ReturnType<typeof judge>>;

async function judge(idea: LabelledIdea) {
  const read = await readAndPlan(idea.text);
  const isAsked = needsAsking(read);
  const marks = boxes.map((box) => markOf(read[box], idea[box], idea[`${box}Alt`]));
  const wrong = boxes.filter((_, at) => marks[at] === 'wrong').map((box) => `wrong ${box} “${read[box]}”`);
  const [who, trouble] = marks;
  const all = 'appName' in read ? textsOf(read, idea.text) : '';
  return {
    idea,
    marks,
    wrong,
    isAsked,
    isRight: !isAsked && who === 'right' && trouble === 'right',
    forbidden: idea.never
      .filter((word) => all.includes(word.toLowerCase()))
      .map((word) => `forbidden “${word}”`),
    hasTopic: all === '' || idea.topic.some((noun) => all.includes(noun.toLowerCase())),
    longestQuestion:
      'appName' in read
        ? Math.max(...read.surveyQuestions.map(({ question }) => question.split(/\s+/).length))
        : 0,
  };
}

/** Everything that a founder reads of a plan. */
function textsOf(plan: Extract<Reading, { appName: string }>, idea: string): string {
  const { who, trouble, solution, question, language, surveyQuestions: questions } = plan;
  const reading = { who, trouble, solution, question, language };
  const post = summaryPost({ ...plan, idea, reading, questions, surveyUrl: '' });
  const { appName, names, oneSentencePitch, problemParagraph, targetAudience, socialGroups } = plan;
  const asked = questions.flatMap(({ question, options }) => [question, ...(options ?? [])]);
  const groups = socialGroups.map(({ name }) => name);
  return [appName, names, oneSentencePitch, problemParagraph, targetAudience, post, asked, groups]
    .flat()
    .join('\n')
    .toLowerCase();
}

function markOf(read: string, label: string | null, variants: string[]): 'right' | 'empty' | 'wrong' {
  if (read === '') return 'empty';
  const accepted = [...(label === null ? [] : [label]), ...variants].map(bare);
  return accepted.includes(bare(read)) ? 'right' : 'wrong';
}

/** Without marks, articles and a pronoun in front, so that only the phrase counts. */
function bare(text: string): string {
  const words = text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}' ]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return words.replace(/^(?:the|an?|they|we|i|les|los|las|die) /, '').replace(/^are /, '');
}

/** Milliseconds for a plan, the first one apart: it loads the languages. */
async function planTimes(ideas: LabelledIdea[], rounds: number): Promise<number[]> {
  const times = [];
  for (let round = 0; round < Math.max(rounds, 3); round += 1) {
    const began = performance.now();
    for (const { text } of ideas) await readAndPlan(text);
    times.push((performance.now() - began) / ideas.length);
  }
  return times;
}

function describe(judged: Judged[], times: number[]): Section {
  const clear = judged.filter(({ idea }) => idea.kind === 'clear');
  const unclear = judged.filter(({ idea }) => idea.kind === 'vague' || idea.kind === 'not-an-idea');
  const marks = judged.flatMap((one) => one.marks);
  const count = (mark: string) => marks.filter((own) => own === mark).length;
  const filled = count('right') + count('wrong');
  const percent = (part: number, of: number) => (of === 0 ? 0 : (100 * part) / of);
  const right = percent(clear.filter(({ isRight }) => isRight).length, clear.length);
  const wrong = percent(count('wrong'), filled);
  const forbidden = judged.flatMap((one) => one.forbidden).length;
  const topic = percent(judged.filter(({ hasTopic }) => hasTopic).length, judged.length);
  const asked = percent(unclear.filter(({ isAsked }) => isAsked).length, unclear.length);
  const longest = Math.max(...judged.map(({ longestQuestion }) => longestQuestion));
  return {
    title: 'Reading ideas and writing plans without a model',
    how: `${judged.length} labelled sentences, ${clear.length} of them clear. A box counts as right only when it is one of the accepted phrases.`,
    columns: ['figure', 'measured'],
    rows: [
      ['boxes right, left empty, wrong', `${count('right')}, ${count('empty')}, ${count('wrong')}`],
      ['sentences asked about', String(judged.filter(({ isAsked }) => isAsked).length)],
      ['longest question, words', String(longest)],
      ['a plan, ms', spread(times)],
    ],
    goals: [
      goal('clear ideas read right without asking', right, { atLeast: 65 }, ' %'),
      goal('filled boxes that are wrong', wrong, { below: 4 }, ' %'),
      goal('texts with a word of a misreading', forbidden, { below: 0 }),
      goal('plans that hold a topic noun', topic, { atLeast: 100 }, ' %'),
      goal('vague and other texts asked about', asked, { atLeast: 100 }, ' %'),
      goal('longest question', longest, { below: 14 }, ' words'),
    ],
  };
}
