import { mediaPaths } from '../../shared/media-paths.ts'

/** Bars of a wave. */
const peakCount = 48
/** More would be decoded for minutes of memory's sake; such a sound shows a sign. */
const mostBytes = 24 * 1024 * 1024
/** Longer ones are decoded to more memory than a small drawing is worth. */
const mostKept = 300

const known = new Map<string, readonly number[] | null>()
let last: Promise<unknown> = Promise.resolve()

/** How loud a sound is from beginning to end, 0 to 1, the loudest 1. Null: it can't be read. One after the other; a tile that is gone is passed over. */
export function peaksOf(itemId: string, bytes: number, signal: AbortSignal): Promise<readonly number[] | null> {
  const before = known.get(itemId)
  if (before !== undefined) return Promise.resolve(before)
  if (bytes > mostBytes) return Promise.resolve(null)
  const turn = last.then(() => (signal.aborted ? null : read(itemId, signal)))
  last = turn
  return turn
}

async function read(itemId: string, signal: AbortSignal): Promise<readonly number[] | null> {
  const already = known.get(itemId)
  if (already !== undefined) return already
  try {
    const response = await fetch(mediaPaths.result(itemId), { signal })
    if (!response.ok) return null
    // The least rate there is: for a drawing of 48 bars it is plenty.
    const sound = await new OfflineAudioContext(1, 1, 8_000).decodeAudioData(await response.arrayBuffer())
    const peaks = loudness(sound.getChannelData(0), peakCount)
    remember(itemId, peaks)
    return peaks
  } catch {
    if (!signal.aborted) remember(itemId, null)
    return null
  }
}

function remember(itemId: string, peaks: readonly number[] | null): void {
  const [oldest] = known.keys()
  if (known.size >= mostKept && oldest !== undefined) known.delete(oldest)
  known.set(itemId, peaks)
}

/** The loudest of each part, against the loudest of all. */
export function loudness(samples: Float32Array, count: number): readonly number[] {
  const peaks = Array.from({ length: count }, (_, part) => {
    const from = Math.floor((part * samples.length) / count)
    const end = Math.max(from + 1, Math.floor(((part + 1) * samples.length) / count))
    let most = 0
    for (let place = from; place < end; place++) most = Math.max(most, Math.abs(samples[place] ?? 0))
    return most
  })
  const loudest = Math.max(...peaks, 1e-6)
  return peaks.map((peak) => peak / loudest)
}
