import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { z } from 'zod'
import { electronVersion } from '../runtime/launch-arguments.ts'
import { npmCommand } from './npm-command.ts'
import { shippedPackages } from './shipped-packages.ts'

const run = promisify(execFile)

const bomSchema = z.looseObject({
  metadata: z.looseObject({ component: z.looseObject({ 'bom-ref': z.string() }) }),
  components: z.array(z.looseObject({ 'bom-ref': z.string(), name: z.string(), version: z.string() })),
  dependencies: z.array(z.object({ ref: z.string(), dependsOn: z.array(z.string()).default([]) }))
})

/**
 * Writes the software bill of materials of the shipped packages, as CycloneDX JSON. npm generates it from the lock file, with each
 * package's digest. Packages that are used only for building and testing are removed. Electron is kept, although npm counts it as a
 * development tool.
 */
export async function writeSbom(root: string, path: string): Promise<void> {
  const { command, args } = npmCommand()
  const { stdout } = await run(command, [...args, 'sbom', '--package-lock-only', '--include=dev', '--sbom-format', 'cyclonedx'], {
    cwd: root,
    maxBuffer: 64 * 1024 * 1024
  })
  const { serialNumber: _, ...bom } = bomSchema.parse(JSON.parse(stdout))
  const { timestamp: _at, component, ...metadata } = bom.metadata
  const own = component['bom-ref']
  const shipped = new Set([
    ...(await shippedPackages(root)).map(({ name, version }) => `${name}@${version}`),
    `electron@${electronVersion()}`
  ])
  const components = bom.components
    .filter(({ name, version }) => shipped.has(`${name}@${version}`))
    .map(({ properties: _marks, scope: _scope, ...facts }) => ({ ...facts, scope: 'required' }))
  const refs = new Set([own, ...components.map((part) => part['bom-ref'])])
  const dependencies = bom.dependencies
    .filter(({ ref }) => refs.has(ref))
    // The dependencies of Electron's package are used only to download Electron.
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: ref.startsWith('electron@') ? [] : dependsOn.filter((one) => refs.has(one)) }))
  const named = { ...component, name: 'Kiln', type: 'application' }
  // Omits the time and the serial number, so that the same sources give the same file.
  await writeFile(path, `${JSON.stringify({ ...bom, metadata: { ...metadata, component: named }, components, dependencies }, null, 2)}\n`)
}
