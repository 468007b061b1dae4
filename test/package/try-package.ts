import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { linuxDistProblems } from './linux-package-problems.ts'
import { archiveProblems, fuseProblems } from './package-problems.ts'

/**
 * `node test/package/try-package.ts dist`: checks every packed app in the folder and reads its fuses. If this computer can run an app, also
 * starts it with `--smoke-test`. Exits with 1 if there is a problem.
 */
type Packed = {
  readonly name: string
  readonly resources: string
  readonly executable: string
  readonly fuses: string
  readonly runsHere: boolean
}

const root = resolve(import.meta.dirname, '..', '..')
const longestStartInMs = 180_000

function packedApps(dist: string): Packed[] {
  const folders = readdirSync(dist)
  const isArm = process.arch === 'arm64'
  switch (process.platform) {
    case 'darwin':
      return folders
        .map((name) => ({ name, app: join(dist, name, 'Kiln.app') }))
        .filter(({ app }) => existsSync(app))
        .map(({ name, app }) => ({
          name,
          resources: join(app, 'Contents', 'Resources'),
          executable: join(app, 'Contents', 'MacOS', 'Kiln'),
          fuses: app,
          runsHere: true
        }))
    default: {
      const executable = process.platform === 'win32' ? 'Kiln.exe' : 'kiln'
      return folders
        .filter((name) => name.endsWith('unpacked'))
        .map((name) => {
          const path = join(dist, name, executable)
          return {
            name,
            resources: join(dist, name, 'resources'),
            executable: path,
            fuses: path,
            runsHere: name.includes('arm64') === isArm
          }
        })
    }
  }
}

function startProblems(executable: string): string[] {
  const { status, stdout, stderr, error } = spawnSync(executable, ['--smoke-test'], { encoding: 'utf8', timeout: longestStartInMs })
  console.log(stdout.trim())
  if (status === 0 && stdout.includes('Smoke test passed: ')) return []
  return [`The app exited with ${status ?? error?.message ?? 'a signal'}:\n${stderr.trim()}`]
}

const dist = resolve(process.argv[2] ?? 'dist')
const apps = packedApps(dist)
const problems = apps.length === 0 ? ['No packed app was found.'] : []
for (const { name, resources, executable, fuses, runsHere } of apps) {
  console.log(`== ${name} ==`)
  const found = [...archiveProblems(resources, root), ...(await fuseProblems(fuses)), ...(runsHere ? startProblems(executable) : [])]
  console.log(
    found.length === 0 ? (runsHere ? 'No problems.' : 'No problems. Not started, because it’s for another architecture.') : found.join('\n')
  )
  problems.push(...found)
}
if (process.platform === 'linux') {
  const found = linuxDistProblems(dist)
  for (const problem of found) console.log(problem)
  problems.push(...found)
}
if (apps.length > 0 && apps.every(({ runsHere }) => !runsHere)) problems.push('No app could be started on this computer.')
process.exitCode = problems.length === 0 ? 0 : 1
