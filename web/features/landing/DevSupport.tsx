import { Wrench } from 'lucide-react';
import { Link } from 'react-router';
import { buttonClass } from '#web/ui/button-class.ts';

export function DevSupport() {
  return (
    <section id="dev-support" className="border-y border-line">
      <div className="mx-auto flex max-w-6xl flex-col gap-5 px-4 py-12 sm:px-6 md:flex-row md:items-center">
        <span className="grid size-10 shrink-0 place-items-center rounded-[10px] bg-card text-spark-ink shadow-card">
          <Wrench size={18} aria-hidden="true" />
        </span>
        <div className="grow">
          <h2 className="text-lg">Stuck in the code?</h2>
          <p className="mt-1 max-w-[62ch] text-soft">
            Every plan comes with developer support for founders and vibe coders. How many requests you have,
            and how fast they are answered, depends on the plan.
          </p>
        </div>
        <Link to="/#pricing" className={buttonClass({}, 'self-start md:self-auto')}>
          Compare the plans
        </Link>
      </div>
    </section>
  );
}
