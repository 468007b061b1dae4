import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import type { SavedResult } from '../../../electron/tasks/machine/task-record.ts'

/**
 * Returns a PNG image without its embedded recipe, byte for byte as the service sent the image. Returns other files unchanged. Doesn't use
 * Kiln's own code, so that tests can check that code independently.
 */
function asItCame(bytes: Buffer): Buffer {
  if (bytes.toString('latin1', 1, 4) !== 'PNG') return bytes
  const length = bytes.readUInt32BE(33)
  const isRecipe = bytes.toString('latin1', 37, 52) === 'iTXtKiln recipe'
  return isRecipe ? Buffer.concat([bytes.subarray(0, 33), bytes.subarray(33 + 12 + length)]) : bytes
}

/** Returns the SHA-256 of a file as the service sent it, in lower-case hex. */
export function originalDigest(path: string): string {
  return createHash('sha256')
    .update(asItCame(readFileSync(path)))
    .digest('hex')
}

/** Returns the problem with a result's sidecar. Null if the sidecar is valid and matches the result, or if the result file is missing. */
export function sidecarProblem({ id, path, sha256, bytes }: Pick<SavedResult, 'id' | 'path' | 'sha256' | 'bytes'>): string | null {
  if (!existsSync(path)) return null
  if (!existsSync(`${path}.json`)) return `${path} has no sidecar`
  try {
    const { format, version, id: owner, file, recipe } = JSON.parse(readFileSync(`${path}.json`, 'utf8'))
    const isIts = owner === id && file.sha256 === sha256 && file.bytes === bytes && recipe.id === id
    return format === 'kiln-sidecar' && version === 1 && isIts ? null : `the sidecar of ${path} belongs to another file`
  } catch {
    return `the sidecar of ${path} is damaged`
  }
}
