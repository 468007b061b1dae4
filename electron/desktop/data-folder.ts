import { resolve } from 'node:path'

const option = '--user-data-dir='

/** The folder that `--user-data-dir=DIR` names, made absolute; null where it isn't given. The last one counts, as everywhere. */
export function chosenDataFolder(words: readonly string[]): string | null {
  const given = words.findLast((word) => word.startsWith(option))?.slice(option.length)
  return given === undefined || given === '' ? null : resolve(given)
}
