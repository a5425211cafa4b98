import { CircleDot, Coins, type LucideIcon, Target } from 'lucide-react';

/** Planned features of Startup Social (specification 1); none exists yet. */
export const socialFeatures: { name: string; plan: string; icon: LucideIcon }[] = [
  {
    name: 'Momentum Circles',
    plan: 'Small groups of founders who tell each other every week what they did and what comes next.',
    icon: CircleDot,
  },
  {
    name: 'Capital Points',
    plan: 'Points for helping other founders, for example by answering their survey.',
    icon: Coins,
  },
  {
    name: 'Daily Challenge',
    plan: 'One small task a day that brings you closer to somebody who has the problem you solve.',
    icon: Target,
  },
];
