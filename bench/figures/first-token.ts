import {
  figure,
  goal,
  median,
  percentile,
  type Section,
  type Settings,
  spread,
  takeTurns,
} from '#bench/lib/report.ts';
import { firstWord } from '#bench/servers.ts';
import { type Stack, signUp } from '#bench/stack.ts';
import { promptBody } from '#shared/rules/prompts/prompt-parts.ts';
import { validationPrompt } from '#shared/rules/prompts/validation-prompt.ts';

const names = ['direct', 'bare', 'product'] as const;
type Way = (typeof names)[number];

/** Milliseconds until the first token on each way. */
type Times = Record<Way, number[]>;

/** Asks the model; the product is asked as that one of the founders. */
type Ways = Record<Way, (founder: number) => Promise<number>>;

// Together below the 200 answers an hour of the developer plan, whose count is reset before each measurement.
const calls = 120;
const atOnce = 50;

/** The time that the server adds before a model's first token, with everything that it checks and counts on the way. */
export async function measureFirstToken({ stack, rounds }: Settings): Promise<Section> {
  const model = await stack.serve('servers.ts', { name: 'model' });
  const bare = await stack.serve('servers.ts', { name: 'pass', settings: { MODEL_URL: model.url } });
  const settings = {
    AI: 'openai-compatible',
    AI_BASE_URL: `${model.url}/v1`,
    AI_API_KEY: 'any',
    AI_MODEL: 'fixed',
  };
  const tokens = await signManyUp(stack);
  const server = await stack.serve('server.ts', { settings, limits: true });
  const ways = waysToTheModel({ model: model.url, bare: bare.url, product: server.url }, tokens);
  const alone = async () => {
    await stack.database.query('truncate rate_limits');
    return takeTurns(
      calls,
      everyWay((ask) => ask(0)),
    );
  };
  const together = async () =>
    flatten(
      await takeTurns(
        2,
        everyWay((ask) => Promise.all(tokens.map((_, at) => ask(at)))),
      ),
    );
  function everyWay<Value>(use: (ask: Ways[Way]) => Promise<Value>): Record<Way, () => Promise<Value>> {
    return { direct: () => use(ways.direct), bare: () => use(ways.bare), product: () => use(ways.product) };
  }
  for (const warmUp of [alone, together]) await warmUp();
  const taken = await takeTurns(rounds, { alone, together });
  await Promise.all([server, bare, model].map(({ stop }) => stop()));
  return describe(taken);
}

/** Founders with the developer plan, signed up where nothing limits that. @returns their tokens. */
async function signManyUp(stack: Stack): Promise<string[]> {
  const server = await stack.serve('server.ts');
  const tokens: string[] = [];
  for (let number = 0; number < atOnce; number += 1) tokens.push((await signUp(stack, server.url)).token);
  await stack.database.query(`update users set plan = 'developer'`);
  await server.stop();
  return tokens;
}

function waysToTheModel(urls: Record<'model' | 'bare' | 'product', string>, tokens: string[]): Ways {
  const idea = 'A tool that helps freelancers chase unpaid invoices';
  const body = promptBody(validationPrompt({ kind: 'plan', idea }));
  const messages = [{ role: 'user', content: body.prompt }];
  const asked = post(
    { model: 'fixed', messages, stream: true, response_format: { type: 'json_object' } },
    'any',
  );
  const throughUs = tokens.map((token) => post(body, token));
  return {
    direct: () => timeFirstWord(`${urls.model}/v1/chat/completions`, asked),
    bare: () => timeFirstWord(urls.bare, asked),
    product: (founder) => timeFirstWord(`${urls.product}/api/python/api/groq`, throughUs[founder] ?? asked),
  };
}

function post(body: object, token: string): RequestInit {
  const headers = {
    'content-type': 'application/json',
    accept: 'text/event-stream',
    authorization: `Bearer ${token}`,
  };
  return { method: 'POST', headers, body: JSON.stringify(body) };
}

function flatten({ direct, bare, product }: Record<Way, number[][]>): Times {
  return { direct: direct.flat(), bare: bare.flat(), product: product.flat() };
}

function describe({ alone, together }: Record<'alone' | 'together', Times[]>): Section {
  const at = (rounds: Times[], way: Way, percent: number) =>
    rounds.map((times) => percentile(times[way], percent));
  const added = (rounds: Times[], way: Way, percent: number) => {
    const direct = at(rounds, 'direct', percent);
    return at(rounds, way, percent).map((time, round) => time - (direct[round] ?? Number.NaN));
  };
  const rowsOf = (name: string, rounds: Times[]) => [
    [`${name}, directly`, figure(median(at(rounds, 'direct', 50))), '', ''],
    ...(['bare', 'product'] as const).map((way) => [
      `${name}, ${way === 'bare' ? 'through a bare server' : 'through the product'}`,
      figure(median(at(rounds, way, 50))),
      spread(added(rounds, way, 50)),
      spread(added(rounds, way, 99)),
    ]),
  ];
  return {
    title: 'The first token of a model',
    how: `Milliseconds from the request to the first token of a model on loopback that needs 20 ms for it, the three ways in turn, ${calls} calls a
round each. A bare server asks the model and passes its bytes on. The product checks the token, reads the plan, counts the hourly limit
in PostgreSQL, asks with the SDK and sends events; those at once are ${atOnce} founders. All processes share the machine.`,
    columns: ['calls', 'p50', 'added at p50', 'added at p99'],
    rows: [...rowsOf('one after the other', alone), ...rowsOf(`${atOnce} at once`, together)],
    goals: [
      goal('first token: added by the server, p50', median(added(alone, 'product', 50)), { below: 5 }, ' ms'),
    ],
  };
}

/** Milliseconds from sending the request until the model's first word is here. The rest is read, then forgotten. */
async function timeFirstWord(url: string, init: RequestInit): Promise<number> {
  const began = performance.now();
  const response = await fetch(url, init);
  if (!response.ok || !response.body) throw new Error(`${url}: ${response.status} ${await response.text()}`);
  let arrived = Number.NaN;
  let text = '';
  for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
    if (Number.isNaN(arrived)) {
      text += chunk;
      if (text.includes(firstWord)) arrived = performance.now() - began;
    }
  }
  if (Number.isNaN(arrived)) throw new Error(`${url} answered without the model's first word: ${text}`);
  return arrived;
}
