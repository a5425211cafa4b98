import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { findTool } from './tools.ts';

const run = promisify(execFile);

/** Replies a second, the latency of the median and of the slowest hundredth in milliseconds, and all replies. */
export type Load = { rate: number; p50: number; p99: number; replies: number };

/** Lets wrk send as fast as `connections` get their replies. @throws when a reply is not 2xx or a socket fails. */
export async function runWrk(
  target: { url: string; script?: string; headers?: string[] },
  { connections, seconds }: { connections: number; seconds: number },
): Promise<Load> {
  const { stdout } = await run(findTool('wrk'), [
    ...['-t1', `-c${connections}`, `-d${seconds}s`, '--latency'],
    ...(target.script ? ['-s', target.script] : []),
    ...(target.headers ?? []).flatMap((header) => ['-H', header]),
    target.url,
  ]);
  return readWrk(stdout);
}

/** Stands in a body for a number that is another one in each request: the same words twice would be a copy. */
export const freshNumber = '00000000';

/** Writes a script for wrk that posts the JSON bodies in turn. */
export async function writePosts(file: string, path: string, bodies: string[]): Promise<string> {
  const list = bodies.map((body) => `[==[${body}]==]`).join(',\n');
  await writeFile(
    file,
    `local bodies = {${list}}
local requests = {}
math.randomseed(os.time())
local next = math.random(0, 10000000)
function init()
  wrk.headers["Content-Type"] = "application/json"
  for i, body in ipairs(bodies) do
    local request = wrk.format("POST", "${path}", nil, body)
    local at = string.find(request, "${freshNumber}", 1, true)
    if at then
      requests[i] = { string.sub(request, 1, at - 1), string.sub(request, at + ${freshNumber.length}) }
    else
      requests[i] = request
    end
  end
end
function request()
  next = next + 1
  local request = requests[next % #requests + 1]
  if type(request) == "string" then return request end
  return request[1] .. string.format("%0${freshNumber.length}d", next) .. request[2]
end
`,
  );
  return file;
}

/** Reads what wrk prints. @throws when a reply was not 2xx, a socket failed or nothing was answered. */
export function readWrk(output: string): Load {
  const refused = /Non-2xx or 3xx responses: \d+|Socket errors: .*/.exec(output)?.[0];
  if (refused) throw new Error(`The load met failures, so its rate means nothing. ${refused}`);
  const replies = Number(/(\d+) requests in/.exec(output)?.[1] ?? 0);
  const rate = Number(/Requests\/sec:\s+([\d.]+)/.exec(output)?.[1] ?? 0);
  if (replies === 0 || rate === 0) throw new Error(`Nothing was answered:\n${output}`);
  return { rate, replies, p50: percentile(output, 50), p99: percentile(output, 99) };
}

const milliseconds: Record<string, number> = { us: 0.001, ms: 1, s: 1000, m: 60_000 };

function percentile(output: string, percent: number): number {
  const [, value, unit = ''] = new RegExp(`${percent}%\\s+([\\d.]+)(us|ms|s|m)`).exec(output) ?? [];
  return Number(value) * (milliseconds[unit] ?? Number.NaN);
}
