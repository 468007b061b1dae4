import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mutations, type Mutation } from './mutations.ts'

/*
 * `npm run test:robot-proof`: removes each fix in a temporary copy of the repository. Reports whether the robot then finds the fault. The
 * first argument selects mutations by a part of their finding, such as `D4`. `all` as the second argument runs all scenarios in random
 * order. Exits with 1 if the robot misses a fault.
 */
const root = join(import.meta.dirname, '..', '..')
const [wanted = '', mode = 'story'] = process.argv.slice(2)
const chosen = mutations.filter(({ finding }) => finding.includes(wanted))
const copy = await mkdtemp(join(tmpdir(), 'kiln-robot-proof-'))
let unnoticed = 0
try {
  const left = new Set(['node_modules', '.git', 'out', 'test-results'])
  await cp(root, copy, { recursive: true, filter: (path) => !left.has(path.slice(root.length + 1)) })
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'), 'junction')
  for (const mutation of chosen) {
    const found = await breakAndRun(mutation)
    if (found === null) unnoticed += 1
    console.log(
      `${found === null ? 'NOT FOUND' : 'found    '}  ${mutation.finding}: ${mutation.fault}${found === null ? '' : `\n           ${found}`}`
    )
  }
} finally {
  await rm(copy, { recursive: true, force: true })
}
console.log(`The robot found ${chosen.length - unnoticed} of ${chosen.length} faults.`)
process.exitCode = unnoticed === 0 ? 0 : 1

/** Removes one fix and runs the robot. Returns the violation's first line, or null if the robot found no violation. */
async function breakAndRun({ edits, scenario }: Mutation): Promise<string | null> {
  const originals = new Map<string, string>()
  for (const { file, code, broken } of edits) {
    const path = join(copy, file)
    const text = await readFile(path, 'utf8')
    if (!originals.has(path)) originals.set(path, text)
    if (text.split(code).length !== 2) throw new Error(`This code must occur exactly once in ${file}: ${code}`)
    await writeFile(
      path,
      text.replace(code, () => broken)
    )
  }
  try {
    return await firstViolation(mode === 'all' ? [] : ['--story', scenario])
  } finally {
    for (const [path, text] of originals) await writeFile(path, text)
  }
}

async function firstViolation(more: readonly string[]): Promise<string | null> {
  const words = [
    join(copy, 'test', 'robot', 'run.ts'),
    '--bail',
    '--seed',
    '4',
    '--seeds',
    '3',
    '--actions',
    mode === 'all' ? '600' : '20',
    ...more
  ]
  const child = spawn(process.execPath, words, { cwd: copy, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (said += text))
  await once(child, 'close')
  if (said.includes('robot: 0 violations')) return null
  const violation = /^VIOLATION .*$/m.exec(said)?.[0]
  if (violation === undefined) throw new Error(`The robot didn’t run:\n${said.slice(-2_000)}`)
  return violation
}
