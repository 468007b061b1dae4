import { readdirSync } from 'node:fs'
import { open, readdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Fault } from '../../shared/fault.ts'
import { newFault } from '../../shared/fault.ts'
import type { HttpClient } from '../api/http-client.ts'
import type { Kept, ProbeFile, ResultKeeper } from '../core/ports.ts'
import { downloadPart } from './download-part.ts'
import { libraryFault } from './library-fault.ts'
import { digestOf, partPaths, removePart } from './part-file.ts'
import { publishFile } from './publish-file.ts'
import { readStart, resultKind } from './result-kind.ts'
import { resultName } from './result-name.ts'

export type ResultKeeperOptions = {
  /** Where results are kept now; asked each time, since a person may choose another. */
  readonly folder: () => string
  readonly http: HttpClient
  readonly probeFile: ProbeFile
}

type Order = Parameters<ResultKeeper['keep']>[0]
type KeepEnd = { readonly ok: true; readonly kept: Kept } | { readonly ok: false; readonly fault: Fault }

/**
 * Keeps results in a folder that belongs to a person. A result's way, each step of which can be the last before a kill:
 * 1. `<stem>.part` grows, with `<stem>.part.json` beside it; a later call goes on from its length.
 * 2. The part is whole, flushed, and known to be media.
 * 3. It has its name too (`publishFile`), and the folder is flushed.
 * 4. The part's own name and its note are gone.
 * A kill after 4 and before the caller wrote it down leads to another download, which finds its own bytes in place by their digest.
 */
export function createResultKeeper(options: ResultKeeperOptions): ResultKeeper {
  return {
    isInLibrary: (stem) => dirname(stem) === options.folder(),
    reserve: (wish) => {
      const folder = options.folder()
      const taken = namesIn(folder)
      const name = resultName(wish)
      for (let number = 1; ; number += 1) {
        const candidate = number === 1 ? name : `${name} (${number})`
        const stem = join(folder, candidate)
        if (!taken.has(candidate.toLowerCase()) && !wish.isTaken(stem)) return stem
      }
    },
    keep: async (order) => {
      try {
        return await keep(order, options)
      } catch (error) {
        return { ok: false, fault: libraryFault(error) }
      }
    }
  }
}

async function keep(order: Order, { http, probeFile }: ResultKeeperOptions): Promise<KeepEnd> {
  const paths = partPaths(order.stem)
  const download = await downloadPart(order, paths, http)
  if (!download.ok) {
    const earlier = download.isGone ? await earlierResult(order, probeFile) : null
    return earlier ?? { ok: false, fault: download.fault }
  }
  const probed = await probeFile(paths.part)
  if (!probed.ok) return { ok: false, fault: { ...probed.fault, step: 'download' } }
  const { bytes, sha256, contentType: declaredType } = download
  const kind = resultKind({
    facts: probed.facts,
    start: await readStart(paths.part),
    declaredType,
    url: order.url,
    expectedMedium: order.expectedMedium
  })
  if (kind === null) {
    await removePart(paths)
    return { ok: false, fault: newFault('download', 'refusal', { httpStatus: 200, message: 'not-media' }) }
  }
  const path = await publishFile(paths.part, sha256, order.stem, kind.ending)
  await removePart(paths)
  const { medium, contentType, width, height } = kind
  return { ok: true, kept: { path, contentType, medium, bytes, sha256, width, height } }
}

/**
 * The address is dead for good, but a file with the name that was reserved for this result, and of its medium, is there: a kill came after it was
 * put in place and before that was written down.
 */
async function earlierResult(order: Order, probeFile: ProbeFile): Promise<KeepEnd | null> {
  const folder = dirname(order.stem)
  const names = await readdir(folder)
  const name = names.find((entry) => entry.startsWith(`${basename(order.stem)}.`) && !/\.part(?:\.json)?$/.test(entry))
  if (name === undefined) return null
  const path = join(folder, name)
  const probed = await probeFile(path)
  if (!probed.ok || probed.facts.medium !== order.expectedMedium) return null
  const { bytes, contentType, medium, width, height } = probed.facts
  await using file = await open(path, 'r')
  const sha256 = await digestOf(file, bytes)
  return { ok: true, kept: { path, contentType, medium, bytes, sha256, width, height } }
}

/** Names in a folder without their endings, in lower case; none when it is not there. Names of results hold no dot. */
function namesIn(folder: string): ReadonlySet<string> {
  try {
    return new Set(readdirSync(folder).map((entry) => entry.replace(/\.[^]*$/, '').toLowerCase()))
  } catch {
    return new Set()
  }
}
