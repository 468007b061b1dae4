/*
 * Runs after `npm ci`. Must work on any version of Node.
 * Fails if the project's scripts would use a version of Node that is too old. The lock file includes Node for Linux and for Windows on x64.
 * On other systems, the scripts use the installed Node. Tests pass a version as the first argument, which replaces Node's version.
 */
const [major = 0, minor = 0] = (process.argv[2] ?? process.versions.node).split('.').map(Number)
// Kiln needs `tls.setDefaultCACertificates`, which was added in Node 24.5.
if (major < 24 || (major === 24 && minor < 5)) {
  console.error(`Kiln needs Node 24.5 or later on ${process.platform} ${process.arch}, but this is Node ${major}.${minor}.`)
  console.error('Install Node 24 from https://nodejs.org or with a version manager, then run `npm ci` again.')
  process.exitCode = 1
}
