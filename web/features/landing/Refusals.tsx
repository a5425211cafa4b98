import { refusals } from './refusals.data.ts';

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
