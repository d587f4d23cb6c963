import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { browserSettings } from '../../app/settings/browser.ts';
import type { Config } from '../../app/settings.ts';
import { Browser } from '../../platform/chromium/browser.ts';
import { BrowserFailure } from '../../platform/chromium/failure.ts';
import { findInstallation } from '../../platform/chromium/installation.ts';
import { asError, errorCode } from '../../platform/error-fields.ts';
import { createDns } from '../../platform/outbound/dns.ts';
import { createOutbound } from '../../platform/outbound/outbound.ts';
import { Workers } from '../../utility/workers/workers.ts';
import { version } from '../../version.ts';
import { findFfmpeg, loadFfmpeg } from '../../video/encoder/ffmpeg-library.ts';
import { type DoctorFinding, describeError } from './finding.ts';

const run = promisify(execFile);
const timeoutMs = 8_000;

/** A port is fine if it is free, or if a kith answers on it. */
export async function checkPorts(config: Config): Promise<DoctorFinding> {
  const what = 'ports';
  const ports = [
    { name: 'city', port: config.cityPort, env: 'KITH_CITY_PORT' },
    { name: 'utility API', port: config.utilityPort, env: 'KITH_UTILITY_PORT' },
  ];
  const states = await Promise.all(
    ports.map(async (each) => ({ ...each, state: await portState(config.host, each.port) })),
  );
  const found = states.map(({ name, port, state }) => `${name} ${port} ${state}`).join(', ');
  const unusable = states.filter(({ state }) => !usable.includes(state));
  if (unusable.length === 0) {
    const isSilent = states.some(({ state }) => state === silent);
    return { what, state: isSilent ? 'warn' : 'ok', found };
  }
  const settings = unusable.map(({ env }) => env).join(' and ');
  return { what, state: 'bad', found, advice: `stop the program that listens there, or set ${settings}` };
}

const silent = 'in use, did not answer';
const usable = ['free', 'serving kith', 'chosen at start', silent];

async function portState(host: string, port: number): Promise<string> {
  if (port === 0) return 'chosen at start';
  const server = createServer();
  try {
    const failed = once(server, 'error').then(([error]) => asError(error));
    const listening = once(server.listen(port, host), 'listening').then(() => undefined);
    const problem = await Promise.race([listening, failed]);
    if (!problem) return 'free';
    if (errorCode(problem) !== 'EADDRINUSE') return `cannot be used: ${problem.message}`;
    return await whoListens(host, port);
  } finally {
    server.close();
  }
}

async function whoListens(host: string, port: number): Promise<string> {
  const reached = ['0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host;
  const name = reached.includes(':') ? `[${reached}]` : reached;
  try {
    const response = await fetch(`http://${name}:${port}/healthz`, {
      signal: AbortSignal.timeout(timeoutMs),
    });
    await response.body?.cancel();
    return response.headers.has('kith-version') ? 'serving kith' : 'in use by another program';
  } catch (error) {
    // A kith under load answers late, so silence does not say whose port it is.
    return asError(error).name === 'TimeoutError' ? silent : 'in use by another program';
  }
}

/** Parses a text as skills do: in a thread of its own. */
export async function checkWorkers(): Promise<DoctorFinding> {
  const what = 'workers';
  const workers = new Workers();
  try {
    await workers.run('json-repair', { json: '{a: 1' });
    return { what, state: 'ok', found: 'texts and pages are parsed in threads of their own' };
  } catch (error) {
    const advice = 'skills that parse texts or pages do not work: allow more threads and memory';
    return { what, state: 'bad', found: `no worker thread runs: ${describeError(error)}`, advice };
  } finally {
    await workers.stop();
  }
}

/** The video encoder. */
export async function checkEncoder({ videoFfmpeg, voiceDir }: Config): Promise<DoctorFinding> {
  const what = 'ffmpeg';
  try {
    if (videoFfmpeg === undefined) {
      const library = await findFfmpeg(path.resolve(voiceDir));
      const fetches = 'kith voices pull downloads it, and so does the first video';
      if (!library) return { what, state: 'off', found: `missing in ${voiceDir}`, advice: fetches };
      loadFfmpeg(library);
      return { what, state: 'ok', found: `the library ${path.basename(path.dirname(library))}` };
    }
    const { stdout } = await run(videoFfmpeg, ['-hide_banner', '-encoders'], { timeout: timeoutMs });
    if (/\blibx264\b/.test(stdout)) return { what, state: 'ok', found: `${videoFfmpeg} with libx264` };
    const advice = 'set KITH_VIDEO_FFMPEG to one that has it, or remove the setting';
    return { what, state: 'bad', found: `${videoFfmpeg} has no libx264`, advice };
  } catch (error) {
    const advice = 'set KITH_VIDEO_FFMPEG to an ffmpeg with libx264';
    return {
      what,
      state: 'bad',
      found: `videos cannot be rendered: ${describeError(error).slice(0, 200)}`,
      advice,
    };
  }
}

/** The npm client downloads PostgreSQL, the voices, FFmpeg and the city data if they are missing. */
export async function checkNpm(): Promise<DoctorFinding> {
  const what = 'npm';
  try {
    const { stdout } = await run('npm', ['--version'], {
      timeout: timeoutMs,
      shell: process.platform === 'win32',
    });
    return { what, state: 'ok', found: stdout.trim() };
  } catch (error) {
    const advice = 'install npm, or provide the voices and a DATABASE_URL yourself';
    return { what, state: 'off', found: `not found: ${describeError(error)}`, advice };
  }
}

/** Renders a local page: checks that there is a browser and that its sandbox works. */
export async function checkBrowser(config: Config): Promise<DoctorFinding> {
  const what = 'browser';
  const dns = createDns({ servers: config.dnsServers });
  const userAgent = `kith/${version}`;
  const outbound = createOutbound({ dns, userAgent, allow: config.outboundAllow });
  const settings = browserSettings(config);
  const chromium = new Browser({ outbound, userAgent, settings });
  try {
    await chromium.checkWorks(AbortSignal.timeout(settings.timeoutMs * 2));
    const { program, account } = findInstallation(settings);
    const as = account ? ` as ${settings.user}` : '';
    return { what, state: 'ok', found: `${program} renders pages, sandboxed${as}` };
  } catch (error) {
    const isMissing = error instanceof BrowserFailure && error.reason === 'missing';
    const advice = error instanceof BrowserFailure ? error.advice : undefined;
    const found = `${describeError(error)}: render=1 and screenshot=1 are refused`;
    return { what, state: isMissing ? 'off' : 'bad', found, ...(advice && { advice }) };
  } finally {
    await chromium.stop();
    dns.close();
  }
}
