import { execFileSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { npmCommand } from './npm-command.ts'

/**
 * `npm run foreign-sharp`: installs sharp's binary for this system's other processor, in the locked version. A package for both processors
 * needs both binaries. The next `npm ci` removes the other one.
 */
const root = join(import.meta.dirname, '..', '..')
const lockSchema = z.object({ packages: z.record(z.string(), z.object({ version: z.string().optional() })) })
const other = process.arch === 'arm64' ? 'x64' : 'arm64'

const { packages } = lockSchema.parse(JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')))
const wanted = [`@img/sharp-${process.platform}-${other}`, `@img/sharp-libvips-${process.platform}-${other}`].flatMap((name) => {
  const version = packages[`node_modules/${name}`]?.version
  return version === undefined ? [] : [`${name}@${version}`]
})
if (wanted.length === 0) throw new Error(`The lock file has no sharp binary for ${process.platform} on ${other}.`)
const { command, args } = npmCommand()
execFileSync(command, [...args, 'install', '--no-save', '--force', '--ignore-scripts', '--no-audit', '--no-fund', ...wanted], {
  cwd: root,
  stdio: 'inherit'
})
console.log(`Added ${wanted.join(' and ')}.`)
