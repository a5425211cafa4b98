import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '#e2e/harness/process.ts';
import { type Engine, findElement, type Tab, type TabElement, tabHeight } from './tab.ts';

/** Opens Debian's WebKitGTK by its own driver, on a virtual screen. */
export async function openWebKit(): Promise<Engine> {
  const screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const [display] = await once(screen.stdio[3] ?? screen, 'data');
  const port = await freePort();
  const driver = spawn('WebKitWebDriver', [`--port=${port}`], {
    stdio: 'ignore',
    // Root may start no sandbox.
    env: Object.assign({}, process.env, {
      DISPLAY: `:${String(display).trim()}`,
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
    }),
  });
  const close = async () => {
    await end(driver);
    await end(screen);
  };
  const address = `http://127.0.0.1:${port}`;
  try {
    const version = await untilReady(async () => {
      const { sessionId, capabilities } = await startSession(address);
      await send('DELETE', `${address}/session/${sessionId}`);
      return capabilities.browserVersion;
    });
    return { name: `WebKitGTK ${version}`, close, openTab: (width) => openTab(address, width) };
  } catch (error) {
    await close();
    throw error;
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill();
  await gone;
}

async function untilReady<Found>(ask: () => Promise<Found>): Promise<Found> {
  const giveUpAt = Date.now() + 20_000;
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (Date.now() > giveUpAt) throw error;
      await sleep(200);
    }
  }
}

type Session = { sessionId: string; capabilities: { browserVersion: string } };

function startSession(address: string): Promise<Session> {
  const [binary] = globSync('/usr/lib/*/webkit2gtk-4.*/MiniBrowser');
  const options = { binary, args: ['--automation'] };
  const alwaysMatch = { browserName: 'MiniBrowser', 'webkitgtk:browserOptions': options };
  return send('POST', `${address}/session`, { capabilities: { alwaysMatch } });
}

/** A session of its own. Its page is a popup: a window with a toolbar can't be as narrow as a phone. */
async function openTab(address: string, width: number): Promise<Tab> {
  const { sessionId } = await startSession(address);
  const session = `${address}/session/${sessionId}`;
  const run: Tab['run'] = (look, ...given) =>
    send('POST', `${session}/execute/sync`, { script: `return (${look})(...arguments)`, args: given });
  const open = async (url: string) => void (await send('POST', `${session}/url`, { url }));
  const find = async (css: string, name: string) => {
    const found = await run<[string, string], unknown>(findElement, css, name);
    return found ? elementOf(session, found) : null;
  };
  await open('data:text/html,<button onclick="open(`about:blank`,``,`popup`)">Open</button>');
  const first = await send<string>('GET', `${session}/window`);
  await (await find('button', 'Open'))?.click();
  const handle = await untilReady(async () => {
    const handles = await send<string[]>('GET', `${session}/window/handles`);
    const popup = handles.find((other) => other !== first);
    if (!popup) throw new Error('No popup was opened.');
    return popup;
  });
  await send('POST', `${session}/window`, { handle });
  // Without a window manager the focus is where the pointer is: in the middle of the screen.
  const place = { x: Math.round((1400 - width) / 2), y: 0, width, height: tabHeight };
  await send('POST', `${session}/window/rect`, place);
  return {
    open,
    run,
    find,
    errors: () => null,
    close: async () => void (await send('DELETE', session)),
  };
}

function elementOf(session: string, reference: object): TabElement {
  const path = `${session}/element/${Object.values(reference)[0]}`;
  return {
    // The driver itself tells no place of what is scrolled out of sight.
    place: () =>
      send('POST', `${session}/execute/sync`, {
        script: 'return JSON.stringify(arguments[0].getBoundingClientRect())',
        args: [reference],
      }),
    click: async () => void (await send('POST', `${path}/click`, {})),
    type: async (text) => void (await send('POST', `${path}/value`, { text })),
  };
}

async function send<Value>(method: string, url: string, body?: object): Promise<Value> {
  const init = { method, body: body && JSON.stringify(body), signal: AbortSignal.timeout(60_000) };
  const response = await fetch(url, init);
  // The form of every answer of a driver; its callers know their values.
  const { value } = (await response.json()) as { value: Value };
  if (!response.ok) throw new Error(`${method} ${new URL(url).pathname}: ${JSON.stringify(value)}`);
  return value;
}
