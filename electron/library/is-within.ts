import { sep } from 'node:path'

/** True if a path is inside a folder, at any depth. Both must be absolute, as returned by `resolve`. */
export function isWithin(folder: string, path: string): boolean {
  return path.startsWith(folder.endsWith(sep) ? folder : folder + sep)
}
