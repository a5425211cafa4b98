import { CircleDot, Coins, type LucideIcon, Target } from 'lucide-react';
import { MailLinkCard, useMailLink } from '#web/features/waitlist/MailLinkCard.tsx';
import { Notify } from '#web/features/waitlist/Notify.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { useTitle } from '#web/ui/use-title.ts';

export function StartupSocialPage() {
  useTitle('Startup Social');
  const link = useMailLink();
  return (
    <div className="page-edge max-w-3xl px-4 py-10 sm:px-6 sm:py-14">
      <div className="flex flex-wrap items-center gap-3">
        <h1 className="text-title">Startup Social</h1>
        <Badge tone="warn" icon={null}>
          Beta, not open yet
        </Badge>
      </div>
      <p className="mt-3 max-w-[60ch] text-base text-balance text-soft">
        Founders who keep each other going. None of it can be used yet.
      </p>
      <div className="mt-6">
        {link ? <MailLinkCard key={link.token} link={link} otherwise={<Notify />} /> : <Notify />}
      </div>
      <PlannedFeatures />
    </div>
  );
}

function PlannedFeatures() {
  return (
    <section aria-labelledby="planned" className="mt-10">
      <h2 id="planned" className="text-base">
        What is planned
      </h2>
      <ul className="mt-3 border-b border-line">
        {socialFeatures.map(({ name, plan, icon: Icon }) => (
          <li
            key={name}
            className="grid grid-cols-[1.25rem_minmax(0,1fr)] gap-x-3 gap-y-0.5 border-t border-line py-3.5 sm:grid-cols-[1.25rem_11rem_minmax(0,1fr)]"
          >
            <Icon size={17} aria-hidden="true" className="mt-0.5 text-faint" />
            <h3 className="text-sm">{name}</h3>
            <p className="col-start-2 text-soft sm:col-start-3">{plan}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Planned features of Startup Social (specification 1); none exists yet. */
export const socialFeatures: { name: string; plan: string; icon: LucideIcon }[] = [
  {
    name: 'Momentum Circles',
    plan: 'Small groups who share each week what they did.',
    icon: CircleDot,
  },
  {
    name: 'Capital Points',
    plan: 'Points for helping others, such as answering a survey.',
    icon: Coins,
  },
  {
    name: 'Daily Challenge',
    plan: 'One small task a day, towards people with your problem.',
    icon: Target,
  },
];
