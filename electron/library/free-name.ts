import { access } from 'node:fs/promises'
import { join, parse } from 'node:path'
import { sidecarPath } from './sidecar.ts'

/** A path in a folder that neither a file nor a sidecar has: the name as it is, or with a number behind it. */
export async function freePath(folder: string, name: string, isTaken: (path: string) => boolean = () => false): Promise<string> {
  const { name: stem, ext } = parse(name)
  for (let number = 1; ; number += 1) {
    const path = join(folder, number === 1 ? name : `${stem} (${number})${ext}`)
    if (!isTaken(path) && !(await isThere(path)) && !(await isThere(sidecarPath(path)))) return path
  }
}

export async function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false
  )
}
