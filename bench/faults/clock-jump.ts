// Loaded before the product (`node --import`): each SIGUSR2 sets its wall clock forward or back, in turn.
const jumpMs = 60_000;
let offset = 0;

process.on('SIGUSR2', () => {
  offset = offset === 0 ? jumpMs : 0;
});

globalThis.Date = new Proxy(Date, {
  construct: (real, given, newTarget) =>
    Reflect.construct(real, given.length > 0 ? given : [real.now() + offset], newTarget),
  get: (real, name) => (name === 'now' ? () => real.now() + offset : Reflect.get(real, name)),
});
