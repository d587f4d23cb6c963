// Plain JavaScript on purpose: it must run, and speak, on a Node too old for the rest.
const major = Number(process.versions.node.split('.')[0]);
if (major < 24) {
  process.stderr.write(
    `kith needs Node 24 or later and found ${process.version}: npm has no Node 24 package for ${process.platform}-${process.arch}, so install Node 24 on this machine and run "npm ci" again.\n`,
  );
  process.exit(1);
}
