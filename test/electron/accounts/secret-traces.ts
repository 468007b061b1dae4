import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Returns byte sequences that reveal a text: its plain, UTF-16, hex, reversed, percent-encoded and base64 forms. Base64 is computed at each
 * offset within a group of three bytes. Base64 characters that depend on adjacent bytes are omitted.
 */
export function secretTraces(text: string): readonly Buffer[] {
  const plain = Buffer.from(text, 'utf8')
  const base64 = [0, 1, 2].flatMap((shift) => {
    const shifted = Buffer.concat([Buffer.alloc(shift), plain])
    const inner = shifted.toString('base64').slice(shift === 0 ? 0 : 4, Math.floor(shifted.length / 3) * 4)
    return [inner, inner.replaceAll('+', '-').replaceAll('/', '_')]
  })
  const words = [
    plain.toString('hex'),
    plain.toString('hex').toUpperCase(),
    [...text].toReversed().join(''),
    encodeURIComponent(text),
    ...base64
  ]
  return [plain, Buffer.from(text, 'utf16le'), ...words.map((word) => Buffer.from(word, 'utf8'))]
}

/** True if the bytes contain any trace of the text. */
export function containsTrace(bytes: Uint8Array | string, text: string): boolean {
  const searched = Buffer.from(bytes as Uint8Array)
  return secretTraces(text).some((trace) => searched.includes(trace))
}

type Look = { readonly found: readonly string[]; readonly looked: number }

/**
 * Returns the files below a folder that contain a trace of the text. Also returns the number of files read. If a file is renamed or deleted
 * during the search, starts again, up to 10 times.
 */
export async function searchFilesForTrace(folder: string, text: string): Promise<Look> {
  for (let looks = 1; ; looks++) {
    try {
      return await lookThrough(folder, text)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || looks === 10) throw error
    }
  }
}

async function lookThrough(folder: string, text: string): Promise<Look> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const found: string[] = []
  let looked = 0
  for (const entry of entries) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    looked += 1
    if (containsTrace(await readFile(path), text)) found.push(path)
  }
  return { found, looked }
}
