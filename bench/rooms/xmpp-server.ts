import { execFile, spawn } from 'node:child_process';
import { access, mkdir, writeFile } from 'node:fs/promises';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

const program = '/usr/bin/prosody';
const startMs = 20_000;
export const domain = 'anon.localhost';
export const room = `lobby@rooms.${domain}`;

export interface XmppServer {
  readonly host: string;
  readonly port: number;
  readonly pid: number | undefined;
  stop(): Promise<void>;
}

/**
 * Prosody from its Debian package, with only the modules that a room needs. Joins and leaves are not broadcast: with
 * thousands of members they alone would be millions of stanzas, and kith does not broadcast them either.
 */
export async function startXmppServer(dir: string): Promise<XmppServer | string> {
  if (!(await installServer()))
    return 'no XMPP server: prosody is not installed, and only root can install it';
  const [home, port] = [path.join(dir, 'prosody'), await freePort()];
  await mkdir(home);
  const file = path.join(home, 'prosody.cfg.lua');
  await writeFile(file, configuration(home, port));
  await writeFile(path.join(home, 'mod_quiet_join.lua'), quietJoin);
  const child = spawn('/bin/sh', ['-c', `ulimit -n $(ulimit -Hn); exec ${program} --config "${file}" -F`], {
    stdio: 'ignore',
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const stop = async () => {
    child.kill('SIGKILL');
    await ended;
  };
  for (const end = Date.now() + startMs; Date.now() < end && child.exitCode === null; await sleep(100)) {
    if (await acceptsConnections(port)) return { host: '127.0.0.1', port, pid: child.pid, stop };
  }
  await stop();
  return `no XMPP server: prosody did not start (${file})`;
}

async function installServer(): Promise<boolean> {
  const isThere = () =>
    access(program).then(
      () => true,
      () => false,
    );
  if (await isThere()) return true;
  if (process.getuid?.() !== 0) return false;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  const run = promisify(execFile);
  await run('apt-get', ['update', '-q'], { env }).catch(() => {});
  await run('apt-get', ['install', '-qy', '--no-install-recommends', 'prosody'], { env }).catch(() => {});
  return isThere();
}

/**
 * A new member gets only its own presence, and nobody gets the new member's. Prosody would go through all members at
 * every join although it sends them nothing, which takes an hour for thousands. Messages to present members, which are
 * measured, do not change.
 */
const quietJoin = `
local st = require "util.stanza";
module:hook("muc-room-pre-create", function (event)
  event.room.send_occupant_list = function () end;
  event.room.publicise_occupant_status = function (self, occupant)
    local presence = occupant:get_presence();
    if not presence then return; end
    presence = st.clone(presence);
    presence.attr.from = occupant.nick;
    presence:tag("x", { xmlns = "http://jabber.org/protocol/muc#user" }):tag("status", { code = "110" }):up():up();
    self:route_to_occupant(occupant, presence);
  end;
end);
`;

const configuration = (home: string, port: number) => `
run_as_root = true
daemonize = false
data_path = "${home}"
plugin_paths = { "${home}" }
log = { error = "${home}/prosody.log" }
modules_enabled = { "saslauth" }
modules_disabled = { "s2s", "offline" }
interfaces = { "127.0.0.1" }
c2s_ports = { ${port} }
c2s_require_encryption = false
network_settings = { tcp_backlog = 4096 }
VirtualHost "${domain}"
  authentication = "anonymous"
Component "rooms.${domain}" "muc"
  muc_room_default_presence_broadcast = { visitor = false, participant = false, moderator = false }
  muc_room_default_history_length = 0
  muc_room_locking = false
  modules_enabled = { "quiet_join" }
`;

function freePort(): Promise<number> {
  const server = net.createServer();
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as net.AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

function acceptsConnections(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
