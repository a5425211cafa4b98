import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { pageLimit } from '#shared/contracts/paging.ts';
import { listTrails, type Trail } from '#shared/contracts/trails.ts';
import { ideaName } from '#shared/rules/plans/app-name.ts';
import { inboxPath, trailPath } from '#shared/rules/suite-paths.ts';
import { call } from '#web/api/call.ts';
import { useSession } from '#web/identity/session.ts';
import type { Modal } from '#web/pages/modal-param.ts';
import { toolModals, tools } from '#web/pages/suite/dashboard/tools.data.ts';
import { TextInput } from '#web/ui/controls/TextInput.tsx';
import { isTyping } from '#web/ui/is-typing.ts';
import { Dialog } from '#web/ui/overlays/Dialog.tsx';
import { useTheme } from '#web/ui/theme.ts';

export type CommandMenuProps = { open: boolean; onOpenChange: (open: boolean) => void };
type Command = {
  id: string;
  kind: 'Idea' | 'Tool' | 'Page' | 'Setting' | 'Theme';
  title: string;
  /** Other words by which it is found. */
  also: string;
  run: () => void;
};

/** Every idea, tool and setting, a few letters away. */
export function CommandMenu({ open, onOpenChange }: CommandMenuProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Go to" isTall>
      <Commands
        onRun={(command) => {
          onOpenChange(false);
          command.run();
        }}
      />
    </Dialog>
  );
}

function Commands({ onRun }: { onRun: (command: Command) => void }) {
  const list = useId();
  const chosen = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState('');
  const [place, setPlace] = useState(0);
  const found = useCommands().filter(({ kind, title, also }) =>
    holdsWords(`${kind} ${title} ${also}`, typed),
  );
  const active = Math.min(place, found.length - 1);
  useEffect(() => {
    if (active >= 0) chosen.current?.scrollIntoView({ block: 'nearest' });
  }, [active]);

  function takeKey(event: KeyboardEvent) {
    if (isTyping(event.nativeEvent)) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const command = found[active];
    if (step) setPlace((active + step + found.length) % Math.max(1, found.length));
    else if (event.key === 'Enter' && command) onRun(command);
    else return;
    event.preventDefault();
  }

  return (
    <>
      <TextInput
        role="combobox"
        aria-label="Search ideas, tools and settings"
        aria-expanded={found.length > 0}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={active >= 0 ? `${list}-${active}` : undefined}
        autoComplete="off"
        placeholder="An idea, a tool, a setting"
        value={typed}
        onKeyDown={takeKey}
        onChange={(event) => {
          setTyped(event.target.value);
          setPlace(0);
        }}
      />
      <div id={list} role="listbox" aria-label="Ideas, tools and settings" className="mt-2 grid gap-0.5">
        {found.map((command, at) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the field above takes the keys
          <div
            key={command.id}
            id={`${list}-${at}`}
            ref={at === active ? chosen : undefined}
            role="option"
            aria-selected={at === active}
            onPointerMove={() => setPlace(at)}
            onClick={() => onRun(command)}
            className="flex min-h-9 cursor-pointer items-center justify-between gap-4 rounded-s px-3 py-1.5 aria-selected:bg-muted pointer-coarse:min-h-11"
          >
            <span dir="auto" className="min-w-0 truncate">
              {command.title}
            </span>
            <span className="shrink-0 text-meta text-faint">{command.kind}</span>
          </div>
        ))}
      </div>
      <p role="status" className="px-3 text-soft">
        {found.length === 0 ? 'Nothing matches.' : null}
      </p>
    </>
  );
}

function holdsWords(text: string, typed: string): boolean {
  const words = typed.trim().toLowerCase().split(/\s+/);
  return words.every((word) => text.toLowerCase().includes(word));
}

function useCommands(): Command[] {
  const navigate = useNavigate();
  const [, chooseTheme] = useTheme();
  const ideas = useIdeas();
  const { user } = useSession();
  const command = (
    kind: Command['kind'],
    title: string,
    run: () => void,
    { id = title, also = '' } = {},
  ): Command => ({ id: `${kind} ${id}`, kind, title, also, run });
  const goTo = (path: string) => () => void navigate(path);
  return [
    ...ideas.map((idea) => command('Idea', ideaName(idea), goTo(trailPath(idea.id)), { id: idea.id })),
    ...tools.flatMap(({ tool, title }) =>
      tool === 'social'
        ? []
        : [command('Tool', title, goTo(dashboard(toolModals[tool])), { also: alsoCalled[tool] })],
    ),
    command('Tool', 'Start a New Support Request', goTo(dashboard('jobForm'))),
    ...pages.map(({ title, path }) => command('Page', title, goTo(path))),
    ...(user?.supportAgent ? [command('Page', 'Inbox', goTo(inboxPath))] : []),
    ...settings.map(({ title, path }) => command('Setting', title, goTo(path))),
    ...themes.map(({ title, theme }) => command('Theme', title, () => chooseTheme(theme))),
  ];
}

const alsoCalled = {
  ideation: 'coach',
  validation: 'plan survey',
  'proof-of-concept': 'build prompt',
  launch: 'conversations campaigns replies',
};

const settings = [
  { title: 'Name, email and password', path: '/settings#account' },
  { title: 'Export or delete your account', path: '/settings#account' },
  { title: 'Which emails you get', path: '/settings#emails' },
  { title: 'Automated Posting Settings', path: '/settings#posting' },
];

const themes = [
  { title: 'Light', theme: 'light' },
  { title: 'Dark', theme: 'dark' },
  { title: 'System', theme: 'system' },
] as const;

const dashboard = (modal: Modal) => `/startup-spark-suite/dashboard?modal=${modal}`;

const pages = [
  { title: 'Dashboard', path: '/startup-spark-suite/dashboard' },
  { title: 'Settings', path: '/settings' },
  { title: 'Billing', path: '/startup-spark-suite/billing' },
  { title: 'Pricing', path: '/#pricing' },
  { title: 'Startup Social', path: '/startup-social' },
  { title: 'FAQ', path: '/FAQ' },
  { title: 'Contact Us', path: '/ContactUs' },
];

/** The newest ideas; none while they are loading, and none where they can't be loaded. */
function useIdeas(): Trail[] {
  const [ideas, setIdeas] = useState<Trail[]>([]);
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    call(listTrails, { query: { limit: pageLimit }, signal }).then(setIdeas, () => {});
    return () => controller.abort();
  }, []);
  return ideas;
}
