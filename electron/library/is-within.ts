import { sep } from 'node:path'

/** Whether a path lies in a folder or in one of its folders. Both are absolute, as `resolve` gives them. */
export function isWithin(folder: string, path: string): boolean {
  return path.startsWith(folder.endsWith(sep) ? folder : folder + sep)
}
