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
 * Returns one message for each optional dependency that is missing from the lock file. `npm ci` then fails on every platform, even on those
 * that don't need the dependency. `lockText`: the content of package-lock.json.
 */
export function lockProblems(lockText: string): string[] {
  const { packages } = lockSchema.parse(JSON.parse(lockText))
  return Object.entries(packages).flatMap(([place, { version, optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !lockPaths(place, name).some((candidate) => candidate in packages))
      .map((name) => `${place.replace(/^.*node_modules\//, '')}@${version} lists ${name}, which is missing from the lock file`)
  )
}

/** Returns the paths where Node would look for `name` from a package in `place`, nearest first. */
function lockPaths(place: string, name: string): string[] {
  const folders = place.split('/node_modules/')
  const nested = folders.map((_, depth) => `${folders.slice(0, depth + 1).join('/node_modules/')}/node_modules/${name}`)
  return [...nested.filter((candidate) => !candidate.startsWith('/')), `node_modules/${name}`]
}
