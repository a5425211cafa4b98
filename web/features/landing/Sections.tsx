import { ClipboardList, type LucideIcon, MessagesSquare, Scale } from 'lucide-react';
import { GetSocial } from './GetSocial.tsx';
import { Growth } from './Growth.tsx';
import { IdeaAndDevelopment } from './IdeaAndDevelopment.tsx';
import { Refusals } from './Refusals.tsx';

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
