import { useId } from 'react';
import type { Plan } from '#shared/contracts/account.ts';
import { planNames, upgradeNeeded } from '#shared/rules/billing/plans.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Card, CardHeader } from '#web/ui/Card.tsx';
import { beforeTool } from './load-tools.ts';
import { type Tool, type ToolName, tools } from './tools.data.ts';

type ToolsCardProps = { plan: Plan; onOpen: (tool: ToolName) => void; className?: string };

/** The tools, each with the plan that it still needs (specification 2, Dashboard). */
export function ToolsCard({ plan, onOpen, className }: ToolsCardProps) {
  return (
    <Card id="startup-growth" className={className}>
      <CardHeader title="Startup Research & Growth" text={plan === 'free' ? undefined : planNames[plan]} />
      <ul className="-mx-2 mt-2.5 -mb-2">
        {tools.map((tool) => (
          <li key={tool.tool} className="relative">
            <ToolButton {...tool} plan={plan} onOpen={() => onOpen(tool.tool)} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

type ToolButtonProps = Tool & { plan: Plan; onOpen: () => void };

function ToolButton({ tool, title, note, icon: Icon, plan, onOpen }: ToolButtonProps) {
  const id = useId();
  const needed = planNeeded(plan, tool);
  return (
    <>
      <button
        type="button"
        onClick={onOpen}
        {...beforeTool(tool)}
        aria-describedby={needed ? id : undefined}
        className="group flex w-full items-center gap-3 rounded-s px-2 py-2 text-left transition-colors duration-100 hover:bg-muted"
      >
        <span className="grid size-8 shrink-0 place-items-center rounded-[9px] bg-muted text-soft group-hover:bg-card">
          <Icon size={17} aria-hidden="true" />
        </span>
        <span className={needed ? 'min-w-0 pr-22' : 'min-w-0'}>
          {title} {note ? <span className="text-faint">({note})</span> : null}
        </span>
      </button>
      {needed ? (
        <span id={id} className="pointer-events-none absolute inset-y-0 right-2 flex items-center">
          <Badge>{needed}</Badge>
        </span>
      ) : null}
    </>
  );
}

function planNeeded(plan: Plan, tool: ToolName): string | null {
  if (tool === 'ideation' || tool === 'social') return null;
  const upgrade = upgradeNeeded(plan, tool);
  if (!upgrade) return null;
  return upgrade === 'upgrade_to_developer' ? 'Developer' : 'Pro';
}
