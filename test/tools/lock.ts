import { z } from 'zod'

const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      optionalDependencies: z.record(z.string(), z.string()).optional()
    })
  )
})

/**
 * Optional dependencies that a locked package names and the lock does not hold. With one missing, `npm ci` fails on every machine,
 * not only on the platform that it is for. Takes the text of package-lock.json.
 */
export function lockProblems(lockText: string): string[] {
  const { packages } = lockSchema.parse(JSON.parse(lockText))
  return Object.entries(packages).flatMap(([place, { version, optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !placesToLook(place, name).some((candidate) => candidate in packages))
      .map((name) => `${place.replace(/^.*node_modules\//, '')}@${version} names ${name}, which the lock does not hold`)
  )
}

/** Where Node would look for `name` from a package in `place`, nearest first. */
function placesToLook(place: string, name: string): string[] {
  const folders = place.split('/node_modules/')
  const nested = folders.map((_, depth) => `${folders.slice(0, depth + 1).join('/node_modules/')}/node_modules/${name}`)
  return [...nested.filter((candidate) => !candidate.startsWith('/')), `node_modules/${name}`]
}
