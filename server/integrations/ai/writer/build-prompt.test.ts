import { describe, expect, it } from 'vitest';
import { embeddedAi } from '#server/integrations/ai/embedded.ts';
import type { AnswerEvidence, BuildPromptTask } from '#shared/contracts/ai.ts';
import { buildPromptSections, titleOfSection } from '#shared/rules/build-prompts/build-prompt-sections.ts';

const choir =
  'An app for village choirs to plan rehearsals, pieces and recordings, with a late list, text reminders and a QR code';
const hardest = 'What was hardest about it?';
const option = (name: string, count: number, isTrouble: boolean, numbers: number[] = []) => {
  return { question: hardest, name, count, answered: 40, numbers, isTrouble };
};
const evidence: AnswerEvidence = {
  surveyId: 'survey-choir',
  idea: choir,
  submissionCount: 40,
  newest: null,
  answers: [
    {
      number: 12,
      question: 'What happened?',
      text: 'Three of us missed the text reminders [see](https://x.example)',
    },
    { number: 7, question: 'What happened?', text: 'No QR code for me please' },
  ],
  options: [
    option('The price, or no clear price', 16, true, [3, 7, 8, 12, 20]),
    option('It took too long', 2, true, [1, 9]),
    option('Nobody answered', 0, true),
    option('Other', 9, false),
    { question: 'How often did you rehearse?', name: 'Every week', count: 30, answered: 40 },
  ],
};

async function write(idea: string, task: Partial<BuildPromptTask> = {}): Promise<string> {
  const asked: BuildPromptTask = { kind: 'build-prompt', idea, evidence: null, ...task };
  const { text } = await embeddedAi().complete({ task: asked, prompt: '', json: true });
  return JSON.parse(text).response;
}

function sectionOf(text: string, id: Parameters<typeof titleOfSection>[0]): string {
  return text.split(`## ${titleOfSection(id)}\n`)[1]?.split('\n## ')[0] ?? '';
}

describe('a build prompt', () => {
  it('has every section, and what is not built yet only with answers', async () => {
    for (const given of [null, evidence]) {
      const text = await write(choir, { evidence: given });
      const titles = buildPromptSections.filter(({ id }) => !(given ? id === 'later' : id === 'unasked'));
      for (const { title } of titles) expect(text).toContain(`## ${title}\n\n`);
      expect(text.includes('## Do not build yet')).toBe(given !== null);
      expect(text).not.toMatch(/\{\w+\}|undefined/);
    }
  });

  it.each([
    [choir, ['Rehearsals', 'Pieces', 'Recordings'], ['rehearsal', 'piece', 'recording', 'choir']],
    ['A dog walking app for busy owners', ['Dogs', 'Walks'], ['dog', 'walk', 'owner']],
    ['Find a dog walker for commuters', ['Dogs', 'Walks'], ['dog', 'walk', 'walker']],
    [
      'A marketplace where allotment gardeners swap seeds and surplus vegetables',
      ['Seeds', 'Vegetables', 'Offer something'],
      ['seed', 'vegetable'],
    ],
    ['Stop no-shows at hair salons', ['Free times', 'Your bookings'], ['salon', 'booking']],
  ])('names screens and records after the nouns of "%s"', async (idea, screens, records) => {
    const text = await write(idea);
    for (const screen of screens) expect(sectionOf(text, 'screens')).toContain(`### ${screen}\n`);
    for (const record of records) expect(sectionOf(text, 'data')).toContain(`- ${record}: `);
  });

  it.each([
    ['An app for landlords of small flats who forget gas checks', '- landlord: name', /flat: name|checkes/],
    ['A site where yoga teachers find rooms', '- teacher: name', /yoga: |Yogas|lesson/],
  ])('keeps one person, the head of the group, for "%s"', async (text, person, wrong) => {
    const prompt = await write(text);
    expect(sectionOf(prompt, 'data')).toContain(person);
    expect(prompt).not.toMatch(wrong);
  });

  it('never offers the trouble as something to do', async () => {
    const text = await write('Inventory alerts for small bakeries that throw away unsold bread');
    expect(text).toContain('helps small bakeries against this: “throw away unsold bread”');
    expect(text).not.toMatch(/can do this: “throw|can throw/);
  });

  it('asks for what the idea does not say, and keeps the founder’s own words', async () => {
    const text = await write('hello');
    expect(sectionOf(text, 'ask')).toContain(
      'Who has the problem, what do they try to do, and what goes wrong',
    );
    expect(text).toContain('In my own words: “hello”');
    expect(text).not.toContain('“[fill in]”');
  });

  it('uses the reading that the founder was shown', async () => {
    const reading = {
      who: 'choir treasurers',
      solution: '',
      question: '',
      trouble: '',
      language: 'en',
    } as const;
    expect(sectionOf(await write(choir, { reading }), 'must')).toContain('Choir treasurers can collect dues');
  });
});

describe('the features', () => {
  it('are what the founder typed, each marked as a guess without answers', async () => {
    const must = sectionOf(await write(choir), 'must');
    for (const feature of ['A late list', 'Text reminders', 'A QR code'])
      expect(must).toContain(`- ${feature} (your guess)\n`);
  });

  it('name how many chose an option and who, the most chosen first', async () => {
    const text = await write(choir, { evidence });
    const [first, second] = sectionOf(text, 'must').match(/^- .*/gm) ?? [];
    expect(first).toMatch(/“The price, or no clear price”.* chosen by 16 of 40 \(#3, #7, #8, #12, #20, …\)$/);
    expect(second).toMatch(/“It took too long”.* chosen by 2 of 40 \(#1, #9\)$/);
    expect(sectionOf(text, 'who')).toContain('16 of 40 (#3, #7, #8, #12, #20, …)');
    expect(sectionOf(text, 'unasked')).not.toContain('price');
    expect(text).not.toMatch(/“Other”|with “Every week”/);
  });

  it('quote the answer that speaks of them, word for word and without its links, or stay a guess', async () => {
    const must = sectionOf(await write(choir, { evidence }), 'must');
    expect(must).toContain(
      '- Text reminders (“Three of us missed the text reminders (see)(https://x.example)” (#12))',
    );
    expect(must).toContain('- A QR code (your guess)');
  });

  it('are not built yet only without a vote or a request', async () => {
    const lines = sectionOf(await write(choir, { evidence }), 'unasked').match(/^- .*/gm) ?? [];
    expect(lines[0]).toBe(
      '- Anything for those who answered “What was hardest about it?” with “Nobody answered” (chosen by 0 of 40)',
    );
    for (const line of lines) expect(line).toMatch(/\((?:chosen by 0 of 40|nobody chose or asked for it)\)$/);
  });

  it.each([
    ['Payment reminders for freelancers who chase late invoices', /^- A reminder goes out/m],
    [
      'Inventory alerts for small bakeries that throw away unsold bread',
      /^- A reminder when something is due/m,
    ],
    ['Reminders for people who rent out one flat', /^- A reminder goes out/m],
    ['A rota with reminders for choirs', /^- A reminder the day before/m],
    ['A calendar for parents who live apart', /^- Pick a free time/m],
    ['A tool that matches piano teachers with pupils', /^- One side offers, the other asks/m],
    [
      'A shift plan by text message for bakeries',
      /“A shift plan by text message for bakeries” \(your guess\)$/m,
    ],
  ])('that the idea names are built and never held back: "%s"', async (idea, feature) => {
    const none = { ...evidence, idea, answers: [] };
    for (const given of [null, none]) {
      const text = await write(idea, { evidence: given });
      expect(sectionOf(text, 'must')).toMatch(feature);
      expect(sectionOf(text, 'later') + sectionOf(text, 'unasked')).not.toMatch(feature);
    }
  });

  it('that the idea names go with the option of their name, unless people left or refuse it', async () => {
    const idea = 'Payment reminders for freelancers who chase late invoices';
    const chosen = (question: string, name: string) => {
      const choice = { question, name, count: 5, answered: 9, numbers: [2, 3] };
      return write(idea, { evidence: { ...evidence, idea, options: [choice] } });
    };
    const sent = await chosen('What did you do?', 'Sent a payment reminder');
    expect(sectionOf(sent, 'must')).toContain('(“Sent a payment reminder”, chosen by 5 of 9 (#2, #3, …))');
    for (const [question, name] of [
      ['What have you used and given up?', 'A reminder'],
      ['What did you do?', 'I want no reminders'],
      ['What did you do?', 'Ignored the reminder from my bank'],
    ] as const)
      expect(sectionOf(await chosen(question, name), 'must')).not.toContain('chosen by');
  });

  it('are guesses without answers to the survey', async () => {
    const none = { ...evidence, submissionCount: 0, answers: [], options: [] };
    expect(await write(choir, { evidence: none })).toBe(await write(choir));
  });
});
