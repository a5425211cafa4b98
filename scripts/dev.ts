import { spawn } from 'node:child_process';

// Vite with hot reload at PORT, and the server behind it at the next port, restarted on every change.

const port = Number(process.env.PORT ?? 3000);
const env = { ...process.env, DEV_PORT: String(port), DEV_SERVER: `http://127.0.0.1:${port + 1}` };
const children = [
  spawn('node', ['--watch-preserve-output', '--watch', 'server/main.ts'], {
    stdio: 'inherit',
    env: { ...env, PORT: String(port + 1) },
  }),
  spawn('vite', ['--clearScreen', 'false'], { stdio: 'inherit', env }),
];
const stop = () => {
  for (const child of children) child.kill('SIGTERM');
};
process.on('SIGINT', stop);
process.on('SIGTERM', stop);
for (const child of children) child.once('exit', stop);
