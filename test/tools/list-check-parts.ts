import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { houseStyleProblems } from './house-style.ts'
import { layerProblems } from './layers.ts'
import { lockProblems } from './lock-file.ts'
import { directionProblems } from './reading-direction.ts'
import { readSources } from './read-sources.ts'
import { messageProblems } from './message-catalogue.ts'

export type PartResult = { readonly passed: boolean; readonly output: string }
export type CheckPart = { readonly name: string; readonly run: () => Promise<PartResult> }

/** Parts with their own tsconfig, in which forbidden APIs don't compile. */
const sides = ['shared', 'electron/tasks/machine', 'electron', 'renderer', 'test']

/** Returns the parts of `npm run check` for the tree at `root`, longest first. */
export function listCheckParts(root: string): readonly CheckPart[] {
  return [
    { name: 'dead code', run: () => runTool(root, 'knip', ['--config', 'test/tools/knip.ts', '--no-progress']) },
    { name: 'lint', run: () => runTool(root, 'oxlint', ['--deny-warnings', '--format', 'unix']) },
    ...sides.map((side) => ({ name: `types of ${side}`, run: () => runTool(root, 'tsc', ['-p', side]) })),
    { name: 'spelling', run: () => runTool(root, 'cspell', ['lint', '--config', 'test/tools/cspell.json', ...quietSpelling]) },
    { name: 'house style', run: () => checkStyle(root) },
    { name: 'markdown', run: () => runTool(root, 'markdownlint', ['--config', 'test/tools/project.markdownlint-cli2.jsonc']) },
    { name: 'format', run: () => runTool(root, 'oxfmt', ['--check', '.']) },
    { name: 'guards', run: () => runTool(root, 'vitest', ['run', 'test/repo-checks/guards.test.ts']) },
    { name: 'layers', run: () => checkLayers(root) },
    { name: 'words', run: () => checkText(root) },
    { name: 'reading direction', run: () => checkDirection(root) },
    { name: 'lock', run: () => checkLock(root) }
  ]
}

const quietSpelling = ['--no-progress', '--no-summary', '--show-suggestions']

/**
 * The tools' scripts, run with the current Node. Windows can start programs in `.bin` only through a shell, which splits paths at spaces.
 */
const toolScripts = {
  cspell: 'cspell/bin.mjs',
  knip: 'knip/bin/knip.js',
  markdownlint: 'markdownlint-cli2/markdownlint-cli2-bin.mjs',
  oxlint: 'oxlint/bin/oxlint',
  oxfmt: 'oxfmt/bin/oxfmt',
  tsc: 'typescript/bin/tsc',
  vitest: 'vitest/vitest.mjs'
} as const

function runTool(root: string, tool: keyof typeof toolScripts, words: readonly string[]): Promise<PartResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(root, 'node_modules', toolScripts[tool]), ...words], {
      cwd: root,
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

async function checkLayers(root: string): Promise<PartResult> {
  const problems = layerProblems(await readSources(root))
  return { passed: problems.length === 0, output: problems.map(({ file, line, message }) => `${file}:${line} ${message}`).join('\n') }
}

async function checkText(root: string): Promise<PartResult> {
  const problems = await messageProblems(root)
  return { passed: problems.length === 0, output: problems.map(({ file, line, message }) => `${file}:${line} ${message}`).join('\n') }
}

async function checkStyle(root: string): Promise<PartResult> {
  const problems = await houseStyleProblems(root)
  return { passed: problems.length === 0, output: problems.join('\n') }
}

async function checkDirection(root: string): Promise<PartResult> {
  const problems = await directionProblems(root)
  return { passed: problems.length === 0, output: problems.map(({ file, line, message }) => `${file}:${line} ${message}`).join('\n') }
}

async function checkLock(root: string): Promise<PartResult> {
  const problems = lockProblems(await readFile(join(root, 'package-lock.json'), 'utf8'))
  const wayOut =
    'Choose a version with all platform packages. Then regenerate the lock file: rm -rf node_modules package-lock.json && npm install'
  return { passed: problems.length === 0, output: problems.length === 0 ? '' : [...problems, wayOut].join('\n') }
}
