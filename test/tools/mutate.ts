import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mutationGuards, type MutationGuard } from './mutation-guards.ts'

/*
 * `npm run test:mutate`: breaks each guard in a temporary copy. Runs the tests that should then fail, and prints the first failed test. An
 * argument limits the run to guards whose name contains it. Exits with 1 if a guard can be broken without a failing test.
 */
const root = join(import.meta.dirname, '..', '..')
const chosen = mutationGuards.filter(({ name }) => name.includes(process.argv[2] ?? ''))
const copy = await mkdtemp(join(tmpdir(), 'kiln-mutate-'))
let unnoticed = 0
try {
  const left = new Set(['node_modules', '.git', 'out', 'test-results'])
  await cp(root, copy, { recursive: true, filter: (path) => !left.has(path.slice(root.length + 1)) })
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'), 'junction')
  for (const guard of chosen) {
    const noticedBy = await breakAndTest(guard)
    if (noticedBy === null) unnoticed += 1
    console.log(
      `${noticedBy === null ? 'NOT CAUGHT' : 'caught    '}  ${guard.name}${noticedBy === null ? '' : `\n            by ${noticedBy}`}`
    )
  }
} finally {
  await rm(copy, { recursive: true, force: true })
}
console.log(`The tests caught ${chosen.length - unnoticed} of ${chosen.length} broken guards.`)
process.exitCode = unnoticed === 0 ? 0 : 1

/** Breaks the guard and runs its tests. Returns the name of the first test that failed, or null if none failed. */
async function breakAndTest({ file, code, broken, tests }: MutationGuard): Promise<string | null> {
  const path = join(copy, file)
  const whole = await readFile(path, 'utf8')
  if (whole.split(code).length !== 2) throw new Error(`The guard’s code must occur exactly once in ${file}: ${code}`)
  await writeFile(
    path,
    whole.replace(code, () => broken)
  )
  try {
    return await firstFailure(tests)
  } finally {
    await writeFile(path, whole)
  }
}

async function firstFailure(tests: readonly string[]): Promise<string | null> {
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
  const child = spawn(process.execPath, [vitest, 'run', '--bail', '1', '--no-color', ...tests], {
    cwd: copy,
    stdio: ['ignore', 'pipe', 'pipe']
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (said += text))
  const [code] = (await once(child, 'close')) as [number | null]
  if (code === 0) return null
  const failed = /^\s*FAIL\s+(.*)$/m.exec(said)?.[1]
  if (failed === undefined) throw new Error(`The tests didn’t run:\n${said.slice(-2_000)}`)
  return failed
}
