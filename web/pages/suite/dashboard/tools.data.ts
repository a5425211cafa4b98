import { ClipboardList, Code, Lightbulb, type LucideIcon, MessageCircle, Users } from 'lucide-react';
import type { GatedFeature } from '#shared/rules/billing/plans.ts';
import type { Modal } from '#web/pages/modal-param.ts';

export type ToolName = 'ideation' | GatedFeature | 'social';

export type Tool = {
  tool: ToolName;
  title: string;
  /** In parentheses behind the title (specification 2, Dashboard). */
  note?: string;
  icon: LucideIcon;
};

export const tools: Tool[] = [
  { tool: 'ideation', title: 'Startup Ideation', note: 'Primary Research', icon: Lightbulb },
  { tool: 'validation', title: 'Validating & Prototyping', icon: ClipboardList },
  { tool: 'proof-of-concept', title: 'Proof of Concept', note: 'MVP', icon: Code },
  { tool: 'launch', title: 'Launch', note: 'First 1000 Users', icon: Users },
  { tool: 'social', title: 'Startup Social', note: 'Beta', icon: MessageCircle },
];

/** The `?modal=` of each tool that has a dialog of its own. */
export const toolModals: Record<Exclude<ToolName, 'social'>, Modal> = {
  ideation: 'showIdeationModal',
  validation: 'showValidationModal',
  'proof-of-concept': 'showPocModal',
  launch: 'showAcquisitionModal',
};
