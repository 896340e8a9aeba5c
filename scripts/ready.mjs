import { accessSync, constants } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { runQuietly } from './lib/child.mjs';
import { findNode } from './lib/find-node.mjs';
import { isInstalled } from './lib/installed.mjs';
import { PlainError, runMain, say } from './lib/messages.mjs';
import { projectRoot } from './lib/project.mjs';

/** Tenfold brings the Node that it runs on; this one only installs it. */
const OLDEST_NODE = 20;
const NETWORK =
  /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT|network/i;

function explain(output) {
  const details = output.trim().split('\n').slice(-8).join('\n');
  if (/ENOSPC/.test(output)) return "Couldn't install the packages: the disk is full.";
  if (/EACCES|EPERM|EROFS/.test(output)) return notWritable();
  if (NETWORK.test(output)) {
    return `Couldn't download the packages: the npm registry didn't answer. Check your network connection and try again.\n\nnpm said:\n${details}`;
  }
  return `Couldn't install the packages. npm said:\n${details}`;
}

function notWritable() {
  return `Couldn't install the packages: you don't have permission to write to ${projectRoot}.\nChange the folder's owner to the user who runs Tenfold, or copy it somewhere you can write.`;
}

function assertWritable() {
  try {
    accessSync(projectRoot, constants.W_OK);
  } catch {
    throw new PlainError(notWritable());
  }
}

async function install() {
  if (Number.parseInt(process.versions.node, 10) < OLDEST_NODE)
    throw new PlainError(
      `This is Node ${process.version}. Install Node ${OLDEST_NODE} or newer with npm, and try again.`,
    );
  assertWritable();
  say('Installing packages (first start only, about a minute)...');
  // NODE_ENV or an npm setting can leave out dev and optional packages, but building and running need both.
  const args = [
    'ci',
    '--include=dev',
    '--include=optional',
    '--loglevel=error',
    '--no-audit',
    '--no-fund',
    '--no-progress',
  ];
  const npm = process.env.npm_execpath;
  const viaNode = npm !== undefined && /\.c?js$/.test(npm);
  const started = viaNode ? runQuietly(process.execPath, [npm, ...args]) : runQuietly('npm', args);
  const { code, output } = await started.catch((error) => ({
    code: 1,
    output: `npm couldn't be started: ${error.message}`,
  }));
  if (code !== 0) throw new PlainError(explain(output));
}

/** Makes sure the packages are installed and returns the Node to run them with. */
export async function ensureReady() {
  if (!isInstalled()) await install();
  const node = findNode();
  if (node) return node;
  throw new PlainError(
    `Tenfold needs Node 24, and npm doesn't have a build of it for this machine (${process.platform} ${process.arch}).\n` +
      `You're running ${process.versions.node}. Install Node 24 from https://nodejs.org and try again.`,
  );
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await runMain(async () => {
    await ensureReady();
  });
}
