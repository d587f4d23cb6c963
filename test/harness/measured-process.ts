import { startApp } from './app.ts';

/** The app in a process of its own, which measures how long its main thread works without a break. */
const { env, database } = JSON.parse(process.argv[2] ?? '{}');
const app = await startApp(undefined, { env, database });

const cpuMs = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
};
let last = cpuMs();
let longest = 0;
// Fires as soon as the loop is free: the CPU time in between is one piece of work, however busy the machine is.
setInterval(() => {
  const now = cpuMs();
  longest = Math.max(longest, now - last);
  last = now;
}, 1);

process.on('message', (message) => {
  if (message === 'stop') return void app.stop().then(() => process.exit());
  process.send?.({ longest });
  longest = 0;
});
process.send?.({ city: app.city.url, utility: app.utility.url });
