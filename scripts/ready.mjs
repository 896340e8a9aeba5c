import { accessSync, constants } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { runQuietly } from './lib/child.mjs';
import { findNode } from './lib/find-node.mjs';
import { isInstalled } from './lib/installed.mjs';
import { PlainError, runMain, say } from './lib/messages.mjs';
import { projectRoot } from './lib/project.mjs';

const NETWORK =
  /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT|network/i;

function explain(output) {
  const details = output.trim().split('\n').slice(-8).join('\n');
  if (/ENOSPC/.test(output)) return 'The packages could not be installed: the disk is full.';
  if (/EACCES|EPERM|EROFS/.test(output)) return notWritable();
  if (NETWORK.test(output)) {
    return `The packages could not be downloaded: the npm registry did not answer. Check the network, then try again.\n\nnpm said:\n${details}`;
  }
  return `The packages could not be installed. npm said:\n${details}`;
}

function notWritable() {
  return `The packages could not be installed: this user may not write to ${projectRoot}.\nGive the folder to the user who runs Tenfold, or copy it to a place of their own.`;
}

function assertWritable() {
  try {
    accessSync(projectRoot, constants.W_OK);
  } catch {
    throw new PlainError(notWritable());
  }
}

async function install() {
  assertWritable();
  say('Installing the packages (once, about a minute) ...');
  // npm leaves dev and optional packages out when NODE_ENV or a setting says so; both are needed to build and to run.
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
    output: `npm could not be started: ${error.message}`,
  }));
  if (code !== 0) throw new PlainError(explain(output));
}

/** Makes sure that the packages are there and gives back the Node that runs them. */
export async function ensureReady() {
  if (!isInstalled()) await install();
  const node = findNode();
  if (node) return node;
  throw new PlainError(
    `Tenfold needs Node 24, and npm could not bring one along for this machine (${process.platform} ${process.arch}).\n` +
      `Yours is ${process.versions.node}. Install Node 24 from https://nodejs.org and try again.`,
  );
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await runMain(async () => {
    await ensureReady();
  });
}
