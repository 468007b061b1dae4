import { access } from 'node:fs/promises'
import { join, parse } from 'node:path'
import { sidecarPath } from './sidecar.ts'

/** Returns a path that neither a file nor a sidecar uses. The name is unchanged or has a number appended. */
export async function uniquePath(folder: string, name: string, isTaken: (path: string) => boolean = () => false): Promise<string> {
  const { name: stem, ext } = parse(name)
  for (let number = 1; ; number += 1) {
    const path = join(folder, number === 1 ? name : `${stem} (${number})${ext}`)
    if (!isTaken(path) && !(await exists(path)) && !(await exists(sidecarPath(path)))) return path
  }
}

export async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false
  )
}
