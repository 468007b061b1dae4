import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A task may wait this long for its files, and be sent again from them. */
const keptInMs = 30 * 24 * 60 * 60 * 1000

/**
 * Keeps pictures that were pasted and are no files yet: each in a folder of its own, so that all may have a plain name. Those older than
 * 30 days go when the next one comes.
 */
export function createPastedFiles(folder: string, now: () => number): (bytes: Uint8Array) => Promise<string> {
  return async (bytes) => {
    await dropOld(folder, now() - keptInMs)
    const own = join(folder, randomUUID())
    await mkdir(own, { recursive: true, mode: 0o700 })
    const path = join(own, `Pasted at ${clockWords(new Date(now()))}.png`)
    await writeFile(path, bytes, { flag: 'wx', mode: 0o600 })
    return path
  }
}

async function dropOld(folder: string, before: number): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name)
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: before }))
    if (mtimeMs < before) await rm(path, { recursive: true, force: true })
  }
}

/** "17.20.49": a colon may not stand in a file's name everywhere. */
function clockWords(date: Date): string {
  return [date.getHours(), date.getMinutes(), date.getSeconds()].map((figure) => String(figure).padStart(2, '0')).join('.')
}
