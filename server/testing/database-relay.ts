import { connect, createServer, type Socket } from 'node:net';

/** A relay in front of a database that a test can cut and mend. */
export type DatabaseRelay = {
  /** The database's address through the relay. */
  url: string;
  /** Drops all connections and refuses new ones. */
  cut(): void;
  mend(): Promise<void>;
  close(): Promise<void>;
};

export async function relayDatabase(databaseUrl: string): Promise<DatabaseRelay> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  const server = createServer((incoming) => {
    const outgoing = connect(Number(target.port), target.hostname);
    for (const socket of [incoming, outgoing]) {
      sockets.add(socket);
      socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    }
    // A reset does not travel through a pipe; an open session would keep its locks.
    incoming.on('close', () => outgoing.destroy());
    outgoing.on('close', () => incoming.destroy());
    incoming.pipe(outgoing).pipe(incoming);
  });
  const listen = (port: number) =>
    new Promise<void>((resolve) => server.listen(port, '127.0.0.1', () => resolve()));
  await listen(0);
  const address = server.address();
  const port = address && typeof address === 'object' ? address.port : 0;
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${port}`;
  const cut = () => {
    server.close();
    for (const socket of sockets) socket.resetAndDestroy();
  };
  return {
    url: String(url),
    cut,
    mend: () => listen(port),
    async close() {
      if (server.listening) cut();
    },
  };
}
