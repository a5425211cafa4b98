import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { firstWord } from './first-word.ts';

// A model of fixed slowness that speaks OpenAI's streaming protocol: what is measured is what lies before it.

const firstTokenMs = 20;
const betweenTokensMs = 1;
const tokens = [`{"concept":"${firstWord}`, ...Array<string>(5).fill(' and so on'), '"}'];

const server = createServer(async (request, response) => {
  await once(request.resume(), 'end');
  await sleep(firstTokenMs);
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const content of tokens) {
    send(response, { delta: { content }, finish_reason: null });
    await sleep(betweenTokensMs);
  }
  send(response, { delta: {}, finish_reason: 'stop' });
  response.end('data: [DONE]\n\n');
});
server.listen(0, '127.0.0.1', () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`));
process.on('SIGTERM', () => {
  server.close(() => process.exit(0));
  server.closeAllConnections();
});

function send(response: ServerResponse, choice: object): void {
  response.write(`data: ${JSON.stringify({ model: 'fixed', choices: [choice] })}\n\n`);
}
