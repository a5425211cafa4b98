import { ClipboardList, type LucideIcon, MessagesSquare, Scale } from 'lucide-react';
import { GetSocial } from './GetSocial.tsx';
import { Growth } from './Growth.tsx';
import { IdeaAndDevelopment } from './IdeaAndDevelopment.tsx';

/** Sections without controls. */
export function Sections() {
  return (
    <>
      <HowItWorks />
      <GetSocial />
      <Growth />
      <IdeaAndDevelopment />
      <Refusals />
    </>
  );
}

const steps: { icon: LucideIcon; title: string; text: string }[] = [
  {
    icon: ClipboardList,
    title: 'Type your idea in one sentence',
    text: 'You get a validation plan: the problem in plain words, who has it, where those people already talk, and a survey. Its texts and questions are yours to change.',
  },
  {
    icon: MessagesSquare,
    title: 'Ask the people who have the problem',
    text: 'Share one link. Ask about what people did and paid for, because what they say they would do predicts little.',
  },
  {
    icon: Scale,
    title: 'Read a verdict that shows its work',
    text: 'Go, No-Go, or Can’t tell yet. It says how many answers it rests on, how sure that makes it, and quotes the answers by number.',
  },
];

function HowItWorks() {
  return (
    <section className="mx-auto max-w-6xl px-4 py-16 sm:px-6 lg:py-20">
      <h2 className="text-title">From one sentence to a verdict</h2>
      <ol className="mt-8 grid gap-8 md:grid-cols-3 md:gap-6">
        {steps.map(({ icon: Icon, title, text }, position) => (
          <li key={title} className="border-t border-line pt-5">
            <div className="flex items-center justify-between gap-3">
              <Icon size={20} aria-hidden="true" className="text-spark-ink" />
              <span aria-hidden="true" className="text-meta text-faint tabular-nums">
                {position + 1} of {steps.length}
              </span>
            </div>
            <h3 className="mt-4 text-base">{title}</h3>
            <p className="mt-1.5 max-w-[44ch] text-soft">{text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}

export function Refusals() {
  return (
    <section aria-labelledby="refusals" className="border-t border-line">
      <div className="mx-auto max-w-6xl px-4 py-16 sm:px-6 lg:py-20">
        <h2 id="refusals" className="text-[2rem] leading-9 tracking-[-0.025em]">
          What it refuses to do
        </h2>
        <dl className="mt-10 grid gap-x-10 sm:grid-cols-2 lg:grid-cols-3">
          {refusals.map(({ name, text }) => (
            <div key={name} className="border-t border-line py-5">
              <dt className="text-base font-semibold">{name}</dt>
              <dd className="mt-1.5 max-w-[46ch] text-soft">{text}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}

/** Rules that code keeps today; a text says so where a model is only instructed. */
export const refusals = [
  {
    name: 'Invent numbers',
    text: 'Every figure of a verdict is counted from answers. What is written without a model states no market size: it gives you the arithmetic to fill in. A model is told to invent nothing, and you can change what it wrote.',
  },
  {
    name: 'Flatter you',
    text: 'With too few answers, or answers on both sides of the line, the verdict is Can’t tell yet, and it says whether more answers would settle it.',
  },
  {
    name: 'Ask what people would do',
    text: 'Without a model its questions ask what people did; a model is told to ask the same way. A question that says “would you” or “how likely” counts for nothing in the verdict.',
  },
  {
    name: 'Post behind your back',
    text: 'No reply is sent before you approve it, unless you switch automated posting on for a campaign. Even then each place’s own rules come first: on Hacker News nothing is ever sent for you.',
  },
  {
    name: 'Hide who wrote it',
    text: 'Every generated text shows on request which model wrote it, or that none did, when, and how its reply was read.',
  },
  {
    name: 'Pretend to be finished',
    text: 'What is not open yet is called that, on this page and inside the product.',
  },
];
