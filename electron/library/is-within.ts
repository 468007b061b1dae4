import { sep } from 'node:path'

/** Whether a path is inside a folder, at any depth. Both are absolute, as returned by `resolve`. */
export function isWithin(folder: string, path: string): boolean {
  return path.startsWith(folder.endsWith(sep) ? folder : folder + sep)
}
