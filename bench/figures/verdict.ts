import { figure, goal, type Section } from '#bench/lib/report.ts';
import type { SurveyQuestion } from '#shared/contracts/validation.ts';
import type { AnswerMark } from '#shared/rules/verdict/marks.ts';
import { defaultRule } from '#shared/rules/verdict/rule.ts';
import { type AnswerGroup, reachVerdict, type Verdict } from '#shared/rules/verdict/verdict.ts';

/** People whose true shares are known: how many have the problem, and for how many of these it is bad. */
type Population = { people: number; share: number; bad: number };

/** Surveys of 0 to 300 people on both sides of the line, at least five points away from it. */
const populations: Population[] = [
  { people: 0, share: 0.5, bad: 0.5 },
  ...[3, 11, 12, 20, 40, 100, 300].flatMap((people) => [
    { people, share: 0.9, bad: 0.9 },
    { people, share: 0.05, bad: 0.95 },
  ]),
  ...[40, 100, 200, 300].flatMap((people) => [
    { people, share: 0.7, bad: 0.1 },
    { people, share: 0.55, bad: 0.6 },
    { people, share: 0.45, bad: 0.8 },
    { people, share: 0.3, bad: 0.9 },
  ]),
];
const edits = 10_000;
const rank = { 'No-Go': 0, "Can't tell yet": 1, Go: 2 };

const questions = ['How often last month?', 'What was hardest about it?'].map(
  (question): SurveyQuestion => ({
    question,
    type: 'multiple-choice',
    options: ['Yes', 'No', 'I don’t remember'],
    marks: ['has', 'hasnt', null],
  }),
);

/** How often the verdict is wrong about people whose answers are known, and how often an edit turns it round. */
export async function measureVerdict(): Promise<Section> {
  const random = seeded(7);
  const read = populations.map((population) => ({ population, verdict: verdictOf(ask(population, random)) }));
  const wrong = read.filter(({ population, verdict }) => isWrong(population, verdict));
  const reversals = countReversals(random);
  const decided = read.filter(({ verdict }) => verdict.decision !== "Can't tell yet");
  return {
    title: 'Verdicts',
    how: `Answers of ${populations.length} surveys, drawn from people whose true shares are known, with 0 to 300 answers on both
sides of the line. A Go is wrong where fewer have the problem than the line asks for, or where it is bad for fewer of
them; a No-Go where more have it. Then ${figure(edits)} random edits that speak against the problem: one more person
without it, or a later answer that turns. None may move a readable verdict towards Go.`,
    columns: ['surveys', 'decided', 'wrong', 'edits', 'reversals'],
    rows: [[populations.length, decided.length, wrong.length, figure(edits), reversals].map(String)],
    goals: [
      goal('Wrong verdicts', wrong.length, { below: 0 }),
      goal('Reversals by random edits', reversals, { below: 0 }),
    ],
  };
}

function verdictOf(groups: AnswerGroup[]): Verdict {
  return reachVerdict(questions, groups, defaultRule);
}

function isWrong({ share, bad }: Population, { decision }: Verdict): boolean {
  const line = defaultRule.line / 100;
  if (decision === 'Go') return share < line || bad < line;
  return decision === 'No-Go' && share > line;
}

function ask({ people, share, bad }: Population, random: () => number): AnswerGroup[] {
  return Array.from({ length: people }, () => {
    const has = random() < share;
    const later: AnswerMark = has ? (random() < bad ? 'has' : 'hasnt') : null;
    return { channel: null, marks: [has ? 'has' : 'hasnt', later], count: 1 };
  });
}

function countReversals(random: () => number): number {
  let reversals = 0;
  for (let edit = 0; edit < edits; edit += 1) {
    const groups = ask({ people: Math.floor(random() * 300), share: random(), bad: random() }, random);
    const before = verdictOf(groups);
    if (['no-answers', 'too-few'].includes(before.reason)) continue;
    const turned = groups.findIndex(({ marks }) => marks[1] === 'has');
    const after =
      turned >= 0 && random() < 0.5
        ? groups.with(turned, { channel: null, marks: ['has', 'hasnt'], count: 1 })
        : [...groups, { channel: null, marks: ['hasnt' as const, null], count: 1 }];
    if (rank[verdictOf(after).decision] > rank[before.decision]) reversals += 1;
  }
  return reversals;
}

/** The same numbers from 0 to 1 in every run (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
