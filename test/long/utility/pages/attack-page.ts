/** A page that tries every way to reach `internal`, and delays its own load event until all have failed. */
export const attackPage = (internal: string, udpPort: number) => {
  const [, port] = internal.split(':');
  return `<!doctype html><title>tried</title>
  <img src="http://${internal}/img"><iframe src="http://${internal}/frame"></iframe>
  <iframe src="file:///etc/passwd"></iframe><link rel="stylesheet" href="http://inside.test:${port}/css">
  <link rel="preconnect" href="http://${internal}"><link rel="dns-prefetch" href="http://inside.test">
  <img src="/hold"><script>(async () => {
    const got = [];
    const attempt = async (name, work) => { try { got.push(name + ':' + await work()); } catch { got.push(name + ':nothing'); } };
    const text = (url, options) => () => fetch(url, options).then((r) => r.text());
    await attempt('address', text('http://${internal}/fetch'));
    await attempt('opaque', () => fetch('http://${internal}/opaque', { mode: 'no-cors' }).then((r) => r.type));
    await attempt('name', text('http://inside.test:${port}/name'));
    await attempt('redirect', text('/redirect'));
    await attempt('metadata', text('http://169.254.169.254/latest/meta-data/'));
    await attempt('ten', text('http://10.0.0.1/'));
    await attempt('six', text('http://[::1]:${port}/'));
    await attempt('file', text('file:///etc/passwd'));
    await attempt('chrome', text('chrome://version'));
    await attempt('ftp', text('ftp://site.test/'));
    await attempt('port', text('http://site.test:22/'));
    await attempt('socket', () => new Promise((resolve, reject) => {
      const socket = new WebSocket('ws://${internal}/socket'); socket.onopen = () => resolve('open'); socket.onerror = reject; }));
    await attempt('worker', () => new Promise((resolve, reject) => {
      const source = 'fetch("http://${internal}/worker").then((r) => r.text()).then(postMessage, () => postMessage(null))';
      const worker = new Worker(URL.createObjectURL(new Blob([source])));
      worker.onmessage = ({ data }) => data === null ? reject() : resolve(data); worker.onerror = reject; }));
    await attempt('webtransport', () => new WebTransport('https://127.0.0.1:${udpPort}/').ready);
    await attempt('webrtc', async () => {
      const peer = new RTCPeerConnection({ iceServers: [{ urls: 'stun:127.0.0.1:${udpPort}' }] });
      peer.createDataChannel('x');
      const candidates = [];
      const gathered = new Promise((resolve) => { peer.onicecandidate = ({ candidate }) => candidate ? candidates.push(candidate.candidate) : resolve(); });
      await peer.setLocalDescription(await peer.createOffer());
      await gathered;
      if (candidates.length === 0) throw new Error('none');
      return candidates.join();
    });
    const answered = got.filter((each) => !each.endsWith(':nothing'));
    document.title = got.length + ' tried, answered: ' + (answered.join(' ') || 'none');
    fetch('/done');
  })()</script>`;
};
