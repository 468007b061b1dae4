import { spawnSync } from 'node:child_process'
import { join, relative, sep } from 'node:path'
import { auditExceptions } from './audit-exceptions.ts'
import { auditProblems } from './audit-report.ts'
import { npmCommand } from './npm-command.ts'
import { shippedPackages } from './shipped-packages.ts'

/*
 * `npm run audit`: checks every locked package for known vulnerabilities, which npm requests from the registry. Shipped packages are
 * determined by the app's imports. npm's own `--omit=dev` would miss most of them, because bundled packages are listed under
 * `devDependencies`.
 */
const root = join(import.meta.dirname, '..', '..')
const { command, args } = npmCommand()
const { stdout, error } = spawnSync(command, [...args, 'audit', '--json'], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 2 ** 28
})
if (error !== undefined) throw error
const folders = (await shippedPackages(root)).map(({ folder }) => relative(root, folder).split(sep).join('/'))
const shipped = new Set([...folders, 'node_modules/electron'])
let problems: readonly string[]
try {
  problems = auditProblems(JSON.parse(stdout), { shipped, exceptions: auditExceptions, today: new Date().toISOString().slice(0, 10) })
} catch {
  problems = [`The registry didn’t return an audit report: ${stdout.slice(0, 500)}`]
}
for (const problem of problems) console.log(problem)
console.log(
  problems.length === 0
    ? `No known vulnerabilities in the ${shipped.size} shipped packages, and no severe ones in the others.`
    : `Problems to fix: ${problems.length}.`
)
process.exitCode = problems.length === 0 ? 0 : 1
