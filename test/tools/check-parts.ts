import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { layerProblems } from './layers.ts'
import { lockProblems } from './lock.ts'
import { directionProblems } from './reading-direction.ts'
import { readSources } from './read-sources.ts'
import { wordProblems } from './word-catalogue.ts'

export type CheckResult = { readonly passed: boolean; readonly output: string }
export type CheckPart = { readonly name: string; readonly run: () => Promise<CheckResult> }

/** The sides that have a tsconfig of their own: what they must not call does not compile there. */
const sides = ['shared', 'electron/core', 'electron', 'renderer', 'test']

/** The parts of `npm run check` over the tree at `root`, the longest first. */
export function checkParts(root: string): readonly CheckPart[] {
  return [
    { name: 'dead code', run: () => runTool(root, 'knip', ['--config', 'test/tools/knip.ts', '--no-progress']) },
    { name: 'lint', run: () => runTool(root, 'oxlint', ['--deny-warnings', '--format', 'unix']) },
    ...sides.map((side) => ({ name: `types of ${side}`, run: () => runTool(root, 'tsc', ['-p', side]) })),
    { name: 'format', run: () => runTool(root, 'oxfmt', ['--check', '.']) },
    { name: 'layers', run: () => checkLayers(root) },
    { name: 'words', run: () => checkWords(root) },
    { name: 'reading direction', run: () => checkDirection(root) },
    { name: 'lock', run: () => checkLock(root) }
  ]
}

function runTool(root: string, tool: string, words: readonly string[]): Promise<CheckResult> {
  return new Promise((resolve, reject) => {
    const isWindows = process.platform === 'win32'
    const child = spawn(join(root, 'node_modules', '.bin', isWindows ? `${tool}.cmd` : tool), words, {
      cwd: root,
      shell: isWindows,
      env: { ...process.env, NO_COLOR: '1' },
      stdio: ['ignore', 'pipe', 'pipe']
    })
    let output = ''
    child.stdout.on('data', (bytes: Buffer) => (output += bytes.toString()))
    child.stderr.on('data', (bytes: Buffer) => (output += bytes.toString()))
    child.on('error', reject)
    child.on('close', (code) => resolve({ passed: code === 0, output }))
  })
}

async function checkLayers(root: string): Promise<CheckResult> {
  const problems = layerProblems(await readSources(root))
  return { passed: problems.length === 0, output: problems.map(({ file, line, message }) => `${file}:${line} ${message}`).join('\n') }
}

async function checkWords(root: string): Promise<CheckResult> {
  const problems = await wordProblems(root)
  return { passed: problems.length === 0, output: problems.map(({ file, line, message }) => `${file}:${line} ${message}`).join('\n') }
}

async function checkDirection(root: string): Promise<CheckResult> {
  const problems = await directionProblems(root)
  return { passed: problems.length === 0, output: problems.map(({ file, line, message }) => `${file}:${line} ${message}`).join('\n') }
}

async function checkLock(root: string): Promise<CheckResult> {
  const problems = lockProblems(await readFile(join(root, 'package-lock.json'), 'utf8'))
  const wayOut =
    'Choose a version whose platform packages the registry has, then write the lock from nothing: rm -rf node_modules package-lock.json && npm install'
  return { passed: problems.length === 0, output: problems.length === 0 ? '' : [...problems, wayOut].join('\n') }
}
