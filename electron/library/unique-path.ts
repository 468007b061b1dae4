import { access } from 'node:fs/promises'
import { join, parse } from 'node:path'
import { sidecarPath } from './recipes/sidecar.ts'

/** Returns a path in the folder that neither a file nor a sidecar uses. Appends a number to the name if it is taken. */
export async function uniquePath(folder: string, name: string, isTaken: (path: string) => boolean = () => false): Promise<string> {
  const { name: stem, ext } = parse(name)
  for (let number = 1; ; number += 1) {
    const path = join(folder, number === 1 ? name : `${stem} (${number})${ext}`)
    if (!isTaken(path) && !(await pathExists(path)) && !(await pathExists(sidecarPath(path)))) return path
  }
}

export async function pathExists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false
  )
}
